/**
 * The rep's forms: the renderer's own code opens them, stores their drafts and saves them. A form stays open
 * while its item is delivered or the core restarts; a draft is continued later, or in two forms at once.
 */
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import type { Draft } from '#shared/contract/outbox';
import type { IntentKind } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { formatServerTime } from '#shared/domain/time';
import type { Decisions } from './decisions';
import { ALSO_SENT, NAME_FIELD, SENT_WITH_LINES, withTyped, wordsOf } from './form-words';
import { type ChildForm, CONTACTS, FormChildren } from './form-children';
import { Broken, must, WORD, type Letter, type Step } from './history';
import { isParent } from './own-children';
import { type PlainEdit, PlainFields } from './plain-fields';
import { WORD_FIELD, type Rep } from './rep';
import type { Renderer } from './sim-window';
import { isAnswer, type WholeWorld } from './whole-world';

type Result = Awaited<ReturnType<Renderer['saveForm']>>;
type FormRef = Parameters<Renderer['openSession']>[0];
type FormStep = Extract<Step, { do: 'form' }>;

/** The maximum number of forms that are open at once, each in a window of its own. */
const MOST_OPEN = 3;
const OPENING: ReadonlySet<FormStep['what']> = new Set(['new', 'edit', 'item', 'draft']);
/** The share of typed words that go into a contact. */
const CONTACT_SHARE = 0.3;
/** The share of changes of a company or lead that add a contact, or change an added one. */
const OWN_CONTACT_SHARE = 0.3;
/** The share of saves right after the last key, while the text before it is still being written. */
const FAST_SHARE = 0.4;
/** The share of saves during which the rep goes on typing. */
const TYPED_MEANWHILE_SHARE = 0.2;
/** The share of saves that the rep undoes at once. */
const UNDONE_SHARE = 0.12;
/** The share of edits of records that the rep has written before. */
const AGAIN_SHARE = 0.5;
/** How long the rep waits for a form before doing something else. */
const PATIENCE_MS = 3_000;

interface Opened extends ChildForm {
  /** The word that names the new record; null for an edit. */
  name: string | null;
  /** The word that names the new record of the item that the form was opened for; null without such an item. */
  itemName: string | null;
  /** Fields that the user changed. */
  touched: Set<string>;
  isSaving: boolean;
  /** A crash cut off the last write of its draft, so it may show other lines than the rep remembers. */
  isUnsure: boolean;
  /** The form has a separate draft, because another form wrote the same draft. */
  isApart: boolean;
  /** The draft of a form that is apart. */
  ownDraft: string | null;
  /** The rep knows that saving makes a second record, because the form said so. */
  isSecond: boolean;
  /** What the first change that is not answered yet made of the form; null if all is answered. */
  firstUnanswered: Pick<Opened, 'typed' | 'childChanges'> | null;
}

export class Forms {
  readonly #world: WholeWorld;
  readonly #rep: Rep;
  readonly #decisions: Decisions;
  readonly #plainFields: PlainFields;
  readonly #children: FormChildren;
  #open: Opened[] = [];
  /** By draft: the word that names its new record. */
  readonly #names = new Map<string, string>();
  /** By draft: the fields that the user changed. */
  readonly #touched = new Map<string, ReadonlySet<string>>();
  /** By draft: the words that the user typed. Whichever form saves the draft saves these words. */
  readonly #typed = new Map<string, Opened['typed']>();
  /**
   * By draft: all changes of the form since the last write that was answered. The rep goes on typing while a text is
   * being written, so after a crash the draft may have any of them.
   */
  readonly #unanswered = new Map<string, Pick<Opened, 'touched' | 'typed' | 'childChanges'>>();
  /** By draft: the changes of lines and contacts. */
  readonly #childChanges = new Map<string, Opened['childChanges']>();
  /** Drafts in which the plain value was changed. */
  readonly #plain = new Map<string, PlainEdit>();
  /** Drafts that a form was opened from: another form may have written them. */
  readonly #shared = new Set<string>();
  /** By draft: the word that names the item that the draft continues. The item may be gone by now. */
  readonly #itemNames = new Map<string, string>();
  /** By the word that names a discarded item: its drafts. */
  readonly #discarded = new Map<string, Set<string>>();
  /** By word: how many further records the rep created knowingly. */
  readonly seconds = new Map<string, number>();
  constructor(world: WholeWorld, rep: Rep, decisions: Decisions) {
    this.#world = world;
    this.#rep = rep;
    this.#decisions = decisions;
    this.#plainFields = new PlainFields(world, rep);
    this.#children = new FormChildren(world, rep, (draftId) => this.#shared.has(draftId));
  }

