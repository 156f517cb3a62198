/**
 * When the queue works: what stops an item that is already being prepared, and how the queue continues after
 * an error.
 */
import { describe, expect, it } from 'vitest';
import type { Outcome } from '#core/api/classify-read';
import { USER_LIST_PATH } from '#shared/http-api/lookups';
import { crmBench, lost, type CrmBench } from '../../../../../support/outbox/fake-crm';
import { fullDisk } from '../../../../../support/outbox/full-disk';
import {
  accepted,
  companyCommand,
  outboxBench,
  receiptCommand,
} from '../../../../../support/outbox/outbox-bench';

const HOUR = 3_600_000;
const OFFLINE: Outcome = { kind: 'offline', reason: 'connect', detail: 'no route' };

const item = (bench: CrmBench, id: string) => bench.outbox.get(id)!.intent;

/** An item whose reads before the push do not end until `go` is called. */
const preparing = async (bench: CrmBench) => {
  const waiting: (() => void)[] = [];
  bench.crm.answers = () => new Promise((resolve) => waiting.push(() => resolve(undefined)));
  const id = bench.submit(companyCommand('Acme'));
  await bench.time.advance(1_000);
  expect(bench.outbox.busy()).toBe(1);
  const go = async (): Promise<void> => {
    bench.crm.answers = () => undefined;
    for (const one of waiting.splice(0)) one();
    await bench.time.advance(1_000);
  };
  return { id, go, item: () => bench.outbox.get(id)!.intent };
};

describe('an item that is being prepared', () => {
  it.each<[string, (bench: CrmBench, id: string) => void, (bench: CrmBench, id: string) => void]>([
    ['the outbox stops', ({ outbox }) => outbox.stop(), (bench) => void bench.reopen()],
    ['the user pauses', ({ outbox }) => outbox.pause(true), ({ outbox }) => outbox.pause(false)],
    [
      'the user holds it',
      ({ outbox }, id) => void outbox.hold(id, true),
      ({ outbox }, id) => void outbox.hold(id, false),
    ],
  ])('is not sent if %s meanwhile, and is sent when that ends', async (_, stop, end) => {
    const bench = crmBench();
    const { id, go, item } = await preparing(bench);
    stop(bench, id);
    await go();
    expect(bench.pushes).toEqual([]);
    expect(item().state).toBe('queued');
    end(bench, id);
    await bench.time.advance(HOUR);
    expect(item().state).toBe('applied');
    expect(bench.pushes).toHaveLength(1);
  });

  it('is not sent if the CRM asks another item to wait meanwhile', async () => {
    const bench = crmBench();
    const { go, item } = await preparing(bench);
    bench.crm.answers = () => undefined;
    bench.gateway.push = async () => ({
      kind: 'answer',
      status: 429,
      headers: { 'retry-after': '600' },
      url: '',
      text: '',
    });
    bench.submit(companyCommand('Beta'));
    await bench.time.advance(1_000);
    expect(bench.pushes).toHaveLength(1);
    bench.gateway.push = async () => accepted({ company_id: 5, customers: [] });
    await go();
    await bench.time.advance(500_000);
    expect(bench.pushes).toHaveLength(1);
    await bench.time.advance(200_000);
    expect(item().state).toBe('applied');
  });

  it('is not sent if the disk refuses writes meanwhile', async () => {
    const disk = fullDisk();
    const bench = crmBench({ through: disk.through });
    const { go } = await preparing(bench);
    disk.refusesAfter = 0;
    expect(() => bench.submit(companyCommand('Beta'))).toThrow('full');
    await go();
    await bench.time.advance(HOUR);
    expect(bench.pushes).toEqual([]);
    disk.refusesAfter = null;
    await bench.time.advance(60_000);
    expect(bench.pushes).toHaveLength(1);
  });

  it('sends the edited version if the user edits it meanwhile', async () => {
    const bench = crmBench();
    const { id, go, item } = await preparing(bench);
    bench.outbox.edit(id, { command: companyCommand('Acme Ltd') });
    await go();
    await bench.time.advance(5_000);
    expect(item()).toMatchObject({ state: 'applied', version: 2, title: 'Acme Ltd' });
    expect(bench.pushes.map(({ body }) => (JSON.parse(body) as { name: string }).name)).toEqual(['Acme Ltd']);
  });

  it('is not sent if the user discards it meanwhile', async () => {
    const bench = crmBench();
    const { id, go, item } = await preparing(bench);
    expect(bench.outbox.discard(id).ok).toBe(true);
    await go();
    await bench.time.advance(HOUR);
    expect([item().state, bench.pushes.length]).toEqual(['discarded', 0]);
  });
});

