/**
 * Counts how records differ from the contract, field by field. It never drops a record.
 *
 * Checks are compiled once per schema. A value is checked with the schema only if its shape (`shapeOf`) is new
 * for its field; for a known shape the earlier result is used. If no difference was found for a long time, only
 * every fourth record is checked, until the next difference. Samples contain a type and a pattern (letters as
 * `a`, digits as `9`), never the value.
 */
import { isCustomKey } from '#shared/domain/fields';
import { isObject } from '#shared/domain/is-object';
import { LARGEST_NUMBER } from '#shared/domain/money';
import type { z } from 'zod';
import type { DriftCount } from '../store/cache-store';

type Verdict = boolean;
interface Compiled {
  fields: FieldCheck[];
  known: Set<string>;
  quiet: number;
}
interface FieldCheck {
  key: string;
  optional: boolean;
  schema: z.ZodType;
  shapes: Map<string, Verdict>;
}

export interface DriftMeter {
  check(resource: string, schema: z.ZodObject, record: Readonly<Record<string, unknown>>): void;
  /** Counts `times` records of a page that could not be kept; `why` says so without a value. */
  notKept(resource: string, times: number, why: string): void;
  /** What was counted since the last drain. */
  drain(): DriftCount[];
}

/** In place of a field name if the whole record differs. */
const WHOLE_RECORD = '*';
const SHAPES_KEPT = 400;
const QUIET_AFTER = 300;
const QUIET_STRIDE = 4;
const SAMPLE_CHARS = 40;

export const createDriftMeter = (): DriftMeter => {
  const compiled = new Map<z.ZodObject, Compiled>();
  let counts = new Map<string, DriftCount>();

  const compile = (schema: z.ZodObject) => {
    const fields = Object.entries(schema.shape).map(([key, field]): FieldCheck => {
      const type: z.ZodType = field;
      return { key, schema: type, optional: type.safeParse(undefined).success, shapes: new Map() };
    });
    const made: Compiled = { fields, known: new Set(fields.map((field) => field.key)), quiet: 0 };
    compiled.set(schema, made);
    return made;
  };

  const note = (resource: string, field: string, kind: DriftCount['kind'], value: unknown): void => {
    const key = `${resource} ${field} ${kind}`;
    const seen = counts.get(key);
    if (seen) seen.count += 1;
    else
      counts.set(key, { resource, field, kind, count: 1, sample: kind === 'missing' ? '' : sampleOf(value) });
  };

  return {
    check: (resource, schema, record) => {
      const plan = compiled.get(schema) ?? compile(schema);
      plan.quiet += 1;
      if (plan.quiet > QUIET_AFTER && plan.quiet % QUIET_STRIDE !== 0) return;
      const { fields, known } = plan;
      const count = (field: string, kind: DriftCount['kind'], value: unknown): void => {
        plan.quiet = 0;
        note(resource, field, kind, value);
      };
      let present = 0;
      for (const field of fields) {
        const value = record[field.key];
        if (value === undefined) {
          if (!field.optional) count(field.key, 'missing', value);
          continue;
        }
        present += 1;
        if (!conforms(field, value)) count(field.key, 'type', value);
      }
      const keys = Object.keys(record);
      if (keys.length === present) return;
      for (const key of keys) if (!known.has(key) && !isCustomKey(key)) count(key, 'unknown', record[key]);
    },
    notKept: (resource, times, why) => {
      if (times === 0) return;
      const key = `${resource} ${WHOLE_RECORD} ${why}`;
      const count = (counts.get(key)?.count ?? 0) + times;
      counts.set(key, { resource, field: WHOLE_RECORD, kind: 'type', count, sample: why });
    },
    drain: () => {
      const drained = [...counts.values()];
      counts = new Map();
      return drained;
    },
  };
};

const conforms = (field: FieldCheck, value: unknown): Verdict => {
  const shape = shapeOf(value);
  const known = field.shapes.get(shape);
  if (known !== undefined) return known;
  const verdict = field.schema.safeParse(value).success;
  if (field.shapes.size < SHAPES_KEPT) field.shapes.set(shape, verdict);
  return verdict;
};

/**
 * The properties of a value that a wire schema can check: its type; for a number, whether it is impossibly large; for
 * text, whether it is a date, an integer or a decimal.
 */
const shapeOf = (value: unknown): string => {
  switch (typeof value) {
    case 'string':
      return textShape(value);
    case 'number':
      if (Math.abs(value) > LARGEST_NUMBER) return 'x';
      return Number.isInteger(value) ? 'i' : 'n';
    case 'object':
      if (value === null) return '0';
      if (Array.isArray(value)) return `[${value.length === 0 ? '' : shapeOf(value[0])}]`;
      return isObject(value) ? objectShape(value) : typeof value;
    default:
      return typeof value;
  }
};

const objectShape = (value: Record<string, unknown>): string => {
  let shape = '{';
  for (const key in value) shape += `${key}:${shapeOf(value[key])},`;
  return shape;
};

const textShape = (text: string): string => {
  if (text === '') return "''";
  const first = text.charCodeAt(0);
  if ((first < 48 || first > 57) && first !== 45) return 's';
  if (text.length === 19 && text.charCodeAt(4) === 45) return 'sT';
  if (text.length === 10 && text.charCodeAt(4) === 45) return 'sD';
  if (/^-?\d+$/.test(text)) return text.length >= 16 ? 'sI16' : 'sI';
  return /^-?\d+\.\d+$/.test(text) ? 'sN' : 's9';
};

/** Keys that are not written like field names may be people's names, phones or e-mails, so each is a `?`. */
const fieldNamesOf = (value: object): string =>
  Object.keys(value)
    .slice(0, SAMPLE_CHARS)
    .map((key) => (/^[a-z][a-zA-Z0-9_]*$/.test(key) ? key : '?'))
    .join(', ');

const sampleOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array(${value.length})`;
  if (typeof value === 'object') return `object {${fieldNamesOf(value)}}`.slice(0, SAMPLE_CHARS);
  // The text is cut first, because replacing every letter of a text of 10 MB takes hundreds of megabytes.
  // Digits of every script, because a phone may be written in full-width or Arabic ones.
  const text = String(value)
    .slice(0, SAMPLE_CHARS)
    .replaceAll(/[\p{L}\p{M}]/gu, 'a')
    .replaceAll(/\p{N}/gu, '9');
  return `${typeof value} ${text}`.slice(0, SAMPLE_CHARS);
};
