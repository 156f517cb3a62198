/**
 * Lists of choices: lookups of the service, enumerations of the contract, people. A value that is no longer
 * listed can still be kept.
 */
import { type FocusEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CURRENCY_CODES } from '#shared/domain/currency';
import { ENUMERATIONS, type EnumerationName } from '#shared/domain/enumerations';
import { isOffered } from '#shared/http-api/lookups';
import { eachOnce } from '../../client/each-once';
import { usePreferences } from '../../client/preferences';
import { useLookupItems, useUsers } from '../../client/queries';
import { countryName } from '../../format/country';
import { peopleOptions } from '../../format/people';
import { listValue, type TypedValue } from '../values/form-values';

export interface Option {
  id: string;
  name: string;
  parentId?: string | undefined;
  /** The heading under which it is listed. */
  group?: string;
  /** True if the CRM has switched it off. */
  isOff?: true;
}
export interface TreeNode {
  value: string;
  label: string;
  children?: TreeNode[];
}

const idsIn = (value: TypedValue | undefined): string[] =>
  typeof value === 'string' ? [value] : listValue(value);

/** Leaves out what the CRM has switched off, except what is in the field. */
export const offeredIn = (options: readonly Option[], present: TypedValue | undefined): Option[] =>
  options.filter(({ id, isOff }) => isOff === undefined || idsIn(present).includes(id));

/**
 * Adds ids that are not in the list, so that existing values are shown and kept. A 0 that is not in the list means that
 * nothing was chosen.
 */
export const withMissing = (options: readonly Option[], ids: readonly string[]): Option[] => {
  const known = new Set(options.map(({ id }) => id));
  return [
    ...options,
    ...[...new Set(ids)]
      .filter((id) => id !== '' && id !== '0' && !known.has(id))
      .map((id) => ({ id, name: `#${id}` })),
  ];
};

/** Converts flat items with parents to a tree. An item whose parent is not listed, or is below it, is at the root. */
export const asTree = (options: readonly Option[]): TreeNode[] => {
  const parents = new Map(options.map(({ id, parentId }) => [id, parentId]));
  const isBelowItself = (id: string): boolean => {
    const seen = new Set<string>();
    for (let at = parents.get(id); at !== undefined && !seen.has(at); at = parents.get(at)) {
      if (at === id) return true;
      seen.add(at);
    }
    return false;
  };
  const parentOf = ({ id, parentId }: Option): string | undefined =>
    parentId !== undefined && parents.has(parentId) && !isBelowItself(id) ? parentId : undefined;
  const byParent = Map.groupBy(options, parentOf);
  const below = (parent: string | undefined): TreeNode[] =>
    (byParent.get(parent) ?? []).map(({ id, name }) => {
      const children = below(id);
      return { value: id, label: name, ...(children.length === 0 ? {} : { children }) };
    });
  return below(undefined);
};

/** The path of ids from the root to each item. */
export const pathsById = (options: readonly Option[]): Map<string, string[]> => {
  const parents = new Map(options.map(({ id, parentId }) => [id, parentId]));
  return new Map(
    options.map(({ id }) => {
      const path = [id];
      for (
        let at = parents.get(id);
        at !== undefined && parents.has(at) && !path.includes(at);
        at = parents.get(at)
      )
        path.unshift(at);
      return [id, path];
    }),
  );
};

/**
 * Returns the path of the item `id`: as the record has it, or from the tree if the record has only the id or does not
 * have the item.
 */
export const wholePath = (
  id: string,
  known: string[] | undefined,
  paths: ReadonlyMap<string, string[]>,
): string[] => (known !== undefined && known.length > 1 ? known : (paths.get(id) ?? [id]));

/** Returns Satchel's name and the service's name if they differ, so that a search finds both. */
const bothNames = (own: string, given: string): string =>
  own === given || /^[A-Z]{2}$/.test(own) ? given : `${own} · ${given}`;

const listedName = (
  lookup: string | undefined,
  { id, name }: Pick<Option, 'id' | 'name'>,
  locale: string,
): string => {
  if (lookup === 'orderCurrency' && name !== id) return `${id} · ${name}`;
  return lookup === 'country' ? bothNames(countryName(id, locale), name) : name;
};

/** Returns the items of a lookup and of an enumeration as one list, with Satchel's names if there are any. */
export const useOptions = (
  lookup: string | undefined,
  enumeration: EnumerationName | undefined,
): Option[] => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const items = useLookupItems(lookup).data;
  return useMemo(() => {
    const own =
      enumeration === undefined
        ? []
        : ENUMERATIONS[enumeration].map((code): Option => ({
            id: String(code),
            name: t(`enum.${enumeration}.${code}`),
          }));
    const listed = new Set(own.map(({ id }) => id));
    const rest = (items ?? [])
      .filter(({ id }) => !listed.has(id))
      .map((item): Option => ({
        id: item.id,
        name: listedName(lookup, item, locale),
        parentId: item.parentId,
        ...(isOffered(item) ? {} : { isOff: true }),
      }));
    return [...own, ...rest];
  }, [items, enumeration, lookup, t, locale]);
};

const currencyNames = new Map<string, Intl.DisplayNames>();
const currencyName = (code: string, locale: string): string => {
  const names = currencyNames.get(locale) ?? new Intl.DisplayNames(locale, { type: 'currency' });
  currencyNames.set(locale, names);
  return names.of(code) ?? code;
};

/** The service's currencies, then every other code of ISO 4217 under a heading of its own. */
export const useWithCurrencies = (listed: Option[], any: boolean): Option[] => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  return useMemo(() => {
    if (!any) return listed;
    const known = new Set(listed.map(({ id }) => id));
    const others = CURRENCY_CODES.filter((code) => !known.has(code)).map((code): Option => ({
      id: code,
      name: `${code} · ${currencyName(code, locale)}`,
      ...(listed.length === 0 ? {} : { group: t('form.otherCurrencies') }),
    }));
    return [...listed.map((option) => ({ ...option, group: t('form.knownCurrencies') })), ...others];
  }, [listed, any, t, locale]);
};

/** Tracks whether the focus is inside the element that gets the `watch` props. */
export const useHasFocus = () => {
  const [hasFocus, setHasFocus] = useState(false);
  const watch = {
    onFocus: () => setHasFocus(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (!currentTarget.contains(relatedTarget)) setHasFocus(false);
    },
  };
  return { hasFocus, watch };
};

/**
 * Returns the same list while its field has the focus. A new list may need another control, which would lose
 * the focus and the typed text.
 */
export const useSteady = <T>(list: T, hasFocus: boolean): T => {
  const [held, setHeld] = useState(list);
  if (!hasFocus && held !== list) setHeld(list);
  return hasFocus ? held : list;
};

/** The colleagues, and those former ones that are in the field: they have names, but are not offered. */
export const usePeople = (present: TypedValue | undefined): Option[] => {
  const users = useUsers().data;
  const frozen = useLookupItems('frozenUsers').data;
  const deleted = useLookupItems('deletedUsers').data;
  // As text, because a list would be a new object at every render.
  const ids = idsIn(present).join(' ');
  return useMemo(() => {
    const people: Option[] = peopleOptions(users ?? []);
    const known = new Set(people.map(({ id }) => id));
    const former = [...(frozen ?? []), ...(deleted ?? [])].filter(
      ({ id }) => !known.has(id) && ids.split(' ').includes(id),
    );
    return eachOnce([...people, ...former.map(({ id, name }): Option => ({ id, name }))]);
  }, [users, frozen, deleted, ids]);
};
