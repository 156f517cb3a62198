/**
 * Converts a command to the columns of its resource: references are nested as on the service, new and edited
 * contacts or lines are merged into the existing ones. Names are left out, because the outbox knows only ids.
 * Pure.
 */
import { childKey } from '#shared/domain/child-key';
import { type CommandChild, type IntentKind, isLocalRef, type Ref } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import type { AnswerPlace, PushField } from '#shared/domain/push-fields/push-field';
import { childIdOf } from '../compare/server-snapshot';
import { withLineAmount } from './invoice-amounts';

type Json = Record<string, unknown>;
/** Converts a local ref to the service's id, if known. */
export type Resolve = (ref: string) => string | null;

const resolved = (value: unknown, resolve: Resolve): unknown => {
  if (typeof value === 'string') return value.startsWith('local:') ? (resolve(value) ?? value) : value;
  return Array.isArray(value) ? value.map((item: unknown) => resolved(item, resolve)) : value;
};

const resolvedFields = (fields: Json, resolve: Resolve): Json =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, resolved(value, resolve)]));

/** A value as the service answers it in one place; without names, because the outbox knows only ids. */
const columnAt = (key: string, place: AnswerPlace, value: unknown): Json => {
  if (place === 'own') return { [key]: value };
  if (!('ids' in place)) return { [place.key]: value };
  const nested = (id: unknown): Json => ({ [place.ids[0]]: id, [place.name]: '' });
  if (!place.isList) return { [place.key]: nested(value) };
  return Array.isArray(value) ? { [place.key]: value.map(nested) } : {};
};

/** The places where a pending value of a field is shown, over the record as the service answered it. */
const placesOf = (key: string, field: PushField | undefined, held: Json | null): readonly AnswerPlace[] => {
  const places = field?.shownAt ?? OWN;
  if (field?.isShownOnce !== true) return places;
  const used = places.find((place) => held?.[place === 'own' ? key : place.key] !== undefined);
  return used === undefined ? places.slice(-1) : [used];
};

/**
 * The given fields of a command as columns, over the record `held` (null if the cache has none). For children
 * see `childrenOver`.
 */
export const columnsOf = (
  kind: IntentKind,
  fields: Json,
  resolve: Resolve,
  held: Json | null = null,
): Json => {
  const table = KIND_TABLES[kind].fields;
  const columns: Json = {};
  for (const [key, value] of Object.entries(resolvedFields(fields, resolve)))
    if (value !== undefined)
      for (const place of placesOf(key, table[key], held))
        Object.assign(columns, columnAt(key, place, value));
  return columns;
};
const OWN: readonly AnswerPlace[] = ['own'];

/** The key of a contact or line: its id, or what names it without one. */
const keyOf = (kind: IntentKind, item: Json): string => {
  const { childKey: idKey } = KIND_TABLES[kind];
  return idKey === null ? childKey(kind, item) : String(item[idKey] ?? '');
};

const wireChild = (kind: IntentKind, { ref, fields, custom }: CommandChild, resolve: Resolve): Json => {
  const { childKey } = KIND_TABLES[kind];
  return {
    ...(childKey === null ? {} : { [childKey]: resolve(ref) ?? ref }),
    ...resolvedFields(fields, resolve),
    ...custom,
  };
};

/**
 * The place in `held` of the contact or line of a command; -1 if it is a new one. A new contact of a lead may be there
 * under its local id (`newLeadContact`), or under the id that `resolve` has found for it. An e-mail names it too, but it
 * may have none.
 */
const placeIn = (
  kind: IntentKind,
  held: readonly Json[],
  { ref, mine, resolve }: { ref: Ref; mine: Json; resolve: Resolve },
): number => {
  const key = keyOf(kind, mine);
  const named = key === '' ? -1 : held.findIndex((other) => keyOf(kind, other) === key);
  if (named >= 0 || !isLocalRef(ref)) return named;
  const id = resolve(ref) ?? ref;
  return held.findIndex((other) => childIdOf(kind, other) === id);
};

/** A new contact of a lead with the id that the screen has for it, so that a later edit changes the same row. */
const newLeadContact = (ref: Ref, mine: Json, resolve: Resolve): Json =>
  isLocalRef(ref) ? { customer_id: resolve(ref) ?? ref, ...mine } : mine;

/**
 * Applies a command's contacts or lines to `held`: edits in place, removes, or adds at the end. The amounts of
 * changed and new lines of an invoice are computed. `addsNone`: `held` has all of them already, also those that nothing
 * names, such as a lead's contact without an e-mail from a service that gives contacts no ids.
 */
export const childrenOver = (
  kind: IntentKind,
  held: readonly Json[],
  children: readonly CommandChild[],
  { resolve, addsNone = false }: { resolve: Resolve; addsNone?: boolean },
): Json[] => {
  const list = [...held];
  for (const item of children) {
    const mine = wireChild(kind, item, resolve);
    const at = placeIn(kind, list, { ref: item.ref, mine, resolve });
    if (item.remove) {
      if (at >= 0) list.splice(at, 1);
      continue;
    }
    if (at < 0 && addsNone) continue;
    const before = list[at] ?? null;
    const after = { ...before, ...mine };
    const line = kind === 'outboundInvoice' ? withLineAmount(before, after) : after;
    if (at >= 0) list[at] = line;
    else list.push(kind === 'lead' ? newLeadContact(item.ref, line, resolve) : line);
  }
  return list;
};
