/**
 * The wire's scalar types, each with the meaning (`FieldKind`) that the rest of Satchel goes by. The schemas
 * say what the contract promises; a value that strays is drift, which `decode` counts and never drops
 * (design, "tolerant in"). Integers of 16 digits and more arrive from the lossless codec as strings, so every
 * integer accepts digit strings too.
 */
import { z } from 'zod';
import type { FieldDef, FieldKind } from '../domain/fields';

interface Meaning {
  kind: FieldKind;
  options?: string;
  serviceFilter?: boolean;
}

const as = <T extends z.ZodType>(schema: T, meaning: Meaning): T => schema.meta({ ...meaning });
const bigDigits = z.string().regex(/^-?\d{16,19}$/);

export const wire = {
  id: (more: Partial<Meaning> = {}) => as(z.union([z.int(), bigDigits]), { kind: 'id', ...more }),
  idText: () => as(z.string().regex(/^\d+$/), { kind: 'id' }),
  int: () => as(z.union([z.int(), bigDigits]), { kind: 'int' }),
  flag: (more: Partial<Meaning> = {}) => as(z.int(), { kind: 'flag', ...more }),
  enumInt: (options: string, more: Partial<Meaning> = {}) => as(z.int(), { kind: 'enum', options, ...more }),
  enumText: (options: string, more: Partial<Meaning> = {}) =>
    as(z.string(), { kind: 'enum', options, ...more }),
  text: (more: Partial<Meaning> = {}) => as(z.string(), { kind: 'text', ...more }),
  longText: () => as(z.string(), { kind: 'longText' }),
  phone: () => as(z.string(), { kind: 'phone' }),
  number: () => as(z.number(), { kind: 'number' }),
  money: () => as(z.number(), { kind: 'money' }),
  moneyText: () => as(z.string().regex(/^-?\d+(\.\d+)?$/), { kind: 'money' }),
  rate: () => as(z.number(), { kind: 'rate' }),
  rateText: () => as(z.string().regex(/^-?\d+(\.\d+)?$/), { kind: 'rate' }),
  dateTime: (more: Partial<Meaning> = {}) =>
    as(z.string().regex(/^(\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2})?$/), { kind: 'dateTime', ...more }),
  date: (more: Partial<Meaning> = {}) =>
    as(z.string().regex(/^(\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?)?$/), { kind: 'date', ...more }),
  of: <T extends z.ZodType>(kind: FieldKind, schema: T, more: Partial<Meaning> = {}): T =>
    as(schema, { kind, ...more }),
};

/** A user as the service nests it: id as integer or string, by endpoint (contract B, "observed dirt"). */
export const userInfo = z.looseObject({ user_id: z.union([z.int(), z.string()]), nickname: z.string() });
export const companyRef = z.looseObject({ company_id: z.union([z.int(), z.string()]), name: z.string() });
export const idName = z.looseObject({ id: z.union([z.int(), z.string()]), name: z.string() });

/** The fields of a wire schema with their kinds, in contract order. */
export const fieldsOf = (schema: z.ZodObject): FieldDef[] =>
  Object.entries(schema.shape).map(([key, field]) => {
    const meaning = meaningOf(field as z.ZodType);
    return {
      key,
      kind: meaning?.kind ?? 'json',
      ...(meaning?.options === undefined ? {} : { options: meaning.options }),
      ...(meaning?.serviceFilter ? { serviceFilter: true } : {}),
    };
  });

const meaningOf = (field: z.ZodType): Meaning | undefined => {
  const own = field.meta() as Partial<Meaning> | undefined;
  if (own?.kind) return own as Meaning;
  const inner = (field as { _zod?: { def?: { innerType?: z.ZodType } } })._zod?.def?.innerType;
  return inner ? meaningOf(inner) : undefined;
};
