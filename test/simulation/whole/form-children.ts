/** The rep adds, changes and removes contacts of companies and leads, and lines of invoices, in the forms. */
import { type Typed, withTyped } from './form-words';
import { lineOf, OwnChildren } from './own-children';
import type { PlainForm } from './plain-fields';
import type { Rep } from './rep';
import type { WholeWorld } from './whole-world';

/** The field of a record that has its contacts, and the text field of a contact. */
export const CONTACTS = 'customers';
export const CONTACT_FIELD = 'remark';

/** What is needed of an open form. */
export interface ChildForm extends PlainForm {
  /** The last word that the rep typed into each field of the form. */
  typed: readonly Typed[];
  /** What the rep did to lines and contacts, by name: true if the record has it now, false if it was removed. */
  childChanges: Map<string, boolean>;
}

/** What is needed of a contact or line of a form. */
interface Shown {
  remove?: boolean;
  fields: Readonly<Record<string, unknown>>;
}

export class FormChildren {
  readonly #world: WholeWorld;
  readonly #rep: Rep;
  /** Returns true if two forms have had the draft. */
  readonly #isShared: (draftId: string) => boolean;
  constructor(world: WholeWorld, rep: Rep, isShared: (draftId: string) => boolean) {
    this.#world = world;
    this.#rep = rep;
    this.#isShared = isShared;
  }

  static #shownIn(children: readonly Shown[]): Set<string | null> {
    return new Set(children.map(({ remove, fields }) => (remove ? null : OwnChildren.nameIn(fields))));
  }
  /** Keeps only the changes that add a child which the form shows. */
  static leaveAdded(changes: ChildForm['childChanges'], children: readonly Shown[]): void {
    const shown = FormChildren.#shownIn(children);
    for (const [name, isIn] of changes) if (!isIn || !shown.has(name)) changes.delete(name);
  }
  /** What the rep did to the children of a draft. Its content says whether an unanswered write was stored. */
  static changesIn(
    children: readonly Shown[],
    stored: ChildForm['childChanges'] | undefined,
    unanswered: ChildForm['childChanges'] | undefined,
  ): ChildForm['childChanges'] {
    const changes = new Map(stored);
    const shown = FormChildren.#shownIn(children);
    for (const [name, isIn] of unanswered ?? [])
      if (isIn && !shown.has(name)) changes.delete(name);
      else changes.set(name, shown.has(name));
    return changes;
  }

  addLine(form: ChildForm): void {
    const price = this.#rep.children.nextPrice();
    form.childChanges.set(price, true);
    form.store.actions.addChildren([
      {
        ref: `local:${this.#rep.nextUuid()}`,
        fields: {
          product_id: '40001',
          outbound_count: '1',
          sale_price: price,
          order_record_id: '100',
          ...(this.#world.quirks.productUnit ? { product_unit: 'Box' } : {}),
        },
      },
    ]);
    this.#world.note(`adds a line of ${price}`);
    this.#world.reach('line added in a form');
  }
  /** Adds a line to an invoice, removes one, or changes its price. */
  typeLine(form: ChildForm): void {
    const { actions, store } = form.store;
    const lines = store.getState().values.children.filter(({ remove }) => remove === undefined);
    const line = this.#world.random.pick([null, ...lines]);
    if (line === null) return this.addLine(form);
    const before = OwnChildren.nameIn(line.fields);
    // Two forms may change one line of the CRM. The later save counts.
    form.childChanges.set(before ?? lineOf(line.ref), false);
    form.touched.add(`contact ${line.ref}`);
    if (lines.length > 1 && this.#world.random.chance(0.5)) {
      actions.removeChild(line.ref, true);
      const { draftId, form: opened } = form.store.store.getState();
      // Another form may save the same draft with this line, because it does not know that the line was removed here.
      if (this.#isShared(draftId) && opened.target !== null) this.#rep.children.forget(opened.target);
      this.#world.note(`removes the line of ${before ?? line.ref}`);
      this.#world.reach('line removed in a form');
      return;
    }
    const price = this.#rep.children.nextPrice();
    form.childChanges.set(price, true);
    actions.setChild(line.ref, 'sale_price', price);
    this.#world.note(`changes the price of a line from ${before ?? line.ref} to ${price}`);
    this.#world.reach('line changed in a form');
  }
  /** Adds a contact, or changes or removes one that the rep has added. Returns false for a form without contacts. */
  ownContact(form: ChildForm): boolean {
    const { kind } = form;
    if (kind !== 'company' && kind !== 'lead') return false;
    const { actions, store } = form.store;
    const { values, draftId, form: opened } = store.getState();
    const own = values.children.filter(
      ({ fields, remove }) => remove === undefined && OwnChildren.nameIn(fields) !== null,
    );
    // The form offers no removal of a contact that the CRM has, and no change of one of a lead without an e-mail.
    const isKnown = ({ ref }: { ref: string }): boolean =>
      opened.target !== null && opened.start.children.some((one) => one.ref === ref);
    const contact = this.#world.random.pick([
      null,
      ...own.filter((one) => kind === 'company' || !isKnown(one)),
    ]);
    const remark = this.#rep.children.nextRemark();
    if (contact === null) {
      form.childChanges.set(remark, true);
      actions.addChildren([{ ref: `local:${this.#rep.nextUuid()}`, fields: { name: 'Added', remark } }]);
      this.#world.note(`adds the contact ${remark}`);
      this.#world.reach('contact added in a form');
      return true;
    }
    form.childChanges.set(OwnChildren.nameIn(contact.fields) ?? '', false);
    form.touched.add(`contact ${contact.ref}`);
    if (!isKnown(contact) && this.#world.random.chance(0.5)) {
      actions.removeChild(contact.ref, true);
      if (this.#isShared(draftId) && opened.target !== null) this.#rep.children.forget(opened.target);
      this.#world.note(`removes the contact ${String(contact.fields.remark)}`);
      this.#world.reach('own contact removed in a form');
      return true;
    }
    form.childChanges.set(remark, true);
    actions.setChild(contact.ref, CONTACT_FIELD, remark);
    this.#world.note(`changes the contact ${String(contact.fields.remark)} to ${remark}`);
    this.#world.reach('own contact changed in a form');
    return true;
  }
  /** Changes a contact that the service has. Returns false if the form shows none. */
  typeContact(form: ChildForm): boolean {
    const { actions, store } = form.store;
    const { form: opened, values } = store.getState();
    if (form.typed.length > 0 || opened.target === null) return false;
    const contacts = values.children.filter(
      ({ ref, fields }) => /^\d+$/.test(ref) && OwnChildren.nameIn(fields) === null,
    );
    if (contacts.length === 0) return false;
    const { ref } = this.#world.random.pick(contacts);
    form.touched.add(`contact ${ref}`);
    const word = this.#rep.nextWord(form.letter);
    form.typed = withTyped(form.typed, { word, field: CONTACTS });
    this.#rep.entersOver(opened.base, word);
    actions.setChild(ref, CONTACT_FIELD, word);
    this.#world.note(`types ${word} into contact ${ref}`);
    this.#world.reach('contact changed in a form');
    return true;
  }
}
