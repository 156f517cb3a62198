/**
 * Resolves conflicts: the user's choice for each field becomes the command that is sent. `base` is set to the
 * values of the service, so that the same conflict is not found again. Pure. Money and status are never
 * chosen for the user.
 */
import { sameChild } from '#shared/domain/child-key';
import type { IntentView } from '#shared/contract/outbox-item';
import type { Command, CommandChild, Snapshot } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { commandSchema } from '#shared/domain/intent-schema';
import { emptied, readTyped } from '#shared/domain/push-value';
import { isNoDate } from '#shared/domain/time';
import type { PushField, WireType } from '#shared/domain/push-fields/push-field';
import { type PushIssue, validatePush } from '#shared/domain/validate-push';

export type Conflict = IntentView['conflicts'][number];
/** `typed` is a third value, in the type of the field. */
export type Choice = { pick: 'base' | 'mine' | 'theirs' } | { pick: 'typed'; value: unknown };
export type Choices = Readonly<Record<string, Choice>>;

export const conflictKey = ({ child, field }: Conflict): string => `${child ?? ''}/${field}`;
/**
 * Returns true if the conflict is about a whole contact or line: one side edited it, the other removed it.
 */
export const isWhole = ({ field }: Conflict): boolean => field === '*';

/** Some services leave out the seconds, or the time of a day. */
const withWholeTime = (text: string): string => {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return `${text} 00:00:00`;
  return /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(text) ? `${text}:00` : text;
};

/**
 * Converts a value to what a command may contain; undefined if the service's empty value has no counterpart.
 */
export const toCommandValue = (type: WireType | undefined, value: unknown): unknown => {
  const text =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
  switch (type) {
    case 'text':
    case undefined:
      return text;
    case 'int':
      return /^-?\d+$/.test(text) ? Number(text) : undefined;
    case 'code':
      return text === '' ? undefined : readTyped('code', text);
    case 'id':
      return /^\d+$/.test(text) || text.startsWith('local:') ? text : undefined;
    case 'decimal':
      return text === '' ? undefined : text;
    case 'date':
      return isNoDate(text) ? '' : text.slice(0, 10);
    case 'dateTime':
      return isNoDate(text) ? '' : withWholeTime(text);
    case 'ids':
    case 'textIds':
      return Array.isArray(value) ? value.map(String) : [];
    case 'idPaths':
      return Array.isArray(value)
        ? value.map((path) => (Array.isArray(path) ? path.map(String) : [String(path)]))
        : [];
    case 'json':
      return Array.isArray(value) ? value : [];
  }
};

/** The user wants the value of before back. If the field was empty, what empties it is sent. */
const valueBefore = (type: WireType | undefined, value: unknown): unknown =>
  value === '' && type !== undefined ? emptied(type) : toCommandValue(type, value);

/**
 * Returns true if the user can choose this side. The value of before may be unknown, and a number that was empty cannot
 * come back: no push empties a number, so the field would keep what the others entered.
 */
export const canPick = (
  { base }: Conflict,
  side: 'base' | 'mine' | 'theirs',
  type: WireType | undefined,
): boolean =>
  side !== 'base' || (base !== null && base !== undefined && valueBefore(type, base) !== undefined);

/**
 * The fields of the record on one side of a conflict, for the currency of its amounts. `now` is the record as it was
 * read last. It may contain the user's pending values, so it counts only for fields that the user did not change.
 */
export const fieldsOfSide = (
  { base, command, conflicts }: Pick<IntentView, 'base' | 'conflicts' | 'command'>,
  side: 'base' | 'mine' | 'theirs',
  now: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> => {
  const before = base?.fields ?? {};
  if (side !== 'theirs') return side === 'base' ? before : { ...before, ...command.fields };
  const unchanged = Object.entries(now).filter(([key]) => !(key in command.fields));
  const inConflict = conflicts.flatMap(({ child, field, theirs }) =>
    child === undefined ? [[field, theirs] as const] : [],
  );
  return { ...before, ...Object.fromEntries([...unchanged, ...inConflict]) };
};

const READ_AS_TYPED: ReadonlySet<WireType> = new Set(['text', 'int', 'decimal']);

/** A third value is read as in the forms, with grouping commas and other digits. One that is no number stays text. */
export const valueOf = (conflict: Conflict, choice: Choice, type: WireType | undefined): unknown => {
  if (choice.pick === 'base') return valueBefore(type, conflict.base);
  if (choice.pick !== 'typed') return toCommandValue(type, conflict[choice.pick]);
  return type !== undefined && READ_AS_TYPED.has(type) ? readTyped(type, choice.value) : choice.value;
};

const fieldOf = (kind: Command['kind'], { child, field }: Conflict): PushField | undefined =>
  (child === undefined ? KIND_TABLES[kind].fields : KIND_TABLES[kind].children)[field];

export const typeOf = (kind: Command['kind'], conflict: Conflict): WireType | undefined =>
  fieldOf(kind, conflict)?.type;

/** The empty value of a field that no push may leave out, such as the pool of a company; otherwise undefined. */
const emptyIfNeeded = ({ kind }: Command, conflict: Conflict): unknown => {
  const field = fieldOf(kind, conflict);
  return field?.required === 'always' ? emptied(field.type) : undefined;
};

const withField = (
  fields: Readonly<Record<string, unknown>>,
  key: string,
  value: unknown,
): Record<string, unknown> => {
  const { [key]: _replaced, ...rest } = fields;
  return value === undefined ? rest : { ...rest, [key]: value };
};

const NOTHING: Snapshot = { fields: {}, children: [], readAt: null };

export interface Merged {
  command: Command;
  base: Snapshot;
}

/** Returns the part of the command that is sent whatever the user chooses: its values without a conflict. */
export const withoutConflicts = ({
  command,
  conflicts,
}: Pick<IntentView, 'command' | 'conflicts'>): Command => {
  const inConflict = new Set(conflicts.map(conflictKey));
  const others = (fields: Readonly<Record<string, unknown>>, ref: string): Record<string, unknown> =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => !inConflict.has(`${ref}/${key}`)));
  return {
    ...command,
    fields: others(command.fields, ''),
    children: command.children
      .filter(({ ref }) => !inConflict.has(`${ref}/*`))
      .map((child) => ({ ...child, fields: others(child.fields, child.ref) })),
  };
};

