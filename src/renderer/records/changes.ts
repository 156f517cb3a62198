/** Unseen changes by others, for the screens that show them. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Change } from '#shared/contract/changes';
import { MOST_CHANGES } from '#shared/domain/limits';
import { isCustomKey } from '#shared/domain/fields';
import type { ResourceName } from '#shared/domain/resources';
import type { LookupItem } from '#shared/http-api/lookups';
import { core } from '../client/client';
import { useColumnsOf, useLookupItems } from '../client/queries';
import { ask, beginningWith, queryKeys } from '../client/query-keys';
import { sentences } from '../format/sentences';
import { labelOf, useFormat } from '../format/use-format';

const NONE: readonly Change[] = [];
/** The maximum number of field names in a note. */
const MOST_FIELDS = 4;

/** The latest unseen changes. More than `MOST_CHANGES` of them means that there are others. */
export const useUnseen = (): readonly Change[] =>
  useQuery(ask(queryKeys.unseen(), () => core.changes.unseen({ limit: MOST_CHANGES + 1 }))).data ?? NONE;

/**
 * The unseen changes of these records. `idsOf` is called only if there are more changes than the latest: then those of
 * the records are read apart.
 */
export const useUnseenOf = (resource: ResourceName, idsOf: () => readonly string[]): readonly Change[] => {
  const latest = useUnseen();
  const isCut = latest.length > MOST_CHANGES;
  const of = { resource, ids: isCut ? idsOf() : [] };
  const own = useQuery({
    ...ask(queryKeys.unseen(of), () =>
      core.changes.unseen({ limit: MOST_CHANGES, of: { resource, ids: [...of.ids] } }),
    ),
    enabled: of.ids.length > 0,
    placeholderData: keepPreviousData,
  }).data;
  const known = isCut ? (own ?? latest) : latest;
  return useMemo(() => known.filter((change) => change.resource === resource), [known, resource]);
};

/** Returns the CRM's names of the custom fields in the unseen changes; undefined for other fields. */
const useCustomNames = (): ((resource: ResourceName, key: string) => string | undefined) => {
  const { t } = useTranslation();
  const changes = useUnseen();
  const kinds = [
    ...new Set(
      changes
        .filter(({ fields, overwritten }) => [...fields, ...overwritten].some(isCustomKey))
        .map(({ resource }) => resource),
    ),
  ];
  const columns = useColumnsOf(kinds);
  // Only the details of customers have their custom fields, so the lists have no columns of them.
  const ofCompanies = useLookupItems(kinds.includes('company') ? 'companyFields' : undefined).data;
  const ofLeads = useLookupItems(kinds.includes('lead') ? 'leadFields' : undefined).data;
  const listed = { company: ofCompanies, lead: ofLeads } as Partial<Record<ResourceName, LookupItem[]>>;
  return (resource, key) =>
    isCustomKey(key)
      ? columns[kinds.indexOf(resource)]?.find((column) => column.key === key)?.customName ||
        listed[resource]?.find(({ id, name }) => id === key && name !== key)?.name ||
        t('changes.custom', { key })
      : undefined;
};

/**
 * Marks changes as seen; null marks all. The entry disappears at once. A change that the core has received
 * since, and that no window has shown, stays.
 */
export const useSee = (): ((changes: readonly Change[] | null) => void) => {
  const queries = useQueryClient();
  return (refs) => {
    const isSeen = ({ resource, id }: Change): boolean =>
      refs === null || refs.some((ref) => ref.resource === resource && ref.id === id);
    const seen = refs ?? queries.getQueryData(queryKeys.unseen()) ?? [];
    const until = seen.length === 0 ? {} : { until: Math.max(...seen.map(({ at }) => at)) };
    queries.setQueriesData(beginningWith(queryKeys.unseen()), (before: Change[] | undefined) =>
      before?.filter((change) => !isSeen(change)),
    );
    void core.changes
      .see({ refs: refs === null ? null : refs.map(({ resource, id }) => ({ resource, id })), ...until })
      // If the core cannot store it, the entry is listed again, and the notice about the disk gives the
      // reason.
      .catch(() => undefined)
      .finally(() => void queries.invalidateQueries(beginningWith(queryKeys.unseen())));
  };
};

/** The first labels, each once: several fields of a record may have one, such as the code and the name of a status. */
export const firstLabels = (labels: readonly string[]): { named: string[]; more: number } => {
  const different = [...new Set(labels)];
  const named = different.slice(0, MOST_FIELDS);
  return { named, more: different.length - named.length };
};

/**
 * The text of a change: what is new or which fields changed, by whom, and which of the user's values were
 * overwritten.
 */
export const useChangeWords = (): ((change: Change) => string) => {
  const { t, i18n } = useTranslation();
  const { userName } = useFormat();
  const customNameOf = useCustomNames();
  const labels = (resource: ResourceName, fields: readonly string[]): string => {
    const all = fields.map((key) => {
      const customName = customNameOf(resource, key);
      const column = customName === undefined ? { key } : { key, customName };
      return labelOf(resource, column, (word) => (i18n.exists(word) ? t(word) : ''));
    });
    const { named, more } = firstLabels(all);
    return [...named, ...(more > 0 ? [t('changes.moreFields', { count: more })] : [])].join(
      t('changes.comma'),
    );
  };
  return ({ resource, kind, fields, overwritten, person, personName }) => {
    const what =
      kind === 'new' ? t('changes.new') : t('changes.changed', { fields: labels(resource, fields) });
    return sentences(
      [
        person === null
          ? t('changes.said', { what })
          : t('changes.saidBy', { what, name: userName(person) ?? personName ?? person }),
        overwritten.length === 0 ? '' : t('changes.overwritten', { fields: labels(resource, overwritten) }),
      ],
      i18n.language,
    );
  };
};
