/** Reading pushed bodies: tolerant of strings where integers are declared, as the live services are. */
import type { PushField } from '#shared/domain/push-fields/push-field';
import type { Quirks } from './quirks';
import { invalidInput } from './refusal';
import type { Json } from './store/exact-json';

/** A positive id as digits; undefined for absent, 0 and anything else. */
export const idIn = (body: Json, key: string): string | undefined => asId(body[key]);

export const asId = (value: unknown): string | undefined => {
  const text =
    typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string' ? String(value) : '';
  return /^\d{1,19}$/.test(text) && BigInt(text) > 0n ? text : undefined;
};

export const idsIn = (body: Json, key: string): string[] =>
  Array.isArray(body[key]) ? (body[key] as unknown[]).map(asId).filter((id) => id !== undefined) : [];

/** Passed, but with nothing in it (contract E5: "not: absent"). */
export const isPassedEmpty = (body: Json, key: string): boolean => {
  if (!(key in body)) return false;
  const value = body[key];
  return (
    value === null ||
    value === undefined ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
  );
};

export const numberIn = (body: Json, key: string): number | undefined => {
  const value = body[key];
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : undefined;
};

export const textIn = (body: Json, key: string): string | undefined => {
  const value = body[key];
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
};

/** The objects of a list field; other items are left out. */
export const objectsIn = (body: Json, key: string): Json[] =>
  Array.isArray(body[key])
    ? (body[key] as unknown[]).filter(
        (item): item is Json => item !== null && typeof item === 'object' && !Array.isArray(item),
      )
    : [];

/**
 * Refuses a value that is not a whole number within the contract's limits. The contract has no error for
 * this; ours names the field and the limits. Other rules check an empty value.
 */
export const checkLimits = (
  body: Json,
  fields: Readonly<Record<string, PushField>>,
  { limits }: Pick<Quirks, 'limits'>,
): void => {
  if (limits === 'taken') return;
  for (const [key, { range }] of Object.entries(fields)) {
    if (range === undefined || !(key in body) || isPassedEmpty(body, key)) continue;
    const [low, high] = range;
    const value = numberIn(body, key);
    if (value === undefined || !Number.isInteger(value) || value < low || value > high)
      throw invalidInput(`${key} must be between ${low} and ${high}`);
  }
};

export type FieldSpec = Readonly<Record<string, 'text' | 'number' | 'list'>>;
const EMPTY = { text: '', number: 0, list: [] } as const;

const pushedValue = (body: Json, key: string, kind: FieldSpec[string]): unknown => {
  if (kind === 'text') return textIn(body, key) ?? '';
  if (kind === 'number') return numberIn(body, key) ?? (typeof body[key] === 'bigint' ? body[key] : 0);
  return Array.isArray(body[key]) ? body[key] : [];
};

/**
 * Copies the pushed fields to `target`. Fields that an edit omits stay, or are emptied under the omission
 * quirk; fields that a new record omits are empty.
 */
export const takeFields = (
  target: Json,
  body: Json,
  fields: FieldSpec,
  options: { creating: boolean; omission: Quirks['omission'] },
): void => {
  for (const [key, kind] of Object.entries(fields)) {
    if (key in body && body[key] !== undefined) {
      target[key] = pushedValue(body, key, kind);
    } else if (options.omission === 'clears' ? true : options.creating && !(key in target)) {
      target[key] = EMPTY[kind];
    }
  }
};
