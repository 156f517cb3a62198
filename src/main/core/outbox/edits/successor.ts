/**
 * An edit of an intent that was sent without a verdict. The sent version is frozen, so the difference becomes
 * a separate edit that is sent after it. It names the record by its local id until the service has given a
 * real id. Pure.
 */
import { sameChild } from '#shared/domain/child-key';
import type { Command, CommandChild, CustomFields, IntentKind, Snapshot } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { alwaysRequired, type FieldTable } from '#shared/domain/push-fields/push-field';
import { emptied } from '#shared/domain/push-value';
import { canonical } from '../compare/canonical';
import { toCommandValue } from '../compare/command-value';
import type { Intent } from '../store/intent-record';

type Fields = Record<string, unknown>;

const changed = (
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  table: FieldTable,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([key, value]) => canonical(table[key]?.type, value) !== canonical(table[key]?.type, before[key]),
    ),
  );

/** A new record leaves empty fields out, so a field that is missing now was emptied. */
export const emptiedSince = (
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  table: FieldTable,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(before).flatMap((key) => {
      const type = table[key]?.type;
      if (key in after || type === undefined || table[key]?.ifOmitted === 'given') return [];
      const value = emptied(type);
      return value === undefined || canonical(type, value) === canonical(type, before[key])
        ? []
        : [[key, value]];
    }),
  );

/** An edit that leaves out a field which was sent takes the change back: the record gets the value from before. */
export const takenBackSince = (
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  base: Record<string, unknown> | undefined,
  table: FieldTable,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(before).flatMap((key) => {
      const type = table[key]?.type;
      if (key in after || type === undefined || table[key]?.ifOmitted === 'given') return [];
      const value = base && key in base ? toCommandValue(type, base[key]) : emptied(type);
      return value === undefined || canonical(type, value) === canonical(type, before[key])
        ? []
        : [[key, value]];
    }),
  );

/** Custom fields have no table: each value is a text or a list. */
const changedCustom = (before: CustomFields = {}, after: CustomFields = {}): CustomFields =>
  Object.fromEntries(
    Object.entries(after).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key])),
  );

const withCustom = <T extends object>(of: T, custom: CustomFields): T & { custom?: CustomFields } =>
  Object.keys(custom).length === 0 ? of : { ...of, custom };

/** A changed contact of a lead is sent with its e-mail, or whole without one; a line of a receipt whole. */
const fieldsOfChanged = (
  kind: IntentKind,
  fields: CommandChild['fields'],
  difference: Record<string, unknown>,
): Record<string, unknown> => {
  if (kind === 'lead' && fields.email !== undefined) return { ...difference, email: fields.email };
  return kind === 'lead' || kind === 'receipt' ? fields : difference;
};

/**
 * The edit that turns what `intent` sent into `wanted`; null if an edit is impossible (a trail note) or changes
 * nothing.
 */
export const successorOf = (intent: Intent, wanted: Command): { command: Command; base: Snapshot } | null => {
  if (intent.kind === 'trailNote') return null;
  const tables = KIND_TABLES[intent.kind];
  const before = new Map(intent.command.children.map((item) => [item.ref, item]));
  const isNew = intent.command.target === null;
  const differing = (was: Fields, now: Fields, table: FieldTable): Fields => ({
    ...changed(was, now, table),
    ...(isNew ? emptiedSince(was, now, table) : {}),
  });
  const fields = {
    ...differing(intent.command.fields, wanted.fields, tables.fields),
    ...(isNew
      ? {}
      : takenBackSince(intent.command.fields, wanted.fields, intent.base?.fields, tables.fields)),
  };
  const children = wanted.children.flatMap((item): CommandChild[] => {
    const old = before.get(item.ref);
    if (!old || item.remove) return [item];
    // E5 sets order_record_id to 0 if the edit of a line omits it, so the lines of an invoice are sent whole.
    if (intent.kind === 'outboundInvoice')
      return [{ ...item, fields: { ...item.fields, order_record_id: item.fields.order_record_id ?? '0' } }];
    const difference = differing(old.fields, item.fields, tables.children);
    const ownDifference = changedCustom(old.custom, item.custom);
    if (Object.keys(difference).length + Object.keys(ownDifference).length === 0) return [];
    const { custom: _, ...rest } = item;
    return [
      withCustom({ ...rest, fields: fieldsOfChanged(intent.kind, item.fields, difference) }, ownDifference),
    ];
  });
  const kept = new Set(wanted.children.map((item) => item.ref));
  const dropped =
    intent.kind === 'outboundInvoice'
      ? intent.command.children
          .filter((item) => !kept.has(item.ref) && !item.remove)
          .map((item): CommandChild => ({ ref: item.ref, fields: {}, remove: true }))
      : [];
  const custom = changedCustom(intent.command.custom, wanted.custom);
  const changes = Object.keys(fields).length + Object.keys(custom).length;
  if (changes + children.length + dropped.length === 0) return null;
  for (const key of alwaysRequired(tables.fields))
    fields[key] = wanted.fields[key] ?? intent.command.fields[key];
  const { custom: _, ...rest } = wanted;
  return {
    command: withCustom(
      {
        ...rest,
        target: intent.command.target ?? intent.id,
        fields,
        children: [...children, ...dropped],
      },
      custom,
    ),
    base: baseAfter(intent),
  };
};

/**
 * The part of `successor` that differs from what `intent` sent. Use it if the successor is merged into `waiting`, an
 * edit of the record that the user made in another form meanwhile. Values that this form did not change, such as the
 * other fields of a line, must not replace changes of that other form.
 */
export const onlyChanges = (intent: Intent, successor: Command, waiting: Command): Command => {
  const tables = KIND_TABLES[intent.kind];
  const fields = changed(intent.command.fields, successor.fields, tables.fields);
  const children = successor.children.flatMap((item): CommandChild[] => {
    const old = intent.command.children.find(({ ref }) => ref === item.ref);
    if (!old || item.remove || !sameChild(intent.kind, waiting.children, item)) return [item];
    const difference = changed(old.fields, item.fields, tables.children);
    const custom = changedCustom(old.custom, item.custom);
    if (Object.keys(difference).length + Object.keys(custom).length === 0) return [];
    const { custom: _, ...rest } = item;
    return [withCustom({ ...rest, fields: difference }, custom)];
  });
  return { ...successor, fields, children };
};

/** The record as the user saw it, with what the intent sent. Pure. */
export const baseAfter = ({ base, command }: Pick<Intent, 'base' | 'command'>): Snapshot => {
  const children = new Map((base?.children ?? []).map(({ ref, fields }) => [ref, fields]));
  for (const { ref, fields, remove } of command.children)
    if (remove) children.delete(ref);
    else children.set(ref, { ...children.get(ref), ...fields });
  return {
    fields: { ...base?.fields, ...command.fields },
    children: [...children].map(([ref, fields]) => ({ ref, fields })),
    ...(base?.custom ? { custom: { ...base.custom, ...command.custom } } : {}),
    readAt: base?.readAt ?? null,
  };
};
