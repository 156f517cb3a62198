/**
 * What a window, or anything with access to its connection, may send to the core: every procedure of the
 * contract with hostile and random arguments, and invalid frames. The core must answer or ignore them; it
 * must never stop, and never show a stack or a path. Also checks where secrets must not be: on disk, in the
 * log, in frames, on the command line.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isContractProcedure } from '@orpc/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { contract } from '#shared/contract/contract';
import { connectAndCopy, openCore, PASSWORD } from '../../support/outbox-window';
import { TOLD_TO_END } from '../../support/ended';
import { startApp, startServiceProcess, type Running } from '../../support/processes';
import '../../support/fuzz-seed';
import { isThorough } from '../../support/thorough';

const proceduresOf = (part: unknown, path: string[] = []): string[] =>
  isContractProcedure(part)
    ? [path.join('/')]
    : Object.entries(part as object).flatMap(([name, inner]) => proceduresOf(inner, [...path, name]));
const PROCEDURES = proceduresOf(contract);
const RANDOM = isThorough ? 40 : 10;
/** Procedures without arguments, such as opening the demo or leaving, do their work with any argument. */
const HOSTILE: unknown[] = [
  undefined,
  null,
  0,
  -1,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  ' ',
  'x'.repeat(100_000),
  '\u0000',
  '../../etc/passwd',
  "'; DROP TABLE intents; --",
  '{{constructor}}',
  [],
  [[[[]]]],
  {},
  { __proto__: { a: 1 } },
  { constructor: { prototype: 1 } },
  true,
  { resource: '__proto__', id: '1' },
  { resource: 'order', id: "1' OR '1'='1" },
  { resource: 'order', id: { $ne: 1 } },
  { id: null },
  { accountId: '../../..' },
  { accountId: '__proto__', data: 'remove' },
  { baseUrl: 'file:///etc/passwd', credentials: { kind: 'token', accessToken: 'x' } },
  { baseUrl: 'http://169.254.169.254/latest', credentials: { kind: 'token', accessToken: 'x' } },
  {
    view: { resource: 'order', sort: { field: 'x" FROM records; --', direction: 'asc' } },
    start: -1,
    limit: 1e9,
  },
  {
    view: { resource: 'order', filters: [{ field: '__proto__', op: 'is', value: {} }] },
    start: 0,
    limit: 50,
  },
  { text: '"*^NEAR(', limit: 10 },
  { text: 'a'.repeat(10_000) },
  {
    command: {
      kind: 'company',
      schema: 1,
      target: '__proto__',
      fields: { __proto__: 1 },
      children: [{ ref: '../x', fields: {} }],
    },
  },
  { text: '{"format":"satchel-outbox"' },
  { start: '2026-13-99', end: "x'" },
];

describe('hostile input', () => {
  let app: Running;
  let service: Running;
  let socket: WebSocket;
  const frames: string[] = [];
  const answeredIds = new Set<string>();
  beforeAll(async () => {
    service = await startServiceProcess(['--memory', '--dataset', '5']);
    app = await startApp(['--data', mkdtempSync(join(tmpdir(), 'satchel-hostile-'))]);
    const { core, close } = openCore(app.url);
    await connectAndCopy(core, service.url);
    close();
    const { host, search } = new URL(app.url);
    socket = new WebSocket(`ws://${host}/core${search}`, { origin: `http://${host}` });
    socket.on('message', (data: Buffer) => {
      const frame = data.toString('utf8');
      frames.push(frame);
      answeredIds.add((JSON.parse(frame) as { i: string }).i);
    });
    await new Promise((resolve) => {
      socket.on('open', resolve);
    });
  });
  afterAll(async () => {
    socket.close();
    await app.stop();
    await service.stop();
  });

  let lastId = 0;
  const ask = (procedure: string, input: unknown): string => {
    const id = `h${++lastId}`;
    socket.send(JSON.stringify({ i: id, p: { u: `/${procedure}`, b: { json: input } } }));
    return id;
  };
  const answered = (ids: readonly string[]): boolean => ids.every((id) => answeredIds.has(id));
  const expectAlive = async (): Promise<void> => {
    const { core, close } = openCore(app.url);
    expect((await core.accounts.state()).account?.name).toBe('Northwind');
    close();
    expect(app.output()).not.toContain('The core stopped');
  };

  it('[SEC17] every procedure answers hostile and random arguments, and no answer contains a stack or a path', async () => {
    expect(PROCEDURES.length).toBeGreaterThan(30);
    const random = fc.sample(
      fc.anything({
        withBigInt: false,
        withDate: false,
        withMap: false,
        withSet: false,
        withTypedArray: false,
        withSparseArray: false,
      }),
      { numRuns: RANDOM, seed: 11 },
    );
    // `events` is a stream, and the app has already called `openDemo`. `signOut` and `close` of a real
    // account cannot be reached by strings that name no account.
    const tried = PROCEDURES.filter((name) => name !== 'events' && name !== 'accounts/openDemo');
    for (const procedure of tried) {
      const ids = [...HOSTILE, ...random].map((input) => ask(procedure, input));
      await expect.poll(() => answered(ids), { timeout: 30_000, message: procedure }).toBe(true);
    }
    expect(frames.length).toBeGreaterThan(tried.length * (10 + RANDOM));
    for (const frame of frames.filter((text) => text.includes('"s":')))
      expect(frame.slice(0, 2000)).not.toMatch(
        /"stack"|node_modules|\bat \w+ \(|\.js:\d+|\/tmp\/|core-worker/,
      );
    await expectAlive();
  });

  it('[SEC17] invalid frames are dropped', async () => {
    const raw = [
      '',
      'x',
      '{',
      '[]',
      'null',
      '{"i":1}',
      '{"i":"a","p":null}',
      '{"i":"a","t":3,"p":null}',
      '{"i":"a","p":{"u":"//evil"}}',
      `{"i":"a","p":{"u":"/${'a/'.repeat(5000)}"}}`,
      JSON.stringify({
        i: 'm',
        p: { u: '/accounts/state', h: { 'content-type': 'multipart/form-data; boundary=x' }, b: 'x' },
      }),
    ];
    for (const frame of [
      ...raw,
      ...fc.sample(fc.json(), { numRuns: 300, seed: 5 }),
      ...fc.sample(fc.string(), { numRuns: 300, seed: 6 }),
    ])
      socket.send(frame);
    for (const bytes of fc.sample(fc.uint8Array({ maxLength: 200 }), { numRuns: 200, seed: 7 }))
      socket.send(bytes);
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    });
    await expectAlive();
  });
});

