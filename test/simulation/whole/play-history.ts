/**
 * Plays a history: its steps, with a check of the invariants after each. Then all faults end, the rep signs
 * in to each account in turn, and everything open must settle. Returns statistics, or the violated invariant
 * with the trace.
 */
import { RESOURCES, type ResourceName } from '#shared/domain/resources';
import { INTENT_KINDS, type IntentKind } from '#shared/domain/intent';
import { Broken, must, WORD, type History, type Letter, type Step, type WholeInvariant } from './history';
import type { HttpRequest } from '#core/ports/ports';
import { loadPinyin } from '#core/store/words/pinyin';
import { Colleagues } from './colleagues';
import { Decisions } from './decisions';
import { Forms } from './forms';
import { areMassLosses, BELIEVED_WITHIN_MS } from './mass-loss';
import { Rep, WORD_FIELD } from './rep';
import type { Damage, DamagedFile } from './sim-disk';
import type { SimService } from './sim-service';
import { Screens } from './screens';
import { Travel } from './travel';
import { isAnswer, WholeWorld } from './whole-world';

export interface Played {
  broken: { invariant: WholeInvariant | 'harness'; detail: string } | null;
  trace: string[];
  hash: string;
  reached: Record<string, number>;
  faults: Record<string, number>;
}

export const playHistory = async (history: History): Promise<Played> => {
  // The pull waits for this dictionary, which takes real time to load the first time. Virtual time would go on meanwhile.
  await loadPinyin();
  const world = new WholeWorld(history.options);
  const player = new Player(world);
  const unheard = (error: unknown): void =>
    world.fail(new Broken('no-unheard-error', error instanceof Error ? (error.stack ?? '') : String(error)));
  process.on('unhandledRejection', unheard);
  process.on('uncaughtException', unheard);
  let broken: Played['broken'] = null;
  try {
    await player.play(history.steps);
    await player.rest();
  } catch (error) {
    broken = {
      invariant: error instanceof Broken ? error.invariant : 'harness',
      detail:
        error instanceof Broken
          ? error.message
          : error instanceof Error
            ? (error.stack ?? '')
            : String(error),
    };
    world.note(`BROKEN ${broken.detail}`);
  } finally {
    process.off('unhandledRejection', unheard);
    process.off('uncaughtException', unheard);
  }
  const faults: Record<string, number> = {};
  for (const { network } of world.services)
    for (const [key, n] of network.faults) faults[key] = (faults[key] ?? 0) + n;
  const played: Played = {
    broken,
    trace: world.trace,
    hash: world.hash(),
    reached: Object.fromEntries(world.reached),
    faults,
  };
  world.dispose();
  return played;
};

/** Damage that leaves valid content of an earlier time. */
const PUTS_BACK: ReadonlySet<Damage> = new Set(['aged', 'torn', 'lost']);
const SETTLED_WITHIN_MS = 60 * 60_000;

class Player {
  readonly world: WholeWorld;
  readonly rep: Rep;
  readonly decisions: Decisions;
  readonly forms: Forms;
  readonly screens: Screens;
  readonly travel: Travel;
  readonly colleagues: Colleagues;
  /** When the stopped app starts again. */
  #upAt = 0;
  /** Damage that the next start will find. */
  #damages: Extract<Step, { do: 'damage' }>[] = [];
  /** Accounts with an earlier version of an outbox file since they were last open. */
  readonly #putBack = new Set<Letter>();
  constructor(world: WholeWorld) {
    this.world = world;
    this.rep = new Rep(world);
    this.decisions = new Decisions(world, this.rep);
    this.forms = new Forms(world, this.rep, this.decisions);
    this.screens = new Screens(world, this.rep, this.forms);
    this.travel = new Travel(world, this.screens);
    this.colleagues = new Colleagues(world, this.rep, this.screens);
    for (const service of world.services) {
      service.onOverwrite = (word, { body, path }) => this.#overwritten(word, `${path} ${body}`);
      service.onRequest = (request, kind, userId) => this.#leaves(service, request, kind, userId);
    }
  }

