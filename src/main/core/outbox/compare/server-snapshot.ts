/**
 * Converts a record of the service to the field names of a command. It contains the fields that can be
 * compared. Fields that the service does not return are absent, never guessed. It accepts list items and
 * details, in the contract's forms and in those of the live service (phones as pairs, `tel_list`, ids inside
 * objects).
 */
import { ACCOUNT_CHANNELS, accountsIn, phoneParts, phonesIn } from '#shared/domain/contact-forms';
import { isObject } from '#shared/domain/is-object';
import { KIND_TABLES, type IntentKind, type Snapshot } from '#shared/domain/intent';

type Json = Record<string, unknown>;
const idIn = (value: unknown, ...keys: string[]): unknown => {
  if (!isObject(value)) return value;
  for (const key of keys) if (value[key] !== undefined) return value[key];
  return undefined;
};
const idsIn = (value: unknown, ...keys: string[]): string[] | undefined =>
  Array.isArray(value) ? value.map((item) => String(idIn(item, ...keys))) : undefined;

/** Splits a phone into the command's two fields; empty if `value` has another form. */
const phoneOf = (value: unknown): Json => {
  const parts = phoneParts(value);
  if (parts === null) return {};
  return { tel: parts.number, ...(parts.hasArea ? { tel_area_code: parts.area } : {}) };
};

/** The accounts of a contact, if the service lists them. An account that is not listed is empty. */
const channelsOf = (contact: Json): Json => {
  const listed = accountsIn(contact.contact);
  if (listed === null) return {};
  return Object.fromEntries(
    ACCOUNT_CHANNELS.map((channel) => [
      channel,
      listed.find(({ type }) => type.toLowerCase() === channel)?.value ?? '',
    ]),
  );
};

/**
 * The first phone of a contact, if the service returns a list. If the contact also has `tel`, that one
 * counts.
 */
const contactOf = (contact: Json): Json => {
  const [first] = phonesIn(contact.tel_list);
  return {
    ...(contact.tel === undefined && first !== undefined ? { tel: first, ...phoneOf(first) } : {}),
    ...channelsOf(contact),
    ...contact,
    ...phoneOf(contact.tel),
  };
};

/** Ids of a record's contacts for which the service gives more than one phone. */
export const contactsWithSeveralPhones = (record: Json): ReadonlySet<string> =>
  new Set(
    childrenIn(record.customers)
      .filter(({ tel_list: list }) => phonesIn(list).length > 1)
      .map(({ customer_id: id }) => String(id)),
  );

/**
 * Lines and contacts are an array, or an object whose values they are (E4 declares `record_list` as an
 * object).
 */
export const childrenIn = (value: unknown): Json[] =>
  (Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []).filter(isObject);

const READERS: Readonly<Record<IntentKind, (record: Json) => Json>> = {
  company: (r) => ({
    ...r,
    user_id: undefined,
    ...phoneOf(r.tel),
    trail_status: idIn(r.trail_status, 'status_id', 'id'),
    cus_tag: r.cus_tag ?? idsIn(r.tag, 'tag_id', 'id', 'code'),
  }),
  lead: (r) => ({ ...r, ...phoneOf(r.tel), user_id: undefined }),
  outboundInvoice: (r) => ({
    ...r,
    currency: typeof r.currency === 'string' && !/^\d+$/.test(r.currency) ? r.currency : undefined,
    invoice_warehouse_id: idIn(r.invoice_warehouse_info, 'id'),
    company_id: idIn(r.company_info, 'id', 'company_id'),
    handler: idsIn(r.handler_info, 'user_id'),
  }),
  receipt: (r) => ({
    ...r,
    company_id: idIn(r.company_info, 'id', 'company_id') ?? r.company_id,
    handler: idsIn(r.handler_info, 'user_id') ?? r.handler,
    create_user: idIn(r.create_user_info, 'user_id') ?? r.create_user,
    capital_account_id: idIn(r.capital_account_info, 'id', 'capital_account_id') ?? r.capital_account_id,
  }),
  trailNote: (r) => ({
    company_id: r.company_id,
    lead_id: r.lead_id,
    opportunity_id: r.opportunity_id,
    content: r.content,
    remark_type: r.type,
  }),
};

const pick = (record: Json, keys: Iterable<string>): Json => {
  const out: Json = {};
  for (const key of keys) if (record[key] !== undefined && record[key] !== null) out[key] = record[key];
  return out;
};

/**
 * The readable part of a record. `children` is empty if there are none, and also if this answer does not
 * contain them: see `hasChildren`.
 */
export const snapshotOf = (
  kind: IntentKind,
  record: Json,
  readAt: string | null = null,
): Snapshot & { hasChildren: boolean } => {
  const tables = KIND_TABLES[kind];
  const list = tables.childrenKey === null ? undefined : record[tables.childrenKey];
  return {
    fields: pick(READERS[kind](record), Object.keys(tables.fields)),
    children: childrenIn(list).map((item) => ({
      ref: String(item[tables.childKey ?? 'customer_id'] ?? ''),
      fields: pick(contactOf(item), Object.keys(tables.children)),
    })),
    hasChildren: list !== undefined && list !== null,
    readAt,
  };
};

/** The creator of a record; null if the answer names none. */
export const creatorOf = (record: Json): string | null => {
  const id = idIn(record.create_user_info, 'user_id') ?? idIn(record.create_user, 'user_id');
  return id === undefined || id === null || id === '' || String(id) === '0' ? null : String(id);
};

/** The owner of a record; null if it names none or several. */
export const ownerOf = (record: Json): string | null => {
  const owners = (Array.isArray(record.user_id) ? record.user_id : [record.user_id]).filter(
    (id) => id !== undefined && id !== null && id !== '',
  );
  return owners.length === 1 ? String(owners[0]) : null;
};
