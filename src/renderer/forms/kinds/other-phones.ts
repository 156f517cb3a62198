/** The phones of a contact that a form does not show: E2 and E3 take one, the live service may have several. Pure. */
import { phonesIn, phoneText } from '#shared/domain/contact-forms';
import { linesOf } from '#shared/domain/nested-values';
import { valueText } from '#shared/domain/value-text';

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/**
 * Returns the other phones of the contact `ref` of a form. `customers` are those of the record. A contact without an id
 * has its place in this list as its ref.
 */
export const otherPhones = (customers: unknown, ref: string): string[] => {
  const contacts = linesOf(customers);
  const place = /^local:known-(\d+)$/.exec(ref)?.[1];
  const contact =
    place === undefined
      ? contacts.find(({ customer_id: id }) => valueText(id) === ref)
      : contacts[Number(place)];
  if (contact === undefined) return [];
  const shown = [valueText(contact.tel), `${valueText(contact.tel_area_code)}${valueText(contact.tel)}`];
  const phones = [...new Set(phonesIn(contact.tel_list).map(phoneText))];
  return phones.filter((phone) => phone !== '' && !shown.map(digitsOf).includes(digitsOf(phone)));
};