/**
 * Returns the merged command, or null until every conflict has a choice. `newRef` creates the id of a contact
 * or line that is added again.
 */
export const mergedCommand = (
  item: Pick<IntentView, 'base' | 'conflicts' | 'command'>,
  choices: Choices,
  newRef: () => string,
): Merged | null => {
  let command: Command = item.command;
  let base = item.base ?? NOTHING;
  for (const conflict of item.conflicts) {
    const choice = choices[conflictKey(conflict)];
    if (!choice) return null;
    if (isWhole(conflict)) {
      ({ command, base } = mergeWholeChild({ command, base }, conflict, {
        takeMine: choice.pick === 'mine',
        newRef,
      }));
      continue;
    }
    const value =
      valueOf(conflict, choice, typeOf(command.kind, conflict)) ?? emptyIfNeeded(command, conflict);
    if (conflict.child === undefined) {
      command = { ...command, fields: withField(command.fields, conflict.field, value) };
      base = { ...base, fields: { ...base.fields, [conflict.field]: conflict.theirs } };
    } else {
      command = {
        ...command,
        children: command.children.map((one) =>
          one.ref === conflict.child ? { ...one, fields: withField(one.fields, conflict.field, value) } : one,
        ),
      };
      base = withChildSeen(base, seenAs(command, base, conflict.child), {
        ...nameIn(command, conflict.child),
        [conflict.field]: conflict.theirs,
      });
    }
  }
  return { command, base };
};

/** The e-mail of a lead's contact: without it the base would not name the contact (contract E2). */
const nameIn = ({ kind, children }: Command, ref: string): Record<string, unknown> => {
  const email = kind === 'lead' ? children.find((one) => one.ref === ref)?.fields.email : undefined;
  return email === undefined ? {} : { email };
};

/** The ref under which `base` has this contact or line: that of a lead's contact without an id is another one. */
const seenAs = ({ kind, children }: Command, base: Snapshot, ref: string): string => {
  const child = children.find((one) => one.ref === ref);
  return (child && sameChild(kind, base.children, child)?.ref) ?? ref;
};

const withChildSeen = (base: Snapshot, ref: string, fields: Record<string, unknown>): Snapshot => {
  const known = base.children.find((one) => one.ref === ref);
  const next = { ref, fields: { ...known?.fields, ...fields } };
  return {
    ...base,
    children: known ? base.children.map((one) => (one === known ? next : one)) : [...base.children, next],
  };
};

/** Settles a conflict about a whole contact or line. */
const mergeWholeChild = (
  { command, base }: Merged,
  { child, mine }: Conflict,
  { takeMine, newRef }: { takeMine: boolean; newRef: () => string },
): Merged => {
  const others = command.children.filter((one) => one.ref !== child);
  // The base of the merge omits this contact or line, so that it cannot be in conflict again.
  const seen = { ...base, children: base.children.filter((one) => one.ref !== child) };
  if (!takeMine) return { command: { ...command, children: others }, base: seen };
  if (mine === 'removed') return { command, base: seen };
  // The service no longer has it, so it is added as a new one, with all values that were known of it.
  const before = base.children.find((one) => one.ref === child)?.fields ?? {};
  const again = command.children.flatMap((one): CommandChild[] =>
    one.ref === child
      ? [{ ...one, ref: newRef(), fields: { ...commandFields(command.kind, before), ...one.fields } }]
      : [],
  );
  return { command: { ...command, children: [...others, ...again] }, base: seen };
};

const commandFields = (
  kind: Command['kind'],
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(KIND_TABLES[kind].children).flatMap(([key, { type }]) => {
      const value = key in fields ? toCommandValue(type, fields[key]) : undefined;
      return value === undefined ? [] : [[key, value]];
    }),
  );

/**
 * Returns the wire keys whose values a command may not contain, so that the screen can name them; empty if
 * the command is valid.
 */
export const invalidFields = (command: Command): string[] => {
  const parsed = commandSchema.safeParse(command);
  return parsed.success
    ? []
    : [
        ...new Set(
          parsed.error.issues.map((issue) =>
            String(
              issue.path.findLast(
                (part) => typeof part === 'string' && part !== 'fields' && part !== 'children',
              ) ?? '*',
            ),
          ),
        ),
      ];
};

/**
 * Returns the wire keys of the typed values that a form would not save, such as a rate of 0. Values of the CRM may break
 * these rules, and the user's own were checked in their form.
 */
export const refusedTyped = (
  command: Command,
  conflicts: readonly Conflict[],
  choices: Choices,
): string[] => {
  const isTyped = ({ path: [part, at, name] }: PushIssue): boolean =>
    conflicts.some((conflict) => {
      const isHere =
        part === 'fields'
          ? conflict.child === undefined && conflict.field === at
          : conflict.field === name && conflict.child === command.children[Number(at)]?.ref;
      return isHere && choices[conflictKey(conflict)]?.pick === 'typed';
    });
  // Only the form of an invoice knows which products are counted in fractions.
  return validatePush(command, { fractions: true })
    .filter(isTyped)
    .map(({ path }) => String(path.at(-1)));
};
