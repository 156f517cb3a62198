/** The texts for an outbox item: why it waits, and its field labels and values. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { IntentView } from '#shared/contract/outbox-item';
import { type IntentKind, isLocalRef } from '#shared/domain/intent';
import { isHtml } from '#shared/domain/plain-text';
import { usePreferences } from '../../client/preferences';
import { useSync, useOutboxSummary } from '../../client/events';
import { formatMoment } from '../../format/time';
import { useFormat } from '../../format/use-format';
import { displayText, listText } from '../../format/values';
import { useNow } from '../../ui/use-now';
import type { RefNames } from '../../client/outbox-queries';
import { FIELDS_OF } from '../../forms/fields/asked-fields';
import { isEmptyValue } from './changes';
import { type WaitWord, waitOf } from './item-state';
import { labelKey, pushColumn, pushColumns } from './sent-fields';

/** Returns a short text for why an item waits. */
export const useWaitWords = (
  titleOf: (id: string) => string,
): ((
  item: IntentView,
) => { word: WaitWord; text: string; /** The item that it waits for. */ name?: string } | null) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const now = useNow(5_000);
  const summary = useOutboxSummary((state) => state.summary);
  const offline = useSync(({ state }) => state?.connectivity === 'offline');
  return (item) => {
    const wait = waitOf(item, { now, offline, summary });
    if (!wait) return null;
    const time = wait.at === null ? '' : formatMoment(wait.at, locale, now);
    if (wait.word === 'throttled' || wait.word === 'at')
      return { word: wait.word, text: t('outbox.waits.at', { time }) };
    if (wait.word !== 'parent') return { word: wait.word, text: t(`outbox.waits.${wait.word}`) };
    const name = titleOf(item.waitsFor[0] ?? '');
    return {
      word: 'parent',
      name,
      text:
        item.waitsFor.length > 1
          ? t('outbox.waits.parentMore', { name, count: item.waitsFor.length - 1 })
          : t('outbox.waits.parent', { name }),
    };
  };
};

/** Fields that contain only an id; the name of the record is shown instead. */
const NAMED_IDS: ReadonlySet<string> = new Set(['opportunity_id', 'order_id', 'refer_id']);

export interface FieldWords {
  label: (key: string, ofChild: boolean) => string;
  /** Returns `''` for an empty value. `values` contains the currency for amounts. */
  value: (key: string, value: unknown, values: Readonly<Record<string, unknown>>) => string;
  /** The same for a value that the user entered: his text is sent as it is, so nothing in it is markup. */
  sent: FieldWords['value'];
  customLabel: (id: string) => string;
  customValue: (value: unknown) => string;
  /** The time as the service sent it, for the tooltip of a local time. */
  hint: (key: string, value: unknown) => { title?: string };
}

/** Labels and values of the fields that are sent; `names` resolves the ids of other records. */
export const useFieldWords = (kind: IntentKind, names: RefNames): FieldWords => {
  const { t, i18n } = useTranslation();
  const locale = usePreferences((state) => state.language);
  // The names of custom fields come from the service's list of the fields of a record.
  const fieldsLookup = FIELDS_OF[kind] ?? 'outboundFields';
  const format = useFormat(
    useMemo(
      () => [...pushColumns(kind), { ...pushColumn(kind, 'custom'), options: fieldsLookup }],
      [kind, fieldsLookup],
    ),
  );
  const words: Omit<FieldWords, 'sent'> = {
    label: (key, ofChild) => {
      const found = labelKey(kind, key, ofChild, (name) => i18n.exists(name));
      return found === undefined ? key : t(found);
    },
    hint: (key, value) =>
      pushColumn(kind, key).kind === 'dateTime' && !isEmptyValue(value)
        ? { title: t('panel.serverTime', { time: String(value) }) }
        : {},
    customValue: (value) => listText((Array.isArray(value) ? value : [value]).map(String), locale),
    customLabel: (id) => format.lookupName(fieldsLookup, id) ?? id,
    value: (key, value, values) => {
      if (isEmptyValue(value)) return '';
      const column = pushColumn(kind, key);
      const nameOf = (id: unknown): string =>
        names.record(id) ?? t('outbox.unnamed', { id: isLocalRef(id) ? '…' : String(id) });
      if (column.kind === 'company' || column.kind === 'lead' || NAMED_IDS.has(key)) return nameOf(value);
      if (column.kind === 'contacts' && Array.isArray(value)) return listText(value.map(nameOf), locale);
      if (key === 'pool_id' && String(value) === '0') return t('form.noPool');
      if (key === 'category_ids' && Array.isArray(value))
        return listText(
          value.map((path) =>
            (Array.isArray(path) ? path : [path])
              .map((id) => format.lookupName('category', String(id)) ?? String(id))
              .join(' › '),
          ),
          locale,
        );
      if (key === 'image_list' && Array.isArray(value)) return String(value.length);
      return displayText(column, value, values, format);
    },
  };
  return {
    ...words,
    sent: (key, value, values) => {
      const isText = ['text', 'longText'].includes(pushColumn(kind, key).kind);
      return isText && typeof value === 'string' && isHtml(value) ? value : words.value(key, value, values);
    },
  };
};
