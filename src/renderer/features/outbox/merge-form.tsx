import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IntentView } from '#shared/contract/outbox-item';
import type { Command } from '#shared/domain/intent';
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import { BusyButton } from '../../ui/busy-button';
import { core } from '../../client/client';
import { useRecord } from '../../client/queries';
import { ask, queryKeys } from '../../client/query-keys';
import { formatServerText } from '../../format/time';
import { useFormat } from '../../format/use-format';
import { sentences } from '../../format/sentences';
import { listText } from '../../format/values';
import { changesOf } from './changes';
import { ChangesView } from './changes-view';
import { ConflictRow } from './conflict-row';
import {
  type Choices,
  conflictKey,
  invalidFields,
  mergedCommand,
  refusedTyped,
  withoutConflicts,
} from './merge';
import mergeCss from './merge-form.module.css';
import css from './outbox.module.css';
import { useDecision, useRefNames } from '../../client/outbox-queries';
import { useFieldWords } from './use-wording';

type Values = Readonly<Record<string, unknown>>;

/** The values of the record. The cached ones may be older than the conflict, so the record is fetched once. */
const useValuesNow = (item: IntentView): Values | undefined => {
  const ref = { resource: RESOURCE_OF_KIND[item.kind], id: item.realId ?? item.command.target ?? '' };
  useQuery({
    ...ask(queryKeys.theirs(ref.resource, ref.id, item.version), () => core.sync.fetchDetail(ref)),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return useRecord(ref.resource, ref.id).data?.values;
};

/**
 * Shows who changed the record last, as far as this computer knows. It shows nothing if that change is older
 * than the user's view.
 */
const LastChange = ({ item, now }: { item: IntentView; now: Values | undefined }) => {
  const { t } = useTranslation();
  const { locale, offsetMs, userName } = useFormat();
  const at = now?.update_time;
  if (typeof at !== 'string' || at === '' || (item.base?.readAt && at <= item.base.readAt)) return null;
  const by = now?.last_edit_user ?? now?.update_user_info;
  const named = typeof by === 'object' && by !== null ? (by as Record<string, unknown>) : undefined;
  const who = named ? String(named.nickname ?? '') : userName(String(by));
  return (
    <p>
      {who
        ? t('outbox.merge.changedBy', { time: formatServerText(at, locale, offsetMs), who })
        : t('outbox.merge.changedAt', { time: formatServerText(at, locale, offsetMs) })}
    </p>
  );
};

/** The values of the CRM that are in conflict, for the names of the records in them. */
const inTheCrm = ({ command, conflicts }: IntentView): Command => ({
  ...command,
  fields: Object.fromEntries(
    conflicts.filter(({ child }) => child === undefined).map(({ field, theirs }) => [field, theirs]),
  ),
  children: [],
});

/** Shows each conflict with its values. The user must choose a value for each; none is preselected. */
export const MergeForm = ({ item }: { item: IntentView }) => {
  const { t, i18n } = useTranslation();
  const command = item.command;
  const names = useRefNames([command, inTheCrm(item)], item.base?.fields.company_id);
  const words = useFieldWords(item.kind, names);
  const now = useValuesNow(item);
  const [choices, setChoices] = useState<Choices>({});
  /** The conflicts whose third value is text that is not a day. */
  const [unread, setUnread] = useState<Readonly<Record<string, boolean>>>({});
  const tellUnread = useCallback(
    (key: string, isUnread: boolean) => setUnread((now) => ({ ...now, [key]: isUnread })),
    [],
  );
  const submit = useDecision((merged: NonNullable<ReturnType<typeof mergedCommand>>, operationId) =>
    core.outbox.edit({
      id: item.id,
      command: merged.command,
      version: item.version,
      base: merged.base,
      operationId,
    }),
  );
  const undecided = item.conflicts.filter((conflict) => !(conflictKey(conflict) in choices)).length;
  const merged = mergedCommand(item, choices, () => `local:${crypto.randomUUID()}`);
  const unreadFields = item.conflicts
    .filter((conflict) => {
      const key = conflictKey(conflict);
      return choices[key]?.pick === 'typed' && unread[key] === true;
    })
    .map(({ field }) => field);
  const refused = merged ? refusedTyped(merged.command, item.conflicts, choices) : [];
  const invalid = [
    ...new Set([...(merged ? invalidFields(merged.command) : []), ...refused, ...unreadFields]),
  ];
  const all = (pick: 'mine' | 'theirs') =>
    setChoices(Object.fromEntries(item.conflicts.map((conflict) => [conflictKey(conflict), { pick }])));
  const childName = (ref: string): string => {
    const fields: Record<string, unknown> = {
      ...item.base?.children.find((one) => one.ref === ref)?.fields,
      ...command.children.find((one) => one.ref === ref)?.fields,
    };
    const number = command.children.findIndex((one) => one.ref === ref) + 1;
    return String(fields.name || fields.email || names.product(fields) || fields.product_id || number);
  };
  const rest = withoutConflicts(item);
  const changes = changesOf(rest, item.base);
  const restGoes = changes.fields.length + changes.children.length > 0;
  const invalidText = listText(
    invalid.map((key) => words.label(key, !(key in command.fields))),
    i18n.language,
  );
  const invalidNote = invalid.length > 0 ? t('outbox.merge.invalid', { fields: invalidText }) : '';
  const refusal = submit.data?.ok === false ? submit.data : null;
  const refusedText = listText(
    (refusal?.issues ?? []).map(({ path }) => words.label(String(path.at(-1)), path[0] === 'children')),
    i18n.language,
  );
  return (
    <section className={css.section}>
      <h3 className={css.sectionTitle}>{t('outbox.merge.title')}</h3>
      <div className={mergeCss.mergeText}>
        <p>{t('outbox.merge.text')}</p>
        <LastChange item={item} now={now} />
      </div>
      <div className={mergeCss.mergeAll}>
        <Button variant="default" onClick={() => all('mine')}>
          {t('outbox.merge.allMine')}
        </Button>
        <Button variant="default" onClick={() => all('theirs')}>
          {t('outbox.merge.allTheirs')}
        </Button>
      </div>
      {item.conflicts.map((conflict) => {
        const key = conflictKey(conflict);
        return (
          <ConflictRow
            key={key}
            item={item}
            conflict={conflict}
            choice={choices[key]}
            words={words}
            now={now}
            childName={childName}
            onUnread={tellUnread}
            onChoose={(choice) => setChoices((now) => ({ ...now, [key]: choice }))}
          />
        );
      })}
      {restGoes ? <ChangesView command={rest} base={item.base} title={t('outbox.merge.alsoGoes')} /> : null}
      <div className={mergeCss.mergeFoot}>
        <BusyButton
          disabled={!merged || invalid.length > 0}
          isBusy={submit.isPending}
          onClick={() => {
            if (merged) submit.mutate(merged);
          }}
        >
          {t('outbox.merge.submit')}
        </BusyButton>
        <span role="status" className={css.faint}>
          {undecided > 0 ? t('outbox.merge.undecided', { count: undecided }) : invalidNote}
        </span>
        {refusal !== null || submit.isError ? (
          <p className={css.caution} role="alert">
            {sentences(
              [
                t(refusal?.code === 'invalid' ? 'outbox.act.invalid' : 'outbox.act.failed'),
                refusedText === '' ? '' : t('outbox.waitSentence', { text: refusedText }),
              ],
              i18n.language,
            )}
          </p>
        ) : null}
      </div>
    </section>
  );
};