  /** Checks a request when it is sent. The world throws a violation later, not inside the core. */
  #leaves(service: SimService, request: HttpRequest, kind: 'read' | 'push', userId: string | null): void {
    const { world, rep } = this;
    const now = world.time.now();
    const quiet = userId === null ? undefined : service.quiet.get(`${new URL(request.url).origin} ${userId}`);
    // The core's clock has whole milliseconds.
    const isQuiet = quiet !== undefined && quiet.from < now && now < quiet.to - 1;
    // A clock that is set in the millisecond of the answer counts as set during the wait.
    if (isQuiet && world.clockMovedAt < quiet.from && !world.isConnecting && !world.troubled)
      world.fail(
        new Broken(
          'retry-after-kept',
          `${request.url} left ${quiet.to - now} ms before Retry-After was over`,
        ),
      );
    if (kind === 'read') return;
    for (const word of new Set(request.body?.match(WORD))) {
      const letter = word.charAt(1) as Letter;
      // An older outbox still has words that the rep took back later.
      if (rep.takenBack.has(word) && !world.lostOutboxes.has(letter))
        world.fail(new Broken('taken-back-stays', `${word} was taken back and went to ${request.url}`));
      const isOwn = userId === null || userId === rep.userOf(letter);
      // An edit also contains the current name of the record at its service, whoever set it.
      const isKnown = (service.took.get(word) ?? []).length > 0;
      if (rep.serviceOf(letter) === service && (isOwn || isKnown)) continue;
      world.fail(new Broken('own-account-only', `${word} went to ${request.url} as ${userId}`));
    }
  }

  /** A value of a colleague may be overwritten only by a user who has seen it. */
  #overwritten(word: string, by: string): void {
    const { world, rep } = this;
    if (rep.seen.has(word) || world.lostOutboxes.size > 0) return;
    // Such an edit replaces what the service filled in, and its item says so (OB20).
    if (by.match(WORD)?.some((own) => rep.early.has(own))) return;
    world.fail(new Broken('theirs-not-overwritten', `${word} was overwritten by ${by}`));
  }

  async play(steps: readonly Step[]): Promise<void> {
    const { world } = this;
    await world.boot();
    for (const step of steps) {
      if (world.down && world.time.now() >= this.#upAt) {
        await this.#start();
        // Runs before the step, because the step may change what an interrupted save has left.
        await this.screens.glance();
      }
      world.note(`— ${JSON.stringify(step)}`);
      world.reach(`step ${step.do}`);
      await this.#take(step);
      await world.advance(0);
      await this.screens.glance();
    }
  }
  async #start(): Promise<void> {
    const { world, rep } = this;
    for (const { letter, file, how } of this.#damages.splice(0)) {
      const id = rep.accountIds.get(letter);
      if (id === undefined || this.#isBeyondKnowing(letter, file, how)) continue;
      const other = [...rep.accountIds].find(([one]) => one !== letter)?.[1] ?? null;
      const done = world.disk.damage(how, id, file, other, world.random);
      if (done === null) continue;
      world.note(`DAMAGE ${done}`);
      world.reach(`damage ${file} ${how}`);
      world.troubled = true;
      if (file.startsWith('cache')) world.agedCache = true;
      if (file.startsWith('outbox.db')) world.outboxDamagedAt.set(letter, world.time.now());
      // The rep has the recovery code, so a damaged key loses nothing.
      if (file.startsWith('outbox') && file !== 'outbox.key')
        this.#note(letter, file === 'outbox.journal' ? file : 'outbox.db', how);
    }
    await world.boot();
    await rep.findAccounts();
    if (world.options.signsIn) await rep.signInAgain();
  }

  /**
   * If `outbox.db` or its journal is an earlier version and the other is damaged too, nothing can tell what
   * is missing.
   */
  #isBeyondKnowing(letter: Letter, file: DamagedFile, how: Damage): boolean {
    if (!file.startsWith('outbox') || file === 'outbox.key') return false;
    const other = file === 'outbox.journal' ? 'outbox.db' : 'outbox.journal';
    const isPutBack = PUTS_BACK.has(how) || this.#putBack.has(letter);
    return isPutBack && this.world.damagedSinceOpen.get(letter)?.has(other) === true;
  }
  #note(letter: Letter, file: 'outbox.db' | 'outbox.journal', how: Damage): void {
    const { damagedSinceOpen, lostOutboxes } = this.world;
    if (!damagedSinceOpen.has(letter)) this.#putBack.delete(letter);
    if (PUTS_BACK.has(how)) this.#putBack.add(letter);
    const files = (damagedSinceOpen.get(letter) ?? new Set()).add(file);
    damagedSinceOpen.set(letter, files);
    if (files.size < 2) return;
    lostOutboxes.add(letter);
    this.screens.mayBeLost(letter);
  }

  async #take(step: Step): Promise<void> {
    const { world, rep, screens } = this;
    switch (step.do) {
      case 'wait':
        return world.advance(step.ms);
      case 'create':
        return rep.create(step);
      case 'edit':
        return rep.edit(step);
      case 'race':
        return this.#race(step);
      case 'editWaiting':
        return this.decisions.editWaiting(step);
      case 'decide':
        return this.decisions.decide(step);
      case 'act':
        return this.decisions.act(step);
      case 'draft':
        return rep.draft(step);
      case 'form':
        return this.forms.act(step);
      case 'account':
        return rep.account(step);
      case 'protect':
        return rep.protect(step);
      case 'unlock':
        return rep.unlock(step);
      case 'exportOutbox':
        return rep.exportOutbox(step.restore);
      case 'pause':
        await world.ask('outbox.pause', (w) => w.outbox.pause({ paused: step.paused }));
        return;
      case 'release':
        return this.#release();
      case 'demo':
        // The demo's service is a part of the app and never sends Retry-After.
        world.isConnecting = true;
        await world.ask('accounts.openDemo', (w) => w.accounts.openDemo(), { waits: true });
        world.isConnecting = false;
        await world.ask('accounts.setDemoOffline', (w) =>
          w.accounts.setDemoOffline({ offline: step.offline }),
        );
        return;
      case 'undoSeconds':
        await world.ask('outbox.setUndoSeconds', (w) => w.outbox.setUndoSeconds({ seconds: step.seconds }));
        return;
      case 'round':
        await world.ask('sync.start', (w) => w.sync.start());
        return;
      case 'keep':
        return this.#keep(step.resource, step.keep);
      case 'keepDetails':
        await world.ask('sync.keepDetails', (w) => w.sync.keepDetails({ months: step.months }));
        return;
      case 'refetch':
        await world.ask('diagnostics.refetch', (w) => w.diagnostics.refetch({ resource: step.resource }));
        return;
      case 'travel':
        return this.travel.act(step);
      case 'openRecord':
        return this.#openRecord(step.resource, step.at);
      case 'look':
        return screens.look(step.resource, step.at);
      case 'lookAll':
        return screens.lookAll();
      case 'diagnose':
        return this.#diagnose();
      case 'exportList':
        return this.#exportList(step.resource, step.format);
      case 'settings':
        return this.#settings(step.at);
      case 'colleague':
        return this.colleagues.act(step);
      default:
        return this.#happen(step);
    }
  }
  /** Events of the computer, the network and the services. */
  async #happen(step: Step): Promise<void> {
    const { world } = this;
    const network = world.services.map((one) => one.network);
    switch (step.do) {
      case 'offline':
        world.setOffline(step.offline);
        return;
      case 'silence':
        world.services[step.service].network.isSilent = step.silent;
        return;
      case 'fault':
        for (const one of network)
          for (let n = 0; n < step.times; n++) (one.forced[step.on] as string[]).push(step.fault);
        return;
      case 'tooMany':
        for (const { service } of network)
          service.faults.add({
            kind: 'status',
            status: 429,
            retryAfter: String(step.seconds),
            method: 'GET',
            times: step.times,
          });
        return;
      case 'expire':
        for (const { service } of network) service.expireTokens(step.refreshToo);
        return;
      case 'serviceRestart':
        world.services[step.service].restart();
        return;
      case 'serviceClock':
        world.services[step.service].setBack(step.backMs);
        return;
      case 'clock':
        world.setClock(step.byMs);
        return;
      case 'sleep':
        return world.sleep(step.ms, step.timers);
      case 'crash':
        this.#upAt = world.time.now() + step.downMs;
        // Either the core alone ends, and the windows stay, or the whole app.
        if (step.after === 0 && step.downMs > 0) this.forms.lose();
        if (step.after === 0) world.crashNow();
        else world.disk.fuse = { steps: step.after, side: step.side };
        return;
      case 'restart':
        await this.forms.quit();
        await world.close();
        if (world.down) await this.#start();
        return;
      case 'disk':
        if (step.full) world.troubled = true;
        world.disk.fill(step.full);
        return;
      case 'keyring':
        if (step.mood !== 'open') world.troubled = true;
        world.keyring.mood = step.mood;
        return;
      case 'remember': {
        const id = this.rep.accountIds.get(step.letter);
        if (id !== undefined) world.disk.remember(id, step.file);
        return;
      }
      case 'damage':
        this.#damages.push(step);
        await this.forms.quit();
        await world.close();
        if (world.down) await this.#start();
        return;
      default:
    }
  }

  async #race({ kind, at }: { kind: IntentKind; at: number }): Promise<void> {
    const letter = await this.rep.letter();
    const row = await this.rep.rowToEdit(kind, at);
    if (letter === null || row === null || kind === 'trailNote' || kind === 'outboundInvoice') return;
    if ((kind === 'company' || kind === 'lead') && at % 3 === 0) {
      this.colleagues.overwriteContacts(letter, kind, row, at % 4 === 0);
      return this.forms.editContact(letter, kind, row);
    }
    this.colleagues.overwrite(letter, kind, { id: row, field: WORD_FIELD[kind] });
    await this.rep.edit({ kind, at });
  }
  async #release(): Promise<void> {
    for (const kind of INTENT_KINDS)
      await this.world.ask('outbox.release', (w) => w.outbox.release({ kind }), { quietly: true });
  }
  async #keep(resource: ResourceName, keep: boolean): Promise<void> {
    const letter = await this.rep.letter();
    if (letter === null) return;
    const done = await this.world.ask('sync.keep', (w) => w.sync.keep({ resource, keep }));
    if (isAnswer(done) && !done.done) return;
    const out = this.rep.leftOut.get(letter) ?? new Set();
    // If a crash interrupted the answer, the choice may or may not be stored, so this kind is not checked.
    if (keep && isAnswer(done)) out.delete(resource);
    else out.add(resource);
    this.rep.leftOut.set(letter, out);
  }
  async #openRecord(resource: ResourceName, at: number): Promise<void> {
    const { world } = this;
    const rows = await this.screens.list(resource);
    const row = rows?.[at % Math.max(1, rows.length)];
    if (!row) return;
    const { id } = row;
    await world.ask('records.get', (w) => w.records.get({ resource, id }));
    await world.ask('sync.fetchDetail', (w) => w.sync.fetchDetail({ resource, id }), { waits: true });
    await world.ask('records.related', (w) => w.records.related({ resource, id }));
    if (resource === 'company' || resource === 'lead') {
      await world.ask('timeline.figures', (w) => w.timeline.figures({ resource, id }));
      await world.ask('outbox.possibleDuplicates', (w) =>
        w.outbox.possibleDuplicates({ names: [String(row.values.name ?? 'x')], emails: [], phones: [] }),
      );
    }
    for (const { id: intent } of row.pending?.intents ?? [])
      await world.ask('outbox.get', (w) => w.outbox.get({ id: intent }));
    const kind = INTENT_KINDS.find((one) => one === resource);
    if (kind) await world.ask('outbox.forRecord', (w) => w.outbox.forRecord({ kind, ref: id }));
    await world.ask('records.lookup', (w) => w.records.lookup({ name: 'user' }));
    if (resource === 'company') await world.ask('money.company', (w) => w.money.company({ id }));
    if (resource === 'order') {
      await world.ask('money.order', (w) => w.money.order({ id }));
      await world.ask('money.collections', (w) => w.money.collections({ id }));
    }
  }
  async #diagnose(): Promise<void> {
    const { world } = this;
    await world.ask('diagnostics.get', (w) => w.diagnostics.get());
    await world.ask('diagnostics.storage', (w) => w.diagnostics.storage());
    await world.ask('diagnostics.files', (w) => w.diagnostics.files());
    await world.ask('diagnostics.rounds', (w) => w.diagnostics.rounds());
    await world.ask('diagnostics.log', (w) => w.diagnostics.log({ levels: ['error', 'warn'] }));
    await world.ask('diagnostics.bundle', (w) => w.diagnostics.bundle(), { waits: true });
    await world.ask('diagnostics.testConnection', (w) => w.diagnostics.testConnection(), { waits: true });
    await world.ask('outbox.unreadable', (w) => w.outbox.unreadable());
    await world.ask('outbox.readBack', (w) => w.outbox.readBack({ code: '' }));
    const day = new Date(world.now()).toISOString().slice(0, 10);
    await world.ask('activity.get', (w) => w.activity.get({ start: day, end: day, userIds: [] }), {
      waits: true,
    });
    await world.ask('timeline.days', (w) =>
      w.timeline.days({ kinds: ['order', 'trail'], from: day, to: day }),
    );
    await this.#dayOfARep();
  }
  /** Calls what Today, the day plan and the settings of the pull use. */
  async #dayOfARep(): Promise<void> {
    const { world } = this;
    const now = world.now();
    await world.ask('followUps.due', (w) => w.followUps.due({ after: now - 43_200_000, until: now }));
    await world.ask('followUps.localIds', (w) => w.followUps.localIds({ ids: ['1'] }));
    await world.ask('money.owed', (w) => w.money.owed({ person: null, limit: 50 }));
    await world.ask('changes.unseen', (w) => w.changes.unseen({ limit: 200 }));
    await world.ask('changes.see', (w) => w.changes.see({ refs: null }));
    await world.ask('sync.limitRequests', (w) => w.sync.limitRequests({ perMinute: 1200 }));
    await world.ask('sync.attend', (w) => w.sync.attend({ windowId: 'other', inUse: false }));
  }
  async #exportList(resource: ResourceName, format: 'csv' | 'xlsx'): Promise<void> {
    const { world } = this;
    const words = { yes: 'yes', no: 'no', sheet: 'sheet', enums: {} };
    const columns = [{ key: 'update_time', label: 'Updated' }];
    const begun = await world.ask('export.start', (w) =>
      w.export.start({ view: { resource }, format, columns, words }),
    );
    if (!isAnswer(begun) || !begun.ok) return;
    const { id, total } = begun;
    // Some users cancel the export.
    if (total % 3 === 1) {
      await world.ask('export.cancel', (w) => w.export.cancel({ id }));
      const gone = await world.ask('export.next', (w) => w.export.next({ id }));
      must(
        !isAnswer(gone) || gone.state === 'gone',
        'answers',
        () => `an export of ${resource} goes on after it was cancelled`,
      );
      return;
    }
    for (let pieces = 0; pieces < 50; pieces++) {
      const piece = await world.ask('export.next', (w) => w.export.next({ id }), { waits: true });
      if (!isAnswer(piece) || piece.state === 'gone') return;
      if (piece.state === 'running') continue;
      must(
        piece.rows <= total,
        'rows-add-up',
        () => `the exported ${resource} has ${piece.rows} rows of ${total}`,
      );
      return;
    }
    await world.ask('export.cancel', (w) => w.export.cancel({ id }));
  }
  async #settings(at: number): Promise<void> {
    const { world, rep } = this;
    await world.ask('accounts.setSettings', (w) =>
      w.accounts.setSettings({ theme: at % 2 === 0 ? 'dark' : 'light' }),
    );
    const state = await world.ask('accounts.state', (w) => w.accounts.state());
    if (!isAnswer(state)) return;
    for (const { code } of state.notices) world.reach(`notice ${code}`);
    const notice = state.notices[at % Math.max(1, state.notices.length)];
    if (notice)
      await world.ask('accounts.dismissNotice', (w) => w.accounts.dismissNotice({ code: notice.code }));
    const letter = await rep.letter();
    const accountId = letter === null ? undefined : rep.accountIds.get(letter);
    if (letter === null || accountId === undefined) return;
    await world.ask('accounts.rename', (w) => w.accounts.rename({ accountId, name: letter }), {
      waits: true,
    });
    await world.ask('accounts.chooseSelf', (w) => w.accounts.chooseSelf({ userId: rep.userOf(letter) }));
    await rep.moveNowhere(letter, accountId);
    await world.ask('accounts.unsent', (w) => w.accounts.unsent({ accountId }), { waits: true });
    await world.ask('accounts.exportUnsent', (w) => w.accounts.exportUnsent({ accountId }), { waits: true });
  }

  /** All faults end, every account gets time, and everything must settle. */
  async rest(): Promise<void> {
    const { world, rep } = this;
    world.note('=== rest');
    world.disk.fuse = null;
    world.disk.fill(false);
    world.keyring.mood = 'open';
    world.setOffline(false);
    for (const { network } of world.services) {
      network.faultShare = 0;
      network.isSilent = false;
      network.forced.read.length = 0;
      network.forced.push.length = 0;
      network.service.faults.clear();
    }
    await world.advance(60_000);
    if (world.down) await this.#start();
    for (const letter of rep.accountIds.keys()) await this.#settle(letter);
  }
  async #settle(letter: Letter): Promise<void> {
    const { world, rep, screens } = this;
    for (const resource of RESOURCES) if (rep.leftOut.get(letter)?.has(resource)) continue;
    let left: string[] = ['nothing was looked at'];
    let isFinished = false;
    // An item in doubt waits until the service's clock has passed a time. The clock may have been set back.
    let settledWithinMs = SETTLED_WITHIN_MS + rep.serviceOf(letter).setBackMs;
    let isMassLoss = false;
    for (let waited = 0; waited < settledWithinMs; waited += 60_000) {
      if ((await rep.letter()) !== letter) {
        await rep.account({ do: 'account', what: 'signIn', letter });
        await rep.unlock({ renew: true });
      }
      if (!isFinished && (await rep.letter()) === letter) {
        await this.forms.finish(letter);
        isFinished = true;
      }
      await this.#letGo(letter);
      await world.advance(60_000);
      await screens.glance();
      if ((await rep.letter()) !== letter) {
        left = ['the account is not open'];
        continue;
      }
      const items = await rep.items();
      const open = items.filter(({ state }) => state !== 'applied' && state !== 'discarded');
      left = open.map(({ id, kind, state, waits }) => `${kind} ${id.slice(6, 12)} is ${state} (${waits})`);
      if (left.length === 0) left = await screens.differences(letter);
      // The rep renews a sign-in that expired meanwhile before the final comparison.
      if (left.length === 0 && !(await this.#isSignedIn())) left = ['the sign-in is over'];
      if (left.length === 0) break;
      if (isMassLoss || waited + 60_000 < settledWithinMs || !areMassLosses(left)) continue;
      isMassLoss = true;
      settledWithinMs += BELIEVED_WITHIN_MS;
    }
    must(
      left.length === 0,
      left.some((one) => / is (queued|sending|uncertain|rejected|conflict) /.test(one))
        ? 'outbox-drains'
        : 'cache-equals-service',
      () => `${letter}: ${left.slice(0, 8).join('; ')}`,
    );
    screens.childrenArrived(letter);
    await screens.valuesArrived(letter);
    const before = await this.#copiesSetAside();
    await screens.lookAll();
    // A cache that turned out to be damaged is downloaded again.
    if ((await this.#copiesSetAside()) !== before) await world.advance(60_000);
    const state = await world.ask('sync.state', (w) => w.sync.state());
    if (isAnswer(state))
      must(
        state.connectivity === 'online' && world.lastSync?.connectivity === 'online',
        'state-is-true',
        () =>
          `${letter}: the service answers, told is ${state.connectivity}, ${world.lastSync?.connectivity}`,
      );
  }
  /** The files that were set aside, from the notices of a damaged cache. */
  async #copiesSetAside(): Promise<string> {
    const state = await this.world.ask('accounts.state', (w) => w.accounts.state());
    return isAnswer(state)
      ? state.notices
          .filter(({ code }) => code === 'cache-damaged')
          .map(({ detail }) => detail)
          .join()
      : '';
  }
  async #isSignedIn(): Promise<boolean> {
    const state = await this.world.ask('accounts.state', (w) => w.accounts.state());
    return isAnswer(state) && state.account?.auth === 'signed-in';
  }
  /** The user releases everything and makes the open decisions. */
  async #letGo(letter: Letter): Promise<void> {
    const { world, rep } = this;
    const state = await world.ask('accounts.state', (w) => w.accounts.state());
    if (isAnswer(state) && state.account?.auth !== 'signed-in')
      await rep.account({ do: 'account', what: 'signIn', letter });
    // If the service limits requests, another account is still open. Its items are not decided with words of this one.
    if ((await rep.letter()) !== letter) return;
    await world.ask('outbox.pause', (w) => w.outbox.pause({ paused: false }));
    await this.#release();
    for (const item of await rep.items(['queued', 'uncertain', 'rejected', 'conflict'])) {
      if (item.held)
        await world.ask('outbox.hold', (w) =>
          w.outbox.hold({ id: item.id, held: false, operationId: `${item.id} ${world.time.now()}` }),
        );
      else await this.decisions.decideOn(item, letter, 1, true);
    }
  }
}
