/**
 * Contacts of a pushed lead or company: which contact a pushed entry edits, and its new content (contract E2,
 * E3).
 */
import { asId, takeFields, type FieldSpec } from '../input';
import { notFound } from '../refusal';
import type { ServiceContext } from '../context';
import { jsonId, type Json } from '../store/exact-json';

const FIELDS: FieldSpec = {
  name: 'text',
  email: 'text',
  tel: 'text',
  tel_area_code: 'text',
  post: 'text',
  qq: 'text',
  linkedin: 'text',
  skype: 'text',
  whatsapp: 'text',
  facebook: 'text',
  wechat: 'text',
  twitter: 'text',
  birth: 'text',
  remark: 'text',
  main_customer_flag: 'number',
};
const COMPANY_FIELDS: FieldSpec = { ...FIELDS, post_grade: 'number', gender: 'number', image_list: 'list' };

/** E2: the contact of this lead with the same e-mail. E3: the one with the id, or a refusal. */
const findMeant = (owner: 'company' | 'lead', existing: readonly Json[], entry: Json): Json | undefined => {
  if (owner === 'lead') {
    const email = typeof entry['email'] === 'string' ? entry['email'].trim().toLowerCase() : '';
    return email === ''
      ? undefined
      : existing.find((contact) => String(contact['email'] ?? '').toLowerCase() === email);
  }
  const id = asId(entry['customer_id']);
  if (id === undefined) return undefined;
  const found = existing.find((contact) => String(contact['customer_id']) === id);
  if (!found) throw notFound();
  return found;
};

/**
 * Merges pushed entries into the existing contacts; returns all contacts, and the changed ones in the order
 * of the push. `isListed`: the push has a list of contacts.
 */
export const mergeContacts = (
  context: ServiceContext,
  owner: 'company' | 'lead',
  before: readonly Json[],
  entries: readonly Json[],
  isListed = true,
): { all: Json[]; touched: Json[] } => {
  const listed = new Set(entries.map((entry) => asId(entry['customer_id'])));
  const isWhole = owner === 'company' && isListed && context.quirks.contactList === 'whole';
  const all = before
    .filter((contact) => !isWhole || listed.has(String(contact['customer_id'])))
    .map((contact) => ({ ...contact }));
  const touched = entries.map((entry) => {
    const meant = findMeant(owner, all, entry);
    const contact = meant ?? { customer_id: jsonId(context.store.nextId('contact')) };
    takeFields(contact, entry, owner === 'lead' ? FIELDS : COMPANY_FIELDS, {
      creating: !meant,
      omission: meant ? context.quirks.omission : 'keeps',
    });
    if (!meant) all.push(contact);
    if (contact['main_customer_flag'] === 1)
      for (const other of all) if (other !== contact) other['main_customer_flag'] = 0;
    return contact;
  });
  return { all, touched };
};

/** Updates the contact table, which finds e-mails and numbers, from the documents. */
export const indexContacts = (
  context: ServiceContext,
  owner: 'company' | 'lead',
  ownerId: string,
  contacts: readonly Json[],
): void =>
  context.store.putContacts(
    owner,
    ownerId,
    contacts.map((contact) => ({
      customerId: String(contact['customer_id']),
      owner,
      ownerId,
      email: String(contact['email'] ?? ''),
      tel: String(contact['tel'] ?? ''),
    })),
  );
