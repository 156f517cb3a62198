/**
 * The network between core and service: it drops, delays, loses answers after the commit, commits late, tears
 * answers, and answers other requests. It never resends a push, as the real push transport does not; it may
 * deliver reads twice. It also records what was pushed, what was committed for which attempt, and when.
 */
import type { HttpRequest, HttpResult, Transport } from '#core/ports/ports';
import { nowOf } from '#service/context';
import type { Service } from '#service/create-service';
import { envelopeText } from '#service/endpoint';
import type { SimRandom } from './sim-random';
import type { VirtualTime } from './virtual-time';

export const PUSH_FAULTS = [
  'unsent',
  'resetBefore',
  'lostAnswer',
  'lateCommit',
  'torn',
  'portal',
  'status302',
  'status307',
  'status421',
  'error500',
  'unavailable',
  'slow',
  'noRoute',
  'noRouteJson',
  'blocked',
  'error500After',
  'error408After',
  'tooMany',
  'expired',
] as const;
/** `refused`: not among the faults of the seeds of `simulation.test.ts`, which another fault would change. */
export type PushFault = (typeof PUSH_FAULTS)[number] | 'refused';
export const READ_FAULTS = [
  'unsent',
  'timeout',
  'torn',
  'portal',
  'error500',
  'unavailable',
  'slow',
  'noRoute',
  'noRouteJson',
  'blocked',
  'twice',
  'expired',
] as const;

export interface PushSeen {
  path: string;
  body: string;
  at: number;
  fault: string | null;
  intentId: string | null;
  attempt: number | null;
  committedId: string | null;
  committed: boolean;
  /** The process ended before the answer was on disk. */ cut: boolean;
  proof: 'none' | 'refused' | 'unsent' | 'unauthorized' | 'throttled' | 'accepted' | 'unknown';
}

const json = { 'content-type': 'application/json' };
const answer = (
  status: number,
  text: string,
  url: string,
  headers: Record<string, string> = json,
): HttpResult => ({ kind: 'answer', status, headers, text, url });
/** What a proxy answers while the service is deployed. */
const noRoute = (url: string): HttpResult =>
  answer(404, '<html>404 Not Found</html>', url, { 'content-type': 'text/html' });
/** The same by a gateway that answers JSON, in the form of a common framework. */
const noRouteJson = (url: string): HttpResult =>
  answer(404, '{"status":404,"error":"Not Found","path":"/v1"}', url);
/** What a filter in front of the service answers to everything. */
const blocked = (url: string): HttpResult => answer(403, '{"message":"Forbidden"}', url);
/** A rule of the service refuses this edit, and perhaps not the next one. */
const locked = (url: string, now: string): HttpResult =>
  answer(200, envelopeText(404, 'The record is locked', now, '{}'), url);
/** What a gateway answers during maintenance. */
const unavailable = (url: string, seconds: number): HttpResult =>
  answer(503, '{"error":"Service Unavailable"}', url, { ...json, 'retry-after': String(seconds) });
const failure = (reason: 'connect' | 'reset' | 'timeout', unsent: boolean): HttpResult => ({
  kind: 'failure',
  reason,
  unsent,
  detail: unsent ? 'ECONNREFUSED' : `${reason}, status 400 was never seen`,
});

export class SimNetwork {
  offline = false;
  /** When a proxy last answered a read as if its route did not exist. */
  noRouteAt = Number.NEGATIVE_INFINITY;
  /** The service takes connections but answers no read. */
  isSilent = false;
  faultShare = 0;
  /** Pushes to these paths get 401 with any token. */
  forbidden = new Set<string>();
  /** The longest time until a request commits, in ms. */
  lateMs = 14 * 60_000;
  readonly faults = new Map<string, number>();
  readonly seen: PushSeen[] = [];
  /** Number of pushes that took effect. */
  commits = 0;
  readonly quietUntil: { from: number; to: number }[] = [];
  /** Called before a request is sent; returns the attempt that it belongs to. */
  witness: (path: string, body: string) => { intentId: string; attempt: number } | null = () => null;
  committed: (seen: PushSeen) => void = () => undefined;
  /** May end the process when the request is sent; returns true if it did. */
  crashOnPush: () => boolean = () => false;
  /** Faults for the next requests, before randomly chosen ones. */
  readonly forced: {
    read: (typeof READ_FAULTS)[number][];
    push: PushFault[];
  } = { read: [], push: [] };
  /** Replaced when the service restarts. */
  service: Service;
  readonly time: VirtualTime;
  readonly random: SimRandom;
  constructor(service: Service, time: VirtualTime, random: SimRandom) {
    this.service = service;
    this.time = time;
    this.random = random;
  }

