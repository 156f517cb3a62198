/**
 * One of the two services of a whole-core history: the bundled service in process, behind the simulated
 * network. It also records which of the rep's words it committed, how often, and with whose token.
 */
import Database from 'better-sqlite3';
import type { HttpRequest, HttpResult, Transport } from '#core/ports/ports';
import { createService, type Service } from '#service/create-service';
import type { Quirks } from '#service/quirks';
import { type PushSeen, SimNetwork } from '../sim-network';
import { SimRandom } from '../sim-random';
import type { VirtualTime } from '../virtual-time';
import { WORD, type WorldOptions } from './history';

export const START = 1_790_000_000_000;
/** When the record that the totals count was created. */
const INVISIBLE_AT = '2026-08-01 10:00:00';
const templates = new Map<string, Buffer>();

/** A database that is filled once and copied for every history. */
const filled = (orders: number, seed: number): Database.Database => {
  const key = `${orders} ${seed}`;
  let template = templates.get(key);
  if (!template) {
    const database = new Database(':memory:');
    createService({ database, clock: () => START, random: () => 0.5, dataset: orders, seed });
    template = database.serialize();
    templates.set(key, template);
    database.close();
  }
  return new Database(template);
};

const parsed = (text: string): Record<string, unknown> => JSON.parse(text || '{}') as Record<string, unknown>;
/** A word that a colleague wrote. */
export const THEIR_WORD = /k\dn\d+z/g;

export class SimService {
  readonly origin: string;
  readonly database: Database.Database;
  readonly network: SimNetwork;
  readonly quirks: Quirks;
  /** Ids of the records that a push with this word created or changed. */
  readonly took = new Map<string, string[]>();
  /** The commits in order, each with the record and the words written to it. */
  readonly commits: { id: string; words: ReadonlySet<string> }[] = [];
  /** The latest `now` that an answer of each path brought to the core. */
  readonly answeredNow = new Map<string, string>();
  /**
   * Until when an account must wait after a Retry-After, by origin and user. The demo has an origin of its
   * own.
   */
  readonly quiet = new Map<string, { from: number; to: number }>();
  /** When an answer first brought a word of a colleague to the core. */
  readonly #heard = new Map<string, number>();
  /** The last word that a colleague wrote into each field. The key is `id field`. */
  readonly #theirs = new Map<string, string>();
  /** Called when a push overwrites a colleague's value that the core has already read. */
  onOverwrite: (word: string, seen: PushSeen) => void = () => undefined;
  /** How far its clock is ahead of true time. */
  skewMs: number;
  /** How far its clock was set back, in all. */
  setBackMs = 0;
  setForwardMs = 0;
  readonly #options: WorldOptions;
  readonly #time: VirtualTime;
  readonly #random: SimRandom;
  /** The users of the received tokens; the service forgets a token that was renewed. */
  readonly #users = new Map<string, string>();
  #userOfToken: Database.Statement | null = null;
  isTried: () => boolean = () => false;
  whenAwake: () => Promise<void> | null = () => null;
  onRequest: (request: HttpRequest, kind: 'read' | 'push', userId: string | null) => void = () => undefined;
  onAnswer: (request: HttpRequest, result: HttpResult) => void = () => undefined;