describe('an item whose reads fail', () => {
  it('waits, longer each time, and says why it waits', async () => {
    const bench = crmBench();
    bench.crm.answers = () => ({ kind: 'server-error', status: 502, detail: 'bad gateway' });
    const id = bench.submit(companyCommand('Acme'));
    const { store } = bench.outbox;
    await bench.time.advance(100);
    expect(store.get(id)).toMatchObject({ state: 'queued', tries: 1, detail: { waitsBecause: 'trouble' } });
    const first = store.get(id)!.notBefore - bench.time.now();
    expect(first).toBeGreaterThan(800);
    expect(first).toBeLessThanOrEqual(2_000);
    await bench.time.advance(HOUR);
    expect(store.get(id)!.tries).toBeGreaterThan(8);
    const later = store.get(id)!.notBefore - bench.time.now();
    expect(later).toBeLessThanOrEqual(300_000);
    expect(bench.crm.reads.length).toBeLessThan(40);
    bench.crm.answers = () => undefined;
    await bench.time.advance(300_000);
    expect(store.get(id)!.state).toBe('applied');
  });

  it('a wait that only the missing connection caused ends with it; its next wait is short again', async () => {
    const bench = crmBench();
    bench.crm.answers = () => OFFLINE;
    const id = bench.submit(companyCommand('Acme'));
    await bench.time.advance(HOUR);
    const { store } = bench.outbox;
    expect(store.get(id)).toMatchObject({ detail: { waitsBecause: 'offline' } });
    bench.outbox.reconnected();
    expect(store.get(id)).toMatchObject({ tries: 0, notBefore: 0 });
    await bench.time.advance(2_000);
    expect(store.get(id)!.notBefore - bench.time.now()).toBeLessThanOrEqual(2_000);
    expect(store.get(id)!.tries).toBe(1);
  });

  it('a read that began before the connection came back does not delay the item', async () => {
    const bench = crmBench();
    const fails: (() => void)[] = [];
    bench.crm.answers = () => new Promise((resolve) => fails.push(() => resolve(OFFLINE)));
    const id = bench.submit(companyCommand('Acme'));
    await bench.time.advance(1_000);
    bench.crm.answers = () => undefined;
    bench.outbox.reconnected();
    for (const one of fails) one();
    await bench.time.advance(1_000);
    expect(bench.outbox.get(id)!.intent.state).toBe('applied');
  });

  it.each(['waits', 'in doubt'])(
    'that the user discards meanwhile stays as it was left: %s',
    async (state) => {
      const bench = crmBench();
      let fail: () => void = () => undefined;
      bench.gateway.push = lost;
      if (state === 'waits')
        bench.crm.answers = () => new Promise((resolve) => (fail = () => resolve(OFFLINE)));
      const id = bench.submit(companyCommand('Acme'));
      await bench.time.advance(500);
      bench.crm.answers = () => new Promise((resolve) => (fail = () => resolve(OFFLINE)));
      await bench.time.advance(5_000);
      expect(bench.outbox.busy()).toBe(1);
      bench.outbox.discard(id);
      const { updatedAt } = item(bench, id);
      await bench.time.advance(1_000);
      fail();
      await bench.time.advance(1_000);
      expect(item(bench, id)).toMatchObject({ state: 'discarded', updatedAt });
    },
  );

  it('one in doubt that cannot be read waits in the same way', async () => {
    const bench = crmBench();
    bench.gateway.push = lost;
    const id = bench.submit(companyCommand('Acme'));
    await bench.time.advance(100);
    bench.crm.answers = () => ({ kind: 'rate-limited', retryAfterMs: 5_000 });
    await bench.time.advance(30_000);
    expect(bench.outbox.store.get(id)).toMatchObject({
      state: 'uncertain',
      detail: { waitsBecause: 'throttled' },
    });
    expect(bench.outbox.store.get(id)!.tries).toBeGreaterThan(0);
  });
});