  #count(name: string): void {
    this.faults.set(name, (this.faults.get(name) ?? 0) + 1);
  }
  async #serve(
    request: HttpRequest,
  ): Promise<{ status: number; text: string; headers: Record<string, string> }> {
    const response = await this.service.fetch(
      new Request(request.url, {
        method: request.method,
        headers: request.headers,
        ...(request.body === undefined ? {} : { body: request.body }),
      }),
    );
    return {
      status: response.status,
      text: await response.text(),
      headers: Object.fromEntries(response.headers),
    };
  }

  /** A transport for one life of the process. Once `alive()` is false, its answers are dropped. */
  transport(alive: () => boolean): Transport {
    const later = <T>(delayMs: number, make: () => T | Promise<T>): Promise<T> =>
      new Promise((resolve) => {
        this.time.after(delayMs, async () => {
          const value = await make();
          if (alive()) resolve(value);
        });
      });
    const after = (delayMs: number, run: () => Promise<void>): void => {
      this.time.after(delayMs, run);
    };
    return {
      read: (request) => {
        const fault = this.offline
          ? 'offline'
          : this.isSilent
            ? 'timeout'
            : (this.forced.read.shift() ??
              (this.random.chance(this.faultShare) ? this.random.pick(READ_FAULTS) : null));
        if (fault) this.#count(`read:${fault}`);
        if (fault === 'noRoute' || fault === 'noRouteJson' || fault === 'blocked')
          this.noRouteAt = this.time.now();
        const delay = this.random.int(5, 400);
        switch (fault) {
          case 'offline':
          case 'unsent':
            return later(delay, () => failure('connect', true));
          case 'timeout':
            return later(request.timeoutMs, () => failure('timeout', false));
          case 'portal':
            return later(delay, () =>
              answer(200, '<html>Welcome to the hotel</html>', request.url, { 'content-type': 'text/html' }),
            );
          case 'error500':
            return later(delay, () =>
              answer(502, '<html>bad gateway</html>', request.url, { 'content-type': 'text/html' }),
            );
          case 'unavailable':
            return later(delay, () => unavailable(request.url, this.random.int(1, 60)));
          case 'noRoute':
            return later(delay, () => noRoute(request.url));
          case 'noRouteJson':
            return later(delay, () => noRouteJson(request.url));
          case 'blocked':
            return later(delay, () => blocked(request.url));
          case 'expired':
            this.service.expireTokens();
            break;
          case 'slow': {
            // The answer shows the state of the service at some moment between the request and the arrival of the
            // answer.
            const wholeMs = this.random.int(1000, request.timeoutMs - 1000);
            const servedMs = this.random.chance(0.5) ? delay : wholeMs;
            return later(servedMs, async () => this.#serve(request)).then((got) =>
              later(wholeMs - servedMs, () => answer(got.status, got.text, request.url, got.headers)),
            );
          }
          case 'twice':
            after(delay + 50, async () => {
              await this.#serve(request);
            });
            break;
          default:
        }
        return later(delay, async () => {
          const got = await this.#serve(request);
          return answer(
            got.status,
            fault === 'torn' ? got.text.slice(0, got.text.length >> 1) : got.text,
            request.url,
            got.headers,
          );
        });
      },
      push: (request) => {
        const path = new URL(request.url).pathname;
        const body = request.body ?? '';
        const fault = this.offline
          ? 'offline'
          : (this.forced.push.shift() ??
            (this.random.chance(this.faultShare) ? this.random.pick<PushFault>(PUSH_FAULTS) : null));
        if (fault) this.#count(`push:${fault}`);
        const seen: PushSeen = {
          path,
          body,
          at: this.time.now(),
          fault,
          intentId: null,
          attempt: null,
          committedId: null,
          committed: false,
          cut: false,
          proof: 'unknown',
          ...this.witness(path, body),
        };
        this.seen.push(seen);
        const commit = async (): Promise<{
          status: number;
          text: string;
          headers: Record<string, string>;
        }> => {
          const got = await this.#serve(request);
          this.#note(seen, got.status, got.text);
          return got;
        };
        if (this.crashOnPush()) {
          this.#count('crash:push');
          if (!this.offline && this.random.chance(0.6))
            after(this.random.int(5, 5000), async () => {
              await commit();
            });
          return new Promise<HttpResult>(() => undefined);
        }
        const delay = this.random.int(5, 400);
        const back = this.random.int(5, 400);
        if (fault === null && this.forbidden.has(path)) {
          this.#count('push:forbidden');
          seen.proof = 'unauthorized';
          return later(delay, () => answer(401, '{"error":"access_denied"}', request.url));
        }
        const afterCommit = (
          result: (got: { text: string }) => HttpResult,
          waitMs = back,
        ): Promise<HttpResult> => later(delay, commit).then((got) => later(waitMs, () => result(got)));
        const html = (status: number): HttpResult =>
          answer(status, '<html></html>', request.url, {
            'content-type': 'text/html',
            location: 'https://elsewhere.example/',
          });
        switch (fault) {
          case 'offline':
          case 'unsent':
            seen.proof = 'unsent';
            return later(delay, () => failure('connect', true));
          case 'resetBefore':
            return later(delay, () => failure('reset', false));
          case 'lostAnswer':
            return this.random.chance(0.5)
              ? afterCommit(() => failure('reset', false))
              : afterCommit(() => failure('timeout', false), Math.max(0, request.timeoutMs - delay));
          case 'lateCommit':
            after(this.random.int(1000, this.lateMs), async () => {
              await commit();
            });
            return later(this.random.chance(0.5) ? delay : request.timeoutMs, () =>
              failure('timeout', false),
            );
          case 'torn':
            return afterCommit((got) =>
              answer(200, got.text.slice(0, Math.max(1, got.text.length - 7)), request.url),
            );
          case 'portal':
            return later(delay, () => html(200));
          case 'status302':
            return later(delay, () => html(302));
          case 'status307':
            return later(delay, () => html(307));
          case 'status421':
            return later(delay, () => html(421));
          case 'error500':
            return later(delay, () => html(503));
          case 'unavailable':
            return this.random.chance(0.5)
              ? later(delay, () => unavailable(request.url, this.random.int(1, 60)))
              : afterCommit(() => unavailable(request.url, this.random.int(1, 60)));
          case 'slow': {
            const wholeMs = this.random.int(1000, request.timeoutMs - 1000);
            const commitMs = this.random.chance(0.5) ? delay : this.random.int(0, wholeMs);
            return later(commitMs, commit).then((got) =>
              later(wholeMs - commitMs, () => answer(got.status, got.text, request.url, got.headers)),
            );
          }
          case 'noRoute':
            return later(delay, () => noRoute(request.url));
          case 'noRouteJson':
            return later(delay, () => noRouteJson(request.url));
          case 'blocked':
            return later(delay, () => blocked(request.url));
          case 'error500After':
            return afterCommit(() => html(504));
          case 'error408After':
            return afterCommit(() => answer(408, '{"error":"Request Timeout"}', request.url));
          case 'tooMany': {
            seen.proof = 'throttled';
            const seconds = this.random.int(5, 120);
            // A process that ended meanwhile did not get this answer.
            return later(delay, () => {
              if (alive())
                this.quietUntil.push({ from: this.time.now(), to: this.time.now() + seconds * 1000 });
              return answer(429, '{"code":429,"message":"slow down"}', request.url, {
                'retry-after': String(seconds),
              });
            });
          }
          case 'expired':
            this.service.expireTokens();
            break;
          case 'refused':
            seen.proof = 'refused';
            return later(delay, () => locked(request.url, nowOf(this.service.context)));
          default:
        }
        return later(delay, commit).then((got) =>
          later(back, () => answer(got.status, got.text, request.url, got.headers)),
        );
      },
    };
  }

  #note(seen: PushSeen, status: number, text: string): void {
    let body: { code?: number; data?: Record<string, unknown>; error?: string } = {};
    try {
      body = JSON.parse(text.replace(/(?<=:)(\d{16,})/g, '"$1"')) as typeof body;
    } catch {
      /* not JSON */
    }
    if (status === 401) {
      seen.proof = 'unauthorized';
      return;
    }
    if (body.code !== 200) {
      seen.proof = 'refused';
      return;
    }
    seen.proof = 'accepted';
    seen.committed = true;
    this.commits++;
    const key = [
      'company_id',
      'lead_id',
      'outbound_invoice_id',
      'cash_collection_invoice_id',
      'opportunity_id',
      'trail_id',
    ].find((name) => body.data?.[name] !== undefined);
    seen.committedId = key === undefined ? null : String(body.data?.[key]);
    this.committed(seen);
  }
}
