/**
 * The world of a whole-core history: two services, a computer with its clock, disk and keyring, and the core
 * that `createCore` makes again after each close and crash. A window listens to its events and calls only the
 * contract's procedures.
 */
import { createHash } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { createCore, type Core } from '#core/create-core';
import type { Ports } from '#core/ports/ports';
import { ERROR_CODES } from '#shared/contract/errors';
import type { CoreEvent } from '#shared/contract/sync';
import type { ResourceName } from '#shared/domain/resources';
import { DEFAULT_QUIRKS, parseQuirks, type Quirks } from '#service/quirks';
import { Crash, isNoRoom } from '../crashable-database';
import { SimRandom } from '../sim-random';
import { VirtualTime } from '../virtual-time';
import { Broken, type Letter, type WorldOptions } from './history';
import { SimDisk } from './sim-disk';
import { SimKeyring } from './sim-keyring';
import { SimService, START } from './sim-service';
import { SimWindow } from './sim-window';
import { SimTimers } from './sim-timers';

const clientOf = (core: Core) => createRouterClient(core.router);
export type Window = ReturnType<typeof clientOf>;

/** A call without an answer: the core died, or the window got an error. */
export type Unanswered = { failed: string };
export const isAnswer = <T>(got: T | Unanswered): got is T =>
  !(typeof got === 'object' && got !== null && 'failed' in got);

const RESERVE_BYTES = 64_000;
/** A call that waits for the network must be answered within this time. */
const LONGEST_ANSWER_MS = 240_000;

export class WholeWorld {
  readonly options: WorldOptions;
  readonly time = new VirtualTime(START);
  readonly random: SimRandom;
  readonly quirks: Quirks;
  readonly services: readonly [SimService, SimService];
  readonly disk = new SimDisk();
  readonly keyring: SimKeyring;
  /** The window with the rep's forms. */
  readonly screen: SimWindow;
  readonly trace: string[] = [];
  /** Procedures, states and faults that were reached, by name. */
  readonly reached = new Map<string, number>();
  /** How far the computer's clock is ahead of true time. */
  clockAheadMs = 0;
  /** When the clock was last set or the computer slept: waits that depend on the clock may end early. */
  clockMovedAt = 0;
  core: Core | null = null;
  window: Window | null = null;
  lastSync: Extract<CoreEvent, { type: 'sync' }>['state'] | null = null;
  crashes = 0;
  #life = 0;
  #timers: SimTimers | null = null;
  #coreRandom: SimRandom;
  #failure: unknown = null;
  /** True while the user tests a connection. Such a test ignores the Retry-After of an account. */
  isConnecting = false;
  /** Faults of the computer were simulated, so log lines at the level of errors are allowed. */
  troubled = false;
  /**
   * A cache was replaced by an older version or damaged, so it may claim to hold records that it does not
   * have.
   */
  agedCache = false;
  /** When the `outbox.db` of an account was last damaged or replaced by an earlier version. */
  readonly outboxDamagedAt = new Map<Letter, number>();
  /** The files of an account's outbox that were damaged since it was last open. */
  readonly damagedSinceOpen = new Map<Letter, Set<'outbox.db' | 'outbox.journal'>>();
  /** Accounts whose `outbox.db` and journal were both damaged before anything could be restored. */
  readonly lostOutboxes = new Set<Letter>();

  constructor(options: WorldOptions) {
    this.options = options;
    this.random = new SimRandom(options.seed);
    this.#coreRandom = new SimRandom(options.seed ^ 0xc0de);
    const parsed = parseQuirks(options.quirks.join(','));
    this.quirks = { ...DEFAULT_QUIRKS, ...('quirks' in parsed ? parsed.quirks : {}) };
    this.services = [
      new SimService(0, options, this.quirks, this.time),
      new SimService(1, options, this.quirks, this.time),
    ];
    this.keyring = new SimKeyring(options.storage);
    this.screen = new SimWindow(this.time, options.seed);
    this.disk.onCrash = () => this.#died('at the disk');
    for (const service of this.services) {
      service.isTried = () => this.isConnecting;
      service.whenAwake = () => this.#asleep;
      service.onAnswer = (request, result) =>
        this.note(
          `  ${request.method} ${request.url.slice(-90)} → ${result.kind === 'answer' ? result.status : result.reason}`,
        );
    }
  }

