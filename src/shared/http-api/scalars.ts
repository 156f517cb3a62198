/**
 * The wire's scalar types, each with its meaning (`FieldKind`) for the rest of Satchel. The schemas follow
 * the contract. A value that differs is drift: `decode` counts it and never drops it. The lossless codec
 * returns integers of 16 digits and more as strings, so every integer also accepts digit strings.
 */
import { z } from 'zod';
import type { FieldDef, FieldKind } from '../domain/fields';
import { LARGEST_NUMBER } from '../domain/money';

interface Meaning {
  kind: FieldKind;
  options?: string;
}

const meanings = z.registry<Meaning>();
const as = <T extends z.ZodType>(schema: T, meaning: Meaning): T => {
  // A copy: schemas such as `idName` are used with several meanings.
  const own = schema.clone();
  meanings.add(own, meaning);
  return own;
};
const usableNumber = z.number().min(-LARGEST_NUMBER).max(LARGEST_NUMBER);
const bigDigits = z.string().regex(/^-?\d{16,19}$/);

export const wire = {
  id: () => as(z.union([z.int(), bigDigits]), { kind: 'id' }),
  idText: () => as(z.string().regex(/^\d+$/), { kind: 'id' }),
  int: () => as(z.union([z.int(), bigDigits]), { kind: 'int' }),
  flag: () => as(z.int(), { kind: 'flag' }),
  enumInt: (options: string) => as(z.int(), { kind: 'enum', options }),
  enumText: (options: string) => as(z.string(), { kind: 'enum', options }),
  text: () => as(z.string(), { kind: 'text' }),
  longText: () => as(z.string(), { kind: 'longText' }),
  phone: () => as(z.string(), { kind: 'phone' }),
  number: () => as(usableNumber, { kind: 'number' }),
  money: () => as(usableNumber, { kind: 'money' }),
  moneyText: () => as(z.string().regex(/^-?\d+(\.\d+)?$/), { kind: 'money' }),
  rate: () => as(usableNumber, { kind: 'rate' }),
  rateText: () => as(z.string().regex(/^-?\d+(\.\d+)?$/), { kind: 'rate' }),
  dateTime: () => as(z.string().regex(/^(\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2})?$/), { kind: 'dateTime' }),
  date: () => as(z.string().regex(/^(\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?)?$/), { kind: 'date' }),
  of: <T extends z.ZodType>(kind: FieldKind, schema: T, more: Partial<Meaning> = {}): T =>
    as(schema, { kind, ...more }),
};

/** A user as the service nests it: id as integer or string, by endpoint (contract B, "Values"). */
export const userInfo = z.looseObject({ user_id: z.union([z.int(), z.string()]), nickname: z.string() });
export const companyRef = z.looseObject({ company_id: z.union([z.int(), z.string()]), name: z.string() });
export const idName = z.looseObject({ id: z.union([z.int(), z.string()]), name: z.string() });

/** The fields of a wire schema with their kinds, in contract order. */
export const fieldsOf = (schema: z.ZodObject): FieldDef[] =>
  Object.entries(schema.shape).map(([key, field]) => {
    const meaning = meaningOf(field);
    return {
      key,
      kind: meaning?.kind ?? 'json',
      ...(meaning?.options === undefined ? {} : { options: meaning.options }),
    };
  });

/** The meaning of a field, also inside an optional or nullable type. */
const meaningOf = (field: z.core.$ZodType): Meaning | undefined => {
  const own = meanings.get(field);
  if (own) return own;
  const isWrapper = field instanceof z.ZodOptional || field instanceof z.ZodNullable;
  return isWrapper ? meaningOf(field.unwrap()) : undefined;
};