describe('canary: no secret is written or sent', () => {
  const data = mkdtempSync(join(tmpdir(), 'satchel-canary-'));
  const files = (folder: string): string[] =>
    readdirSync(folder).flatMap((name) =>
      statSync(join(folder, name)).isDirectory() ? files(join(folder, name)) : [join(folder, name)],
    );

  it('[AU6 SEC20] token, client secret and password are on no disk, in no log line, frame, output or command line', async () => {
    const service = await startServiceProcess(['--memory', '--dataset', 'empty']);
    const app = await startApp(['--data', data]);
    const heard: string[] = [];
    try {
      const grant = (await (
        await fetch(`${service.url}/v1/oauth2/access_token`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            grant_type: 'password',
            client_id: PASSWORD.clientId,
            client_secret: PASSWORD.clientSecret,
            username: PASSWORD.username,
            password: sha256(PASSWORD.password),
          }),
        })
      ).json()) as { access_token?: string };
      expect(grant.access_token, JSON.stringify(grant)).toBeTypeOf('string');
      const canary = grant.access_token ?? '';
      const { host, search } = new URL(app.url);
      const spy = new WebSocket(`ws://${host}/core${search}`, { origin: `http://${host}` });
      spy.on('message', (frame: Buffer) => void heard.push(frame.toString('utf8')));
      await new Promise((resolve) => {
        spy.on('open', resolve);
      });
      const { core, close } = openCore(app.url);
      const pasted = await core.accounts.connect({
        baseUrl: service.url,
        credentials: { kind: 'token', accessToken: canary },
        name: 'pasted',
      });
      expect(pasted.ok).toBe(true);
      heard.push(JSON.stringify(pasted));
      await connectAndCopy(core, service.url);
      // Errors are where secrets leak: a wrong secret, a stopped service, an unknown token.
      for (const credentials of [
        { ...PASSWORD, clientSecret: 'CANARY-wrong-secret' },
        { ...PASSWORD, password: 'CANARY-wrong-password' },
        { kind: 'token' as const, accessToken: 'CANARY.wrong.token' },
      ])
        heard.push(
          JSON.stringify(await core.accounts.connect({ baseUrl: service.url, credentials, name: 'x' })),
        );
      heard.push(
        JSON.stringify(await core.accounts.test({ baseUrl: 'http://127.0.0.1:9', credentials: PASSWORD })),
      );
      heard.push(
        JSON.stringify([
          await core.accounts.state(),
          await core.diagnostics.get(),
          await core.outbox.export(),
        ]),
      );
      for (const [n, path] of ['accounts/state', 'diagnostics/get', 'sync/state', 'events'].entries())
        spy.send(JSON.stringify({ i: `s${n}`, p: { u: `/${path}`, b: {} } }));
      await expect.poll(() => heard.length, { timeout: 10_000 }).toBeGreaterThan(8);
      close();
      spy.close();
      const secrets = [canary, PASSWORD.clientSecret, PASSWORD.password, sha256(PASSWORD.password), 'CANARY'];
      const commandLine =
        process.platform === 'linux' ? readFileSync(`/proc/${app.pid}/cmdline`, 'utf8') : '';
      for (const secret of secrets)
        for (const text of [...heard, app.output(), commandLine])
          expect(text.includes(secret), secret.slice(0, 8)).toBe(false);
      expect(await app.stop()).toBe(TOLD_TO_END);
      const own = files(data);
      expect(own.some((file) => file.endsWith('satchel.log'))).toBe(true);
      expect(own.some((file) => file.endsWith('outbox.db'))).toBe(true);
      // The demo's own client secret and password are constants of the program, so its compiled code contains
      // them; the secrets of a run are not.
      const words: string[] = [PASSWORD.clientSecret, PASSWORD.password];
      for (const file of own)
        for (const secret of secrets.filter(
          (one) => !(words.includes(one) && file.includes('compile-cache')),
        ))
          expect(readFileSync(file).includes(secret), `${secret.slice(0, 8)} in ${file}`).toBe(false);
    } finally {
      await app.stop();
      await service.stop();
    }
  });
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
