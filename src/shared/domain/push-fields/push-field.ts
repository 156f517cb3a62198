/**
 * Defines the fields that Satchel can push: their type on the wire (contract E2, E3, E5, E7, and the optional
 * trail/push), what a person sees, and what the contract and the services require. This folder has one table for each
 * kind of record. The schemas, the request, the comparison with the server, the merge, the overlay, the forms and the
 * readable diff use these tables and repeat none of their facts.
 *
 * The columns of the local copy are in the wire schemas (`http-api`), because most of them are never pushed.
 * A test compares the two.
 */
import { ENUMERATIONS, type EnumerationName } from '../enumerations';
import type { FieldKind } from '../fields';
import type { LookupName } from '../../http-api/lookups';

/**
 * A `code` is an integer if the service's lookup has integers, otherwise the lookup's text (some services
 * list business types by name). Ids are JSON integers, except `textIds` (E5's `handler` is a string array).
 * Decimals keep the typed digits.
 */
export type WireType =
  | 'text'
  | 'int'
  | 'code'
  | 'id'
  | 'decimal'
  | 'date'
  | 'dateTime'
  | 'ids'
  | 'textIds'
  | 'idPaths'
  | 'json';

/** Where an answer nests the id of a field beside its name. */
export interface NestedId {
  key: string;
  /** The keys of the id inside, the usual one first. */
  ids: readonly [string, ...string[]];
  /** The key of the name inside. */
  name: string;
  isList?: true;
}
/**
 * `own`: the field's own key has the plain value. `key`: another key has the plain value, or its name if
 * `isName` is set.
 */
export type AnswerPlace = 'own' | NestedId | { key: string; isName?: true };

export interface PushField {
  type: WireType;
  /** How a person understands the value; if absent, it follows from the type (`kindOf`). */
  kind?: FieldKind;
  /** The enumeration or lookup that names its values, or that a text is chosen from. */
  options?: EnumerationName | LookupName;
  /** The lowest and the highest value that the contract allows. */
  range?: readonly [number, number];
  /** `always`: the contract requires it in every push, edits included. `create`: in a new record. */
  required?: 'always' | 'create';
  /**
   * Some services require it in every push, edits included. An edit that does not change it carries the value
   * that was read last. A new record without a value for a list carries an empty list.
   */
  isRepeated?: true;
  /** Merged as a set: the user's additions and removals are applied to the server's current set. */
  isSet?: true;
  /**
   * For services that empty the fields which an edit omits: why this field is not emptied. `given`: the service sets it
   * itself. `kept`: a record must have it, or another endpoint sets it.
   */
  ifOmitted?: 'given' | 'kept';
  /** A number that the service publishes as text. */
  isSentAsText?: true;
  /** The service may return other texts than were sent, so they prove nothing about a push. */
  isReworded?: true;
  /**
   * The places in an answer where the value may be; the first one with a value counts. `[]`: no answer has it in a
   * comparable form.
   */
  readFrom?: readonly AnswerPlace[];
  /** The columns of the local copy that show it, if not the column of the same name. */
  shownAt?: readonly AnswerPlace[];
  /**
   * A service uses only one of the places of `shownAt`: a pending value is shown in the one that the record
   * has, and in the last one if it has none.
   */
  isShownOnce?: true;
}

export type FieldTable = Readonly<Record<string, PushField>>;

/** Decides how a value is shown and edited. */
export const kindOf = ({ type, kind }: PushField): FieldKind => kind ?? KIND_OF_TYPE[type];

const KIND_OF_TYPE: Readonly<Record<WireType, FieldKind>> = {
  text: 'text',
  int: 'int',
  code: 'enum',
  id: 'id',
  decimal: 'number',
  date: 'date',
  dateTime: 'dateTime',
  ids: 'idList',
  textIds: 'idList',
  idPaths: 'idList',
  json: 'json',
};

/** The fields of a table for which `has` is true, in the table's order. */
export const keysWith = (table: FieldTable, has: (field: PushField) => boolean): string[] =>
  Object.entries(table).flatMap(([key, field]) => (has(field) ? [key] : []));

/** Fields that every push of this table must contain. */
export const alwaysRequired = (table: FieldTable): string[] =>
  keysWith(table, ({ required }) => required === 'always');

// The entries from which the tables are made.
export const text = { type: 'text' } as const;
export const longText = { type: 'text', kind: 'longText' } as const;
export const phone = { type: 'text', kind: 'phone' } as const;
export const money = { type: 'decimal', kind: 'money' } as const;
export const rate = { type: 'decimal', kind: 'rate' } as const;
export const amount = { type: 'decimal' } as const;
export const id = { type: 'id' } as const;
export const day = { type: 'date' } as const;
export const moment = { type: 'dateTime' } as const;
export const user = { type: 'id', kind: 'user' } as const;
export const people = { type: 'ids', kind: 'users' } as const;
export const images = { type: 'json' } as const;
export const flag = { type: 'int', kind: 'flag', range: [0, 1] } as const;
export const currency = { type: 'text', options: 'orderCurrency', ifOmitted: 'kept' } as const;

/** A code that a lookup of the service names. */
export const listed = <const N extends LookupName, const T extends WireType>(type: T, options: N) =>
  ({ type, kind: 'enum', options }) as const;
/** Ids that a lookup of the service names. */
export const listedIds = <const N extends LookupName>(options: N) =>
  ({ type: 'ids', options, isSet: true }) as const;
/** A code of an enumeration of the contract, which allows no other value. */
export const numbered = <const N extends EnumerationName>(options: N) =>
  ({ type: 'int', kind: 'enum', options, range: rangeOf(options) }) as const;

const rangeOf = (name: EnumerationName): readonly [number, number] => [
  Math.min(...ENUMERATIONS[name]),
  Math.max(...ENUMERATIONS[name]),
];

/** References as answers nest them. */
export const nestedCompany = {
  key: 'company_info',
  ids: ['id', 'company_id'],
  name: 'name',
} as const satisfies NestedId;
export const nestedPeople = {
  key: 'handler_info',
  ids: ['user_id'],
  name: 'nickname',
  isList: true,
} as const satisfies NestedId;
export const nestedCreator = {
  key: 'create_user_info',
  ids: ['user_id'],
  name: 'nickname',
} as const satisfies NestedId;
