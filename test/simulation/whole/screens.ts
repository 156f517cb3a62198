/**
 * What the screens show, read only through the contract's procedures, and compared with the acknowledged
 * words, with each other, and with the services.
 */
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import type { Filter } from '#shared/contract/records';
import { RESOURCES, type ResourceName } from '#shared/domain/resources';
import { parseServerTime } from '#shared/domain/time';
import { OLDER_CONTENT } from '#core/outbox/store/intent-record';
import { PULL_SOURCES } from '#core/sync/lane/lanes';
import { Broken, must, WORD, type Letter } from './history';
import type { Forms } from './forms';
import { childrenArrived, childrenShown } from './child-checks';
import { isOfColleague } from './colleagues';
import { plainField } from './plain-values';
import type { Item, Rep, Word } from './rep';
import type { SimService } from './sim-service';
import { isDraftOf, sumsAgree } from './sum-checks';
import { isAnswer, type Unanswered, type Window, type WholeWorld } from './whole-world';

type Story = Awaited<ReturnType<Window['timeline']['page']>>;
type Shown = NonNullable<WholeWorld['lastSync']>;
export interface Row {
  id: string;
  values: Record<string, unknown>;
  draft?: boolean | undefined;
  pending?: { intents: { id: string; state: string }[] } | undefined;
}
const MONEY: Partial<Record<ResourceName, string>> = { receipt: 'amount', order: 'amount' };
const TIMED: ReadonlySet<ResourceName> = new Set(['company', 'lead', 'order', 'receipt', 'outboundInvoice']);
const EXTRA_LISTS: Partial<Record<ResourceName, readonly string[]>> = {
  order: ['drafts'],
  lead: ['archived', 'converted'],
};
/** A round reads every list within this time. */
const ROUND_TAKES_MS = 30_000;
/** A service may report a write this much later (quirk `lag`). */
const LAG_MS = 3_500;
/** The core probes a route that was not found once more after five minutes, then hourly if it had existed before. */
const PROBED_AGAIN_MS = 70 * 60_000;

export class Screens {
  readonly world: WholeWorld;
  readonly rep: Rep;
  readonly #forms: Forms;
  constructor(world: WholeWorld, rep: Rep, forms: Forms) {
    this.world = world;
    this.rep = rep;
    this.#forms = forms;
  }

  /** All rows of a list, read in windows; null if the core does not answer. */
  async list(
    resource: ResourceName,
    options: { size?: number; removed?: boolean } = {},
  ): Promise<Row[] | null> {
    const { size = 500, removed = false } = options;
    const rows: Row[] = [];
    let total = 0;
    for (let start = 0; start === 0 || start < total; start += size) {
      const page = await this.world.ask('records.page', (w) =>
        w.records.page({ view: { resource, removed }, start, limit: size }),
      );
      if (!isAnswer(page)) return null;
      if (start > 0)
        must(
          page.total === total,
          'rows-add-up',
          () => `${resource}: total moved from ${total} to ${page.total}`,
        );
      total = page.total;
      must(
        page.rows.length === Math.min(size, Math.max(0, total - start)),
        'rows-add-up',
        () => `${resource}: the window at ${start} has ${page.rows.length} rows of ${total} in all`,
      );
      rows.push(...page.rows);
    }
    const ids = new Set(rows.map(({ id }) => id));
    must(ids.size === rows.length, 'rows-add-up', () => `${resource}: a row is listed twice`);
    return rows;
  }