describe('an item that cannot be worked on', () => {
  it('is tried again after a minute, and the others are sent meanwhile', async () => {
    const bench = crmBench();
    let isBroken = true;
    bench.crm.answers = () => {
      if (isBroken) throw new Error('a bug');
      return undefined;
    };
    const id = bench.submit(companyCommand('Acme'));
    await bench.time.advance(1_000);
    expect(bench.errors).toHaveLength(1);
    expect(bench.errors[0]).toContain('a bug');
    isBroken = false;
    const other = bench.submit(companyCommand('Beta'));
    await bench.time.advance(50_000);
    expect([id, other].map((one) => bench.outbox.get(one)!.intent.state)).toEqual(['queued', 'applied']);
    await bench.time.advance(15_000);
    expect(bench.outbox.get(id)!.intent.state).toBe('applied');
  });

  it('is in doubt if its push broke off: it may have arrived', async () => {
    const bench = crmBench();
    bench.gateway.push = async () => {
      throw new Error('a bug');
    };
    const id = bench.submit(companyCommand('Acme'));
    await bench.time.advance(1_000);
    expect(bench.outbox.get(id)!.intent).toMatchObject({
      state: 'uncertain',
      reason: { code: 'no-verdict' },
      mayHaveArrived: true,
    });
    expect(bench.outbox.store.get(id)!.notBefore).toBe(bench.time.now() - 1_000 + 60_000);
  });

  it('is in doubt after a crash, and says that Satchel was closed', async () => {
    const bench = crmBench();
    bench.gateway.push = () => new Promise(() => undefined);
    const id = bench.submit(receiptCommand('12'));
    await bench.time.advance(1_000);
    bench.outbox.stop();
    bench.outbox.signInChanges();
    bench.crm.answers = () => OFFLINE;
    bench.reopen();
    const { intent, ledger } = bench.outbox.get(id)!;
    expect(intent).toMatchObject({
      state: 'uncertain',
      reason: { code: 'closed-while-sending' },
      attempts: 1,
    });
    expect(ledger.at(-1)).toMatchObject({ event: 'crashed', attempt: 1 });
  });

  it('says that Satchel was closed, also if the disk was full at the start', async () => {
    const disk = fullDisk();
    const bench = crmBench({ through: disk.through });
    bench.gateway.push = () => new Promise(() => undefined);
    const id = bench.submit(receiptCommand('12'));
    await bench.time.advance(1_000);
    bench.crm.answers = () => OFFLINE;
    disk.refusesAfter = 0;
    bench.reopen();
    disk.refusesAfter = null;
    await bench.time.advance(10_000);
    expect(item(bench, id)).toMatchObject({ state: 'uncertain', reason: { code: 'closed-while-sending' } });
  });

  it('is left alone after the outbox stopped: the next start says that it was being sent', async () => {
    const bench = crmBench();
    let fail: () => void = () => undefined;
    bench.gateway.push = () => new Promise((_, reject) => (fail = () => reject(new Error('cut off'))));
    const id = bench.submit(receiptCommand('12'));
    await bench.time.advance(1_000);
    bench.outbox.stop();
    fail();
    await bench.time.advance(1_000);
    expect(item(bench, id).state).toBe('sending');
  });

  it('reports no error for work that was interrupted by closing the account', async () => {
    const bench = crmBench();
    const { go } = await preparing(bench);
    bench.outbox.close();
    await go();
    expect(bench.errors).toEqual([]);
  });

  it('is not delayed by a minute if the disk was full: it continues when there is room', async () => {
    const disk = fullDisk();
    const bench = crmBench({ through: disk.through });
    const { id, go } = await preparing(bench);
    disk.refusesAfter = 0;
    await go();
    expect(bench.outbox.summary().storage).toBe('full');
    expect(bench.errors.filter((one) => one.includes('put off'))).toEqual([]);
    disk.refusesAfter = null;
    await bench.time.advance(15_000);
    expect(item(bench, id).state).toBe('applied');
  });

  it('an item that is being sent while the disk is full is not called in doubt', async () => {
    const disk = fullDisk();
    const bench = outboxBench({ through: disk.through });
    let answer: (value: ReturnType<typeof accepted>) => void = () => undefined;
    bench.gateway.push = () => new Promise((resolve) => (answer = resolve));
    const id = bench.submit(companyCommand('Acme'));
    await bench.time.advance(1_000);
    disk.refusesAfter = 0;
    expect(() => bench.submit(companyCommand('Beta'))).toThrow('full');
    disk.refusesAfter = null;
    await bench.time.advance(60_000);
    expect(bench.outbox.summary().storage).toBeNull();
    expect(bench.outbox.get(id)!.intent.state).toBe('sending');
    answer(accepted({ company_id: 5, customers: [] }));
    await bench.time.advance(1_000);
    expect(bench.outbox.get(id)!.intent.state).toBe('applied');
  });
});

