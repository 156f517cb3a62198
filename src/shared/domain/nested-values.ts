/**
 * Objects and lists that answers nest in one field: people, companies, tags, lines. Screens, files and prints
 * read them here, so that they show the same. Pure.
 */
import { isNoId } from './ids';
import { isObject } from './is-object';

type Nested = Readonly<Record<string, unknown>>;

/** Fields with a bare user id, which is shown as a name. */
export const USER_ID_FIELDS: ReadonlySet<string> = new Set([
  'create_user',
  'update_user',
  'last_edit_user',
  'last_owner',
  'user_id',
]);

/** The keys under which a nested object has its name; the first that is not empty counts. */
export const NAME_KEYS = [
  'nickname',
  'name',
  'title',
  'full_name',
  'tag_name',
  'file_name',
  'department_name',
  'cost_name',
  'contact_name',
  'email',
  'status_name',
] as const;
const ID_KEYS = ['company_id', 'lead_id', 'opportunity_id', 'supplier_id', 'user_id', 'id'] as const;

/** True for a value that is missing. Services also send an empty list or an empty object for it. */
export const isMissing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** A text, or a number as text; `''` for anything else. */
export const scalarText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';

/** The text of a name or a number of a record, which some services send as a JSON number; 0 means none. */
export const titleText = (value: unknown): string => (value === 0 ? '' : scalarText(value).trim());

/** The name a nested object goes by, or the text of a value that is none. */
export const nameOf = (value: unknown): string => {
  if (!isObject(value)) return scalarText(value);
  for (const key of NAME_KEYS) if (scalarText(value[key]) !== '') return scalarText(value[key]);
  return '';
};

/** The id of a nested record without a name. */
export const nestedIdOf = (value: unknown): string =>
  isObject(value) ? scalarText(ID_KEYS.map((key) => value[key]).find((id) => !isNoId(id))) : '';

/** The id of a status with a name. */
export const statusIdOf = (status: Nested): string => scalarText(status.status_id) || scalarText(status.id);

/** The text of a nested object without a name: its values, one after the other. */
export const factsOf = (value: Nested): string =>
  Object.values(value)
    .map((part) => nameOf(part))
    .filter((text) => text !== '' && text !== '0')
    .join(' ');

/**
 * The items of a list; null for any other value. A list of PHP from which an item was taken out is an object whose keys
 * are numbers.
 */
export const listIn = (value: unknown): unknown[] | null => {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return null;
  // A loop, because the first key of almost every object decides.
  for (const key in value) if (!/^\d+$/.test(key) || !isObject(value[key])) return null;
  const items = Object.values(value);
  return items.length > 0 ? items : null;
};

/** Lines and contacts are a list, or an object whose values they are (contract E4 declares an object). */
export const linesOf = (value: unknown): Record<string, unknown>[] => {
  if (Array.isArray(value)) return value.filter(isObject);
  return isObject(value) ? Object.values(value).filter(isObject) : [];
};
