/**
 * What the rep did to the lines of invoices. Each line has a unit price that no other line has, so a price names
 * it. A line that was saved and not removed must arrive; a line that was removed must not be there at the end.
 */
import type { Letter } from './history';

interface Line {
  /** The id under which the rep knows the invoice. */
  ref: string;
  letter: Letter;
  intentIds: Set<string>;
  /** False after the rep removed the line, or changed its price. */
  isIn: boolean;
}

const OWN_PRICE = /^9\d{5}\.25$/;

/** Names a line that has no price of the rep. */
export const lineOf = (ref: string): string => `line ${ref}`;

export class InvoiceLines {
  readonly #lines = new Map<string, Line>();
  /** Invoices about which the rep decided otherwise: Undo, Discard, a conflict, two forms for one line. */
  readonly #unknown = new Set<string>();
  readonly #saving = new Set<string>();
  #n = 0;

  nextPrice(): string {
    return `${900_000 + ++this.#n}.25`;
  }
  /** The price of a line that the rep made; null for another one. Some services answer with a rounding error. */
  static ownPrice(shown: unknown): string | null {
    const price = Number(shown).toFixed(2);
    return OWN_PRICE.test(price) ? price : null;
  }

  /** A save of this invoice began. Until its answer nothing is known of the lines. */
  saves(ref: string): void {
    this.#saving.add(ref);
  }
  /** The save was answered. */
  answered(ref: string): void {
    this.#saving.delete(ref);
  }
  /** A save was acknowledged. `changes`: for each price, whether the invoice has its line from now on. */
  saved(
    { ref, letter, intentId }: { ref: string; letter: Letter; intentId: string },
    changes: ReadonlyMap<string, boolean>,
  ): void {
    for (const [price, isIn] of changes) {
      const line = this.#lines.get(price);
      // Another form has removed the line meanwhile, or another account changes it.
      if (line !== undefined && (!line.isIn || line.letter !== letter)) this.#unknown.add(line.ref).add(ref);
      const intentIds = line?.intentIds ?? new Set();
      this.#lines.set(price, { ref: line?.ref ?? ref, letter, isIn, intentIds: intentIds.add(intentId) });
    }
  }
  /** Nothing is known any more of the invoice of this item. */
  forget(intentId: string): void {
    this.#unknown.add(intentId);
    for (const { ref, intentIds } of this.#lines.values())
      if (intentIds.has(intentId)) this.#unknown.add(ref);
  }
  /** The prices that are known, by invoice. */
  known(letter: Letter): Map<string, { price: string; isIn: boolean }[]> {
    const byInvoice = new Map<string, { price: string; isIn: boolean }[]>();
    for (const [price, { ref, letter: of, isIn, intentIds }] of this.#lines) {
      const isUnsure = [ref, ...intentIds].some((id) => this.#unknown.has(id) || this.#saving.has(id));
      if (of !== letter || isUnsure || !OWN_PRICE.test(price)) continue;
      byInvoice.set(ref, [...(byInvoice.get(ref) ?? []), { price, isIn }]);
    }
    return byInvoice;
  }
}