describe('the queue', () => {
  it('sends at most as many items at once as it may', async () => {
    const bench = outboxBench({ settings: { concurrency: 2, reviewFirst: false } });
    const answers: (() => void)[] = [];
    bench.gateway.push = () =>
      new Promise((resolve) =>
        answers.push(() => resolve(accepted({ company_id: 500 + answers.length, customers: [] }))),
      );
    for (const name of ['Acme', 'Beta', 'Gamma']) bench.submit(companyCommand(name));
    await bench.time.advance(1_000);
    expect([bench.pushes.length, bench.outbox.busy()]).toEqual([2, 2]);
    answers[0]?.();
    await bench.time.advance(1_000);
    expect([bench.pushes.length, bench.outbox.busy()]).toEqual([3, 2]);
  });

  it('sends equal new records one after the other', async () => {
    const bench = outboxBench();
    let answer: () => void = () => undefined;
    bench.gateway.push = () =>
      new Promise((resolve) => (answer = () => resolve(accepted({ company_id: 5, customers: [] }))));
    bench.submit(companyCommand('Acme'));
    const twin = bench.submit(companyCommand('Acme'));
    await bench.time.advance(HOUR);
    expect(bench.pushes).toHaveLength(1);
    expect(bench.outbox.get(twin)!.intent.waits).toBe('later');
    answer();
    await bench.time.advance(1_000);
    expect(bench.pushes).toHaveLength(2);
  });

  it('sends no new record that equals one in doubt, also if they name their customer differently', async () => {
    const bench = crmBench();
    bench.gateway.push = async () => accepted({ company_id: 77, customers: [] });
    const company = bench.submit(companyCommand('Acme'));
    bench.outbox.pause(true);
    const local = bench.submit(receiptCommand(company));
    bench.outbox.hold(local, true);
    bench.outbox.pause(false);
    await bench.time.advance(1_000);
    bench.gateway.push = lost;
    bench.submit(receiptCommand('77'));
    await bench.time.advance(1_000);
    expect(bench.pushes).toHaveLength(2);
    bench.outbox.hold(local, false);
    await bench.time.advance(60_000);
    expect(bench.pushes).toHaveLength(2);
    expect(item(bench, local)).toMatchObject({ state: 'queued', waits: 'later' });
  });

  it('reaches an item behind hundreds of items that may not be sent', async () => {
    const bench = outboxBench();
    bench.outbox.stop();
    for (let n = 0; n < 201; n++) bench.submit(companyCommand('Acme'));
    const last = bench.submit(companyCommand('Beta'));
    bench.gateway.push = (_path, body) =>
      body.includes('Acme')
        ? new Promise(() => undefined)
        : Promise.resolve(accepted({ company_id: 5, customers: [] }));
    bench.reopen();
    await bench.time.advance(1_000);
    expect(bench.outbox.get(last)!.intent.state).toBe('applied');
  });

  it('looks for work once more a minute after an error of its own, and no timer is left after a stop', async () => {
    const disk = fullDisk();
    const bench = outboxBench({ through: disk.through });
    bench.outbox.pause(true);
    const id = bench.submit(companyCommand('Acme'));
    await bench.time.advance(10_000);
    const real = bench.outbox.store.due;
    bench.outbox.store.due = () => {
      throw new Error('a bug');
    };
    bench.outbox.pause(false);
    await bench.time.advance(1_000);
    expect(bench.errors.join()).toContain('the queue could not be read');
    bench.outbox.store.due = real;
    await bench.time.advance(30_000);
    expect(bench.outbox.get(id)!.intent.state).toBe('queued');
    await bench.time.advance(31_000);
    expect(bench.outbox.get(id)!.intent.state).toBe('applied');
    bench.outbox.setUndoSeconds(30);
    bench.submit(companyCommand('Beta'));
    await bench.time.advance(10_000);
    // However often it is asked to look, one timer is enough.
    for (let n = 0; n < 5; n++) bench.outbox.kick();
    expect(bench.time.pending()).toBe(1);
    bench.outbox.stop();
    expect(bench.time.pending()).toBe(0);
  });
});

