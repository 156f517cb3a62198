/**
 * The rep's actions on items of the Outbox. Conflicts are resolved by the renderer's own code. Remembers which
 * words the rep took back before they were sent, and which conflicts are decided.
 */
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import { BOUND_MS } from '../invariants';
import { must, WORD, type Letter, type Step } from './history';
import { isParent, OwnChildren, PARTS } from './own-children';
import { pick, type Item, type Rep, type Word, WORD_FIELD } from './rep';
import type { Renderer } from './sim-window';
import { isAnswer, type Window, type WholeWorld } from './whole-world';

type Conflict = Item['conflicts'][number];
type Call = (window: Window) => Promise<{ ok: boolean }>;
type Choices = Parameters<Renderer['mergedCommand']>[1];

const OPEN: readonly Item['state'][] = ['queued', 'sending', 'uncertain', 'rejected', 'conflict'];
/** The screen of a conflict has no other action. */
const EDITABLE: readonly Item['state'][] = ['queued', 'uncertain', 'rejected'];

export class Decisions {
  readonly #world: WholeWorld;
  readonly #rep: Rep;
  /** The values of the service that the rep has seen in a conflict and decided, by item. */
  readonly #decided = new Map<string, Set<string>>();
  /** The record of each item with decisions, as the item names it. */
  readonly #recordOf = new Map<string, string>();
  constructor(world: WholeWorld, rep: Rep) {
    this.#world = world;
    this.#rep = rep;
  }

