/**
 * Kills the real app again and again while intents are made and sent, then asks two questions: is everything
 * that was acknowledged still there, and did the service take any intent twice? Every command carries a mark
 * of its own, so the service's own log of requests answers the second one, whatever the app believes.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { seededRandom } from '#service/random';
import { controlOf, openWindow, startServiceWith, startShell, type Control, type Core } from './processes';

export interface CrashReport {
  kills: number;
  whileSending: number;
  acknowledged: number;
  drafts: number;
  attempts: number;
  posts: number;
  commits: number;
  states: Record<string, number>;
  missing: string[];
  twice: string[];
  unclaimed: string[];
}
export interface CrashOptions {
  kills: number;
  seed: number;
  say?: (line: string) => void;
}

const CLIENT = { kind: 'client', clientId: 'demo-client', clientSecret: 'demo-secret' } as const;
const KINDS = ['company', 'lead', 'outboundInvoice', 'receipt', 'trailNote'] as const;
const PUSH = /\/push|pushCompanyAndCustomers/;
export const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * A command of some kind with `mark` in it; a receipt or note of a company that may not be there yet now and
 * then.
 */
const commandOf = (
  random: () => number,
  mark: string,
  companies: readonly string[],
): Record<string, unknown> => {
  const company = companies[Math.floor(random() * companies.length)];
  const pick = Math.floor(random() * 6);
  const base = { schema: 1, target: null, children: [] as unknown[] };
  if (pick === 0) return { ...base, kind: 'lead', fields: { name: mark, remark: mark } };
  if (pick === 1)
    return {
      ...base,
      kind: 'receipt',
      fields: { amount: '12.50', currency: 'USD', remark: mark, ...(company ? { company_id: company } : {}) },
    };
  if (pick === 2 && company)
    return { ...base, kind: 'trailNote', fields: { company_id: company, content: mark, remark_type: 103 } };
  if (pick === 3)
    return {
      ...base,
      kind: 'outboundInvoice',
      fields: { serial_id: mark, currency: 'USD', ...(company ? { company_id: company } : {}) },
      children: [
        {
          ref: `local:${mark}-line`,
          fields: { product_id: '40001', outbound_count: '2', sale_price: '9.99', order_record_id: '100' },
        },
      ],
    };
  return {
    ...base,
    kind: 'company',
    fields: { name: mark, pool_id: '0', remark: mark },
    children: [{ ref: `local:${mark}-contact`, fields: { name: mark, email: `${mark}@x.example` } }],
  };
};

/** Signs in (the browser window's token lives in memory only) and lets everything go. */
export const ready = async (core: Core, serviceUrl: string): Promise<void> => {
  const [account] = (await core.accounts.state()).accounts;
  const outcome = account
    ? await core.accounts.signIn({ accountId: account.id, credentials: CLIENT })
    : await core.accounts.connect({
        baseUrl: serviceUrl,
        credentials: CLIENT,
        name: 'crash',
        selfUserId: null,
      });
  if (!outcome.ok) throw new Error(`not signed in: ${outcome.error.code}`);
  for (const kind of KINDS) await core.outbox.release({ kind });
  await core.outbox.pause({ paused: false });
};

const outboxFile = (data: string): string | null => {
  try {
    const [account] = readdirSync(join(data, 'accounts'));
    return account === undefined ? null : join(data, 'accounts', account, 'outbox.db');
  } catch {
    return null;
  }
};
const count = (data: string, sql: string): number => {
  const file = outboxFile(data);
  if (!file) return 0;
  const database = new Database(file, { readonly: true });
  try {
    return Number(database.prepare(sql).pluck().get());
  } finally {
    database.close();
  }
};

const spoil = async (control: Control, random: () => number): Promise<void> => {
  await control.clear();
  await control.fault({
    kind: 'latency',
    method: 'POST',
    path: '/v1/',
    delayMs: 120 + Math.floor(random() * 500),
    times: 1_000_000,
  });
  for (const kind of ['lost', 'reset', 'torn', 'html'] as const)
    if (random() < 0.25)
      await control.fault({ kind, method: 'POST', path: '/v1/', skip: 1 + Math.floor(random() * 4) });
};

interface Told {
  intents: Map<string, string>;
  drafts: Set<string>;
  companies: string[];
  next: number;
}

/** Enters intents and drafts until the process is gone; notes only what was acknowledged. */
const typeUntilGone = async (
  core: Core,
  gone: Promise<never>,
  random: () => number,
  told: Told,
): Promise<void> => {
  for (;;) {
    const mark = `crash${told.next++}x`;
    const command = commandOf(random, mark, told.companies);
    if (random() < 0.15)
      told.drafts.add(
        (await Promise.race([core.outbox.saveDraft({ kind: 'lead', form: { name: mark } }), gone])).id,
      );
    const done = await Promise.race([core.outbox.submit({ command }), gone]);
    if (!done.ok) throw new Error(`refused: ${JSON.stringify(done)}`);
    told.intents.set(done.id, mark);
    if (command.kind === 'company') told.companies.push(done.id);
    await Promise.race([wait(random() * 250), gone]);
  }
};

