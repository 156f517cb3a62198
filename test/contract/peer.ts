/**
 * The service under test: the bundled one on a free port, or for the reading half another one named by
 * SATCHEL_CONTRACT_BASE_URL and SATCHEL_CONTRACT_TOKEN. The clock is real time plus a skew, so that
 * read-after-write lag passes without waiting.
 */
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect } from 'vitest';
import { parseLossless, RawNumber, stringifyLossless } from '#shared/http-api/lossless-json';
import { TOKEN_PATH } from '#shared/http-api/lookups';
import { startHttpService, type HttpService, type HttpServiceOptions } from '#service/http-front';
import { isObject } from '#shared/domain/is-object';
import { COMPANY_PUSH_PATH } from '#shared/http-api/company';
import { LEAD_PUSH_PATH } from '#shared/http-api/lead';
import { OUTBOUND_PUSH_PATH } from '#shared/http-api/outbound-invoice';
import { RECEIPT_PUSH_PATH } from '#shared/http-api/receipt';
import { ALL_LIVE } from '#service/live/live-quirks';
import { DEFAULT_QUIRKS, type Quirks } from '#service/quirks';
import { seededRandom } from '#service/random';

// oxlint-disable-next-line typescript/no-explicit-any -- answers are judged by the expectations, not by types
export type Any = any;
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: Any;
}
export interface AskOptions {
  token?: string | null;
  method?: string;
  form?: Record<string, string>;
  raw?: string;
}

/** An id of any length as a bare JSON integer. */
export const exact = (id: unknown): RawNumber => new RawNumber(String(id));

export const EXTERNAL_URL = process.env['SATCHEL_CONTRACT_BASE_URL'];

const withUnit = (line: unknown): unknown => (isObject(line) ? { product_unit: 'Box', ...line } : line);

export class Peer {
  readonly quirks: Quirks;
  readonly #options: Partial<HttpServiceOptions>;
  http: HttpService | undefined;
  token = '';
  skewMs = 0;

  constructor(options: Partial<HttpServiceOptions> = {}) {
    this.#options = options;
    const live = options.profile === 'live' ? ALL_LIVE : {};
    this.quirks = { ...DEFAULT_QUIRKS, ...live, ...options.quirks };
  }

  get url(): string {
    return this.http?.url ?? EXTERNAL_URL ?? '';
  }
  get service() {
    return this.http!.service;
  }

  async start(external = false): Promise<void> {
    if (external && EXTERNAL_URL) {
      this.token = process.env['SATCHEL_CONTRACT_TOKEN'] ?? '';
      return;
    }
    this.http = await startHttpService({
      database: new Database(':memory:'),
      clock: () => Date.now() + this.skewMs,
      random: seededRandom(7),
      dataset: 'demo',
      ...this.#options,
    });
    this.token = (
      await this.ask(
        TOKEN_PATH,
        {},
        {
          token: null,
          form: { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' },
        },
      )
    ).body.access_token;
  }

  async stop(): Promise<void> {
    await this.http?.close();
  }

  async ask(
    path: string,
    query: Record<string, string | number> = {},
    options: AskOptions = {},
  ): Promise<Answer> {
    const search = new URLSearchParams(
      Object.entries(query).map(([key, value]) => [key, String(value)]),
    ).toString();
    const token = options.token === undefined ? this.token : options.token;
    const body = options.form ? new URLSearchParams(options.form) : options.raw;
    const response = await fetch(`${this.url}${path}${search ? `?${search}` : ''}`, {
      method: options.method ?? (body === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: {
        ...(token === null ? {} : { authorization: token }),
        ...(options.raw === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    let parsed: Any;
    try {
      parsed = parseLossless(text);
    } catch {
      parsed = undefined;
    }
    return { status: response.status, headers: response.headers, text, body: parsed };
  }

  /** `data` of a successful answer. */
  async data(path: string, query: Record<string, string | number> = {}): Promise<Any> {
    const answer = await this.ask(path, query);
    expectSuccess(answer);
    return answer.body.data;
  }

  push(path: string, body: unknown): Promise<Answer> {
    return this.pushAsIs(path, this.#withRequired(path, body));
  }
  /** The same from JSON text, for ids that stand in it as they came. */
  pushRaw(path: string, raw: string): Promise<Answer> {
    return this.push(path, parseLossless(raw));
  }
  /** Without what this service requires beyond the contract. */
  pushAsIs(path: string, body: unknown): Promise<Answer> {
    return this.ask(path, {}, { raw: stringifyLossless(body) });
  }

  /**
   * The body with what the live service requires beside the contract, where the rule is about another thing.
   */
  #withRequired(path: string, body: unknown): unknown {
    if (!isObject(body)) return body;
    const { namesRequired, productUnit, currencyRequired } = this.quirks;
    if (path === COMPANY_PUSH_PATH && namesRequired) return { name: 'Acme', customers: [], ...body };
    if (path === LEAD_PUSH_PATH && namesRequired) return { name: 'Acme', ...body };
    if (path === RECEIPT_PUSH_PATH && currencyRequired) return { currency: 'USD', ...body };
    if (path !== OUTBOUND_PUSH_PATH || !productUnit || !Array.isArray(body['record_list'])) return body;
    return { ...body, record_list: body['record_list'].map((line: unknown) => withUnit(line)) };
  }

  /** `data` of a push that must succeed; read-after-write lag has passed when it returns. */
  async pushed(path: string, body: unknown): Promise<Any> {
    const answer = await this.push(path, body);
    expectSuccess(answer);
    this.skewMs += this.quirks.lagMs + 1000;
    return answer.body.data;
  }

  /** How many records a page of `count` can hold. */
  page(count: number): number {
    return Math.min(count, this.quirks.pageCap);
  }
}

/** Starts the peer for the suite it is called in. */
export const withPeer = (options: Partial<HttpServiceOptions> = {}, external = false): Peer => {
  const peer = new Peer(options);
  beforeAll(() => peer.start(external));
  afterAll(() => peer.stop());
  return peer;
};

export const expectSuccess = (answer: Answer): void => {
  expect(answer.body, answer.text.slice(0, 200)).toMatchObject({ code: 200, message: 'success' });
};

/** The contract's code and message, changed only as the quirks of `peer` say. */
export const expectRefusal = (peer: Peer, answer: Answer, code: number, message: string): void => {
  expect(answer.body).toMatchObject({ code: peer.quirks.minusOne ? -1 : code, message });
  expect(answer.status).toBe(peer.quirks.httpErrors ? code : 200);
};

/** Every item fits the schema and carries each of its fields. */
export const expectItems = (
  schema: { shape: object; safeParse(value: unknown): { success: boolean; error?: unknown } },
  items: Any[],
  optional: readonly string[] = [],
): void => {
  expect(items.length).toBeGreaterThan(0);
  for (const item of items) {
    const parsed = schema.safeParse(item);
    expect(parsed.success, JSON.stringify(parsed.error)?.slice(0, 500)).toBe(true);
    for (const field of Object.keys(schema.shape))
      if (!optional.includes(field)) expect(item, field).toHaveProperty([field]);
  }
};

/** Ordered as the service orders: newest first unless a quirk says otherwise. */
export const expectNewestFirst = (peer: Peer, times: string[]): void => {
  if (peer.quirks.order === 'newest') expect(times).toEqual(times.toSorted().toReversed());
  if (peer.quirks.order === 'oldest') expect(times).toEqual(times.toSorted());
};
