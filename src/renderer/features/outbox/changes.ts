/** Lists what a command changes: each field with the value that the user saw before. Pure. */
import { sameChild } from '#shared/domain/child-key';
import type { Command, CommandChild, CustomFields, IntentKind, Snapshot } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import type { FieldTable } from '#shared/domain/push-fields/push-field';
import { isNoDateText } from '#shared/domain/time';

/** `seen` is false if this computer does not know the value before. */
export interface FieldChange {
  key: string;
  before: unknown;
  after: unknown;
  seen: boolean;
  custom?: boolean;
}
export interface ChildChange {
  ref: string;
  what: 'added' | 'changed' | 'removed';
  /** All fields of the contact or line that are known here, changed or not. The screen makes its name from them. */
  known: Record<string, unknown>;
  fields: FieldChange[];
}
export interface Changes {
  created: boolean;
  fields: FieldChange[];
  children: ChildChange[];
}

const DECIMAL = /^-?\d+\.\d+$/;
/**
 * Returns one text per value for any type; the different empty values of the service all become ''. A text is
 * no number and no date: `1.10` and `1.1` are two texts.
 */
const plain = (value: unknown, isText = false): string => {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return '';
  if (Array.isArray(value)) return JSON.stringify(value.map((item) => plain(item)).toSorted());
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  if (isText) return text;
  if (isNoDateText(text)) return '';
  return DECIMAL.test(text) ? text.replace(/\.?0+$/, '') : text;
};
export const sameValue = (a: unknown, b: unknown, isText = false): boolean =>
  plain(a, isText) === plain(b, isText);
export const isEmptyValue = (value: unknown): boolean => plain(value) === '';

const changesIn = (
  after: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | undefined,
  table: FieldTable,
): FieldChange[] =>
  Object.entries(after).flatMap(([key, value]) => {
    const seen = before !== undefined && key in before;
    const isText = table[key]?.type === 'text';
    if (seen ? sameValue(before[key], value, isText) : before === undefined && isEmptyValue(value)) return [];
    return [{ key, before: seen ? before[key] : undefined, after: value, seen }];
  });

const customChanges = (custom: CustomFields | undefined): FieldChange[] =>
  Object.entries(custom ?? {}).map(([key, value]) => ({
    key,
    before: undefined,
    after: value,
    seen: false,
    custom: true,
  }));

const childChange = (
  item: CommandChild,
  base: Snapshot | null,
  { kind, created }: { kind: IntentKind; created: boolean },
): ChildChange | null => {
  const children = base?.children ?? [];
  // A line of a receipt is always an addition (OB4), even if another line is for the same order.
  const before = (
    kind === 'lead' ? sameChild(kind, children, item) : children.find(({ ref }) => ref === item.ref)
  )?.fields;
  const added = created || (item.ref.startsWith('local:') && before === undefined);
  const fields = item.remove
    ? []
    : [
        ...changesIn(item.fields, added ? undefined : (before ?? {}), KIND_TABLES[kind].children),
        ...customChanges(item.custom),
      ];
  if (!item.remove && !added && fields.length === 0) return null;
  const kept = added ? 'added' : 'changed';
  return {
    ref: item.ref,
    what: item.remove ? 'removed' : kept,
    known: { ...before, ...item.fields },
    fields,
  };
};

/** A new record lists all its values; an edit lists only values that differ from `base`. */
export const changesOf = (command: Command, base: Snapshot | null): Changes => {
  const created = command.target === null;
  return {
    created,
    fields: [
      ...changesIn(
        command.fields,
        created ? undefined : (base?.fields ?? {}),
        KIND_TABLES[command.kind].fields,
      ),
      ...customChanges(command.custom),
    ],
    children: command.children.flatMap(
      (item) => childChange(item, base, { kind: command.kind, created }) ?? [],
    ),
  };
};