  note(text: string): void {
    this.trace.push(`${((this.time.now() - START) / 1000).toFixed(1)}s ${text}`);
  }
  reach(what: string): void {
    this.reached.set(what, (this.reached.get(what) ?? 0) + 1);
  }
  hash(): string {
    return createHash('sha256').update(this.trace.join('\n')).digest('hex');
  }
  fail(error: unknown): void {
    this.#failure ??= error;
  }
  raise(): void {
    if (this.#failure) throw this.#failure as Error;
  }
  /** The computer's clock, in whole milliseconds. */
  readonly now = (): number => Math.floor(this.time.now() + this.clockAheadMs);
  get down(): boolean {
    return this.window === null;
  }

  async advance(ms: number): Promise<void> {
    await this.time.advance(ms, () => this.raise());
    this.raise();
  }

  /** Starts the core with the files on the disk. */
  async boot(): Promise<void> {
    this.disk.clearAway();
    const life = ++this.#life;
    const alive = (): boolean => this.#life === life;
    this.keyring.restart();
    this.lastSync = null;
    const timers = new SimTimers(this.time, alive);
    this.#timers = timers;
    const log: Ports['log'] = {
      error: (message, facts) => this.#logged(message, facts),
      warn: () => undefined,
      info: () => undefined,
    };
    this.note('start');
    try {
      const files = this.disk.open();
      const core = createCore(
        {
          clock: { now: this.now },
          timers,
          random: this.#coreRandom,
          transport: ({ baseUrl }) =>
            (this.services.find(({ origin }) => origin === baseUrl) ?? this.services[0]).transport(alive),
          secrets: this.keyring.secrets(alive),
          databaseKeys: this.keyring.databaseKeys(files),
          outboxKeys: this.keyring.outboxKeys(files),
          log,
          files,
          shell: 'web',
          platform: 'sim',
          version: '0.0.0',
        },
        {
          undoSeconds: this.options.undoSeconds,
          reserveBytes: RESERVE_BYTES,
          pull: {
            // Every round reads every list, as fast as the service answers.
            pace: {
              stepMs: this.options.roundMs / 2,
              newestMs: this.options.roundMs,
              othersMs: this.options.roundMs,
              tailMs: this.options.roundMs,
              listsAStep: 30,
            },
            requestsPerMinute: Number.POSITIVE_INFINITY,
            censusMs: this.options.censusMs,
            recheckMs: 60_000,
            rereadMs: this.options.censusMs,
            detailBudget: 20,
            limits: { pageSize: this.options.pageSize, splitAbove: 4 * this.options.pageSize },
          },
        },
      );
      this.core = core;
      const started = await this.#settled(core.start(), alive);
      if (!alive()) return;
      if (!started.done) throw new Broken('answers', 'the core did not start');
      if ('error' in started) throw started.error as Error;
      this.window = clientOf(core);
      this.screen.onCore(core);
      void this.#listen(this.window, alive);
      this.#attend(this.window, alive);
    } catch (error) {
      if (error instanceof Crash || !alive()) return;
      if (!isNoRoom(error)) throw error;
      // The worker ends, and the shell starts it again.
      this.note(`the core did not start: ${String(error)}`);
      this.disk.ended();
      this.#ended();
    }
  }
  /** The window is in use as long as it is open. It shows an order, its collections and a product. */
  #attend(window: Window, alive: () => boolean): void {
    if (!alive()) return;
    const shows: ResourceName[] = ['order', 'collection', 'product'];
    window.sync.attend({ windowId: 'window', inUse: true, shows }).catch((error: unknown) => {
      if (alive()) this.fail(error);
    });
    this.time.after(60_000, () => this.#attend(window, alive));
  }
  async #listen(window: Window, alive: () => boolean): Promise<void> {
    try {
      for await (const event of await window.events()) {
        if (!alive()) return;
        this.reach(`event ${event.type}`);
        if (event.type === 'sync') this.lastSync = event.state;
      }
    } catch (error) {
      if (alive()) this.fail(error);
    }
  }
  #logged(message: string, facts?: Readonly<Record<string, unknown>>): void {
    const text = `${message} ${JSON.stringify(facts)}`;
    if (text.includes('the power went') || isNoRoom(text)) return;
    this.note(`  LOG ${text.slice(0, 300)}`);
    if (!this.troubled) this.fail(new Broken('no-error-logged', text));
  }

  /** Waits for an answer while virtual time passes. */
  async #settled<T>(
    work: Promise<T>,
    alive: () => boolean,
  ): Promise<{ done: true; value: T } | { done: true; error: unknown } | { done: false }> {
    let result: { done: true; value: T } | { done: true; error: unknown } | null = null;
    work.then(
      (value) => {
        result = { done: true, value };
      },
      (error: unknown) => {
        result = { done: true, error };
      },
    );
    for (let waited = 0; waited < LONGEST_ANSWER_MS;) {
      const step = waited < 500 ? 25 : 500;
      await this.advance(waited === 0 ? 0 : step);
      if (result !== null) return result;
      if (!alive()) return { done: false };
      waited += step;
    }
    return { done: false };
  }
  /**
   * Calls a procedure of the contract. `waits`: it may wait for the network or for timers, so time passes
   * meanwhile. Every other procedure answers from the disk at once.
   */
  async ask<T>(
    name: string,
    call: (window: Window) => Promise<T>,
    { waits = false, quietly = false }: { waits?: boolean; quietly?: boolean } = {},
  ): Promise<T | Unanswered> {
    const { window } = this;
    const life = this.#life;
    const alive = (): boolean => this.#life === life && !this.down;
    if (window === null) return { failed: 'down' };
    let got: { done: true; value: T } | { done: true; error: unknown } | { done: false };
    if (waits) got = await this.#settled(call(window), alive);
    else
      try {
        got = { done: true, value: await call(window) };
      } catch (error) {
        got = { done: true, error };
      }
    this.raise();
    if (!alive()) return { failed: 'down' };
    if (!got.done) throw new Broken('answers', `${name} had no answer after ${LONGEST_ANSWER_MS} ms`);
    if ('value' in got) {
      this.reach(name);
      return got.value;
    }
    const { error } = got;
    const code = (error as { code?: string }).code ?? 'thrown';
    this.reach(`${name}: ${code}`);
    if (!quietly) this.note(`${name} failed: ${code}`);
    if (code === 'internal' || !(ERROR_CODES as readonly string[]).includes(code))
      throw new Broken(
        'answers',
        `${name}: ${code} ${String(error)} ${String((error as Error).cause ?? '')}`,
      );
    return { failed: code };
  }

  #ended(): void {
    this.#life++;
    this.core = null;
    this.window = null;
    this.#timers = null;
    this.screen.onCore(null);
  }
  #died(where: string): void {
    this.crashes++;
    this.reach(`crash ${where}`);
    this.note(`CRASH ${where}`);
    this.#ended();
    for (const { network, quiet } of this.services) {
      network.quietUntil.length = 0;
      // A Retry-After that arrives at this moment may not be on the disk yet.
      for (const [whom, { from }] of quiet) if (from >= this.time.now()) quiet.delete(whom);
    }
  }
  /** The process ends between two steps. */
  crashNow(): void {
    if (this.core === null) return;
    this.disk.onCrash = () => this.#died('between steps');
    this.disk.crash();
    this.disk.onCrash = () => this.#died('at the disk');
  }
  /** Closes the app as a user does. */
  async close(): Promise<void> {
    const { core } = this;
    if (core === null) return;
    const life = this.#life;
    await this.#settled(core.close(), () => this.#life === life);
    if (this.#life !== life) return;
    this.disk.ended();
    this.#ended();
    this.note('closed');
  }
  /** The computer sleeps: time passes and the services continue, but nothing of the core runs. */
  #asleep: Promise<void> | null = null;
  async sleep(ms: number, how: 'overdue' | 'paused'): Promise<void> {
    this.#timers?.sleep();
    let wake = (): void => undefined;
    this.#asleep = new Promise((resolve) => {
      wake = resolve;
    });
    await this.advance(ms);
    this.clockMovedAt = this.time.now();
    this.#asleep = null;
    this.#timers?.wake(ms, how);
    wake();
    await this.advance(0);
  }
  setClock(byMs: number): void {
    this.clockAheadMs += byMs;
    this.clockMovedAt = this.time.now();
  }
  setOffline(offline: boolean): void {
    for (const { network } of this.services) network.offline = offline;
  }
  dispose(): void {
    this.#ended();
    this.screen.dispose();
    this.disk.remove();
    for (const service of this.services) service.close();
  }
}
