import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '#core/api/classify-read';
import { createOutbox, type Outbox } from '#core/outbox/create-outbox';
import { createOperations } from '#core/outbox/store/operations';
import { OutboxError } from '#core/outbox/outbox-error';
import { OUTBOX_MIGRATIONS } from '#core/outbox/store/outbox-migrations';
import type { OutboxGateway } from '#core/outbox/delivery/outbox-gateway';
import { openOutboxDatabase } from '#core/outbox/store/open-outbox-database';
import type { HttpResult, SqlDatabase } from '#core/ports/ports';
import { SimRandom } from '../../../../simulation/sim-random';
import { VirtualTime } from '../../../../simulation/virtual-time';

const NOW = '2026-01-01 10:00:00';
const empty: Outcome = { kind: 'ok', body: {}, data: { list: [], totalItem: 0 }, now: NOW, text: '' };
const ok = (data: object): HttpResult => ({
  kind: 'answer',
  status: 200,
  headers: {},
  url: '',
  text: JSON.stringify({ code: 200, message: 'success', now: NOW, data }),
});

interface Bench {
  outbox: Outbox;
  time: VirtualTime;
  pushes: { path: string; body: string }[];
  database: Database.Database;
  reopen(): Outbox;
  answer: (body: string) => HttpResult | Promise<HttpResult>;
}
const bench = (
  answer: Bench['answer'] = () => ok({ company_id: 5, customers: [] }),
  settings = { reviewFirst: false },
): Bench => {
  const database = new Database(':memory:');
  const time = new VirtualTime(1_800_000_000_000);
  const pushes: Bench['pushes'] = [];
  const self: Bench = { outbox: undefined as never, time, pushes, database, answer, reopen: () => open() };
  const gateway: OutboxGateway = {
    read: async () => empty,
    offers: async () => false,
    renew: async () => 'renewed',
    isSignedIn: () => true,
    tokenMark: () => 't',
    serverNow: () => NOW,
    push: async (path, body) => {
      pushes.push({ path, body });
      return self.answer(body);
    },
  };
  const open = (): Outbox => {
    const outbox = createOutbox({
      accountId: 'a',
      database: database,
      backupPath: null,
      gateway,
      clock: time,
      timers: time,
      random: new SimRandom(7),
      log: {
        error: (m, f) => {
          throw new Error(`${m} ${JSON.stringify(f)}`);
        },
        warn: () => undefined,
        info: () => undefined,
      },
      selfUserId: () => '1',
      settings,
    });
    outbox.start();
    return (self.outbox = outbox);
  };
  open();
  return self;
};
const company = (name: string, target: string | null = null): object => ({
  kind: 'company',
  schema: 1,
  target,
  fields: { name, pool_id: '0' },
  children: [],
});
const submit = (outbox: Outbox, command: object): string => {
  const result = outbox.submit({ command, base: null });
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result.id;
};

