/**
 * One seeded run: the real outbox with the real API client, the real service handler in process, a virtual
 * clock, an unreliable network, crashes at every boundary, and colleagues who change the same records. The
 * invariants are checked after every step and at rest.
 */
import Database from 'better-sqlite3';
import { createApiClient } from '#core/api/client';
import { createOAuth } from '#core/api/oauth';
import { createServerClock } from '#core/api/server-clock';
import { createSession } from '#core/api/session';
import { createOutbox, type Outbox } from '#core/outbox/create-outbox';
import { OPTIONAL_PATHS } from '#core/sync/round/offers';
import { createOfferProbe, gatewayOver } from '#core/outbox/delivery/outbox-gateway';
import { outboxParts, type OutboxParts } from '#core/outbox/outbox-parts';
import { createOutboxStore, type OutboxStore } from '#core/outbox/store/outbox-store';
import { openOutboxDatabase } from '#core/outbox/store/open-outbox-database';
import type { SqlDatabase } from '#core/ports/ports';
import { DEMO_USER } from '#service/auth/token-book';
import { createService, type Service } from '#service/create-service';
import { DEFAULT_QUIRKS, parseQuirks, seededQuirks, type Quirks } from '#service/quirks';
import { Crash, CrashableDatabase, isNoRoom, preparingOnce } from './crashable-database';
import { BOUND_MS, Violation } from './invariants';
import type { Mutant } from './mutants';
import { SimNetwork, type PushSeen } from './sim-network';
import { SimRandom } from './sim-random';
import { checkAtPush, checkStep } from './check-world';
import { SimDamage } from './sim-damage';
import { SimJournal } from './sim-journal';
import { VirtualTime } from './virtual-time';

const START = 1_790_000_000_000;
const templates = new Map<string, Buffer>();

/** A database that is filled once and copied for every run. */
const copyOf = (name: string, fill: (database: Database.Database) => void): Database.Database => {
  let template = templates.get(name);
  if (!template) {
    const database = new Database(':memory:');
    fill(database);
    template = database.serialize();
    templates.set(name, template);
    database.close();
  }
  return new Database(template);
};
const serviceDatabase = (): Database.Database =>
  copyOf('service', (database) => {
    createService({ database, clock: () => START, random: () => 0.5, dataset: 'empty' });
  });
const outboxDatabase = (): Database.Database =>
  copyOf('outbox', (database) => {
    openOutboxDatabase(database, { accountId: 'sim', backupPath: null });
  });

export interface Colleague {
  recordId: string;
  at: number;
  address: string;
  /** The last entry of the ledger at that moment. */
  ledgerSeq: number;
}
export interface WorldOptions {
  seed: number;
  mutant?: Mutant | undefined;
  lateMs?: number;
  /** At some restarts one file of the outbox is damaged, deleted, or replaced by an older one. */
  damage?: boolean;
}

export class SimWorld {
  readonly random: SimRandom;
  readonly time = new VirtualTime(START);
  readonly service: Service;
  readonly network: SimNetwork;
  readonly profile: 'full' | 'contract';
  readonly quirks: Quirks;
  readonly quirkNames: string[];
  readonly selfUserId: string;
  truth!: OutboxStore;
  readonly acknowledged = new Set<string>();
  readonly acknowledgedDrafts = new Set<string>();
  /**
   * By draft, the name in a command that was submitted from it but not acknowledged. The journal may restore
   * the item, which deletes the draft.
   */
  readonly submittedDrafts = new Map<string, unknown>();
  readonly touched: Colleague[] = [];
  readonly log: string[] = [];
  readonly crashes = { count: 0 };
  /** Requests may commit later than the late-commit bound. */
  readonly late: boolean;
  readonly mutant: Mutant | undefined;
  outbox!: Outbox;
  #database!: CrashableDatabase;
  #raw!: Database.Database;
  #once!: SqlDatabase;
  readonly journal: SimJournal;
  #life = 0;
  operations = 0;
  readonly draftEdges: Record<string, number> = {};
  #pushFuse = 0;

