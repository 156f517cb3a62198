/**
 * The format context of the running app: language, server offset, people and lookups. Each is loaded when it
 * is first needed.
 */
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ENUMERATIONS } from '#shared/domain/enumerations';
import type { Column } from '#shared/contract/records';
import { useComputerZone } from '../client/computer-zone';
import { usePreferences } from '../client/preferences';
import { lookupItems, useLookupItems, useServerOffset, useUsers } from '../client/queries';
import { personName } from './people';
import { remembered } from './remembered';
import type { FormatContext } from './values';

const NO_COLUMNS: readonly Column[] = [];

/** `columns` determine which lookups are loaded. */
export const useFormat = (columns: readonly Column[] = NO_COLUMNS): FormatContext => {
  const locale = usePreferences((state) => state.language);
  const { t, i18n } = useTranslation();
  const offsetMs = useServerOffset();
  // Another zone makes another context, so that rows that are kept are drawn again.
  const zone = useComputerZone(({ name }) => name);
  const users = useUsers().data;
  const names = useMemo(
    () => [
      ...new Set(
        columns.flatMap(({ options }) => (options === undefined || options in ENUMERATIONS ? [] : [options])),
      ),
    ],
    [columns],
  );
  const former = [useLookupItems('frozenUsers').data, useLookupItems('deletedUsers').data];
  const formerKey = former.map((items) => items?.length ?? 0).join();
  const lookups = useQueries({
    queries: names.map((name) => lookupItems(name)),
    combine: (results) => results.map((result) => result.data),
  });
  return useMemo(() => {
    const people = new Map<string, string>(
      former.flatMap((items) => items?.map(({ id, name }): [string, string] => [id, name]) ?? []),
    );
    for (const user of users ?? []) people.set(user.id, personName(user));
    const tables = new Map(
      names.map((name, index) => [name, new Map(lookups[index]?.map((item) => [item.id, item.name]))]),
    );
    const wordOf = (key: string, options: Record<string, unknown> = {}): string =>
      i18n.exists(key, options) ? t(key, options) : '';
    const plainWord = remembered(wordOf);
    return {
      locale,
      offsetMs,
      word: (key, options) => (options === undefined ? plainWord(key) : wordOf(key, options)),
      userName: (id) => people.get(id),
      lookupName: (lookup, id) => tables.get(lookup)?.get(id),
    };
    // A change of the lists of former colleagues is detected by their length, because they only grow.
    // eslint-disable-next-line react/exhaustive-deps
  }, [locale, offsetMs, zone, users, formerKey, names, lookups, t, i18n]);
};

/**
 * Returns the label of a column: the service's own name for custom fields, if it has one, Satchel's label for others.
 */
export const labelOf = (
  resource: string,
  column: Pick<Column, 'key' | 'customName'>,
  word: FormatContext['word'],
): string =>
  column.customName === ''
    ? word('changes.custom', { key: column.key })
    : (column.customName ??
      (word(`field.${resource}.${column.key}`) || word(`field.any.${column.key}`) || wordsOf(column.key)));

/** Makes a label from a key that has none: `cost_with_tax` becomes "Cost with tax". */
export const wordsOf = (key: string): string => {
  const words = key.replaceAll(/[\W_]+/g, ' ').trim();
  return words === '' ? key : `${words[0]?.toUpperCase()}${words.slice(1)}`;
};
