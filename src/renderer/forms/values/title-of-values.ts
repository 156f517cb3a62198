/** Names a record from the values of its form: for the list of drafts and the message after a save. Pure. */
import type { IntentKind } from '#shared/domain/intent';
import { formatMoney } from '../../format/decimal';
import { type FormValues, textValue } from './form-values';

const MOST_LETTERS = 60;

/** The first line of a text, cut after a whole word if it is long. */
export const firstWords = (text: string): string => {
  const line = text.trim().split(/\r?\n/, 1)[0]?.replaceAll(/\s+/g, ' ').trim() ?? '';
  const letters = [...line];
  if (letters.length <= MOST_LETTERS) return line;
  const cut = letters.slice(0, MOST_LETTERS).join('');
  const space = cut.lastIndexOf(' ');
  // Chinese has no spaces. A cut at a space in the first half would leave too little text.
  return `${(space > MOST_LETTERS / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
};

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

/** Returns the customer, lead or opportunity of a note or a document; `''` if there is none. */
const partyOf = ({ fields, names }: FormValues): string =>
  names[`company~${textValue(fields.company_id)}`] ??
  names[`lead~${textValue(fields.lead_id)}`] ??
  names[`opportunity~${textValue(fields.opportunity_id)}`] ??
  '';

/** Returns the name of the first contact, otherwise the e-mail or telephone number. */
const firstContact = ({ children }: FormValues): string =>
  children
    .flatMap(({ fields }) => [fields.name, fields.email, fields.tel])
    .map((value) => textValue(value).trim())
    .find((value) => value !== '') ?? '';

/** Returns the current name of a draft; `''` if no entered value can name it. `locale` is that of amounts. */
export const titleOfValues = (kind: IntentKind, values: FormValues, locale: string): string => {
  const { fields } = values;
  const text = (key: string): string => textValue(fields[key]).trim();
  switch (kind) {
    case 'company':
      return firstWords(text('name') || text('short_name') || firstContact(values));
    case 'lead':
      return firstWords(text('name') || text('company_name') || firstContact(values));
    case 'opportunity':
      return joined([firstWords(text('name')), partyOf(values)]);
    case 'outboundInvoice':
      return joined([text('serial_id'), partyOf(values)]);
    case 'receipt':
      return joined([formatMoney(text('amount'), locale, text('currency')), partyOf(values)]);
    case 'trailNote':
      return joined([firstWords(text('content')), partyOf(values)]);
  }
};

/**
 * Returns the name of the record in the message after a save: `key` is one of `form.savedWhat`. A note is
 * named after its customer, otherwise by its first words.
 */
export const savedName = (
  kind: IntentKind,
  values: FormValues,
  locale: string,
): { key: IntentKind | 'noteText'; name: string } => {
  const party = firstWords(partyOf(values));
  if (kind !== 'trailNote') return { key: kind, name: titleOfValues(kind, values, locale) };
  return party === ''
    ? { key: 'noteText', name: firstWords(textValue(values.fields.content)) }
    : { key: 'trailNote', name: party };
};