  async editWaiting({ at }: { at: number }): Promise<void> {
    const rep = this.#rep;
    const letter = await rep.letter();
    const item = pick(await rep.items(EDITABLE), at);
    if (letter === null || !item || item.kind === 'outboundInvoice' || item.kind === 'trailNote') return;
    const word = rep.nextWord(letter);
    const field = WORD_FIELD[item.kind];
    const operationId = rep.operation();
    const command = { ...item.command, fields: { ...item.command.fields, [field]: word } };
    rep.enters({ word, letter, kind: item.kind, field });
    rep.entersOver(item.base, word);
    const result = await this.#world.ask('outbox.edit', (w) =>
      w.outbox.edit({ id: item.id, command, operationId }),
    );
    if (!isAnswer(result)) return;
    this.#world.note(
      `edit ${item.id.slice(6, 12)} (${item.state}) ${word} → ${result.ok ? result.outcome : result.code}`,
    );
    if (!result.ok) return;
    this.#world.reach(`edited ${item.kind} ${result.outcome}`);
    this.#say(item, { word, letter, field, intentId: result.id, operationId });
  }
  #say(item: Item, said: Pick<Word, 'word' | 'letter' | 'field' | 'intentId' | 'operationId'>): void {
    const ref = item.command.target ?? item.id;
    // The word is copied into the later edits of the record. It was typed without what was decided there.
    for (const [other, record] of this.#recordOf)
      if (record === ref && other !== item.id) this.#decided.delete(other);
    this.#rep.say({ ...said, kind: item.kind, created: false, ref, company: null, isOver: false });
  }

  /** Decides as an informed user, who looks at the service first. */
  async decide({ at }: { at: number }): Promise<void> {
    const items = await this.#rep.items(['uncertain', 'rejected', 'conflict']);
    const item = pick(items, at);
    const letter = await this.#rep.letter();
    if (item && letter !== null) await this.decideOn(item, letter, at, false);
  }
  async decideOn(item: Item, letter: Letter, at: number, isFinal: boolean): Promise<void> {
    const world = this.#world;
    const { id } = item;
    if (item.state === 'queued') return;
    this.#rep.sees(item.conflicts);
    const operationId = this.#rep.operation();
    world.note(
      `decide ${item.kind} ${id.slice(6, 12)} (${item.state}, ${item.reason?.code ?? item.waits ?? ''})`,
    );
    world.reach(`decided ${item.state}`);
    if (item.state === 'uncertain') return this.#decideDoubt(item, letter, at, isFinal);
    if (item.state === 'conflict') {
      this.#isNew(item, letter);
      if (at % 5 !== 0 && (await this.#merge(item, letter))) return;
    }
    if (item.state === 'rejected' && !isFinal && at % 2 === 0) {
      await world.ask('outbox.sendAgain', (w) => w.outbox.sendAgain({ id, operationId }));
      return;
    }
    await this.discard(id);
  }
  async #decideDoubt(item: Item, letter: Letter, at: number, isFinal: boolean): Promise<void> {
    const world = this.#world;
    const { id } = item;
    const operationId = this.#rep.operation();
    if (item.waits !== 'your-decision') return;
    const service = this.#rep.serviceOf(letter);
    const words = JSON.stringify(item.command).match(WORD) ?? [];
    const made = words.flatMap((word) => service.took.get(word) ?? []);
    // An edit may have no word, but a contact or line that the rep made.
    const { kind } = item;
    if (isParent(kind))
      for (const { fields } of item.command.children) {
        const name = OwnChildren.nameIn(fields);
        if (name !== null)
          made.push(
            ...service.recordsWith(RESOURCE_OF_KIND[kind], PARTS[kind].textOf(name)).map(({ id }) => id),
          );
      }
    const isNew = item.command.target === null;
    if (made.length > 0) {
      await world.ask('outbox.arrived', (w) =>
        w.outbox.arrived({ id, realId: isNew ? (made.at(-1) ?? null) : null, operationId }),
      );
      return;
    }
    if (world.time.now() - item.updatedAt < BOUND_MS + 60_000 && !isFinal) return;
    const names = item.command.children.flatMap(({ fields }) => OwnChildren.nameIn(fields) ?? []);
    if (isFinal && world.time.now() - this.#lastPushAt([...words, ...names]) < BOUND_MS + 60_000) return;
    if (at % 3 === 0) await this.discard(id);
    else await world.ask('outbox.sendAgain', (w) => w.outbox.sendAgain({ id, operationId }));
  }
  #lastPushAt(words: readonly string[]): number {
    return Math.max(
      0,
      ...this.#world.services.flatMap(({ network }) =>
        network.seen.filter(({ body }) => words.some((word) => body.includes(word))).map(({ at }) => at),
      ),
    );
  }

  /** A value of the service that the rep has decided about is no conflict again. */
  #isNew({ id, kind, conflicts }: Item, letter: Letter): void {
    // An older outbox knows nothing of the decision.
    if (this.#world.lostOutboxes.has(letter)) return;
    for (const conflict of conflicts)
      must(
        this.#decided.get(id)?.has(seenIn(conflict)) !== true,
        'decided-stays',
        () => `${kind} ${id.slice(6, 12)} is in conflict again about ${seenIn(conflict)}`,
      );
  }
  /** A form that was open before the decision changed a contact of the item: the rep is asked about this change. */
  changesContact(id: string): void {
    const decided = [...(this.#decided.get(id) ?? [])].filter((seen) => !seen.includes('/* '));
    this.#decided.set(id, new Set(decided));
  }
  /** Resolves a conflict as its screen does. Returns false if the core refused it or did not answer. */
  async #merge(item: Item, letter: Letter): Promise<boolean> {
    const world = this.#world;
    const rep = this.#rep;
    const renderer = await world.screen.renderer();
    let typed: string | null = null;
    const choices: Record<string, Choices[string]> = {};
    for (const conflict of item.conflicts) {
      const key = renderer.conflictKey(conflict);
      const choice = world.random.int(0, 3);
      const isText = conflict.child === undefined && conflict.field === wordFieldOf(item);
      if (choice === 3 && isText) {
        typed = rep.nextWord(letter);
        choices[key] = { pick: 'typed', value: typed };
      } else if (choice === 2 && !renderer.isWhole(conflict) && conflict.base !== null)
        // The screen does not offer a value that was never here.
        choices[key] = { pick: 'base' };
      else choices[key] = { pick: choice === 1 ? 'theirs' : 'mine' };
      world.reach(`merge ${choices[key]?.pick}`);
    }
    const merged = renderer.mergedCommand(item, choices, () => `local:${rep.nextUuid()}`);
    if (merged === null || renderer.invalidFields(merged.command).length > 0) {
      world.reach('merge not possible');
      return false;
    }
    const field = wordFieldOf(item);
    if (typed !== null) rep.enters({ word: typed, letter, kind: item.kind, field });
    const operationId = rep.operation();
    const { command, base } = merged;
    const done = await world.ask('outbox.edit', (w) =>
      w.outbox.edit({ id: item.id, command, version: item.version, base, operationId }),
    );
    if (!isAnswer(done) || !done.ok) {
      world.note(`merge → ${isAnswer(done) && !done.ok ? done.code : 'no answer'}`);
      return false;
    }
    world.note(`merge ${JSON.stringify(choices)}`);
    rep.forget(item.id);
    this.#recordOf.set(item.id, item.command.target ?? item.id);
    this.#decided.set(
      item.id,
      new Set([...(this.#decided.get(item.id) ?? []), ...item.conflicts.map((one) => seenIn(one))]),
    );
    const text = JSON.stringify(command);
    this.#takeBack(
      letter,
      rep.words.filter((word) => word.intentId === item.id && !text.includes(word.word)),
    );
    for (const conflict of item.conflicts)
      if (choices[renderer.conflictKey(conflict)]?.pick === 'base')
        for (const [word] of JSON.stringify(conflict.theirs ?? null).matchAll(WORD)) rep.overruled.add(word);
    // The rep saw and chose these words, so they may be sent, even if another item of the record has taken one back.
    for (const [word] of text.matchAll(WORD)) rep.takenBack.delete(word);
    if (typed !== null) this.#say(item, { word: typed, letter, field, intentId: item.id, operationId });
    return true;
  }

  async act({ what, at }: Extract<Step, { do: 'act' }>): Promise<void> {
    const item = pick(await this.#rep.items(OPEN), at);
    if (!item) return;
    const world = this.#world;
    const { id } = item;
    const operationId = this.#rep.operation();
    world.note(`${what} ${item.kind} ${id.slice(6, 12)} (${item.state})`);
    switch (what) {
      case 'undo':
        return this.undo(id, (w) => w.outbox.undo({ id, operationId }), { before: item });
      case 'discard':
        return this.discard(id);
      case 'hold':
      case 'unhold':
        await world.ask('outbox.hold', (w) => w.outbox.hold({ id, held: what === 'hold', operationId }));
        return;
      case 'sendNow':
        await world.ask('outbox.sendNow', (w) => w.outbox.sendNow({ id, operationId }));
        return;
      case 'numberChecked': {
        await world.ask('outbox.numberChecked', (w) => w.outbox.numberChecked({ id, operationId }));
        // The same button of other items: those whose values a late attempt replaced.
        const replaced = await world.ask('outbox.replaced', (w) => w.outbox.replaced());
        const seen = isAnswer(replaced) ? (replaced[0]?.id ?? id) : id;
        await world.ask('outbox.replacedSeen', (w) => w.outbox.replacedSeen({ id: seen }));
      }
    }
  }
  /** Undoes the latest edit of an item, which entered `typed`: what it replaced counts again. */
  async undo(
    id: string,
    call: Call,
    {
      waits = false,
      typed = null,
      before = null,
    }: { waits?: boolean; typed?: string | null; before?: Item | null } = {},
  ): Promise<void> {
    const world = this.#world;
    const letter = await this.#rep.letter();
    this.#rep.forget(id);
    const done = await world.ask('outbox.undo', call, { waits });
    if (isAnswer(done) && !done.ok) return;
    const got = isAnswer(done) ? await world.ask('outbox.get', (w) => w.outbox.get({ id })) : done;
    // Without an answer it may have been undone or not.
    if (letter === null || !isAnswer(got) || got === null) return this.#over([id]);
    world.note(`undone to version ${got.intent.version}`);
    world.reach(`undone to ${got.intent.state}`);
    this.#decided.delete(id);
    const text = JSON.stringify(got.intent.command);
    must(
      typed === null || !text.includes(typed),
      'taken-back-stays',
      () => `${typed} was undone and is still in version ${got.intent.version}`,
    );
    must(
      before === null || contentOf(before) !== contentOf(got.intent),
      'taken-back-stays',
      () => `Undo of ${id.slice(6, 12)} changed nothing: ${text}`,
    );
    // A word that a later one replaced does not count as taken back, because the next Undo may restore it.
    const latest = this.#rep.words.filter(
      (word) => word.intentId === id && !word.isOver && !text.includes(word.word),
    );
    this.#takeBack(letter, latest);
    for (const word of latest) this.#countAgain(word.replaced);
  }
  #countAgain(words: readonly Word[]): void {
    for (const word of words)
      if (this.#rep.letGo.has(word.intentId) || this.#rep.takenBack.has(word.word))
        this.#countAgain(word.replaced);
      else word.isOver = false;
  }

  /** `call` discards an item, as the Outbox or Undo of a save does; `waits` if it goes through the window. */
  async discard(
    id: string,
    call: Call = (w) => w.outbox.discard({ id, operationId: this.#rep.operation() }),
    waits = false,
  ): Promise<void> {
    const world = this.#world;
    const { letGo, words } = this.#rep;
    const letter = await this.#rep.letter();
    const chain = await world.ask('outbox.chain', (w) => w.outbox.chain({ id }));
    const taken = [id, ...(isAnswer(chain) ? chain.map((one) => one.id) : [])];
    // A call without an answer may still have been carried out.
    const newlyLetGo = taken.filter((one) => !letGo.has(one));
    for (const one of newlyLetGo) letGo.add(one);
    for (const one of taken) this.#rep.forget(one);
    const done = await world.ask('outbox.discard', call, { waits });
    if (isAnswer(done) && !done.ok) {
      for (const one of newlyLetGo) letGo.delete(one);
      return;
    }
    if (isAnswer(done) && letter !== null)
      this.#takeBack(
        letter,
        words.filter(({ intentId }) => taken.includes(intentId)),
      );
    this.#over(taken);
  }
  /** These words are no longer expected. Those that were never sent must not be sent from now on. */
  #takeBack(letter: Letter, words: readonly Word[]): void {
    const { network } = this.#rep.serviceOf(letter);
    const { letGo, takenBack, words: all } = this.#rep;
    for (const word of words) word.isOver = true;
    for (const { word, intentId } of words) {
      // A draft that was saved twice made another item with the same name.
      const isElsewhere = all.some(
        (one) => one.word === word && one.intentId !== intentId && !letGo.has(one.intentId),
      );
      const wasSent = network.seen.some(({ body }) => body.includes(word));
      if (!isElsewhere && !wasSent) takenBack.add(word);
    }
  }
  /** The words of these items are no longer checked. */
  #over(intentIds: readonly string[]): void {
    for (const word of this.#rep.words) if (intentIds.includes(word.intentId)) word.isOver = true;
  }
}

const wordFieldOf = ({ kind }: Item): string =>
  kind === 'outboundInvoice' || kind === 'trailNote' ? '' : WORD_FIELD[kind];

const contentOf = ({ command, base, state }: Item): string => JSON.stringify([command, base, state]);

/** What the service had when the rep decided about a conflict. */
const seenIn = ({ child, field, theirs }: Conflict): string =>
  `${child ?? ''}/${field} ${JSON.stringify(theirs)}`;
