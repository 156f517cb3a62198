/**
 * Converts typed values to a command (contract E2, E3, E5, E7). A create contains the filled-in fields; an
 * edit contains the changed fields and those that the contract requires. Pure.
 */
import { COMMAND_SCHEMA, type Command, type CustomFields, isLocalRef } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { alwaysRequired } from '#shared/domain/push-fields/push-field';
import { readTyped } from '#shared/domain/push-value';
import type { PushIssue } from '#shared/domain/validate-push';
import { type AskedFields, CHOICE_MARK, NOTHING_ASKED } from '../fields/asked-fields';
import { sentCustom } from '../values/custom-values';
import { differs, type FormValues, isBlank } from '../values/form-values';
import { buildChild, unchangedInChildren } from './build-child';
import { changedFields, filledFields, type FormMeaning } from './form-meaning';

/**
 * `refs[i]` is the form's child of `command.children[i]`; `uncleared` are fields that an edit cannot empty.
 */
export interface Built {
  command: Command;
  refs: string[];
  uncleared: PushIssue[];
  /** Fields of an edit that the user did not change: the contract requires them in every push. */
  unchanged: string[];
  /** The same for the fields of a contact or line, by its ref in the command. */
  unchangedIn: Record<string, string[]>;
  changed: boolean;
}

/** The changed custom fields. */
const ownChanges = (
  start: FormValues['custom'] = {},
  now: FormValues['custom'] = {},
  { lists, numbers }: AskedFields = NOTHING_ASKED,
): CustomFields | undefined => {
  const changed = Object.entries(now).filter(([key, text]) => differs(start[key], text));
  if (changed.length === 0) return undefined;
  return Object.fromEntries(
    changed.map(([key, text]) => [
      key,
      lists.includes(key)
        ? text.split(CHOICE_MARK).filter((one) => one !== '')
        : sentCustom(key, text, numbers),
    ]),
  );
};

/**
 * The command as it is checked: contacts and lines that the service does not know yet get all values of the form. The
 * command itself leaves out values that did not change since the waiting item was saved.
 */
export const asShown = (
  command: Command,
  { start, values }: Pick<FormMeaning, 'start' | 'values'>,
): Command => ({
  ...command,
  children: command.children.map((child) => {
    const shown =
      isLocalRef(child.ref) && !child.remove && values.children.find(({ ref }) => ref === child.ref);
    if (!shown || !start.children.some(({ ref }) => ref === child.ref)) return child;
    return {
      ...child,
      fields: { ...filledFields(KIND_TABLES[command.kind].children, shown.fields), ...child.fields },
    };
  }),
});

export const buildCommand = (meaning: FormMeaning): Built => {
  const { kind, target, start, values } = meaning;
  const table = KIND_TABLES[kind].fields;
  const head =
    target === null
      ? { fields: filledFields(table, values.fields), stuck: [] }
      : changedFields(table, start.fields, values.fields);
  const children = values.children.flatMap((item) => buildChild(meaning, item) ?? []);
  const custom = ownChanges(target === null ? {} : start.custom, values.custom, meaning.asked);
  const changed =
    custom !== undefined ||
    Object.keys(head.fields).length > 0 ||
    head.stuck.length > 0 ||
    children.some((item) => item.changed);
  const required = alwaysRequired(table);
  const unchanged =
    target === null ? [] : required.filter((name) => !differs(start.fields[name], values.fields[name]));
  for (const name of required) {
    const type = table[name]?.type;
    if (type !== undefined && !isBlank(values.fields[name]))
      head.fields[name] = readTyped(type, values.fields[name]);
    else delete head.fields[name];
  }
  const uncleared: PushIssue[] = [
    ...head.stuck
      .filter((name) => !required.includes(name))
      .map((name): PushIssue => ({ path: ['fields', name], code: 'empty' })),
    ...children.flatMap((item, at) =>
      item.stuck.map((name): PushIssue => ({ path: ['children', at, name], code: 'empty' })),
    ),
  ];
  return {
    command: {
      kind,
      schema: COMMAND_SCHEMA,
      target,
      fields: head.fields,
      children: children.map((item) => item.child),
      ...(custom ? { custom } : {}),
    },
    refs: children.map((item) => item.ref),
    uncleared,
    unchanged,
    unchangedIn: target === null ? {} : unchangedInChildren(start, values, children),
    changed,
  };
};

/** The place of an issue in the form: `fields.name`, `<ref>.email`, or `children`. */
export const placeOfIssue = (
  issue: { path: readonly (string | number)[] },
  refs: readonly string[],
): string => {
  const [list, at, name] = issue.path;
  if (list === 'children' && typeof at === 'number')
    return name === undefined ? 'children' : `${refs[at] ?? ''}.${String(name)}`;
  return list === 'fields' && at !== undefined ? `fields.${String(at)}` : String(list ?? '');
};