/** Ends when something is being sent, or after a few seconds without it. */
const untilSending = async (core: Core): Promise<void> => {
  for (let waitedMs = 0; waitedMs < 4_000; waitedMs += 20) {
    if ((await core.outbox.list({ states: ['sending'] })).length > 0) return;
    await wait(20);
  }
};

/** One life: starts, signs in, types, dies. Answers whether something was being sent as it died. */
const liveAndDie = async (
  data: string,
  serviceUrl: string,
  control: Control,
  random: () => number,
  told: Told,
): Promise<boolean> => {
  await spoil(control, random);
  const app = await startShell(data);
  try {
    const window = await openWindow(app.url);
    await ready(window.core, serviceUrl);
    const typing = typeUntilGone(window.core, window.gone, random, told).catch((error: unknown) => error);
    await wait(80 + random() * 1100);
    // A machine may take its time to begin with sending: most kills wait for it, the others come anywhere.
    if (random() < 0.7) await untilSending(window.core);
    await app.kill('SIGKILL');
    const ended = await typing;
    if (ended instanceof Error && ended.message.startsWith('refused')) throw ended;
  } finally {
    await app.kill('SIGKILL');
  }
  return count(data, "SELECT count(*) FROM intents WHERE state = 'sending'") > 0;
};

/**
 * After the last kill: a whole network, and time to deliver what may be delivered. Doubt may remain: the
 * bound is longer than this test.
 */
const comeToRest = async (
  data: string,
  serviceUrl: string,
  control: Control,
): Promise<Awaited<ReturnType<Core['outbox']['list']>>> => {
  await control.clear();
  const app = await startShell(data);
  try {
    const { core, close } = await openWindow(app.url);
    await ready(core, serviceUrl);
    // A save that a kill cut between journal and commit came back held: the user lets it go.
    for (const { id, held } of await core.outbox.list({ states: ['queued'] }))
      if (held) await core.outbox.hold({ id, held: false });
    let left = Number.POSITIVE_INFINITY;
    for (let still = 0; still < 12;) {
      await wait(1000);
      const open = (await core.outbox.list({ states: ['queued', 'sending'] })).filter(
        ({ waits }) => waits !== 'parent',
      ).length;
      still = open === 0 ? still + 3 : open < left ? 0 : still + 1;
      left = open;
    }
    const all = await core.outbox.list({});
    close();
    return all;
  } finally {
    await app.kill('SIGTERM');
  }
};

export const runKills = async ({
  kills,
  seed,
  say = () => undefined,
}: CrashOptions): Promise<CrashReport> => {
  const random = seededRandom(seed);
  const data = mkdtempSync(join(tmpdir(), 'satchel-crash-'));
  const service = await startServiceWith([
    '--memory',
    '--control',
    '--dataset',
    'empty',
    '--port',
    '0',
    '--seed',
    String(seed),
  ]);
  const control = controlOf(service.url);
  const told: Told = { intents: new Map(), drafts: new Set(), companies: [], next: 1 };
  let whileSending = 0;
  try {
    for (let kill = 1; kill <= kills; kill++) {
      if (await liveAndDie(data, service.url, control, random, told)) whileSending++;
      if (kill % 10 === 0)
        say(`${kill} kills, ${whileSending} while sending, ${told.intents.size} intents acknowledged`);
    }
    const all = await comeToRest(data, service.url, control);
    return { kills, whileSending, ...(await judge(data, control, told, all)) };
  } finally {
    await service.kill('SIGTERM');
    rmSync(data, { recursive: true, force: true });
  }
};

const judge = async (
  data: string,
  control: Control,
  told: Told,
  all: Awaited<ReturnType<Core['outbox']['list']>>,
): Promise<Omit<CrashReport, 'kills' | 'whileSending'>> => {
  const held = new Map(all.map((intent) => [intent.id, intent]));
  const posts = (await control.requests()).filter((one) => one.method === 'POST' && PUSH.test(one.path));
  const commits = new Map<string, number>();
  for (const one of posts) {
    const mark = /crash\d+x/.exec(one.body)?.[0];
    if (one.committed && mark) commits.set(mark, (commits.get(mark) ?? 0) + 1);
  }
  const states: Record<string, number> = {};
  for (const { state } of all) states[state] = (states[state] ?? 0) + 1;
  return {
    acknowledged: told.intents.size,
    drafts: told.drafts.size,
    attempts: count(data, "SELECT count(*) FROM ledger WHERE event = 'sending'"),
    posts: posts.length,
    commits: [...commits.values()].reduce((sum, n) => sum + n, 0),
    states,
    missing: [
      ...[...told.intents.keys()].filter((id) => !held.has(id)),
      ...[...told.drafts].filter((id) => count(data, `SELECT count(*) FROM drafts WHERE id = '${id}'`) === 0),
    ],
    twice: [...commits].filter(([, n]) => n > 1).map(([mark]) => mark),
    unclaimed: all
      .filter((intent) => {
        const mark = told.intents.get(intent.id);
        return intent.state === 'applied' && mark !== undefined && !commits.has(mark);
      })
      .map(({ id }) => id),
  };
};