describe('a push that a kind is not permitted', () => {
  /** The service refuses each token of this sign-in. `sign.mark` counts the tokens. */
  const refusing = () => {
    const sign = { mark: 1 };
    const bench = crmBench({
      gateway: {
        renew: async () => {
          sign.mark++;
          return 'renewed';
        },
        tokenMark: () => `t${sign.mark}`,
      },
    });
    bench.gateway.push = async () => ({ kind: 'answer', status: 401, headers: {}, url: '', text: '' });
    return { bench, sign };
  };
  const refused = async () => {
    const { bench } = refusing();
    const id = bench.submit(companyCommand('Acme'));
    await bench.time.advance(HOUR);
    return { bench, id, item: () => bench.outbox.get(id)!.intent };
  };

  it('holds that kind alone, until the user tries it again', async () => {
    const { bench, item } = await refused();
    expect(item()).toMatchObject({ state: 'queued', waits: 'not-permitted' });
    expect(bench.outbox.summary().holds).toEqual({ company: 'not-permitted' });
    const sent = bench.pushes.length;
    bench.gateway.push = async (path) =>
      accepted(
        path.includes('company') ? { company_id: 5, customers: [] } : { cash_collection_invoice_id: 6 },
      );
    const receipt = bench.submit(receiptCommand('12'));
    await bench.time.advance(HOUR);
    expect(bench.outbox.get(receipt)!.intent.state).toBe('applied');
    expect(bench.pushes).toHaveLength(sent + 1);
    bench.outbox.release('company');
    await bench.time.advance(HOUR);
    expect(item().state).toBe('applied');
    expect(bench.outbox.summary().holds).toEqual({});
  });

  it('is tried again after another sign-in, which may permit it', async () => {
    const { bench, item } = await refused();
    bench.gateway.push = async () => accepted({ company_id: 5, customers: [] });
    bench.outbox.signInChanges();
    expect(item().waits).not.toBe('not-permitted');
    bench.outbox.kick();
    await bench.time.advance(HOUR);
    expect([item().state, bench.outbox.summary().holds]).toEqual(['applied', {}]);
  });

  it('holds nothing if the user signs in again while Satchel finds out about the permission', async () => {
    const { bench, sign } = refusing();
    const read = bench.gateway.read;
    let signsIn = true;
    bench.gateway.read = async (path, query) => {
      // Asked after the second refusal, which concerned the earlier sign-in.
      if (path === USER_LIST_PATH && sign.mark === 2 && signsIn && bench.pushes.length === 2) {
        signsIn = false;
        sign.mark++;
        bench.gateway.push = async () => accepted({ company_id: 5, customers: [] });
      }
      return read(path, query);
    };
    const id = bench.submit(companyCommand('Acme'));
    await bench.time.advance(HOUR);
    expect(signsIn).toBe(false);
    expect(bench.outbox.get(id)!.intent.state).toBe('applied');
    expect(bench.outbox.summary().holds).toEqual({});
  });

  it('"send now" tries it once, and not again and again', async () => {
    const { bench, id, item } = await refused();
    const sent = bench.pushes.length;
    bench.outbox.sendNow(id);
    await bench.time.advance(HOUR);
    expect(bench.pushes.length - sent).toBeLessThanOrEqual(2);
    expect(item().waits).toBe('not-permitted');
    bench.gateway.push = async () => accepted({ company_id: 5, customers: [] });
    bench.outbox.sendNow(id);
    await bench.time.advance(HOUR);
    expect(item().state).toBe('applied');
    // The acceptance proves that the kind is permitted.
    expect(bench.outbox.summary().holds).toEqual({});
  });
});