describe('the outbox', () => {
  it('[OB26] a receipt waits for its company and carries its real id', async () => {
    const { outbox, time, pushes } = bench((body) =>
      body.includes('amount')
        ? ok({ cash_collection_invoice_id: 9, cash_collection_invoice_no: 'R9' })
        : ok({ company_id: 5, customers: [] }),
    );
    const parent = submit(outbox, company('Acme'));
    const child = submit(outbox, {
      kind: 'receipt',
      schema: 1,
      target: null,
      fields: { amount: '1.50', company_id: parent },
      children: [],
    });
    expect(outbox.get(child)?.intent).toMatchObject({ waits: 'parent', waitsFor: [parent] });
    await time.advance(10_000);
    expect(pushes.map((one) => one.body)).toEqual([
      '{"name":"Acme","pool_id":0,"customers":[]}',
      '{"amount":1.50,"company_id":5}',
    ]);
    expect(outbox.get(child)?.intent).toMatchObject({ state: 'applied', realId: '9', number: 'R9' });
  });
  it('[OB27] the attempt is on disk before a byte leaves, and is in doubt after a crash', async () => {
    const b = bench(() => new Promise<HttpResult>(() => undefined));
    const id = submit(b.outbox, company('Acme'));
    await b.time.advance(5_000);
    expect(b.pushes).toHaveLength(1);
    expect(b.outbox.get(id)?.ledger.at(-1)).toMatchObject({
      event: 'sending',
      attempt: 1,
      facts: { body: b.pushes[0]?.body },
    });
    b.outbox.stop();
    expect(b.reopen().get(id)?.intent).toMatchObject({
      state: 'uncertain',
      mayHaveArrived: true,
      frozen: true,
    });
  });
  it('[OB28] the ledger cannot be rewritten', () => {
    const { outbox, database } = bench();
    submit(outbox, company('Acme'));
    expect(() => database.exec("UPDATE ledger SET event = 'x'")).toThrow(/append only/);
    expect(() => database.exec('DELETE FROM ledger')).toThrow(/append only/);
  });
  it('[OB29] a refused item blocks only items that need it', async () => {
    const { outbox, time } = bench((body) =>
      body.includes('Bad')
        ? { kind: 'answer', status: 200, headers: {}, url: '', text: '{"code":404,"message":"No Privilege"}' }
        : ok({ company_id: 5, customers: [] }),
    );
    const [bad, good] = [submit(outbox, company('Bad')), submit(outbox, company('Good'))];
    const child = submit(outbox, {
      kind: 'receipt',
      schema: 1,
      target: null,
      fields: { amount: '1', company_id: bad },
      children: [],
    });
    await time.advance(60_000);
    expect([bad, good, child].map((id) => outbox.get(id)?.intent.state)).toEqual([
      'rejected',
      'applied',
      'queued',
    ]);
    expect(outbox.get(bad)?.intent).toMatchObject({
      reason: { message: 'No Privilege' },
      dependants: [child],
    });
    expect(outbox.chainOf(bad).map((one) => one.id)).toEqual([bad, child]);
    expect(outbox.discard(bad)).toEqual({ ok: true });
    expect(outbox.get(child)?.intent.state).toBe('discarded');
  });
  it('[OB30] another account starts with each kind held until its first item is released', async () => {
    const { outbox, time, pushes } = bench(undefined, { reviewFirst: true });
    const id = submit(outbox, company('Acme'));
    await time.advance(60_000);
    expect(pushes).toHaveLength(0);
    expect(outbox.get(id)?.intent.waits).toBe('review');
    expect(outbox.sendNow(id)).toEqual({ ok: true });
    await time.advance(1_000);
    expect(pushes).toHaveLength(1);
    expect(outbox.summary().holds.company).toBeUndefined();
  });
  it('[OB31] an edit of an intent sent without a verdict becomes its successor; an edit of a waiting intent is merged into it', async () => {
    const b = bench(() => ({ kind: 'failure', reason: 'reset', unsent: false, detail: '' }));
    const id = submit(b.outbox, company('Acme'));
    expect(b.outbox.edit(id, { command: company('Acme Ltd') })).toMatchObject({ outcome: 'replaced' });
    expect(b.outbox.undo(id)).toEqual({ ok: true });
    await b.time.advance(5_000);
    expect(
      b.outbox.edit(id, {
        command: { ...company('Acme'), fields: { name: 'Acme', pool_id: '0', fax: '1' } },
      }),
    ).toMatchObject({ outcome: 'successor' });
    expect(b.outbox.list(['queued'])[0]).toMatchObject({
      command: { target: id, fields: { fax: '1', pool_id: '0' } },
      waitsFor: [id],
    });
  });
  it('[OB32] export and restore: what may have been sent arrives in doubt, the rest held, nothing overwritten', async () => {
    const b = bench(() => new Promise<HttpResult>(() => undefined));
    const sent = submit(b.outbox, company('Acme'));
    await b.time.advance(5_000);
    b.outbox.pause(true);
    const waiting = submit(b.outbox, company('Beta'));
    const text = JSON.stringify(b.outbox.export());
    const other = bench();
    other.outbox.pause(true);
    expect(other.outbox.restore(text)).toEqual({ ok: true, added: 2, skipped: 0, drafts: 0, unreadable: 0 });
    expect(other.outbox.get(sent)?.intent).toMatchObject({ state: 'uncertain', mayHaveArrived: true });
    expect(other.outbox.get(waiting)?.intent).toMatchObject({ state: 'queued', held: true });
    expect(other.outbox.restore(text)).toEqual({ ok: true, added: 0, skipped: 2, drafts: 0, unreadable: 0 });
    expect(other.outbox.restore('{}')).toEqual({ ok: false, code: 'unreadable' });
  });
  it('[OB33] a file of a newer version and a file of another account are refused', () => {
    const { database } = bench();
    expect(() =>
      openOutboxDatabase(database as unknown as SqlDatabase, { accountId: 'b', backupPath: null }),
    ).toThrow(OutboxError);
    database.pragma('user_version = 99');
    expect(() =>
      openOutboxDatabase(database as unknown as SqlDatabase, { accountId: 'a', backupPath: null }),
    ).toThrow(/version 99/);
  });
  it('[OB33] a file of the first version keeps everything, and can then recognise a repeated operation', () => {
    const database = new Database(':memory:') as unknown as SqlDatabase;
    const first = { accountId: 'a', backupPath: null, migrations: OUTBOX_MIGRATIONS.slice(0, 1) };
    openOutboxDatabase(database, first);
    database
      .prepare(
        `INSERT INTO intents (id, kind, state, schema_version, version, command, fingerprint, detail, created_at, updated_at)
         VALUES ('local:1', 'company', 'queued', 1, 1, '{}', 'f', '{}', 1, 1)`,
      )
      .run();
    openOutboxDatabase(database, { accountId: 'a', backupPath: null });
    expect(database.prepare('SELECT id, state FROM intents').all()).toEqual([
      { id: 'local:1', state: 'queued' },
    ]);
    const operations = createOperations(database, { now: () => 1 }, (body) => body());
    const discard = { id: 'press-1', what: 'discard local:1' };
    expect(operations.once(discard, () => ({ ok: true, by: 'first' }))).toEqual({ ok: true, by: 'first' });
    expect(operations.once(discard, () => ({ ok: true, by: 'second' }))).toEqual({ ok: true, by: 'first' });
  });
  it('[OB50] an answer is kept although the clock was set forward by a year since', async () => {
    const { outbox, time } = bench();
    const save = (id: string) =>
      outbox.once({ id, what: 'submit' }, () => outbox.submit({ command: company(`By ${id}`), base: null }));
    outbox.pause(true);
    const first = save('press-1');
    await time.advance(365 * 24 * 3_600_000);
    save('press-2');
    expect(save('press-1')).toEqual(first);
    expect(outbox.list()).toHaveLength(2);
  });
  it('[OB50] answers older than 30 days are forgotten, except the latest hundred', () => {
    const database = new Database(':memory:') as unknown as SqlDatabase;
    openOutboxDatabase(database, { accountId: 'a', backupPath: null });
    let now = 1;
    const operations = createOperations(database, { now: () => now }, (body) => body());
    for (; now <= 150; now++) operations.once({ id: `press-${now}`, what: 'submit' }, () => ({ ok: true }));
    now += 31 * 24 * 3_600_000;
    operations.once({ id: 'latest', what: 'submit' }, () => ({ ok: true }));
    const kept = database.prepare<string>('SELECT id FROM operations ORDER BY at').pluck().all();
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([101, 'press-51', 'latest']);
  });
  it('[OB34] a create is one overlay row under its local id until the cache shows the record', async () => {
    const { outbox, time } = bench();
    const id = submit(outbox, company('Acme'));
    expect(outbox.overlay('company', () => null)).toMatchObject([
      { id, created: true, values: { name: 'Acme' }, intents: [{ state: 'queued' }] },
    ]);
    await time.advance(5_000);
    expect(outbox.overlay('company', () => null)).toMatchObject([{ id: '5', created: true }]);
    const cached = { company_id: '5', name: 'Acme', update_time: NOW };
    expect(outbox.overlay('company', () => cached)).toMatchObject([
      { id: '5', created: false, intents: [], values: {}, asSent: { pool_id: { value: '0', at: NOW } } },
    ]);
  });
});

