/**
 * Finds numbers that the user emptied in the form of an item although an earlier attempt of it may have arrived. No push
 * can empty a number, so the record would keep it.
 */
import { NOT_ARRIVED } from '#shared/domain/intent-rules';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import type { FieldTable } from '#shared/domain/push-fields/push-field';
import { emptied } from '#shared/domain/push-value';
import { core } from '../../client/client';
import type { OpenForm } from '../session/opened-form';
import type { FormIssue } from '../session/form-store';
import { type FormValues, isBlank, type TypedValue } from '../values/form-values';

const removedNumbers = (
  table: FieldTable,
  before: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, TypedValue>>,
): string[] =>
  Object.keys(before).filter((name) => {
    const type = table[name]?.type;
    return type !== undefined && emptied(type) === undefined && isBlank(now[name]);
  });

/** The issues by place. None for the form of a record: there `typedCommand` reports what cannot be emptied. */
export const sentNumberIssues = async (
  { kind, intentId, earlier }: OpenForm,
  values: FormValues,
): Promise<Record<string, FormIssue>> => {
  if (intentId === null || earlier === null) return {};
  const tables = KIND_TABLES[kind];
  const places = [
    ...removedNumbers(tables.fields, earlier.fields, values.fields).map((name) => `fields.${name}`),
    ...earlier.children.flatMap(({ ref, fields }) => {
      const now = values.children.find((child) => child.ref === ref && !child.remove);
      return now === undefined
        ? []
        : removedNumbers(tables.children, fields, now.fields).map((name) => `${ref}.${name}`);
    }),
  ];
  if (places.length === 0) return {};
  const got = await core.outbox.get({ id: intentId });
  if (got?.intent.mayHaveArrived !== true) return {};
  const bodies = openBodies(got.ledger);
  return Object.fromEntries(
    places
      // If no request can be read, every such number counts as sent.
      .filter((place) => bodies.length === 0 || bodies.some((body) => body.includes(`"${nameIn(place)}"`)))
      .map((place) => [place, { code: 'empty' }]),
  );
};

const nameIn = (place: string): string => place.slice(place.lastIndexOf('.') + 1);

type Ledger = NonNullable<Awaited<ReturnType<typeof core.outbox.get>>>['ledger'];

/** The bodies of the attempts that may have arrived. */
const openBodies = (ledger: Ledger): string[] => {
  const ended = new Set(ledger.filter(({ event }) => NOT_ARRIVED.has(event)).map(({ attempt }) => attempt));
  return ledger
    .filter(({ event, attempt }) => event === 'sending' && !ended.has(attempt))
    .map(({ facts }) => String(facts.body));
};
