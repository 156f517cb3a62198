/**
 * Finds numbers that the user emptied in the form of an item although the record would keep one, because no push can
 * empty a number: an earlier attempt of the item may have arrived, or another edit of the record has set the number.
 */
import { sameChild } from '#shared/domain/child-key';
import type { Command, CommandChild, IntentKind } from '#shared/domain/intent';
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
  { kind, target, intentId, earlier }: OpenForm,
  values: FormValues,
): Promise<Record<string, FormIssue>> => {
  if (intentId === null || earlier === null) return {};
  const tables = KIND_TABLES[kind];
  const places = [
    ...removedNumbers(tables.fields, earlier.fields, values.fields).map((name) => ({
      name,
      child: undefined,
    })),
    ...earlier.children.flatMap((child) => {
      const now = values.children.find(({ ref, remove }) => ref === child.ref && !remove);
      return now === undefined
        ? []
        : removedNumbers(tables.children, child.fields, now.fields).map((name) => ({ name, child }));
    }),
  ];
  if (places.length === 0) return {};
  const isSent = await sentBy(intentId);
  const others = target === null ? [] : await otherEdits(kind, target, intentId);
  const isSetBy = ({ fields, children }: Command, { name, child }: EmptiedNumber): boolean =>
    name in (child === undefined ? fields : (sameChild(kind, children, child)?.fields ?? {}));
  return Object.fromEntries(
    places
      .filter((place) => isSent(place.name) || others.some((command) => isSetBy(command, place)))
      .map(({ name, child }) => [`${child?.ref ?? 'fields'}.${name}`, { code: 'empty' }]),
  );
};

/** A number that the item has set; `child` is the contact or line that it belongs to. */
interface EmptiedNumber {
  name: string;
  child: CommandChild | undefined;
}

/** The other edits of the record that are sent, or will be. */
const otherEdits = async (kind: IntentKind, target: string, intentId: string): Promise<Command[]> =>
  (await core.outbox.forRecord({ kind, ref: target }))
    .filter(({ id, state }) => id !== intentId && state !== 'discarded')
    .map(({ command }) => command);

/** Returns true for the name of a field that an attempt may have delivered. */
const sentBy = async (intentId: string): Promise<(name: string) => boolean> => {
  const got = await core.outbox.get({ id: intentId });
  if (got?.intent.mayHaveArrived !== true) return () => false;
  const bodies = openBodies(got.ledger);
  // If no request can be read, every such number counts as sent.
  return (name) => bodies.length === 0 || bodies.some((body) => body.includes(`"${name}"`));
};

type Ledger = NonNullable<Awaited<ReturnType<typeof core.outbox.get>>>['ledger'];

/** The bodies of the attempts that may have arrived. */
const openBodies = (ledger: Ledger): string[] => {
  const ended = new Set(ledger.filter(({ event }) => NOT_ARRIVED.has(event)).map(({ attempt }) => attempt));
  return ledger
    .filter(({ event, attempt }) => event === 'sending' && !ended.has(attempt))
    .map(({ facts }) => String(facts.body));
};
