/**
 * What the rep did to the lines of invoices, and to the contacts that the rep added to companies and leads. Each
 * line has a unit price that no other line has, each contact a remark that no other contact has; that names them.
 * One that was saved and not removed must arrive; one that was removed must not be there at the end.
 */
import type { IntentKind } from '#shared/domain/intent';
import type { Letter } from './history';

/** The kinds whose lines or contacts the rep changes. */
export type ParentKind = Extract<IntentKind, 'outboundInvoice' | 'company' | 'lead'>;
export const isParent = (kind: IntentKind): kind is ParentKind =>
  kind === 'outboundInvoice' || kind === 'company' || kind === 'lead';

const CONTACTS = { field: 'customers', word: 'contact', textOf: (name: string) => `"${name}"` };
/** Where a record has its lines or contacts, what they are called, and how the name of one stands in it. */
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

/** Names a line or contact that was not made by the rep. */
export const lineOf = (ref: string): string => `line ${ref}`;

export class OwnChildren {
  readonly #children = new Map<string, Child>();
  /** Records about which the rep decided otherwise: Undo, Discard, a conflict, two forms for one line. */
  readonly #unknown = new Set<string>();
  readonly #saving = new Set<string>();
  /** Names of which nothing is known: a colleague changed them, or only one of two drafts knows their removal. */
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

  /** A save of this record began. Until its answer nothing is known of its lines. */
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
      // Another form has removed it meanwhile, or another account changes it.
      if (child !== undefined && (!child.isIn || child.letter !== letter))
        this.#unknown.add(child.ref).add(ref);
      const intentIds = child?.intentIds ?? new Set();
      const all = intentIds.add(intentId);
      this.#children.set(name, { kind, ref: child?.ref ?? ref, letter, isIn, intentIds: all });
    }
  }
  /** Nothing is known any more of the record of this item. */
  forget(intentId: string): void {
    this.#unknown.add(intentId);
    for (const { ref, intentIds } of this.#children.values())
      if (intentIds.has(intentId)) this.#unknown.add(ref);
  }
  /** Nothing is known any more of these lines or contacts. */
  forgetNames(names: Iterable<string>): void {
    for (const name of names) this.#unsure.add(name);
  }
  /** The names that are known, by record. */
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