  /** Reads a list in another order and window size, filtered and searched: it must have the same records. */
  async look(resource: ResourceName, at: number): Promise<void> {
    const letter = await this.rep.letter();
    if (letter === null) return;
    const rows = await this.list(resource);
    if (rows === null) return;
    await this.#own(letter, resource, rows);
    const other = await this.list(resource, { size: 1 + (at % 7) });
    must(
      other === null || other.map(({ id }) => id).join() === rows.map(({ id }) => id).join(),
      'rows-add-up',
      () => `${resource}: other windows show other rows`,
    );
    const columns = await this.world.ask('records.columns', (w) => w.records.columns({ resource }));
    if (!isAnswer(columns)) return;
    const sortable = columns.filter(({ sort }) => sort !== 'none');
    const column = sortable[at % Math.max(1, sortable.length)];
    if (column) {
      const sorted = await this.world.ask('records.page', (w) =>
        w.records.page({
          view: { resource, sort: [{ field: column.key, direction: at % 2 === 0 ? 'asc' : 'desc' }] },
          start: 0,
          limit: 500,
        }),
      );
      must(
        !isAnswer(sorted) || sameIds(sorted.rows, rows),
        'rows-add-up',
        () => `${resource}: sorted by ${column.key} it has other rows`,
      );
    }
    const field = columns[at % Math.max(1, columns.length)]?.key;
    if (field !== undefined) await this.#emptyOrNot(resource, field, rows);
    await this.#halves(resource, rows);
    await this.#sums(resource, rows);
    const facets = columns.filter(({ kind }) => kind === 'enum' || kind === 'user' || kind === 'users');
    const facet = facets[at % Math.max(1, facets.length)];
    if (facet)
      await this.world.ask('records.facets', (w) => w.records.facets({ resource, field: facet.key }));
    const word = this.#promised(letter)
      .filter((one) => RESOURCE_OF_KIND[one.kind] === resource)
      .at(at % 3);
    if (word) await this.#found(word);
  }
  async #count(resource: ResourceName, filter: Filter): Promise<number | null> {
    const page = await this.world.ask('records.page', (w) =>
      w.records.page({ view: { resource, filters: [filter] }, start: 0, limit: 1 }),
    );
    return isAnswer(page) ? page.total : null;
  }
  /** Each row has a value of a field or has none. */
  async #emptyOrNot(resource: ResourceName, field: string, rows: readonly Row[]): Promise<void> {
    const counts = [
      await this.#count(resource, { field, op: 'empty' }),
      await this.#count(resource, { field, op: 'notEmpty' }),
    ];
    if (counts.includes(null)) return;
    const [without = 0, withValue = 0] = counts.map(Number);
    must(
      without + withValue === rows.length,
      'rows-add-up',
      () => `${resource}: ${without} rows without and ${withValue} with ${field}, of ${rows.length}`,
    );
  }
  /** Two filters that split a list by time must together show all its rows. */
  async #halves(resource: ResourceName, rows: readonly Row[]): Promise<void> {
    if (!TIMED.has(resource)) return;
    const times = rows.map(({ values }) => String(values.update_time ?? '')).sort();
    const middle = times[times.length >> 1]?.slice(0, 10);
    if (!middle) return;
    const field = 'update_time';
    const day = Date.parse(`${middle}T00:00:00Z`);
    const before = new Date(day - 86_400_000).toISOString().slice(0, 10);
    const parts = [
      await this.#count(resource, { field, op: 'between', to: before }),
      await this.#count(resource, { field, op: 'between', from: middle }),
      await this.#count(resource, { field, op: 'empty' }),
    ];
    if (parts.includes(null)) return;
    const sum = parts.reduce<number>((all, part) => all + (part ?? 0), 0);
    must(
      sum === rows.length,
      'rows-add-up',
      () =>
        `${resource}: ${parts.join(' + ')} rows before, since ${middle} and without a time, of ${rows.length}`,
    );
  }
  async #sums(resource: ResourceName, rows: readonly Row[]): Promise<void> {
    const field = MONEY[resource];
    if (field === undefined) return;
    const totals = await this.world.ask(
      'records.totals',
      (w) => w.records.totals({ view: { resource }, fields: [field] }),
      { waits: true },
    );
    if (!isAnswer(totals)) return;
    // Time passes during the calculation of the sums, so rows may be added meanwhile.
    const now = await this.list(resource);
    if (now === null || !sameIds(now, rows)) return;
    if (!sameIds(now.filter(isDraftOf(resource)), rows.filter(isDraftOf(resource)))) return;
    sumsAgree({ resource, field, told: totals.fields[0], rows });
  }

  #promised(letter: Letter): Word[] {
    const leftOut = this.rep.leftOut.get(letter);
    return this.rep.words.filter(
      (one) => one.letter === letter && !one.isOver && !leftOut?.has(RESOURCE_OF_KIND[one.kind]),
    );
  }
  async #found(word: Word): Promise<void> {
    if (!word.created || (word.kind !== 'company' && word.kind !== 'lead')) return;
    if (this.#isGone(word, await this.#idOf(word))) return;
    const hits = await this.world.ask('records.search', (w) =>
      w.records.search({ text: word.word, limit: 100 }),
    );
    if (!isAnswer(hits)) return;
    must(
      hits.some(
        ({ resource, title }) => resource === RESOURCE_OF_KIND[word.kind] && title.includes(word.word),
      ),
      'acknowledged-shown',
      () => `${word.kind} ${word.word} is not found by search`,
    );
  }
  /** The word may be lost with the file of the outbox. */
  #mayBeLost(word: Word): boolean {
    return this.#mayBeGone(word) || this.#lossTold.has(word.letter);
  }
  /** The journal has no content of settled items, so damage to the file after that loses them. */
  #mayBeGone({ letter, intentId }: Word): boolean {
    const seenAt = this.settled.get(intentId)?.at ?? Infinity;
    return seenAt <= (this.world.outboxDamagedAt.get(letter) ?? -1);
  }
  /**
   * The word was delivered, but its item was lost with the file before a round read its record. Without an answer of
   * the service no round ends (`isFresh`).
   */
  #isFoundByNextRound({ letter, intentId, word }: Word, isFresh: boolean): boolean {
    const { outboxDamagedAt, options, time } = this.world;
    const damagedAt = outboxDamagedAt.get(letter);
    if (damagedAt === undefined || (this.settled.get(intentId)?.at ?? 0) > damagedAt) return false;
    const isDelivered = (this.rep.serviceOf(letter).took.get(word) ?? []).length > 0;
    return isDelivered && (!isFresh || time.now() < damagedAt + options.roundMs + ROUND_TAKES_MS);
  }
  /** If the outbox was lost, the record can only be found by its id. */
  #refOf(word: Word): string {
    const { took } = this.rep.serviceOf(word.letter);
    const [id = word.ref] = this.#mayBeLost(word) ? (took.get(word.word) ?? []) : [];
    return id;
  }
  async #idOf(word: Word): Promise<string> {
    const found = await this.world.ask('records.get', (w) =>
      w.records.get({ resource: RESOURCE_OF_KIND[word.kind], id: this.#refOf(word) }),
    );
    return isAnswer(found) && found !== null ? found.id : word.ref;
  }
  /** Somebody deleted the record at the service. */
  #isGone(word: Word, id: string): boolean {
    const service = this.rep.serviceOf(word.letter);
    const ids = new Set([id, word.ref, ...(service.took.get(word.word) ?? [])]);
    return [...ids].some((one) =>
      this.removed.has(`${service.origin} ${RESOURCE_OF_KIND[word.kind]} ${one}`),
    );
  }
  /** Records that colleagues deleted: `origin resource id`. */
  readonly removed = new Set<string>();
  /** Records that they deleted in a way that no list shows. */
  readonly erased = new Set<string>();
  /** Items that were seen as delivered or discarded: how often they were sent again, and when they were last seen. */
  readonly settled = new Map<string, { resends: number; at: number }>();
  /** Records that colleagues overwrote: `origin resource id`. */
  readonly changed = new Set<string>();

  /** Throws if a row belongs to another account or service. */
  async #own(letter: Letter, resource: ResourceName, rows: readonly Row[]): Promise<void> {
    const service = this.rep.serviceOf(letter);
    for (const { id, values } of rows)
      for (const [word, of] of JSON.stringify(values).matchAll(WORD)) {
        if (of === letter || (service.took.get(word) ?? []).length > 0) continue;
        throw new Broken('own-account-only', `${letter} is shown ${word} in ${resource} ${id}`);
      }
  }

  /** What the status bar and the outbox report; null if no account is open. */
  async #said() {
    const { world, rep } = this;
    const letter = await rep.letter();
    const state = await world.ask('sync.state', (w) => w.sync.state());
    if (letter === null || !isAnswer(state)) return null;
    const items = await rep.items();
    if (world.down) return null;
    const summary = await world.ask('outbox.summary', (w) => w.outbox.summary());
    if (!isAnswer(summary)) return null;
    // The account may be closed for a moment because its copy is replaced. The answers are empty then.
    const accounts = await world.ask('accounts.state', (w) => w.accounts.state());
    if (!isAnswer(accounts) || accounts.outboxProtection === null) return null;
    const waiting = items.filter(({ state: s }) => s !== 'applied' && s !== 'discarded');
    return { letter, state, items, summary, waiting };
  }

  /** Runs after every step: fast checks that hold at any moment. */
  async glance(): Promise<void> {
    const { world, rep } = this;
    if (world.down) return;
    let said = await this.#said();
    // Between the two calls the account may be closed for a moment because its cache is damaged.
    if (said !== null && said.summary.waiting !== said.waiting.length) said = await this.#said();
    if (said === null) return;
    const { letter, state, items, summary, waiting } = said;
    if (!world.disk.full) world.damagedSinceOpen.delete(letter);
    this.#states(letter, state);
    must(
      summary.waiting === waiting.length && state.waiting === waiting.length,
      'state-is-true',
      () =>
        `${waiting.length} items wait; the summary says ${summary.waiting}, the status bar ${state.waiting}`,
    );
    const needsUser = items.filter(
      ({ state: s, waits }) =>
        s === 'rejected' || s === 'conflict' || (s === 'uncertain' && waits === 'your-decision'),
    );
    must(
      summary.needsUser === needsUser.length,
      'state-is-true',
      () => `${needsUser.length} items need the user; the summary says ${summary.needsUser}`,
    );
    for (const { state: s, kind } of items) world.reach(`item ${kind} ${s}`);
    const held = new Map(items.map((item) => [item.id, item]));
    for (const word of rep.words) {
      if (word.letter !== letter) continue;
      const item = held.get(word.intentId);
      if (item?.state === 'applied' || item?.state === 'discarded') {
        // The journal gave such an item its state, but not its last content.
        const isOlder = item.notes.includes(OLDER_CONTENT);
        const at = isOlder ? (this.settled.get(item.id)?.at ?? 0) : world.time.now();
        this.settled.set(item.id, { resends: item.resends, at });
      }
      const resends = item?.resends ?? this.settled.get(word.intentId)?.resends;
      // If both files are damaged, the work cannot be restored, and a notice must say so.
      const isToldLost = this.#mayBeMissing.has(word.word) && (await this.#toldOfLoss(letter));
      const service = rep.serviceOf(letter);
      const isDelivered = (service.took.get(word.word) ?? []).length > 0;
      if (item === undefined && isToldLost && !isDelivered) word.isOver = true;
      must(
        item !== undefined || this.#mayBeGone(word) || isToldLost,
        'acknowledged-shown',
        () => `${word.kind} ${word.word} was saved and is not in the outbox`,
      );
      if (item?.state === 'discarded')
        must(
          rep.letGo.has(item.id),
          'nobody-else-discards',
          () => `${word.kind} ${word.word} was discarded by nobody`,
        );
      // A record that was deleted before the read-back cannot be distinguished from one that never arrived: the
      // read-back does not read the lists of deleted records. A colleague's copy of the record has its words too.
      const made = new Set(
        (service.took.get(word.word) ?? []).filter((id) => {
          const key = `${service.origin} ${RESOURCE_OF_KIND[word.kind]} ${id}`;
          return !isOfColleague(id) && !this.erased.has(key) && !this.removed.has(key);
        }),
      );
      if (word.created)
        must(
          made.size <= 1 + (resends ?? 0) + (this.#forms.seconds.get(word.word) ?? 0),
          'at-most-once',
          () => `${word.kind} ${word.word} made ${[...made].join(', ')}`,
        );
    }
    await this.#drafts(letter, items);
  }

  /** What was typed stays: as a draft, or as an item if it was submitted. */
  async #drafts(letter: Letter, items: readonly Item[]): Promise<void> {
    const { world, rep } = this;
    const drafts = await world.ask('outbox.drafts', (w) => w.outbox.drafts());
    // The account may have been closed for a moment, as above.
    const accounts = await world.ask('accounts.state', (w) => w.accounts.state());
    if (!isAnswer(drafts) || !isAnswer(accounts) || accounts.outboxProtection === null) return;
    const isTold = world.lostOutboxes.has(letter) && (await this.#toldOfLoss(letter));
    for (const { id, form } of drafts)
      for (const [word, of] of JSON.stringify(form).matchAll(WORD))
        must(
          of === letter || (rep.serviceOf(letter).took.get(word) ?? []).length > 0,
          'own-account-only',
          () => `draft ${id} of ${letter} has ${word}`,
        );
    for (const [id, of] of rep.drafts) {
      const isGone = of === letter && !drafts.some((draft) => draft.id === id);
      const isToldLost = isTold && this.#mayBeMissing.has(id);
      if (isGone && isToldLost) rep.drafts.delete(id);
      must(!isGone || isToldLost, 'draft-stays', () => `draft ${id} was saved and is gone`);
    }
    for (const [id, { letter: of, words, of: changed }] of rep.cutOff) {
      if (of !== letter) continue;
      // An item without a word has only changed numbers of lines.
      const isItem = items.some(({ id: item, command }) =>
        words.length > 0
          ? words.some((word) => JSON.stringify(command).includes(word))
          : item === changed || command.target === changed,
      );
      // A later edit may replace a word in its item.
      if (isItem) rep.cutOff.delete(id);
      // The journal has no content of settled items.
      const isSettled = words.some((word) => (rep.serviceOf(letter).took.get(word) ?? []).length > 0);
      const isToldLost = isTold && this.#mayBeMissing.has(id);
      const mayBeGone = isToldLost || (isSettled && world.outboxDamagedAt.has(letter));
      must(
        isItem || drafts.some((draft) => draft.id === id) || mayBeGone,
        'draft-stays',
        () => `draft ${id} was submitted, and is neither a draft nor an item`,
      );
    }
  }

  /** Returns true if a notice about the outbox was shown at least once. */
  async #toldOfLoss(letter: Letter): Promise<boolean> {
    const state = await this.world.ask('accounts.state', (w) => w.accounts.state());
    const told = isAnswer(state) ? state.notices.filter(({ code }) => code.startsWith('outbox-')) : [];
    if (told.length > 0) this.#lossTold.add(letter);
    if (told.some(({ detail }) => /"lost":[1-9]/.test(detail))) this.#lastChangeMayLack.add(letter);
    return this.#lossTold.has(letter);
  }
  readonly #lossTold = new Set<Letter>();
  /** A notice said that entries of the journal cannot be read, so items may lack their last change. */
  readonly #lastChangeMayLack = new Set<Letter>();
  /** Words and drafts that were saved before both files of their outbox were damaged. */
  readonly #mayBeMissing = new Set<string>();
  /** Both files are damaged: what is lost now has to be told, also if an earlier loss was. */
  mayBeLost(letter: Letter): void {
    this.#lossTold.delete(letter);
    this.#lastChangeMayLack.delete(letter);
    const { words, drafts, cutOff } = this.rep;
    for (const one of words) if (one.letter === letter) this.#mayBeMissing.add(one.word);
    for (const [id, of] of drafts) if (of === letter) this.#mayBeMissing.add(id);
    for (const [id, of] of cutOff) if (of.letter === letter) this.#mayBeMissing.add(id);
  }
  #states(letter: Letter, state: Shown): void {
    const { world, rep } = this;
    const service = rep.serviceOf(letter);
    world.reach(`connectivity ${state.connectivity}`);
    for (const one of state.resources) {
      world.reach(`list ${one.state}`);
      if (one.completeAsOf === null || world.agedCache) continue;
      const told = service.answeredNow.get(PULL_SOURCES[one.resource].path) ?? '';
      must(
        one.completeAsOf <= told,
        'complete-as-told',
        () => `${one.resource} is complete as of ${one.completeAsOf}, the service last said ${told}`,
      );
    }
    must(
      state.freshAsOf === null || state.freshAsOf <= world.now() || world.clockMovedAt > 0,
      'state-is-true',
      () => `up to date as of ${state.freshAsOf}, and it is ${world.now()}`,
    );
  }

  /** The account is closed for a moment, for example because its damaged copy is replaced. */
  async #isAway(): Promise<boolean> {
    const state = await this.world.ask('sync.state', (w) => w.sync.state());
    return !isAnswer(state) || state.resources.length === 0;
  }

  /** Checks everything that was acknowledged, on every screen. */
  async lookAll(): Promise<void> {
    const { world, rep } = this;
    const letter = await rep.letter();
    if (letter === null) return;
    const lists = new Map<ResourceName, Row[]>();
    const state = await world.ask('sync.state', (w) => w.sync.state());
    if (!isAnswer(state)) return;
    for (const resource of RESOURCES) {
      const rows = await this.list(resource);
      if (rows === null) return;
      lists.set(resource, rows);
      await this.#own(letter, resource, rows);
      this.#complete(letter, state, resource, rows);
    }
    const isFresh = (state.freshAsOf ?? 0) > (world.outboxDamagedAt.get(letter) ?? 0);
    for (const word of this.#promised(letter)) {
      if (await this.#shows(letter, word, { lists, isFresh })) continue;
      return;
    }
    if (!this.#mayLackChildren(letter)) await childrenShown(this, letter);
  }
  /** The service has the lines and contacts that the rep saved, and none that the rep removed. */
  childrenArrived(letter: Letter): void {
    if (!this.#mayLackChildren(letter)) childrenArrived(this, letter);
  }
  /** The service has the plain value of the rep's last save. */
  async valuesArrived(letter: Letter): Promise<void> {
    const { rep, world } = this;
    const service = rep.serviceOf(letter);
    for (const { kind, id, value } of (await rep.plainValues(letter))?.values() ?? []) {
      const stored = service.valueOf(RESOURCE_OF_KIND[kind], id, plainField(kind) ?? '');
      if (stored === null) continue;
      must(
        stored === value,
        'values-as-saved',
        () => `${kind} ${id}: ${plainField(kind)} is "${stored}", and "${value}" was saved last`,
      );
      world.reach(value === '' ? 'emptied value arrived' : 'plain value arrived');
    }
  }
  /** An older outbox, or a service that empties what an edit leaves out. */
  #mayLackChildren(letter: Letter): boolean {
    const { lostOutboxes, quirks } = this.world;
    return lostOutboxes.has(letter) || quirks.omission !== 'keeps';
  }
  /** A record that was created before the time of the last complete pull must be listed. */
  #complete(letter: Letter, state: Shown, resource: ResourceName, rows: readonly Row[]): void {
    const told = state.resources.find((one) => one.resource === resource);
    if (!told?.completeAsOf || told.state === 'left-out' || this.world.agedCache) return;
    // After its clock was set back, the service creates records that are older than this time.
    if (this.#isPartial(resource) || this.rep.serviceOf(letter).setBackMs > 0) return;
    // Drafts, and leads that were archived or converted, have their own lists.
    if (EXTRA_LISTS[resource]?.some((flag) => !told.covers.includes(flag))) return;
    // If the service's clock is set forward before a record is listed, the record seems older than it is.
    const { setForwardMs } = this.rep.serviceOf(letter);
    const until = (parseServerTime(told.completeAsOf) ?? 0) - LAG_MS - setForwardMs;
    const listed = new Set(rows.map(({ id }) => id));
    for (const { id, createTime } of this.rep.serviceOf(letter).live(resource))
      must(
        listed.has(id) || (parseServerTime(createTime) ?? 0) >= until,
        'complete-as-told',
        () => `${resource} ${id} of ${createTime} is not listed, complete as of ${told.completeAsOf}`,
      );
  }
  /** The service lists only the active users. */
  #isPartial(resource: ResourceName): boolean {
    return resource === 'user' && this.world.quirks.userFlags;
  }

  /** Returns false if the core died meanwhile. `isFresh`: a round has ended since the outbox was damaged. */
  async #shows(
    letter: Letter,
    word: Word,
    { lists, isFresh }: { lists: ReadonlyMap<ResourceName, Row[]>; isFresh: boolean },
  ): Promise<boolean> {
    const { world } = this;
    const resource = RESOURCE_OF_KIND[word.kind];
    const name = `${word.kind} ${word.word}`;
    const record = await world.ask('records.get', (w) => w.records.get({ resource, id: this.#refOf(word) }));
    if (!isAnswer(record)) return false;
    const id = record?.id ?? word.ref;
    if (this.#isGone(word, id)) return true;
    // If the service has no list of its kind, only the outbox knew it.
    if (record === null && this.#mayBeLost(word) && world.options.profile === 'contract') return true;
    if (record === null && ((await this.#isAway()) || this.#isFoundByNextRound(word, isFresh))) return false;
    must(record !== null, 'acknowledged-shown', () => `${name} was saved and has no page`);
    const isDelivered = (this.rep.serviceOf(letter).took.get(word.word) ?? []).length > 0;
    const listed = lists.get(resource)?.some((row) => row.id === id);
    must(
      listed === true,
      isDelivered ? 'delivered-stays' : 'acknowledged-shown',
      () => `${name} (${id}) was ${isDelivered ? 'delivered' : 'saved'} and is not listed`,
    );
    const service = this.rep.serviceOf(letter);
    const isTheirs = this.changed.has(`${service.origin} ${resource} ${id}`);
    // Three facts are only in the outbox: values that such a service never returns (for a receipt also its company),
    // that the details in an older cache are outdated, and what was delivered since the last round.
    const onlyOutboxKnows = world.options.profile === 'contract' || world.agedCache || !isFresh;
    const isToldOlder =
      this.#mayBeMissing.has(word.word) &&
      (await this.#toldOfLoss(letter)) &&
      this.#lastChangeMayLack.has(letter);
    const isUnknown = isToldOlder || (this.#mayBeLost(word) && onlyOutboxKnows);
    if (!isTheirs && !isUnknown && world.quirks.omission === 'keeps') {
      const value = JSON.stringify(record?.values[word.field] ?? null);
      const own = this.#lastWords(word);
      // Contacts are a part of the details, which are read after the delivery. Other fields may be, too, and the core
      // may think for some minutes that the service has no details. The outbox may have lost what was delivered.
      const mayLackDetails = world.time.now() - service.network.noRouteAt < PROBED_AGAIN_MS;
      const isUnread =
        value === 'null' && (word.field === 'customers' || mayLackDetails || this.#mayBeLost(word));
      must(
        isUnread ||
          own.some((one) => value.includes(one) || this.rep.overruled.has(one)) ||
          this.#isOverwritten(service, id, own, value),
        'value-shown',
        () => `${name}: ${word.field} shows ${value} (${id})`,
      );
    }
    if (word.created && word.company !== null && !isUnknown) return this.#inTimeline(word, id);
    return true;
  }
  /** The word and later words of the same field, because the record may be known by another id. */
  #lastWords(word: Word): string[] {
    const { tried } = this.rep;
    return tried
      .slice(tried.findIndex((one) => one.word === word.word))
      .filter(
        ({ letter, kind, field }) => letter === word.letter && kind === word.kind && field === word.field,
      )
      .map((one) => one.word);
  }
  /**
   * The shown value is from another account at the same service, and the service committed it after all words
   * of this account.
   */
  #isOverwritten({ commits }: SimService, id: string, own: readonly string[], value: string): boolean {
    const lastOf = (words: readonly string[]): number =>
      commits.findLastIndex((one) => one.id === id && words.some((word) => one.words.has(word)));
    const ownAt = lastOf(own);
    return ownAt >= 0 && lastOf(value.match(WORD) ?? []) > ownAt;
  }
  async #inTimeline(word: Word, id: string): Promise<boolean> {
    const { world } = this;
    const service = this.rep.serviceOf(word.letter);
    if (this.removed.has(`${service.origin} company ${word.company}`)) return true;
    // With the outbox the local id of the company may be lost.
    const maker = this.rep.words.find(({ ref, created }) => created && ref === word.company);
    const company = maker === undefined ? (word.company ?? '') : this.#refOf(maker);
    let cursor: string | null = '';
    while (cursor !== null) {
      const at: string | null = cursor === '' ? null : cursor;
      const page: Story | Unanswered = await world.ask('timeline.page', (w) =>
        w.timeline.page({ resource: 'company', id: company, cursor: at, limit: 100 }),
      );
      if (!isAnswer(page)) return false;
      if (
        page.entries.some((entry) => entry.id === id || entry.intents.some((one) => one.id === word.intentId))
      )
        return true;
      cursor = page.next;
    }
    throw new Broken(
      'acknowledged-shown',
      `${word.kind} ${word.word} (${id}) is not in the timeline of ${word.company}`,
    );
  }

  /** The differences between the screens and the service; empty if they are equal. */
  async differences(letter: Letter): Promise<string[]> {
    const service = this.rep.serviceOf(letter);
    const state = await this.world.ask('sync.state', (w) => w.sync.state());
    if (!isAnswer(state)) return ['nobody answers'];
    const found: string[] = [];
    const compared: { resource: ResourceName; id: string; doc: string }[] = [];
    for (const { resource, state: is, records } of state.resources) {
      if (is === 'not-offered' || is === 'no-permission' || is === 'left-out') continue;
      if (this.#isPartial(resource)) continue;
      // A list whose total counts a record that no page shows can never be verified. A deleted record may stay there as
      // long as the total equals the number of records on disk.
      const isMiscounted = this.world.options.countsInvisible === true;
      if (is !== 'complete' && !(isMiscounted && is === 'unverified')) found.push(`${resource} is ${is}`);
      const rows = await this.list(resource);
      if (rows === null) return ['nobody answers'];
      const held = new Map(rows.map((row) => [row.id, row]));
      const live = service.live(resource);
      if (records !== live.length && !isMiscounted)
        found.push(`${resource}: ${records} records are told, ${live.length} are there`);
      for (const { id, doc } of live)
        if (held.delete(id)) compared.push({ resource, id, doc });
        else found.push(`${resource} ${id} is missing`);
      for (const [id, row] of held)
        if (!row.pending && !isMiscounted) found.push(`${resource} ${id} is not at the service any more`);
      const removed = await this.list(resource, { removed: true });
      for (const { id } of removed ?? [])
        if (service.holds(resource, id)) found.push(`${resource} ${id} is shown as removed`);
    }
    if (found.length > 0 || !this.#isPlain) return found;
    for (const { resource, id, doc } of compared) {
      const record = await this.world.ask('records.get', (w) => w.records.get({ resource, id }));
      if (!isAnswer(record) || record?.raw !== doc) found.push(`${resource} ${id} differs`);
    }
    return found;
  }
  /** The service returns its documents unchanged. */
  get #isPlain(): boolean {
    const { profile, quirks } = this.world.options;
    return profile !== 'live' && !quirks.some((name) => SHAPES.has(name));
  }
}

/** Quirks that do not change documents. */
const PLAIN = [
  'order-oldest',
  'order-by-id',
  'order-unordered',
  'page-cap',
  'time-other',
  'end-exclusive',
  'omission-clears',
  'lag',
  'http-errors',
  'minus-one',
];
const SHAPES = {
  has: (name: string): boolean => !PLAIN.includes(name),
};
const sortedIds = (rows: readonly { id: string }[]): string =>
  rows
    .map(({ id }) => id)
    .sort()
    .join();
const sameIds = (one: readonly { id: string }[], other: readonly { id: string }[]): boolean =>
  one.length === other.length && sortedIds(one) === sortedIds(other);
