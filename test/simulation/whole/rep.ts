/**
 * The rep of a whole-core history: does what the screens allow, through the contract's procedures, and
 * remembers every word that was acknowledged as saved.
 */
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import type { IntentKind } from '#shared/domain/intent';
import type { ResourceName } from '#shared/domain/resources';
import { DEMO_CLIENT, DEMO_USER } from '#service/auth/token-book';
import { COLLEAGUES } from '#service/dataset/names';
import { SimRandom } from '../sim-random';
import { must, type Letter, type Step } from './history';
import { isParent, OwnChildren } from './own-children';
import { type Known, PlainValues } from './plain-values';
import { type SimService, THEIR_WORD } from './sim-service';
import { isAnswer, type WholeWorld } from './whole-world';

/** The text field that contains the word of an edit. */
export const WORD_FIELD = {
  company: 'address',
  lead: 'address',
  opportunity: 'fail_remark',
  receipt: 'bank_name',
} as const;

/** A word that the rep entered and that was acknowledged as saved. */
export interface Word {
  word: string;
  letter: Letter;
  kind: IntentKind;
  /** This intent created the record; false for an edit of an existing record. */
  created: boolean;
  intentId: string;
  /** The id under which the rep knew the record. */
  ref: string;
  field: string;
  /** The company that it belongs to, by the id that the rep knew. */
  company: string | null;
  /** The rep undid it, decided otherwise, or overwrote it. */
  isOver: boolean;
  operationId: string;
  /** The words that it replaced, which count again if it is undone. */
  replaced: Word[];
}

export type Item = Awaited<ReturnType<NonNullable<WholeWorld['window']>['outbox']['list']>>[number];
type Command = Item['command'];

export const pick = <T>(items: readonly T[], at: number): T | undefined =>
  items.length === 0 ? undefined : items[at % items.length];

/** The longest duration of a switch of accounts, whatever the service answers (rule AU17: pushes get four seconds). */
const SLOWEST_SWITCH_MS = 6_000;

export class Rep {
  readonly words: Word[] = [];
  /** Every word of a call, answered or not: an interrupted call may still have been stored. */
  readonly tried: Pick<Word, 'word' | 'letter' | 'kind' | 'field'>[] = [];
  readonly drafts = new Map<string, Letter>();
  /**
   * Drafts whose submission a crash interrupted: each is still a draft, or an item with one of these words.
   * Without words it is the item `of`, or an item for the record `of`.
   */
  readonly cutOff = new Map<string, { letter: Letter; words: readonly string[]; of: string | null }>();
  /** Words of colleagues that the rep has seen: in a form, or in a conflict that was decided. */
  readonly seen = new Set<string>();
  /** Words of other accounts that a rep has replaced in a conflict by the value from before. */
  readonly overruled = new Set<string>();
  /** Words that the rep took back before they were sent: they must never be sent. */
  readonly takenBack = new Set<string>();
  readonly children = new OwnChildren();
  readonly plain = new PlainValues();
  /** Intents that the rep discarded. */
  readonly letGo = new Set<string>();
  readonly accountIds = new Map<Letter, string>();
  /** Accounts that have been open. */
  readonly #opened = new Set<Letter>();
  readonly world: WholeWorld;
  readonly #random: SimRandom;
  #n = 0;
  #operations = 0;
  /** The recovery codes of each account, the newest first. */
  readonly #codes = new Map<string, string[]>();
  /** Kinds of record that are not downloaded, by account. */
  readonly leftOut = new Map<Letter, Set<ResourceName>>();
  constructor(world: WholeWorld) {
    this.world = world;
    this.#random = new SimRandom(world.options.seed ^ 0x4e9);
  }

