/** The custom fields of a record on disk, as a form shows them. */
import type { IntentKind } from '#shared/domain/intent';
import { isNoDate } from '#shared/domain/time';
import { core } from '../../client/client';
import { knownDecimal } from '../values/form-values';
import { CHOICE_MARK, listedFields, ownFieldsIn, type OwnType } from './asked-fields';

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** The text of a value, without the service's forms of "no date" and the digits that only fill its column. */
const ownText = (type: OwnType, value: unknown): string => {
  const text = textOf(value);
  if (type === 'date' || type === 'dateTime') return isNoDate(text) ? '' : text;
  return type === 'number' ? knownDecimal(text) || text : text;
};

/** Returns the custom field values of the record on disk, as typed text. */
export const ownValuesOf = async (kind: IntentKind, target: string): Promise<Record<string, string>> => {
  if (kind === 'trailNote') return {};
  const [listed, held] = await Promise.all([
    listedFields(kind),
    core.records.get({ resource: kind, id: target }),
  ]);
  const offered = ownFieldsIn(kind, listed, 'record');
  return Object.fromEntries(
    offered.flatMap(({ id, isMany, type }) => {
      const value = held?.values[id];
      const text =
        isMany && Array.isArray(value) ? value.map(textOf).join(CHOICE_MARK) : ownText(type, value);
      return text === '' ? [] : [[id, text]];
    }),
  );
};
