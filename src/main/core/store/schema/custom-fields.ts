/**
 * Custom fields arrive as extra keys that are ids (contract E4, E10). Each company has its own set, so they
 * have no columns. The keys that occur are stored, and the values are read from the documents.
 */
import type { Column } from '#shared/contract/records';
import { isCustomKey, type FieldKind } from '#shared/domain/fields';
import { isObject } from '#shared/domain/is-object';
import type { ResourceName } from '#shared/domain/resources';
import type { LookupItem } from '#shared/http-api/lookups';
import { COLLECTION_CUSTOM_FIELDS } from '#shared/http-api/collection';
import { OPPORTUNITY_CUSTOM_FIELDS } from '#shared/http-api/opportunity';
import { PRODUCT_CUSTOM_FIELDS } from '#shared/http-api/product';
import type { SqlDatabase } from '../../ports/ports';
import { docTable } from './catalogue';
import { SHOWN_TEXT } from './sql-functions';

const CUSTOMISED: readonly ResourceName[] = [
  'order',
  'quotation',
  'purchaseOrder',
  'outboundInvoice',
  'receipt',
  'collection',
  'opportunity',
  'product',
];
const NAMED_BY: Partial<Record<ResourceName, string>> = {
  outboundInvoice: 'outboundFields',
  purchaseOrder: 'purchaseOrderFields',
  order: 'orderFields',
  quotation: 'quotationFields',
  receipt: 'receiptFields',
  collection: 'collectionFields',
  opportunity: 'opportunityFields',
  product: 'productFields',
};

/** The key of a list item that contains its custom fields. Kinds without an entry have them at top level. */
export const CUSTOM_FIELDS_KEY: Partial<Record<ResourceName, string>> = {
  collection: COLLECTION_CUSTOM_FIELDS,
  opportunity: OPPORTUNITY_CUSTOM_FIELDS,
  product: PRODUCT_CUSTOM_FIELDS,
};

export class CustomFields {
  readonly #db: SqlDatabase;
  readonly #seen = new Map<ResourceName, Set<string>>();
  /** The keys that occurred for the first time since their names were read. */
  readonly #unnamed = new Map<ResourceName, Set<string>>();

  constructor(db: SqlDatabase) {
    this.#db = db;
  }

  /** Stores the custom keys of a document. */
  note(resource: ResourceName, value: Record<string, unknown>): void {
    if (!CUSTOMISED.includes(resource)) return;
    const seen = this.#known(resource);
    const holder = CUSTOM_FIELDS_KEY[resource] === undefined ? value : value[CUSTOM_FIELDS_KEY[resource]];
    if (!isObject(holder)) return;
    // All keys are looked at: only integers below 2^32 - 1 come first in a JavaScript object.
    for (const key in holder) {
      if (!beginsWithDigit(key) || seen.has(key) || !isCustomKey(key)) continue;
      this.#db.prepare('INSERT OR IGNORE INTO custom_field VALUES (?, ?)').run(resource, key);
      seen.add(key);
      this.#unnamed.set(resource, (this.#unnamed.get(resource) ?? new Set()).add(key));
    }
  }

  /**
   * Returns the lookups to read because a field occurred that they do not name. One without any name is left out: the
   * service may not offer it.
   */
  unnamed(lookup: (name: string) => LookupItem[]): string[] {
    return [...this.#unnamed].flatMap(([resource, keys]) => {
      const name = NAMED_BY[resource];
      if (name === undefined) return [];
      const named = new Set(lookup(name).map(({ id }) => id));
      return named.size > 0 && [...keys].some((key) => !named.has(key)) ? [name] : [];
    });
  }

  /** Call when a lookup was read. What it does not name now is not asked for again. */
  namesRead(name: string): void {
    for (const resource of this.#unnamed.keys())
      if (NAMED_BY[resource] === name) this.#unnamed.delete(resource);
  }

  rolledBack(): void {
    this.#seen.clear();
  }

  /**
   * The custom fields that occurred, or that the service's lookup offers, as columns. A field that was switched
   * off keeps its name in the records that have it.
   */
  columns(resource: ResourceName, lookup: (name: string) => LookupItem[]): Column[] {
    if (!CUSTOMISED.includes(resource)) return [];
    const custom = lookup(NAMED_BY[resource] ?? '').filter((item) => isCustomKey(item.id));
    const named = new Map(custom.map((item) => [item.id, item]));
    const offered = custom.filter((item) => !isBuiltIn(item) && !isOfLines(item)).map(({ id }) => id);
    const keys = [...new Set([...offered, ...this.#known(resource)])];
    return keys.map((key) => {
      const { name = '' } = named.get(key) ?? {};
      // An entry without a name has its id in place of it.
      return {
        key,
        kind: kindOf(resource, named.get(key)),
        customName: name === key ? '' : name,
        sort: 'scan',
      };
    });
  }

  #known(resource: ResourceName): Set<string> {
    let seen = this.#seen.get(resource);
    if (!seen) {
      seen = new Set(
        this.#db
          .prepare<string>('SELECT key FROM custom_field WHERE resource = ? ORDER BY key')
          .pluck()
          .all(resource),
      );
      this.#seen.set(resource, seen);
    }
    return seen;
  }
}

/** Tested before the regular expression of `isCustomKey`: most keys are words, and this is faster. */
const beginsWithDigit = (key: string): boolean => {
  const first = key.charCodeAt(0);
  return first >= 48 && first <= 57;
};

const pathOf = (resource: ResourceName, key: string): string => {
  const holder = CUSTOM_FIELDS_KEY[resource];
  return holder === undefined ? `$."${key}"` : `$.${holder}."${key}"`;
};

/**
 * Where a list item has the field, or all of its custom fields. If it has them, the details do not count
 * (`display-values.ts`).
 */
const holderPath = (resource: ResourceName, key: string): string => {
  const holder = CUSTOM_FIELDS_KEY[resource];
  return holder === undefined ? pathOf(resource, key) : `$.${holder}`;
};

/**
 * SQL for the shown text of a custom field of row `r`: from the list item, or from the details if the list item
 * does not have it. NULL without a value. A number is text too, because JavaScript does not keep the digits of a
 * long id.
 */
export const customValueSql = (resource: ResourceName, key: string): string =>
  `(SELECT ${SHOWN_TEXT}(CAST(iif(json_type(d.raw, '${holderPath(resource, key)}') IS NULL, d.detail, d.raw) ->> '${pathOf(resource, key)}' AS TEXT))
    FROM ${docTable(resource)} d WHERE d.row_id = r.row_id)`;

const rawOf = (item: LookupItem): Record<string, unknown> => (isObject(item.raw) ? item.raw : {});
const isBuiltIn = (item: LookupItem): boolean =>
  String(rawOf(item).base) === '1' || String(rawOf(item).disable_flag) === '1';

const isOfLines = (item: LookupItem): boolean => String(rawOf(item).is_list) === '1';

/** `field_type` of outbound/fields (contract B). */
const TYPES: Readonly<Record<string, FieldKind>> = {
  1: 'text',
  2: 'longText',
  3: 'text',
  4: 'date',
  5: 'number',
  7: 'text',
  10: 'dateTime',
  13: 'text',
};
export const kindOfFieldType = (type: string): FieldKind => TYPES[type] ?? 'text';

const kindOf = (resource: ResourceName, item: LookupItem | undefined): FieldKind =>
  (item && TYPES[String(rawOf(item).field_type)]) ?? (resource === 'purchaseOrder' ? 'number' : 'text');