  /** The letter of the open account. */
  async letter(): Promise<Letter | null> {
    const state = await this.world.ask('accounts.state', (w) => w.accounts.state());
    if (!isAnswer(state) || state.account === null) return null;
    const id = state.account.id;
    const letter = [...this.accountIds].find(([, held]) => held === id)?.[0] ?? null;
    if (letter !== null) this.#opened.add(letter);
    return letter;
  }
  serviceOf(letter: Letter): SimService {
    return this.world.services[letter === 'b' ? 1 : 0];
  }
  userOf(letter: Letter): string {
    const { tokens } = this.serviceOf(letter).service.context;
    const email = letter === 'c' ? COLLEAGUES[2][0] : DEMO_USER.email;
    return tokens.actorByEmail(email)?.userId ?? '';
  }
  #credentials(letter: Letter) {
    if (letter !== 'c')
      return {
        kind: 'password' as const,
        clientId: DEMO_CLIENT.id,
        clientSecret: DEMO_CLIENT.secret,
        username: DEMO_USER.email,
        password: DEMO_USER.password,
      };
    const { tokens, store } = this.serviceOf('c').service.context;
    const actor = tokens.actorByEmail(COLLEAGUES[2][0]) ?? { userId: '0', nickname: '' };
    const { accessToken } = store.write(() => tokens.grant('pasted', actor, '', false));
    return { kind: 'token' as const, accessToken };
  }
  nextWord(letter: Letter): string {
    return `m${letter}${++this.#n}z`;
  }
  nextUuid(): string {
    return this.#random.uuid();
  }
  operation(): string {
    return `op-${++this.#operations}`;
  }
  #local(): string {
    return `local:${this.#random.uuid()}`;
  }

  async account(step: Extract<Step, { do: 'account' }>): Promise<void> {
    const { world } = this;
    const { letter, what } = step;
    const accountId = this.accountIds.get(letter);
    if (what === 'signOut' || what === 'remove') {
      if (accountId === undefined) return;
      const data = what === 'remove' ? 'remove' : 'keep';
      const state = await world.ask('accounts.signOut', (w) => w.accounts.signOut({ accountId, data }), {
        waits: true,
      });
      if (isAnswer(state) && !state.accounts.some(({ id }) => id === accountId))
        this.accountIds.delete(letter);
      return;
    }
    if (accountId !== undefined && what === 'open') {
      const before = world.time.now();
      const opened = await world.ask('accounts.open', (w) => w.accounts.open({ accountId }), { waits: true });
      const tookMs = world.time.now() - before;
      if (world.services.some(({ network }) => network.isSilent))
        world.reach('opened beside a silent service');
      must(tookMs <= SLOWEST_SWITCH_MS, 'answers', () => `account ${letter} opened after ${tookMs} ms`);
      if (isAnswer(opened)) world.note(`open ${letter} → ${opened.ok ? 'ok' : opened.error.code}`);
      if (isAnswer(opened) && !opened.ok) world.reach(`open: ${opened.error.code}`);
      return;
    }
    const credentials = this.#credentials(letter);
    const connection = { baseUrl: this.serviceOf(letter).origin, credentials, headerStyle: 'raw' as const };
    if (accountId !== undefined) {
      const signed = await world.ask(
        'accounts.signIn',
        (w) => w.accounts.signIn({ accountId, credentials }),
        { waits: true },
      );
      if (isAnswer(signed)) world.note(`sign in ${letter} → ${signed.ok ? 'ok' : signed.error.code}`);
      return;
    }
    world.isConnecting = true;
    if (step.letter === 'a')
      await world.ask('accounts.test', (w) => w.accounts.test(connection), { waits: true });
    const connected = await world.ask(
      'accounts.connect',
      (w) => w.accounts.connect({ ...connection, name: letter, selfUserId: this.userOf(letter) }),
      { waits: true },
    );
    world.isConnecting = false;
    if (isAnswer(connected)) world.note(`connect ${letter} → ${connected.ok ? 'ok' : connected.error.code}`);
    if (isAnswer(connected) && connected.ok && connected.state.account) {
      this.accountIds.set(letter, connected.state.account.id);
      this.#opened.add(letter);
    } else await this.findAccounts();
  }
  /** The address of the account is entered as the one to which its CRM moved: nothing changes. */
  async moveNowhere(letter: Letter, accountId: string): Promise<void> {
    const to = { baseUrl: this.serviceOf(letter).origin, credentials: this.#credentials('a') };
    const moved = await this.world.ask('accounts.move', (w) => w.accounts.move({ accountId, ...to }), {
      waits: true,
    });
    must(!isAnswer(moved) || !moved.ok, 'answers', () => `account ${letter} moved to its own address`);
  }
  /**
   * A crash may have come between the creation of an account and the answer. The account is then found by the
   * name that the rep gave it. If the crash left it without a folder, it is lost with a damaged
   * `accounts.json`, and the rep connects it again.
   */
  async findAccounts(): Promise<void> {
    const state = await this.world.ask('accounts.state', (w) => w.accounts.state());
    if (!isAnswer(state)) return;
    for (const { id, name } of state.accounts)
      if (name === 'a' || name === 'b' || name === 'c') this.accountIds.set(name, id);
    for (const [letter, id] of this.accountIds)
      if (!this.#opened.has(letter) && !state.accounts.some((one) => one.id === id))
        this.accountIds.delete(letter);
  }

  /** Signs in if the app says that the sign-in has expired. */
  async signInAgain(): Promise<void> {
    const state = await this.world.ask('accounts.state', (w) => w.accounts.state());
    const letter = await this.letter();
    if (letter !== null && isAnswer(state) && state.account?.auth === 'expired')
      await this.account({ do: 'account', what: 'signIn', letter });
  }

  async #submit(
    letter: Letter,
    command: Omit<Command, 'schema'>,
    said: Pick<Word, 'word' | 'field' | 'company'>,
    base: unknown = null,
    draftId: string | null = null,
    prices: readonly string[] = [],
  ): Promise<void> {
    const { world } = this;
    const operationId = this.operation();
    const input = { command: { schema: 1, ...command }, base, draftId, operationId } as Parameters<
      NonNullable<WholeWorld['window']>['outbox']['submit']
    >[0];
    this.enters({ word: said.word, letter, kind: command.kind, field: said.field });
    const send = () => world.ask('outbox.submit', (w) => w.outbox.submit(input));
    let result = await send();
    // A window that lost the answer repeats the call with the same operation id.
    if (isAnswer(result) && result.ok && this.#random.chance(0.1)) result = await send();
    if (!isAnswer(result)) {
      if (draftId !== null && this.drafts.delete(draftId))
        this.cutOff.set(draftId, { letter, words: [said.word], of: null });
      return;
    }
    world.note(
      `${letter} submits ${command.kind} ${said.word} → ${result.ok ? `${result.outcome} ${result.id.slice(6, 12)}` : `${result.code} ${JSON.stringify(result.issues)}`}`,
    );
    if (!result.ok) return;
    world.reach(`submitted ${command.kind} ${result.outcome}`);
    if (draftId !== null) this.drafts.delete(draftId);
    const ref = command.target ?? result.id;
    if (isParent(command.kind))
      this.children.saved(
        { kind: command.kind, ref, letter, intentId: result.id },
        new Map(prices.map((price) => [price, true])),
      );
    this.say({
      ...said,
      letter,
      kind: command.kind,
      created: command.target === null,
      intentId: result.id,
      ref,
      isOver: false,
      operationId,
    });
  }
  say(word: Omit<Word, 'replaced'>): void {
    // Only the last word in a field of a record counts.
    const replaced = this.words.filter(
      (held) =>
        !held.created &&
        !held.isOver &&
        held.letter === word.letter &&
        held.field === word.field &&
        held.ref === word.ref,
    );
    for (const held of replaced) held.isOver = true;
    this.words.push({ ...word, replaced });
  }
  /** Words that the rep entered before the record existed. */
  readonly early = new Set<string>();
  /** `seen`: what the rep saw of the record. It did not exist yet if that was never read from the service. */
  entersOver(seen: { readAt: string | null } | null, word: string): void {
    if ((seen?.readAt ?? null) === null) this.early.add(word);
  }
  sees(shown: unknown): void {
    for (const [word] of JSON.stringify(shown ?? null).matchAll(THEIR_WORD)) this.seen.add(word);
  }
  /** A form or draft may still have a word that was taken back. If it is entered again, it may be sent. */
  enters(word: Pick<Word, 'word' | 'letter' | 'kind' | 'field'>): void {
    this.tried.push(word);
    this.takenBack.delete(word.word);
  }

  async #ids(resource: 'company' | 'opportunity'): Promise<string[]> {
    const page = await this.world.ask('records.page', (w) =>
      w.records.page({ view: { resource }, start: 0, limit: 50, columns: ['name'] }),
    );
    return isAnswer(page) ? page.rows.map(({ id }) => id) : [];
  }
  async create({ kind, at }: { kind: IntentKind; at: number }, draftId: string | null = null): Promise<void> {
    const letter = await this.letter();
    if (letter === null) return;
    const word = this.nextWord(letter);
    const company = pick(await this.#ids('company'), at) ?? null;
    const handler = [this.userOf(letter)];
    const base = { kind, target: null, children: [] };
    const said = { word, company: null as string | null };
    switch (kind) {
      case 'company':
        return this.#submit(
          letter,
          {
            ...base,
            fields: { name: `Co ${word}`, pool_id: '0', remark: word },
            children: at % 3 === 0 ? [this.#contact(word)] : [],
          },
          { ...said, field: 'name' },
          null,
          draftId,
        );
      case 'lead':
        return this.#submit(
          letter,
          {
            ...base,
            fields: { name: `Lead ${word}`, remark: word },
            children: at % 3 === 0 ? [this.#contact(word)] : [],
          },
          { ...said, field: 'name' },
          null,
          draftId,
        );
      case 'opportunity':
        if (company === null) return;
        return this.#submit(
          letter,
          {
            ...base,
            fields: {
              name: `Opp ${word}`,
              company_id: company,
              remark: word,
              ...(at % 2 === 0 ? { amount: '12.5', currency: 'USD' } : {}),
              ...(at % 3 === 0 ? { main_user: this.userOf(letter) } : {}),
            },
          },
          { ...said, field: 'name' },
        );
      case 'receipt':
        return this.#submit(
          letter,
          {
            ...base,
            fields: {
              amount: ['100.50', '7', '12.34'][at % 3],
              currency: 'USD',
              remark: word,
              ...(company === null || at % 5 === 0 ? {} : { company_id: company, handler }),
            },
          },
          { ...said, field: 'remark', company: at % 5 === 0 ? null : company },
        );
      case 'outboundInvoice': {
        if (company === null) return;
        const prices = Array.from({ length: 1 + (at % 3) }, () => this.children.nextPrice());
        return this.#submit(
          letter,
          {
            ...base,
            fields: { currency: 'USD', serial_id: `INV-${word}`, company_id: company, handler },
            children: prices.map((price, n) => ({
              ref: this.#local(),
              fields: {
                product_id: String(40_001 + n),
                outbound_count: String(1 + n),
                sale_price: price,
                order_record_id: String(100 + n),
                ...(this.world.quirks.productUnit ? { product_unit: 'Box' } : {}),
              },
            })),
          },
          { ...said, field: 'serial_id', company },
          null,
          null,
          prices,
        );
      }
      case 'trailNote': {
        const opportunity = at % 3 === 0 ? pick(await this.#ids('opportunity'), at) : undefined;
        if (company === null) return;
        const about = opportunity === undefined ? { company_id: company } : { opportunity_id: opportunity };
        return this.#submit(
          letter,
          {
            ...base,
            fields: { ...about, content: `note ${word}`, remark_type: 103 },
          },
          { ...said, field: 'content', company: opportunity === undefined ? company : null },
        );
      }
    }
  }
  #contact(word: string) {
    return { ref: this.#local(), fields: { name: `P ${word}`, email: `${word}@x.example` } };
  }

  /** The id of the record that `edit` changes; null if there is none. */
  async rowToEdit(kind: IntentKind, at: number): Promise<string | null> {
    const page = await this.world.ask('records.page', (w) =>
      w.records.page({ view: { resource: RESOURCE_OF_KIND[kind] }, start: 0, limit: 60 }),
    );
    const row = isAnswer(page) ? pick(page.rows, at) : undefined;
    return row?.id ?? null;
  }
  async edit({ kind, at }: { kind: IntentKind; at: number }): Promise<void> {
    const letter = await this.letter();
    if (letter === null || kind === 'trailNote' || kind === 'outboundInvoice') return;
    const { world } = this;
    const row = await this.rowToEdit(kind, at);
    if (row === null) return;
    // A page of a record that the rep created may still use its local id.
    const own = this.words.findLast((one) => one.created && one.kind === kind && one.letter === letter);
    const ref = at % 7 === 0 && own ? own.intentId : row;
    const form = await world.ask('outbox.editBase', (w) => w.outbox.editBase({ kind, ref }));
    if (!isAnswer(form) || form === null) return;
    this.sees(form);
    const word = this.nextWord(letter);
    const field = WORD_FIELD[kind];
    this.entersOver(form.base, word);
    const { name, amount } = form.current.fields;
    const repeatsName = kind === 'lead' && world.quirks.namesRequired;
    // Without a read of one lead the name is repeated as the user saw it, and the item says that it could not be
    // compared (OB20).
    if (repeatsName && world.options.profile === 'contract') this.early.add(word);
    const fields = {
      [field]: word,
      ...(kind === 'company' ? { pool_id: '0' } : {}),
      ...(kind === 'receipt' ? { amount: String(amount ?? '1') } : {}),
      ...(repeatsName ? { name: String(name ?? word) } : {}),
    };
    await this.#submit(
      letter,
      { kind, target: ref, fields, children: [] },
      { word, field, company: null },
      form.base,
    );
  }

  /** The rep decided otherwise about this item, so what it saved is no longer checked. */
  forget(intentId: string): void {
    this.children.forget(intentId);
    this.plain.forget(intentId);
  }
  /**
   * The plain value of each record that the rep saved, by kind and id; null if the core does not answer. An older
   * outbox, a service that empties what an edit leaves out, and another user of the record may change it.
   */
  async plainValues(letter: Letter): Promise<Map<string, Known> | null> {
    const { lostOutboxes, quirks } = this.world;
    if (lostOutboxes.has(letter) || quirks.omission !== 'keeps') return new Map();
    const realIds = new Map<string, string>();
    for (const ref of this.plain.localRefs(letter)) {
      const got = await this.world.ask('outbox.get', (w) => w.outbox.get({ id: ref }));
      if (!isAnswer(got)) return null;
      if (got?.intent.realId) realIds.set(ref, got.intent.realId);
    }
    return this.plain.known(letter, realIds, (other) => this.serviceOf(other) === this.serviceOf(letter));
  }

  async items(states?: readonly Item['state'][]): Promise<Item[]> {
    const list = await this.world.ask('outbox.list', (w) =>
      w.outbox.list(states ? { states: [...states] } : {}),
    );
    return isAnswer(list) ? list : [];
  }
  async draft({ what, at }: Extract<Step, { do: 'draft' }>): Promise<void> {
    const letter = await this.letter();
    if (letter === null) return;
    const { world } = this;
    const mine = [...this.drafts].filter(([, of]) => of === letter).map(([id]) => id);
    const held = pick(mine, at);
    if (what === 'submit' && held !== undefined) {
      // The form of a draft has the draft's kind.
      const drafts = await world.ask('outbox.drafts', (w) => w.outbox.drafts());
      const draft = isAnswer(drafts) ? drafts.find(({ id }) => id === held) : undefined;
      if (draft?.kind !== 'lead') return;
      // The item has another text than the draft. A form with the same draft finds its contacts removed there.
      this.children.forgetNames(OwnChildren.namesIn(JSON.stringify(draft.form)));
      return this.create({ kind: draft.kind, at }, held);
    }
    if (what === 'delete' && held !== undefined) {
      this.drafts.delete(held);
      await world.ask('outbox.deleteDraft', (w) => w.outbox.deleteDraft({ id: held }));
      return;
    }
    const saved = await world.ask('outbox.saveDraft', (w) =>
      w.outbox.saveDraft({ kind: 'lead', form: { name: this.nextWord(letter) } }),
    );
    if (isAnswer(saved)) this.drafts.set(saved.id, letter);
  }
  async protect({ what }: Extract<Step, { do: 'protect' }>): Promise<void> {
    const { world } = this;
    if (what === 'decrypt') {
      await world.ask('accounts.decryptOutbox', (w) => w.accounts.decryptOutbox(), { waits: true });
      return;
    }
    const offer = await world.ask('accounts.offerCode', (w) => w.accounts.offerCode());
    if (!isAnswer(offer) || !offer.ok) return;
    if (what === 'withdraw') {
      await world.ask('accounts.withdrawCode', (w) => w.accounts.withdrawCode());
      return;
    }
    const state = await world.ask('accounts.state', (w) => w.accounts.state());
    if (!isAnswer(state) || state.account === null) return;
    const { id } = state.account;
    // A crash may hide whether a code is valid, so the rep stores it before the confirmation.
    this.#codes.set(id, [offer.code, ...(this.#codes.get(id) ?? [])]);
    const groups = offer.code.split('-');
    const confirmed = await world.ask(
      'accounts.confirmCode',
      (w) => w.accounts.confirmCode({ groups: offer.ask.map((place) => groups[place] ?? '') }),
      { waits: true },
    );
    if (isAnswer(confirmed)) world.note(`confirm code → ${confirmed.ok ? 'ok' : confirmed.error.code}`);
  }
  async unlock({ renew }: { renew: boolean }): Promise<void> {
    const { world } = this;
    await world.ask('accounts.unlock', (w) => w.accounts.unlock(), { waits: true });
    const state = await world.ask('accounts.state', (w) => w.accounts.state());
    if (!isAnswer(state) || state.locked === null) return;
    const { accountId, canRecover, canRenew, what, reason } = state.locked;
    world.reach(`locked ${what} ${reason}`);
    const codes = canRecover ? (this.#codes.get(accountId) ?? []) : [];
    for (const code of codes) {
      const opened = await world.ask('accounts.recover', (w) => w.accounts.recover({ accountId, code }), {
        waits: true,
      });
      if (isAnswer(opened)) world.note(`recover → ${opened.ok ? 'ok' : opened.error.code}`);
      if (isAnswer(opened) && opened.ok) return;
    }
    // Only the user may give up locked unsent work, and no history does so.
    if (canRenew && renew && what === 'copy')
      await world.ask('accounts.renewLocked', (w) => w.accounts.renewLocked({ accountId }), { waits: true });
  }
  async exportOutbox(restore: boolean): Promise<void> {
    const { world } = this;
    const copy = await world.ask('outbox.export', (w) => w.outbox.export());
    if (!isAnswer(copy) || !restore) return;
    const before = (await this.items()).length;
    const restored = await world.ask('outbox.restore', (w) => w.outbox.restore({ text: copy.text }));
    if (isAnswer(restored)) world.note(`restore of ${before} → ${JSON.stringify(restored)}`);
  }
}