describe('a successor', () => {
  it('[OB31] that is edited after its record is known names the record', async () => {
    let answer: (result: HttpResult) => void = () => undefined;
    const { outbox, time } = bench(
      () =>
        new Promise<HttpResult>((resolve) => {
          answer = resolve;
        }),
    );
    const first = submit(outbox, company('Acme'));
    await time.advance(5_000);
    const waiting = submit(outbox, company('Acme Ltd', first));
    outbox.hold(waiting, true);
    answer(ok({ company_id: 5, customers: [] }));
    await time.advance(5_000);
    expect(outbox.get(first)?.intent.state).toBe('applied');
    expect(outbox.get(waiting)?.intent.realId).toBeNull();
    expect(outbox.edit(waiting, { command: company('Acme Inc', '5') }).ok).toBe(true);
    expect(outbox.get(waiting)?.intent.realId).toBe('5');
  });
});

describe('the dispatcher', () => {
  it('[OB29] wakes for items that became due while it was looking for work', async () => {
    // A clock that moves on with every look at it, as the real one does between two statements.
    const tick = bench(() => ({ kind: 'failure', reason: 'connect', unsent: true, detail: 'ECONNREFUSED' }));
    let at = tick.time.now();
    tick.time.now = () => (at += 400);
    const fired: (() => void)[] = [];
    tick.time.after = (_delayMs, callback) => {
      fired.push(() => void callback());
      return () => undefined;
    };
    tick.outbox.stop();
    const outbox = tick.reopen();
    submit(outbox, company('Acme'));
    for (let round = 0; round < 60 && tick.pushes.length < 4; round++) {
      for (const run of fired.splice(0)) run();
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    expect(tick.pushes.length).toBeGreaterThanOrEqual(4);
  });
});