  /** Waits a little for work of the window. The work may continue afterwards. */
  async #wait(work: Promise<unknown>): Promise<void> {
    let isDone = false;
    void work
      .catch(() => undefined)
      .then(() => {
        isDone = true;
      });
    for (let waited = 0; waited <= PATIENCE_MS && !isDone; waited += 50)
      await this.#world.advance(waited === 0 ? 0 : 50);
  }

  async act({ what, kind, at }: FormStep): Promise<void> {
    const world = this.#world;
    const letter = await this.#rep.letter();
    if (letter === null || world.down) return;
    this.#leaveOthers(letter);
    const form = this.#open[at % Math.max(1, this.#open.length)];
    if (form !== undefined && (this.#open.length >= MOST_OPEN || !OPENING.has(what))) {
      if (form.isSaving) return;
      if (what === 'leave') await this.#leave(form);
      else if (what === 'throwAway') await this.#throwAway(form);
      else if (what === 'type') this.#type(form);
      else await this.save(form, at);
      return;
    }
    const ref = await this.#refOf({ what, kind, at }, letter);
    if (ref === null) return;
    const opened = await this.#openForm(ref, letter);
    if (opened === null) return;
    if (opened.name === null && !opened.store.store.getState().form.restored && ref.mode === 'new')
      await this.#fill(opened, at);
    else if (at % 2 === 0) this.#type(opened);
  }

  async #refOf({ what, kind, at }: Omit<FormStep, 'do'>, letter: Letter): Promise<FormRef | null> {
    const renderer = await this.#world.screen.renderer();
    if (what === 'draft') {
      const drafts = (await this.drafts()).filter(({ id }) => this.#touched.has(id));
      const draft = drafts[at % Math.max(1, drafts.length)];
      if (draft !== undefined) return this.refOfDraft(draft);
    }
    if (what === 'item' || what === 'draft') {
      const items = await this.#rep.items(['queued', 'sending', 'uncertain', 'rejected']);
      const item = items[at % Math.max(1, items.length)];
      if (item !== undefined) return { kind: item.kind, mode: 'intent', intentId: item.id };
    }
    if (what === 'new' || kind === 'trailNote') {
      const company = await this.#anyOf('company', at);
      const isAbout = kind !== 'company' && kind !== 'lead' && company !== null;
      const about = isAbout ? { resource: 'company' as const, id: company } : null;
      return { kind, mode: 'new', draftId: renderer.newDraftId(), ownDraft: null, about };
    }
    const target = this.#again(kind, letter, at) ?? (await this.#anyOf(RESOURCE_OF_KIND[kind], at));
    return target === null ? null : { kind, mode: 'edit', target, ownDraft: null };
  }
  refOfDraft({ id, kind }: Draft): FormRef {
    return { kind, mode: 'new', draftId: id, ownDraft: null, about: null };
  }
  async drafts(): Promise<Draft[]> {
    const drafts = await this.#world.ask('outbox.drafts', (w) => w.outbox.drafts());
    return isAnswer(drafts) ? drafts : [];
  }
  /** A record that the rep has created or changed before: its item often still waits. */
  #again(kind: IntentKind, letter: Letter, at: number): string | null {
    if (!this.#world.random.chance(AGAIN_SHARE)) return null;
    const refs = this.#rep.words.filter(
      (one) => one.kind === kind && one.letter === letter && !this.#rep.letGo.has(one.intentId),
    );
    return refs[at % Math.max(1, refs.length)]?.ref ?? null;
  }
  async #anyOf(resource: (typeof RESOURCE_OF_KIND)[IntentKind], at: number): Promise<string | null> {
    const page = await this.#world.ask('records.page', (w) =>
      w.records.page({ view: { resource }, start: 0, limit: 60 }),
    );
    return isAnswer(page) ? (page.rows[at % Math.max(1, page.rows.length)]?.id ?? null) : null;
  }

  async #openForm(ref: FormRef, letter: Letter): Promise<Opened | null> {
    const world = this.#world;
    const renderer = await world.screen.renderer();
    let opened: Opened | null = null;
    const touchedBefore = new Map(this.#touched);
    const before = ref.mode === 'new' ? await this.drafts() : [];
    const item = before.find(({ id }) => ref.mode === 'new' && id === ref.draftId)?.intentId ?? null;
    const context = {
      accountId: this.#rep.accountIds.get(letter) ?? '',
      selfUserId: this.#rep.userOf(letter),
      now: formatServerTime(world.now(), 8 * 3_600_000),
    };
    const work = renderer.openSession(ref, context).then((session) => {
      if (!session.ok) {
        world.reach(`form not opened: ${session.why}`);
        return;
      }
      const { form } = session;
      const draftId = form.draftId;
      if (form.restored) this.#shared.add(draftId);
      // Another form wrote the draft meanwhile, so the rep does not know which text this form shows, and closes it.
      if (touchedBefore.get(draftId) !== this.#touched.get(draftId)) {
        world.reach('draft written while a form opened it');
        return;
      }
      const origin = form.restored ? this.#originOf(draftId, JSON.stringify(form.values)) : draftId;
      const store = renderer.createFormStore(form, (id) => this.#onSaved(opened, id));
      const isWithoutChildren = !form.restored || form.caution === 'children-lost';
      const changes = FormChildren.changesIn(
        form.values.children,
        this.#childChanges.get(origin),
        this.#unanswered.get(origin)?.childChanges,
      );
      // The form says that only added lines or contacts were taken over, not changed or removed ones.
      if (form.caution === 'delivered-children') FormChildren.leaveAdded(changes, form.values.children);
      opened = {
        store,
        letter,
        kind: form.kind,
        name: this.#names.get(origin) ?? null,
        itemName: this.#itemNameOf(form.intentId ?? form.target, origin),
        typed: form.restored ? this.#typedInto(origin, JSON.stringify(form.values)) : [],
        childChanges: isWithoutChildren ? new Map() : changes,
        touched: new Set([
          ...(this.#touched.get(origin) ?? []),
          ...(this.#unanswered.get(origin)?.touched ?? []),
        ]),
        plain: this.#plain.get(origin) ?? null,
        plainAt: null,
        isUnsure: origin !== draftId || this.#unanswered.has(draftId),
        isSaving: false,
        isApart: false,
        ownDraft: null,
        isSecond: form.caution === 'item-lost' || form.caution === 'delivered-note',
        firstUnanswered: null,
      };
      world.reach(`form ${ref.mode} ${form.kind}${form.restored ? ' from a draft' : ''}`);
      if (form.caution !== null) world.reach(`form caution ${form.caution}`);
    });
    await this.#wait(work);
    if (opened === null) return null;
    this.#open.push(opened);
    const { form } = (opened as Opened).store.store.getState();
    if (form.intentId !== null) await this.#touchedBy(opened, form.intentId);
    else if (item !== null) this.#isOfDiscarded(this.#nameOf(item), form.draftId);
    this.#rep.sees({ ...form.start });
    this.#rep.sees(form.base);
    await this.#plainFields.shows(opened);
    world.note(
      `form opens: ${form.kind} ${form.target ?? form.intentId?.slice(6, 12) ?? 'new'}${form.restored ? ' from a draft' : ''} ${form.caution ?? ''}`,
    );
    return opened;
  }
  /** The word that names the new record of an item. */
  #nameOf(intentId: string | null): string | null {
    return this.#rep.words.find((one) => one.created && one.intentId === intentId)?.word ?? null;
  }
  /**
   * The word that names the new record of a draft's item, even if the outbox has lost the item or the user discarded
   * it.
   */
  #itemNameOf(intentId: string | null, draftId: string): string | null {
    const name = this.#nameOf(intentId) ?? this.#itemNames.get(draftId) ?? null;
    if (name !== null) this.#itemNames.set(draftId, name);
    return name;
  }
  /**
   * A form that shares its draft with another one writes a draft of its own. If the process ends before the answer, the
   * rep does not know that draft: it has the words of the draft that it was made from. Both may be saved.
   */
  #originOf(draftId: string, draft: string): string {
    if (this.#touched.has(draftId) || this.#unanswered.has(draftId)) return draftId;
    const drafts = [...this.#unanswered, ...[...this.#typed].map(([id, typed]) => [id, { typed }] as const)];
    const [origin] = drafts.find(([, { typed }]) => typed.some(({ word }) => draft.includes(word))) ?? [
      draftId,
    ];
    const name = this.#names.get(origin) ?? this.#itemNames.get(origin);
    if (origin !== draftId && name !== undefined) this.#allowSecond(name);
    return origin;
  }
  /** The words that the user typed into a draft. Those of an unanswered write count if the draft has them. */
  #typedInto(draftId: string, draft: string): Opened['typed'] {
    const stored = (this.#unanswered.get(draftId)?.typed ?? []).filter(({ word }) => draft.includes(word));
    return stored.reduce(withTyped, this.#typed.get(draftId) ?? []);
  }
  /** The form of an item has all changes of the item. If the item is discarded, saving the form sends them. */
  async #touchedBy(form: Opened, intentId: string): Promise<void> {
    const got = await this.#world.ask('outbox.get', (w) => w.outbox.get({ id: intentId }));
    if (!isAnswer(got) || got === null) return;
    const { fields, children } = got.intent.command;
    for (const name of Object.keys(fields)) form.touched.add(name);
    for (const { ref } of children) form.touched.add(`contact ${ref}`);
  }
  /** The draft was written: from now on its text must stay. */
  #onSaved(form: Opened | null, id: string): void {
    if (form === null) return;
    const { isApart } = form.store.store.getState();
    // Both texts are drafts now, and the form says so. A rep who saves both makes two records knowingly. A third form
    // can take over the draft of this one, which then gets another.
    const name = form.name ?? form.itemName;
    const isMoved = isApart && form.ownDraft !== id;
    if (isMoved && name !== null) this.#allowSecond(name);
    // Each of the two drafts may still have children that the other has removed.
    if (isMoved) this.#rep.children.forgetNames(form.childChanges.keys());
    form.isApart = isApart;
    form.ownDraft = isApart ? id : null;
    if (form.name !== null) this.#names.set(id, form.name);
    this.#touched.set(id, new Set(form.touched));
    // This answer does not confirm what the rep typed during the write. It confirms the change that began the write.
    const { draft, draftId } = form.store.store.getState();
    const isTypedOn = draftId === id && draft !== 'saved';
    const { typed, childChanges } = (isTypedOn ? form.firstUnanswered : null) ?? form;
    this.#typed.set(id, typed);
    this.#childChanges.set(id, new Map(childChanges));
    if (isTypedOn) this.#isUnanswered(form);
    else {
      this.#unanswered.delete(id);
      form.firstUnanswered = null;
    }
    if (form.plain !== null) this.#plain.set(id, form.plain);
    if (this.#open.includes(form) && !form.isSaving) this.#rep.drafts.set(id, form.letter);
  }

  /** Fills in a new form as the rep does. */
  async #fill(form: Opened, at: number): Promise<void> {
    const { actions } = form.store;
    const word = this.#rep.nextWord(form.letter);
    form.name = word;
    const put = (fields: Record<string, string>): void => {
      actions.setFields(fields);
      for (const name of Object.keys(fields)) form.touched.add(name);
    };
    switch (form.kind) {
      case 'company':
      case 'lead':
        put({ name: `Form ${word}`, remark: word });
        if (at % 3 === 0) this.#children.ownContact(form);
        break;
      case 'opportunity':
        put({ name: `Form ${word}`, remark: word });
        break;
      case 'receipt':
        put({ amount: '12.34', currency: 'USD', remark: word });
        break;
      case 'trailNote':
        put({ content: `form ${word}`, remark_type: '103' });
        break;
      case 'outboundInvoice':
        put({ currency: 'USD', serial_id: `INV-${word}` });
        this.#children.addLine(form);
    }
    form.firstUnanswered = { typed: form.typed, childChanges: new Map(form.childChanges) };
    if (at % 4 === 0) await this.save(form, at);
  }
  #type(form: Opened): void {
    this.#change(form);
    this.#isUnanswered(form);
  }
  /** A crash may store the change that the rep made just now, or not. */
  #isUnanswered(form: Opened): void {
    const { draftId } = form.store.store.getState();
    const before = this.#unanswered.get(draftId);
    form.firstUnanswered ??= { typed: form.typed, childChanges: new Map(form.childChanges) };
    this.#unanswered.set(draftId, {
      touched: new Set([...(before?.touched ?? []), ...form.touched]),
      typed: [...new Set([...(before?.typed ?? []), ...form.typed])],
      childChanges: new Map([...(before?.childChanges ?? []), ...form.childChanges]),
    });
  }
  #change(form: Opened): void {
    const { kind, letter } = form;
    if (kind === 'outboundInvoice') return this.#children.typeLine(form);
    if (kind === 'trailNote') return;
    if (this.#world.random.chance(OWN_CONTACT_SHARE) && this.#children.ownContact(form)) return;
    if (this.#plainFields.type(form)) return;
    if (this.#world.random.chance(CONTACT_SHARE) && this.#children.typeContact(form)) return;
    const field = WORD_FIELD[kind];
    const word = this.#rep.nextWord(letter);
    form.typed = withTyped(form.typed, { word, field });
    this.#rep.entersOver(form.store.store.getState().form.base, word);
    form.touched.add(field);
    form.store.actions.setField(field, word);
    this.#world.note(`types ${word} into ${kind}`);
  }
  /** The rep changes a contact of a record, and saves at once. */
  async editContact(letter: Letter, kind: IntentKind, target: string): Promise<void> {
    const form = await this.#openForm({ kind, mode: 'edit', target, ownDraft: null }, letter);
    if (form === null) return;
    if (!this.#children.typeContact(form)) return this.#leave(form);
    this.#isUnanswered(form);
    await this.save(form, 1);
  }

  async save(form: Opened, at: number): Promise<void> {
    const world = this.#world;
    const rep = this.#rep;
    const renderer = await world.screen.renderer();
    const { store, actions } = form.store;
    // While a form saves, another press of Save has no effect.
    if (form.isSaving) return;
    if (world.random.chance(FAST_SHARE)) await this.#typeOn(form);
    else await this.#wait(actions.flush());
    if (world.down || !this.#open.includes(form) || form.isSaving) return;
    const { draftId, form: asOpened } = store.getState();
    const words = [form.name, ...form.typed.map(({ word }) => word)].filter((one) => one !== null);
    const isCreate = asOpened.target === null && asOpened.intentId === null;
    this.#try(form, isCreate);
    const invoice = asOpened.target ?? asOpened.intentId;
    if (invoice !== null) for (const saves of [rep.children, rep.plain]) saves.saves(invoice);
    const plain = this.#plainFields.valuesOf(form);
    const { savedBefore } = store.getState();
    const childrenNow = [...form.childChanges.keys()];
    form.isSaving = true;
    // From here on the text may be a draft or an item.
    const wasDraft = rep.drafts.delete(draftId);
    if (wasDraft) rep.cutOff.set(draftId, { letter: form.letter, words, of: invoice });
    const before = world.time.now();
    const saved = renderer
      .saveForm(form.store, { confirmed: true, isSecond: form.isSecond })
      .then((result) => {
        if (invoice !== null) for (const saves of [rep.children, rep.plain]) saves.answered(invoice);
        // The form became a form of a saved item, and what was typed meanwhile was not saved.
        const { intentId } = store.getState().form;
        if (result.kind !== 'saved' && intentId !== asOpened.intentId)
          for (const id of [invoice, intentId]) if (id !== null) rep.forget(id);
        // The lines and contacts that were saved may be known by the local id of the record.
        const isDiscarded = result.kind === 'refused' && result.code === 'discarded';
        if (result.kind !== 'saved' && !isDiscarded && store.getState().savedBefore !== savedBefore)
          rep.children.forgetNames(childrenNow);
        return this.#saved(form, { result, isCreate, draftId, wasDraft, plain });
      })
      .catch((error: unknown) => {
        if (error instanceof Broken) world.fail(error);
        form.isSaving = false;
        world.note(`form not saved: ${String(error)}`);
        world.reach('form save without an answer');
      });
    if (world.random.chance(TYPED_MEANWHILE_SHARE)) await this.#typeWhileSaving(form, draftId);
    await this.#wait(saved);
    if (world.time.now() - before >= PATIENCE_MS) world.reach('form save outlives patience');
    if (form.isSecond || !this.#open.includes(form)) return;
    // The form said that its draft is gone. Some reps save it anyway, others leave it.
    if (!store.getState().isDraftGone) return;
    if (at % 3 === 0) {
      form.isSecond = true;
      await this.save(form, at + 1);
    } else await this.#throwAway(form);
  }
  /** The focus leaves a field, and the rep types into the next one before that text is written. */
  async #typeOn(form: Opened): Promise<void> {
    void form.store.actions.flush();
    await this.#world.advance(this.#world.random.int(0, 15));
    if (!this.#world.down && this.#open.includes(form) && form.typed.length > 0) this.#type(form);
    this.#world.reach('form saved right after a key');
  }
  /** The rep goes on typing while the form is saved. */
  async #typeWhileSaving(form: Opened, draftId: string): Promise<void> {
    await this.#world.advance(this.#world.random.int(0, 15));
    const { unanswered } = form.store.store.getState();
    if (this.#world.down || unanswered === null || !this.#open.includes(form)) return;
    this.#type(form);
    this.#try(form, false);
    // The running save continues with this text, which may replace the previous text in the item. If the item had no
    // word when the save began, it is identified without words.
    const cut = this.#rep.cutOff.get(draftId);
    if (cut !== undefined && cut.words.length > 0)
      this.#rep.cutOff.set(draftId, { ...cut, words: [...cut.words, ...form.typed.map(({ word }) => word)] });
    this.#world.reach('text typed while the form was saved');
  }
  /** Notes the words that may be at the service from now on. */
  #try(form: Opened, isCreate: boolean): void {
    const { letter, kind, name, typed } = form;
    // The form shows all values of a new record, and all changes in the draft of an edit. So the rep may save values of
    // a discarded item again.
    const { values, form: opened } = form.store.store.getState();
    const unchanged = isCreate ? '' : JSON.stringify(opened.start);
    for (const [word] of JSON.stringify(values).matchAll(/m[abc]\d+z/g))
      if (!unchanged.includes(word)) this.#rep.takenBack.delete(word);
    if (isCreate && name !== null) this.#rep.enters({ word: name, letter, kind, field: NAME_FIELD[kind] });
    for (const { word, field } of typed) this.#rep.enters({ word, letter, kind, field });
  }
  async #saved(
    form: Opened,
    {
      result,
      isCreate,
      draftId,
      wasDraft,
      plain,
    }: {
      result: Result;
      isCreate: boolean;
      draftId: string;
      wasDraft: boolean;
      plain: ReturnType<PlainFields['valuesOf']>;
    },
  ): Promise<void> {
    const world = this.#world;
    const rep = this.#rep;
    form.isSaving = false;
    world.note(
      `form saves ${form.kind} ${form.name ?? ''} ${wordsOf(form.typed)} → ${JSON.stringify(result.kind === 'issues' ? form.store.store.getState().issues : result)}`,
    );
    world.reach(`form ${result.kind}${'code' in result ? ` ${result.code}` : ''}`);
    if (result.kind !== 'saved') {
      if (result.kind === 'refused' && result.code === 'discarded') {
        this.#isOfDiscarded(form.itemName, draftId);
        const now = form.store.store.getState();
        if (form.itemName !== null) this.#itemNames.set(now.draftId, form.itemName);
        // The form says that the discarded item may have arrived.
        if (now.form.caution === 'item-lost') form.isSecond = true;
      }
      // The draft stays, unless another window has ended it.
      rep.cutOff.delete(draftId);
      const { isDraftGone, draftId: now } = form.store.store.getState();
      if (wasDraft && !isDraftGone && now === draftId) rep.drafts.set(draftId, form.letter);
      if (result.kind === 'delivered') {
        // If another form has written the draft since, this text is a separate draft.
        if (result.draftId !== now) this.#onSaved(form, result.draftId);
        this.#close(form);
        await form.store.actions.stop();
      }
      if (result.kind === 'unchanged') {
        await this.#plainFields.unchanged(form, plain.value);
        await this.#throwAway(form);
      }
      return;
    }
    rep.cutOff.delete(draftId);
    this.#close(form);
    await this.#endsDraft(form);
    const { letter, kind, name, typed } = form;
    const { target, intentId: item } = form.store.store.getState().form;
    const ref = target ?? item ?? result.intentId;
    // An earlier save that a crash interrupted may have made the version that this save has replaced. It may also be
    // the first half of this save; then this save made version 2 or a later one.
    if (result.outcome === 'folded' || result.outcome === 'replaced' || (result.version ?? 1) > 1)
      for (const [id, cut] of rep.cutOff) if (cut.of === ref) rep.cutOff.delete(id);
    const operationId = `form ${result.intentId}`;
    const word = { letter, kind, intentId: result.intentId, ref, company: null, isOver: false, operationId };
    const first = name ?? form.itemName;
    if (form.isSecond && first !== null) this.#allowSecond(first);
    // Another form of the same draft may have saved the word before.
    const last = typed.at(-1)?.word;
    const isNew = last !== undefined && !rep.words.some((one) => one.word === last);
    // What was typed while the form was saved may be an edit of its own. The first save made the record.
    const [maker = { id: result.intentId }] = result.earlier ?? [];
    if (isCreate && name !== null)
      rep.say({ ...word, intentId: maker.id, created: true, word: name, field: NAME_FIELD[kind] });
    for (const one of typed) rep.say({ ...word, created: false, ...one });
    if (typed.some(({ field }) => field === CONTACTS)) this.#decisions.changesContact(result.intentId);
    this.#overrules(form);
    if (isParent(kind))
      rep.children.saved({ kind, ref, letter, intentId: result.intentId }, form.childChanges);
    if (form.isSecond || form.isApart || form.isUnsure) rep.children.forget(result.intentId);
    await this.#plainFields.saved(form, { ...plain, ref, intentId: result.intentId });
    if (target !== null && item === null && result.outcome === 'new')
      await this.#untouched(form, result.intentId);
    if (this.#world.random.chance(UNDONE_SHARE)) await this.#undo(result, isNew ? last : null);
  }
  /**
   * The form of a discarded item shows the values of the item and sends them when it is saved, also after a newer form
   * has saved other values. What the user saw in the last saved form counts.
   */
  #overrules({ store, touched, typed, letter, kind }: Opened): void {
    const { tried, overruled } = this.#rep;
    for (const [field, value] of Object.entries(store.store.getState().values.fields)) {
      if (!touched.has(field) || typed.some((one) => one.field === field)) continue;
      for (const [word] of JSON.stringify(value ?? null).matchAll(WORD)) {
        const at = tried.findIndex((one) => one.word === word);
        for (const later of at < 0 ? [] : tried.slice(at + 1))
          if (later.letter === letter && later.kind === kind && later.field === field)
            overruled.add(later.word);
      }
    }
  }
  /** Checks that a saved form leaves no draft, unless another form had the draft too. */
  async #endsDraft(form: Opened): Promise<void> {
    const { draftId, isApart, isDraftGone } = form.store.store.getState();
    if (this.#shared.has(draftId) || isApart || isDraftGone || form.isUnsure) return;
    const drafts = await this.#world.ask('outbox.drafts', (w) => w.outbox.drafts());
    if (!isAnswer(drafts)) return;
    must(
      !drafts.some(({ id }) => id === draftId),
      'draft-ends',
      () =>
        `${form.kind} ${form.name ?? ''} ${wordsOf(form.typed)} was saved, and its draft ${draftId} stays`,
    );
    this.#world.reach('form ended its draft');
  }
  /** The rep chooses Undo in the message about the save. */
  async #undo(saved: Extract<Result, { kind: 'saved' }>, typed: string | null): Promise<void> {
    const world = this.#world;
    const renderer = await world.screen.renderer();
    const call = async (): Promise<{ ok: boolean }> => {
      const undone = await renderer.undoSave(saved, this.#rep.operation());
      world.note(`undo of the save → ${undone}`);
      world.reach(undone);
      return { ok: undone === 'undone' };
    };
    if (saved.outcome === 'folded' || saved.outcome === 'replaced')
      await this.#decisions.undo(saved.intentId, call, {
        waits: true,
        typed,
      });
    else await this.#decisions.discard(saved.intentId, call, true);
  }
  /** Each form of a discarded item makes a new item. A rep who saves two of its drafts knows that. */
  #isOfDiscarded(name: string | null, draftId: string): void {
    if (name === null) return;
    const drafts = this.#discarded.get(name) ?? new Set<string>();
    if (drafts.size > 0 && !drafts.has(draftId)) this.#allowSecond(name);
    this.#discarded.set(name, drafts.add(draftId));
  }
  #allowSecond(name: string): void {
    this.seconds.set(name, (this.seconds.get(name) ?? 0) + 1);
  }
  /** Checks that an edit sends only what the user changed and what the contract requires. */
  async #untouched(form: Opened, intentId: string): Promise<void> {
    const got = await this.#world.ask('outbox.get', (w) => w.outbox.get({ id: intentId }));
    // A repeated save can return the new record that the first one made, and that was delivered since.
    if (!isAnswer(got) || got === null || got.intent.command.target === null) return;
    const table = KIND_TABLES[form.kind].fields;
    for (const name of Object.keys(got.intent.command.fields))
      must(
        form.touched.has(name) || table[name]?.required !== undefined || ALSO_SENT.has(name),
        'untouched-stays',
        () => `${form.kind} ${wordsOf(form.typed)}: the edit sends ${name}, which the user did not change`,
      );
    // A line that the form showed under its local id may have its real id by now.
    const isOwnLine = [...form.touched].some((name) => name.startsWith('contact local:'));
    for (const { ref, fields, remove } of got.intent.command.children)
      must(
        form.touched.has(`contact ${ref}`) ||
          (isOwnLine && remove !== undefined) ||
          !/^\d+$/.test(ref) ||
          (remove === undefined && Object.keys(fields).every((name) => SENT_WITH_LINES.has(name))),
        'untouched-stays',
        () => `${form.kind}: the edit sends contact ${ref}, which the user did not change`,
      );
  }
  #close(form: Opened): void {
    this.#open = this.#open.filter((one) => one !== form);
  }
  async #leave(form: Opened): Promise<void> {
    await this.#wait(form.store.actions.flush());
    if (form.store.store.getState().draft === 'failed') return;
    this.#close(form);
    await this.#wait(form.store.actions.stop());
  }
  async #throwAway(form: Opened): Promise<void> {
    const renderer = await this.#world.screen.renderer();
    this.#close(form);
    const { draftId } = form.store.store.getState();
    this.#rep.drafts.delete(draftId);
    this.#rep.cutOff.delete(draftId);
    await this.#wait(
      form.store.actions
        .stop()
        .then(() => renderer.ownDraft(form.store.store))
        .then((id) => (id === null ? undefined : renderer.core.outbox.deleteDraft({ id }))),
    );
  }
  /** Another account is shown: its window has no form of the previous one, which writes its last text. */
  #leaveOthers(letter: Letter): void {
    for (const form of this.#open.filter((one) => one.letter !== letter)) {
      this.#close(form);
      void form.store.actions.flush().then(() => form.store.actions.stop());
    }
  }

  /** The window closes: the forms write their last text, and are gone. */
  async quit(): Promise<void> {
    const all = this.#open;
    for (const form of all) void form.store.actions.flush();
    await this.#world.advance(50);
    this.lose();
  }
  /** The process of the window ended. */
  lose(): void {
    for (const form of this.#open) void form.store.actions.stop();
    this.#open = [];
    this.#world.screen.reload();
  }

  /** At the end: the open forms are left, and some drafts are continued and saved. */
  async finish(letter: Letter): Promise<void> {
    this.#leaveOthers(letter);
    for (const form of [...this.#open]) await this.save(form, 1);
    for (const form of [...this.#open]) await this.#leave(form);
    const drafts = (await this.drafts()).filter(({ id }) => this.#touched.has(id));
    for (const draft of drafts.slice(0, 3)) {
      const form = await this.#openForm(this.refOfDraft(draft), letter);
      if (form === null) continue;
      this.#type(form);
      await this.save(form, 1);
      if (this.#open.includes(form)) await this.#leave(form);
    }
  }
}