  constructor(options: WorldOptions) {
    this.mutant = options.mutant;
    this.random = new SimRandom(options.seed);
    this.profile = this.random.chance(0.6) ? 'full' : 'contract';
    this.quirkNames = this.random.chance(0.5) ? seededQuirks(() => this.random.next(), true) : [];
    const parsed = parseQuirks(this.quirkNames.join(','));
    this.quirks = { ...DEFAULT_QUIRKS, ...('quirks' in parsed ? parsed.quirks : {}) };
    const skewMs = this.random.int(-7_200_000, 7_200_000);
    const serviceRandom = new SimRandom(options.seed ^ 0x5eed);
    this.service = createService({
      database: serviceDatabase(),
      clock: () => this.time.now() + skewMs,
      random: serviceRandom.next,
      dataset: 'empty',
      profile: this.profile,
      quirks: this.quirks,
    });
    const { tokens } = this.service.context;
    // The user that the account names; with client credentials the token may belong to somebody else.
    this.selfUserId = (tokens.actorByEmail(DEMO_USER.email) ?? tokens.defaultActor()).userId;
    this.network = new SimNetwork(this.service, this.time, this.random);
    if (options.lateMs !== undefined) this.network.lateMs = options.lateMs;
    this.late = this.network.lateMs > BOUND_MS;
    this.#use(outboxDatabase());
    this.damage = options.damage ? new SimDamage(new SimRandom(options.seed ^ 0xdead)) : null;
    this.journal = new SimJournal(new SimRandom(options.seed ^ 0x10ad), () => this.#die('at the journal'));
    this.network.witness = (path, body) => this.#witness(path, body);
    this.network.crashOnPush = () =>
      this.#pushFuse > 0 && --this.#pushFuse === 0 && (this.#die('as a push left'), true);
    this.boot();
  }

  readonly damage: SimDamage | null;
  /** The database was lost or replaced by an older one, so what only that file contained is lost. */
  historyLost = false;
  /** Items that were settled when the database was lost. Only the service has to know them. */
  readonly settledBefore = new Set<string>();
  #use(database: Database.Database): void {
    this.#raw = database;
    this.#once = preparingOnce(database);
    this.truth = createOutboxStore(this.#once, this.time);
    this.#countLedger = null;
    this.#changes = null;
    this.#checkedAt = '';
  }
  /** A file was damaged, and no start has repaired it yet. */
  #isHarmed = false;
  #harm(): void {
    const found = this.diskFull || this.#isHarmed ? null : this.damage?.choose();
    if (!found) return;
    this.#isHarmed = true;
    this.note(`DAMAGE ${found.kind}`);
    this.network.faults.set(
      `damage:${found.kind}`,
      (this.network.faults.get(`damage:${found.kind}`) ?? 0) + 1,
    );
    if (found.kind === 'journal') this.journal.damage(found.how);
    else if (found.kind === 'row')
      this.#raw.exec(
        `UPDATE intents SET command = command || ' ' WHERE seq = (SELECT max(seq) FROM intents)`,
      );
    else {
      this.historyLost = true;
      this.acknowledgedDrafts.clear();
      for (const { id } of this.truth.list(['applied', 'discarded'])) this.settledBefore.add(id);
      const old = this.#raw;
      this.#use(found.bytes ? new Database(found.bytes) : outboxDatabase());
      old.close();
    }
  }

  /** Records that a colleague changed a record at the service. */
  touch(recordId: string, address: string): void {
    const ledgerSeq = this.#raw.prepare('SELECT coalesce(max(seq), 0) FROM ledger').pluck().get() as number;
    this.touched.push({ recordId, at: this.time.now(), address, ledgerSeq });
  }
  note(text: string): void {
    this.log.push(`${((this.time.now() - START) / 1000).toFixed(1)}s ${text}`);
  }

  boot(): void {
    const life = ++this.#life;
    const alive = (): boolean => this.#life === life;
    const database = new CrashableDatabase(this.#once, () => this.#die('at a commit'));
    database.full = this.diskFull;
    this.#database = database;
    this.journal.full = this.diskFull;
    const guardedTimers = {
      after: (delayMs: number, callback: () => void) =>
        this.time.after(delayMs, () => {
          if (alive()) callback();
        }),
    };
    const transport = this.network.transport(alive);
    const oauth = createOAuth({ baseUrl: 'http://service.sim', transport, now: this.clock.now });
    const log = {
      error: (message: string, facts?: Readonly<Record<string, unknown>>) => {
        if (isNoRoom(facts?.error)) return;
        if (!String(facts?.error).includes('the power went'))
          this.note(`ERROR ${message} ${JSON.stringify(facts)}`);
        if (!String(facts?.error).includes('the power went'))
          this.fail(new Violation('no-crash', JSON.stringify(facts)));
      },
      warn: () => undefined,
      info: () => undefined,
    };
    const session = createSession({
      accountId: 'sim',
      now: () => this.time.now(),
      secrets: {
        storage: 'memory',
        get: async () => null,
        set: async () => undefined,
        delete: async () => undefined,
      },
      oauth,
      log,
      fallback: { kind: 'client', clientId: 'demo-client', clientSecret: 'demo-secret' },
    });
    const client = createApiClient({
      baseUrl: 'http://service.sim',
      headerStyle: 'raw',
      transport,
      session,
      clock: this.clock,
      serverClock: createServerClock(),
    });
    // The pull has found out before which routes the service offers.
    const offers = createOfferProbe(client.read, this.clock.now, {
      wasOffered: (path) => this.profile === 'full' || !(OPTIONAL_PATHS as readonly string[]).includes(path),
    });
    const gateway = gatewayOver(client, session, offers);
    const parts: OutboxParts = this.mutant?.parts ? this.mutant.parts(outboxParts) : outboxParts;
    const world = {
      database: database as SqlDatabase,
      journal: this.journal.open(alive),
      gateway,
      truth: this.truth,
      time: this.time,
    };
    const seams = this.mutant?.seams ? { ...world, ...this.mutant.seams(world) } : world;
    try {
      this.outbox = createOutbox(
        {
          accountId: 'sim',
          database: seams.database,
          journal: seams.journal,
          backupPath: null,
          gateway: seams.gateway,
          clock: this.clock,
          timers: guardedTimers,
          random: this.random,
          log,
          selfUserId: () => this.selfUserId,
          settings: { reviewFirst: false, concurrency: 3, lateCommitMs: BOUND_MS, ...this.mutant?.settings },
        },
        parts,
      );
      this.mutant?.onStart?.(world);
      this.outbox.start();
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
    // Only a start that completes has repaired the files.
    if (alive() && !this.diskFull) this.#isHarmed = false;
  }

  #die(where: string): void {
    this.#life++;
    this.crashes.count++;
    this.network.faults.set('crash', (this.network.faults.get('crash') ?? 0) + 1);
    this.network.quietUntil.length = 0;
    this.note(`CRASH ${where}`);
    this.outbox?.stop();
    this.#database.dead = true;
    this.journal.losePower();
    const open = new Set(this.truth.list(['sending']).map((intent) => intent.id));
    for (const one of this.network.seen)
      if (one.intentId && open.has(one.intentId) && one.attempt === this.truth.attemptsOf(one.intentId))
        one.cut = true;
    this.#pushFuse = 0;
    const delay = this.random.int(100, 60_000);
    this.time.after(delay, () => {
      this.#harm();
      this.note('restart');
      this.boot();
    });
  }
  crashNow(): void {
    if (!this.#database.dead) this.#die('between steps');
  }
  armCrash(): void {
    if (this.random.chance(0.4)) this.#pushFuse = this.random.int(1, 3);
    else if (this.journal.arm()) return;
    else
      this.#database.fuse = {
        commits: this.random.int(1, 6),
        side: this.random.chance(0.5) ? 'before' : 'after',
      };
  }
  /** The computer's clock, in ms ahead of virtual time; the service has its own clock. */
  readonly clock = { aheadMs: 0, now: (): number => this.time.now() + this.clock.aheadMs };
  /** The user or the system sets the clock. */
  setClock(byMs: number): void {
    const name = byMs < 0 ? 'clock:back' : 'clock:forward';
    this.network.faults.set(name, (this.network.faults.get(name) ?? 0) + 1);
    this.clock.aheadMs += byMs;
    // A clock that was set forward looks like a computer that slept, so waits are over.
    if (byMs > 0) this.network.quietUntil.length = 0;
    this.note(name);
  }
  diskFull = false;
  /** The disk becomes full, or has room again; a restart does not change that. */
  fillDisk(full: boolean): void {
    if (full && !this.diskFull)
      this.network.faults.set('disk:full', (this.network.faults.get('disk:full') ?? 0) + 1);
    this.diskFull = full;
    this.#database.full = full;
    this.journal.full = full;
  }
  hasQuirk(part: string): boolean {
    return this.quirkNames.some((name) => name.includes(part));
  }
  disarm(): void {
    this.#database.fuse = null;
    this.journal.disarm();
    this.#pushFuse = 0;
  }
  get down(): boolean {
    return this.#database.dead;
  }

  #used = new Set<string>();
  #witness(path: string, body: string): { intentId: string; attempt: number } | null {
    const rows = this.#once
      .prepare(
        `SELECT l.intent_id AS id, l.attempt AS attempt FROM ledger l JOIN intents i ON i.id = l.intent_id
          WHERE l.event = 'sending' AND i.state = 'sending' AND json_extract(l.facts, '$.body') = ?
          AND json_extract(l.facts, '$.path') = ? ORDER BY l.seq DESC`,
      )
      .all(body, path) as { id: string; attempt: number }[];
    const row = rows.find((one) => !this.#used.has(`${one.id}#${one.attempt}`));
    if (!row) {
      this.fail(
        new Violation(
          'write-ahead',
          `bytes left for ${path} and no attempt is on disk: ${body.slice(0, 200)}`,
        ),
      );
      return null;
    }
    this.#used.add(`${row.id}#${row.attempt}`);
    if (!this.journal.saysSending(row.id, row.attempt))
      this.fail(new Violation('journal-ahead', `${row.id} left and the journal does not say so`));
    checkAtPush(this, row.id, body);
    this.note(`push ${row.id.slice(6, 12)}#${row.attempt} ${path.split('/').slice(2).join('/')}`);
    return { intentId: row.id, attempt: row.attempt };
  }

  ledgerCounts(): Record<string, number> {
    return Object.fromEntries(
      (this.#countLedger ??= this.#raw
        .prepare('SELECT event, count(*) FROM ledger GROUP BY event')
        .raw()).all() as [string, number][],
    );
  }
  #countLedger: Database.Statement | null = null;

  pushesOf(intentId: string): PushSeen[] {
    return this.network.seen.filter((one) => one.intentId === intentId);
  }

  /** Runs a call of the user. If it ends with a crash or a full disk, nothing was acknowledged. */
  call<T>(body: () => T): T | null {
    if (this.down) return null;
    try {
      return body();
    } catch (error) {
      if (error instanceof Crash || isNoRoom(error)) return null;
      throw error;
    }
  }
  #checkedAt = '';
  /** Checks the invariants of the disk and the network, whenever either has changed. */
  check(): void {
    if (this.damage && !this.down && !this.diskFull) this.damage.remember(() => this.#raw.serialize());
    const at = `${String((this.#changes ??= this.#raw.prepare('SELECT total_changes()').pluck()).get())} ${this.network.seen.length} ${this.network.commits} ${this.touched.length}`;
    if (at !== this.#checkedAt) checkStep(this);
    this.#checkedAt = at;
  }
  #changes: Database.Statement | null = null;
  async advance(ms: number): Promise<void> {
    await this.time.advance(ms, () => this.raise());
    this.raise();
  }
  #failed: unknown = null;
  fail(error: unknown): void {
    this.#failed ??= error;
  }
  raise(): void {
    if (this.#failed) throw this.#failed as Error;
  }
  close(): void {
    this.#life++;
    this.outbox.stop();
    this.service.context.store.db.close();
    this.#raw.close();
  }
}
