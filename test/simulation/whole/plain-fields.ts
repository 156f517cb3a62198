/** The rep sets, empties and sets back the plain value of a record in its forms (`plain-values.ts`). */
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import type { IntentView } from '#shared/contract/outbox-item';
import type { IntentKind } from '#shared/domain/intent';
import { must, type Letter } from './history';
import { type Known, plainField } from './plain-values';
import { type Rep } from './rep';
import type { Renderer } from './sim-window';
import { isAnswer, type WholeWorld } from './whole-world';

/** The share of typed words in whose place the plain value is changed. */
const PLAIN_SHARE = 0.35;

/** `from`: `Known.at` of the save that the form began with; -1 if there was none, null if it is not known. */
export interface PlainEdit {
  from: number | null;
}
/** What is needed of an open form. */
export interface PlainForm {
  store: ReturnType<Renderer['createFormStore']>;
  letter: Letter;
  kind: IntentKind;
  touched: Set<string>;
  /** The change of the plain value in the form or its draft; null if there is none. */
  plain: PlainEdit | null;
  /** `Known.at` of the record when the form was opened. */
  plainAt: number | null;
  isSaving: boolean;
  isUnsure: boolean;
  isApart: boolean;
  isSecond: boolean;
}

export class PlainFields {
  readonly #world: WholeWorld;
  readonly #rep: Rep;
  constructor(world: WholeWorld, rep: Rep) {
    this.#world = world;
    this.#rep = rep;
  }

  /** Sets the plain value, empties it, or sets it back. Returns false if nothing was changed. */
  type(form: PlainForm): boolean {
    const field = plainField(form.kind);
    if (field === null || form.isSaving || !this.#world.random.chance(PLAIN_SHARE)) return false;
    const { actions, store } = form.store;
    const { form: opened, values } = store.getState();
    const before = String(opened.start.fields[field] ?? '');
    const now = String(values.fields[field] ?? '');
    // An amount is not emptied: services keep 0 or nothing for it.
    const emptied = form.kind === 'opportunity' ? [] : [''];
    const value = this.#world.random.pick(
      [this.#rep.plain.nextValue(form.kind), ...emptied, before].filter((one) => one !== now),
    );
    form.touched.add(field);
    form.plain ??= { from: form.plainAt };
    actions.setField(field, value);
    this.#world.note(`sets ${field} of ${form.kind} to "${value}"${value === before ? ', as before' : ''}`);
    this.#world.reach(
      value === before ? 'plain value set back' : value === '' ? 'plain value emptied' : 'plain value set',
    );
    return true;
  }
  /** The form of a record shows the value that was saved last. */
  async shows(form: PlainForm): Promise<void> {
    const { form: opened } = form.store.store.getState();
    const known = await this.#known(form);
    if (known === null) return;
    form.plainAt = known?.at ?? -1;
    // The form of a refused item shows what was refused, not what was saved into a later item.
    if (opened.restored || opened.refusal !== null || known === undefined) return;
    const items = await this.#waitingItems(known);
    if (items === null) return;
    const field = plainField(form.kind) ?? '';
    const shown = String(opened.start.fields[field] ?? '');
    // If the user enters the former value again, no item contains it. Without a copy of the record, the form cannot show it.
    const isSent = items.some(({ command }) => field in command.fields);
    if (shown === '' && !isSent && !(await this.#isInCopy(known))) return;
    must(
      shown === known.value,
      'values-as-saved',
      () => `the form of ${known.kind} ${known.id} shows "${shown}", and "${known.value}" was saved last`,
    );
    this.#world.reach('plain value shown as saved');
  }
  /** The plain value that the form shows, and the one that it began with. */
  valuesOf({ store, kind }: PlainForm): { value: string; start: string } {
    const { values, form } = store.store.getState();
    const field = plainField(kind) ?? '';
    return { value: String(values.fields[field] ?? ''), start: String(form.start.fields[field] ?? '') };
  }
  /**
   * The last save of the form's record; undefined if there is none, null if the core does not answer or another form
   * saves the record right now.
   */
  async #known({ kind, letter, store }: PlainForm): Promise<Known | undefined | null> {
    if (plainField(kind) === null) return null;
    const { target, intentId } = store.store.getState().form;
    const id = target ?? intentId;
    if (id === null) return undefined;
    const ids = [target, intentId].filter((one) => one !== null);
    const all = await this.#rep.plainValues(letter);
    if (all === null || this.#rep.plain.isSaving(ids)) return null;
    return all.get(`${kind} ${id}`) ?? [...all.values()].find((one) => one.intentIds.includes(id));
  }
  /**
   * The items that saved the value; null if one of them neither waits nor was delivered. A refused item is not part of
   * the record.
   */
  async #waitingItems({ intentIds }: Known): Promise<IntentView[] | null> {
    const items: IntentView[] = [];
    for (const id of intentIds) {
      const got = await this.#world.ask('outbox.get', (w) => w.outbox.get({ id }));
      if (!isAnswer(got) || got === null || !WAITING.has(got.intent.state)) return null;
      items.push(got.intent);
    }
    return this.#world.agedCache ? null : items;
  }
  /** False if this computer has no copy of the record, for example because the user does not keep its kind. */
  async #isInCopy({ kind, id }: Known): Promise<boolean> {
    const record = await this.#world.ask('records.get', (w) =>
      w.records.get({ resource: RESOURCE_OF_KIND[kind], id }),
    );
    return isAnswer(record) && record !== null && record.raw !== '';
  }
  /** The form said that nothing was changed. */
  async unchanged(form: PlainForm, value: string): Promise<void> {
    const known = await this.#known(form);
    if (form.plain === null || form.isUnsure || !known || known.at !== form.plain.from) return;
    must(
      value === known.value,
      'values-as-saved',
      () =>
        `the form of ${known.kind} ${known.id} with "${value}" is called unchanged, and has "${known.value}"`,
    );
    this.#world.reach('plain value unchanged');
  }
  /**
   * A save with a changed plain value was acknowledged. `start`: the value that the form began with; the saved form
   * may already begin with that of another form.
   */
  async saved(
    form: PlainForm,
    { value, start, ref, intentId }: { value: string; start: string; ref: string; intentId: string },
  ): Promise<void> {
    const { plain, letter, kind } = form;
    const { plain: saves } = this.#rep;
    if (plain === null) return;
    const known = await this.#known(form);
    saves.saved({ letter, kind, ref, intentIds: [intentId], value });
    // Setting the value back to `start` is no change, so a value that another form saved meanwhile stays.
    const isOther = known === null || (value === start && (known?.at ?? -1) !== plain.from);
    // The field may be empty only because the cache does not have it.
    const isUnread = value === '' && start === '' && known === undefined && ref !== intentId;
    if (isOther || isUnread || form.isSecond || form.isApart || form.isUnsure) saves.forget(intentId);
  }
}

const WAITING: ReadonlySet<string> = new Set(['queued', 'sending', 'uncertain', 'applied']);