  constructor(at: 0 | 1, options: WorldOptions, quirks: Quirks, time: VirtualTime) {
    this.origin = `http://127.0.0.1:${8080 + at}`;
    this.#options = options;
    this.skewMs = options.skewMs;
    this.#time = time;
    this.quirks = quirks;
    this.#random = new SimRandom(options.seed ^ (0x5eed + at));
    this.database = filled(options.orders, 7 + at);
    this.network = new SimNetwork(this.#made(), time, new SimRandom(options.seed ^ (0x0e7 + at)));
    this.network.faultShare = options.faultShare;
    this.network.committed = (seen) => {
      const words = new Set(seen.body.match(WORD));
      const id = seen.committedId ?? '?';
      this.commits.push({ id, words });
      for (const word of words) this.took.set(word, [...(this.took.get(word) ?? []), id]);
      this.#findOverwritten(seen);
    };
  }
  get service(): Service {
    return this.network.service;
  }
  #made(): Service {
    return createService({
      database: this.database,
      clock: () => Math.floor(this.#time.now() + this.skewMs),
      random: this.#random.next,
      profile: this.#options.profile,
      quirks: this.quirks,
    });
  }
  /**
   * The process of the service restarts: it keeps tokens and records, which are on its disk, but not faults.
   */
  restart(): void {
    this.network.service = this.#made();
  }
  /**
   * Sets its clock back, or forward if `byMs` is negative. The delay until a new record is listed does not depend on
   * this clock.
   */
  setBack(byMs: number): void {
    this.skewMs -= byMs;
    this.database.prepare('UPDATE record SET written_at = written_at - ? WHERE written_at > 0').run(byMs);
    this.setBackMs += Math.max(0, byMs);
    this.setForwardMs += Math.max(0, -byMs);
  }
  userOf(request: HttpRequest): string | null {
    const header = request.headers.authorization ?? request.headers.Authorization;
    if (header === undefined) return null;
    const token = header.replace(/^Bearer\s+/i, '').trim();
    const known = this.#users.get(token);
    if (known !== undefined) return known;
    // The owner of an expired token is still known.
    this.#userOfToken ??= this.database
      .prepare('SELECT CAST(user_id AS TEXT) FROM token WHERE token = ?')
      .pluck();
    const id = this.#userOfToken.get(token);
    if (typeof id !== 'string') return 'unknown';
    this.#users.set(token, id);
    return id;
  }
  transport(alive: () => boolean): Transport {
    const inner = this.network.transport(alive);
    const send =
      (kind: 'read' | 'push') =>
      async (request: HttpRequest): Promise<HttpResult> => {
        this.onRequest(request, kind, this.userOf(request));
        const result = this.#counted(request, await inner[kind](request));
        // An answer that arrives while the computer sleeps is read when it wakes.
        await this.whenAwake();
        this.#hear(request, result);
        this.onAnswer(request, result);
        return result;
      };
    return { read: send('read'), push: send('push') };
  }
  /** A colleague wrote this word into a field of a record. */
  noteTheirs(resource: string, { id, field }: { id: string; field: string }, word: string): void {
    this.#theirs.set(`${id} ${resource} ${field}`, word);
  }
  /** Colleagues removed what they had written into a field of a record, or, without a field, the record. */
  forgetTheirs(resource: string, id: string, field = ''): void {
    const of = `${id} ${resource} `;
    for (const key of this.#theirs.keys())
      if (field === '' ? key.startsWith(of) : key === of + field) this.#theirs.delete(key);
  }
  #findOverwritten(seen: PushSeen): void {
    const of = `${seen.committedId} `;
    const mine = [...this.#theirs].filter(([key]) => key.startsWith(of));
    if (mine.length === 0) return;
    const now = this.database
      .prepare('SELECT doc || detail FROM record WHERE CAST(id AS TEXT) = ?')
      .pluck()
      .all(seen.committedId)
      .join();
    for (const [key, word] of mine) {
      if (now.includes(word)) continue;
      this.#theirs.delete(key);
      // The service emptied a field that the push left out (OB39), as it may before the core knows that it does.
      const [, , ...words] = key.split(' ');
      const field = words[0] === 'contact' ? 'customers' : words.join(' ');
      if (this.quirks.omission === 'clears' && !seen.body.includes(`"${field}"`)) continue;
      if ((this.#heard.get(word) ?? Number.POSITIVE_INFINITY) < seen.at) this.onOverwrite(word, seen);
    }
  }
  /** Adds the invisible record to the total of a list of all records, or of those of its time. */
  #counted({ url }: HttpRequest, result: HttpResult): HttpResult {
    if (this.#options.countsInvisible !== true || result.kind !== 'answer') return result;
    const { pathname, searchParams } = new URL(url);
    const [from, to] = [searchParams.get('start_time'), searchParams.get('end_time')];
    const isIn = (from ?? '') <= INVISIBLE_AT && (to === null || INVISIBLE_AT <= to);
    if (!pathname.endsWith('/list') || searchParams.get('removed') === '1' || !isIn) return result;
    const raise = (_: string, key: string, count: string): string => `${key}${Number(count) + 1}`;
    const text = result.text.replace(/("totalItem":)(\d+)/, raise);
    // The list of companies says it twice.
    return { ...result, text: text.replace(/("totalItem":\d+,"count":)(\d+)/, raise) };
  }
  #hear(request: HttpRequest, result: HttpResult): void {
    if (result.kind !== 'answer') return;
    for (const [word] of result.text.matchAll(THEIR_WORD))
      if (!this.#heard.has(word)) this.#heard.set(word, this.#time.now());
    const { origin, pathname } = new URL(request.url);
    const now = /"now":"([^"]+)"/.exec(result.text)?.[1];
    if (now !== undefined && now > (this.answeredNow.get(pathname) ?? ''))
      this.answeredNow.set(pathname, now);
    const wait = Number(result.headers['retry-after'] ?? Number.NaN);
    const user = this.userOf(request);
    // A connection that is only being tested belongs to no account.
    if (result.status === 429 && wait > 0 && user !== null && !this.isTried())
      this.quiet.set(`${origin} ${user}`, { from: this.#time.now(), to: this.#time.now() + wait * 1000 });
  }
  /** Records that are not deleted, by id, with their documents as text. */
  live(resource: string): { id: string; doc: string; createTime: string }[] {
    return this.database
      .prepare(
        `SELECT CAST(id AS TEXT) AS id, doc, create_time AS createTime FROM record WHERE resource = ? AND removed = 0`,
      )
      .all(resource) as { id: string; doc: string; createTime: string }[];
  }
  /** The records whose details contain this text, and how often. */
  recordsWith(resource: string, text: string): { id: string; removed: number; times: number }[] {
    return this.database
      .prepare(
        `SELECT CAST(id AS TEXT) AS id, removed,
            (length(detail) - length(replace(detail, @text, ''))) / length(@text) AS times
          FROM record WHERE resource = @resource AND instr(detail, @text) > 0`,
      )
      .all({ text, resource }) as { id: string; removed: number; times: number }[];
  }
  /** The text in a field of a record, '' if it is empty; null if there is no such record. */
  valueOf(resource: string, id: string, field: string): string | null {
    if (!/^\d+$/.test(id)) return null;
    const found = this.database
      .prepare('SELECT doc, detail FROM record WHERE resource = ? AND id = ? AND removed = 0')
      .get(resource, BigInt(id)) as { doc: string; detail: string } | undefined;
    if (found === undefined) return null;
    const values = { ...parsed(found.doc), ...parsed(found.detail) };
    return String(values[field] ?? '');
  }
  holds(resource: string, id: string): boolean {
    if (!/^\d+$/.test(id)) return false;
    return (
      this.database
        .prepare('SELECT 1 FROM record WHERE resource = ? AND id = ? AND removed = 0')
        .get(resource, BigInt(id)) !== undefined
    );
  }
  close(): void {
    this.database.close();
  }
}
