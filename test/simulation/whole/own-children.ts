/**
 * What the rep did to the lines of invoices, and to the contacts that the rep added to companies and leads. A line is
 * identified by its unit price and a contact by its remark, which are unique. A child that was saved and not removed
 * must arrive. A child that was removed must not be there at the end.
 */
import type { IntentKind } from '#shared/domain/intent';
import type { Letter } from './history';

/** The kinds whose lines or contacts the rep changes. */
export type ParentKind = Extract<IntentKind, 'outboundInvoice' | 'company' | 'lead'>;
export const isParent = (kind: IntentKind): kind is ParentKind =>
  kind === 'outboundInvoice' || kind === 'company' || kind === 'lead';

const CONTACTS = { field: 'customers', word: 'contact', textOf: (name: string) => `"${name}"` };
/**
 * For each kind: the field of the lines or contacts, the word for one of them, and how its name occurs in the record's
 * JSON.
 */
export const PARTS: Readonly<Record<ParentKind, typeof CONTACTS>> = {
  outboundInvoice: { field: 'record_list', word: 'line', textOf: (name) => `"sale_price":${name}` },
  company: CONTACTS,
  lead: CONTACTS,
};

interface Child {
  kind: ParentKind;
  /** The id under which the rep knows the record. */
  ref: string;
  letter: Letter;
  intentIds: Set<string>;
  /** False after the rep removed it, or gave it another price or remark. */
  isIn: boolean;
}

const OWN_PRICE = /^9\d{5}\.25$/;
const OWN_REMARK = /^added \d+ person$/;
const isOwn = (name: string): boolean => OWN_PRICE.test(name) || OWN_REMARK.test(name);

/** The name of a line or contact that the rep did not create. */
export const lineOf = (ref: string): string => `line ${ref}`;

export class OwnChildren {
  readonly #children = new Map<string, Child>();
  /** Records about which the rep decided otherwise: Undo, Discard, a conflict, two forms for one line. */
  readonly #unknown = new Set<string>();
  readonly #saving = new Set<string>();
  /** Names that are not checked: a colleague changed the child, or only one of two drafts has its removal. */
  readonly #unsure = new Set<string>();
  #n = 0;

  nextPrice(): string {
    return `${900_000 + ++this.#n}.25`;
  }
  nextRemark(): string {
    return `added ${++this.#n} person`;
  }
  /**
   * The name of a line or contact that the rep made; null for another one. Some services answer a price with a
   * rounding error.
   */
  static nameIn({ sale_price: price, remark }: Readonly<Record<string, unknown>>): string | null {
    const name = price === undefined ? String(remark) : Number(price).toFixed(2);
    return isOwn(name) ? name : null;
  }
  /** The names of the contacts that the rep made in this JSON. */
  static namesIn(json: string): string[] {
    return json.match(/added \d+ person/g) ?? [];
  }

  /** A save of this record began. Its children are not checked until the answer. */
  saves(ref: string): void {
    this.#saving.add(ref);
  }
  /** The save was answered. */
  answered(ref: string): void {
    this.#saving.delete(ref);
  }
  /** A save was acknowledged. `changes`: for each name, whether the record has it from now on. */
  saved(
    { kind, ref, letter, intentId }: Pick<Child, 'kind' | 'ref' | 'letter'> & { intentId: string },
    changes: ReadonlyMap<string, boolean>,
  ): void {
    for (const [name, isIn] of changes) {
      const child = this.#children.get(name);
      // Another form has removed the child meanwhile, or another account changes it.
      if (child !== undefined && (!child.isIn || child.letter !== letter))
        this.#unknown.add(child.ref).add(ref);
      const intentIds = child?.intentIds ?? new Set();
      const all = intentIds.add(intentId);
      this.#children.set(name, { kind, ref: child?.ref ?? ref, letter, isIn, intentIds: all });
    }
  }
  /** The record of this item is no longer checked. */
  forget(intentId: string): void {
    this.#unknown.add(intentId);
    for (const { ref, intentIds } of this.#children.values())
      if (intentIds.has(intentId)) this.#unknown.add(ref);
  }
  /** These lines and contacts are no longer checked. */
  forgetNames(names: Iterable<string>): void {
    for (const name of names) this.#unsure.add(name);
  }
  /** The lines and contacts to check, by record. */
  known(letter: Letter): { kind: ParentKind; id: string; children: { name: string; isIn: boolean }[] }[] {
    const byRecord = new Map<string, ReturnType<OwnChildren['known']>[number]>();
    for (const [name, { kind, ref, letter: of, isIn, intentIds }] of this.#children) {
      const isUnsure = [ref, ...intentIds].some((id) => this.#unknown.has(id) || this.#saving.has(id));
      if (of !== letter || isUnsure || this.#unsure.has(name) || !isOwn(name)) continue;
      const key = `${kind} ${ref}`;
      const record = byRecord.get(key) ?? { kind, id: ref, children: [] };
      record.children.push({ name, isIn });
      byRecord.set(key, record);
    }
    return [...byRecord.values()];
  }
}
