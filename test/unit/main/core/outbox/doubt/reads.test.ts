/** The reads behind read-back: a list since a time, the routes that a CRM offers, and whose records they are. */
import { describe, expect, it } from 'vitest';
import type { Outcome } from '#core/api/classify-read';
import type { ApiClient } from '#core/api/client';
import type { Query } from '#core/api/query-string';
import type { Session } from '#core/api/session';
import { backoffDelayMs, waitCauseOf } from '#core/outbox/delivery/backoff';
import { createOfferProbe, gatewayOver } from '#core/outbox/delivery/outbox-gateway';
import { scanWindow } from '#core/outbox/doubt/scan-window';
import { before, readRecord, readServerTime, readSince } from '#core/outbox/doubt/read-records';
import { creatorOf, ownerOf } from '#core/outbox/compare/server-snapshot';
import type { Command } from '#shared/domain/intent';
import { fakeCrm } from '../../../../../support/outbox/fake-crm';

const ok = (data: unknown, now: string | null = null): Outcome => ({
  kind: 'ok',
  body: {},
  data,
  now,
  text: '',
});
const offline: Outcome = { kind: 'offline', reason: 'connect', detail: 'no route' };
const refused = (message: string, code = -1): Outcome => ({
  kind: 'refused',
  code,
  message,
  now: '2026-01-02 00:00:00',
});
const readsOf = (read: (path: string, query: Query) => Outcome) => {
  const asked: Query[] = [];
  return {
    asked,
    offers: async () => true,
    read: async (path: string, query: Query = {}) => {
      asked.push(query);
      return read(path, query);
    },
  };
};
const listOf = (n: number) => Array.from({ length: n }, (_, at) => ({ id: at + 1 }));

describe('a list that is read since a time', () => {
  const scan = (read: (page: number, round: number) => Outcome) => {
    let round = 0;
    const reads = readsOf((_path, { start_index: page }) => {
      if (page === 1) round++;
      return read(Number(page), round);
    });
    return { reads, rounds: () => round, result: scanWindow(reads, '/list', { a: 1 }, 'id') };
  };
  const paged = (all: readonly object[], size: number) => (page: number) =>
    ok(
      { list: all.slice((page - 1) * size, page * size), totalItem: all.length },
      `2026-01-01 00:00:0${page}`,
    );

  it('is read page by page and verified by its total; its time is that of the first page', async () => {
    const { reads, rounds, result } = scan(paged(listOf(250), 100));
    const read = await result;
    expect(read).toMatchObject({ kind: 'scanned', verified: true, readAt: '2026-01-01 00:00:01' });
    expect(read.kind === 'scanned' && [...read.items.keys()].length).toBe(250);
    expect(reads.asked).toEqual([1, 2, 3].map((page) => ({ a: 1, count: 100, start_index: page })));
    expect(rounds()).toBe(1);
  });

  it('goes on after a short page, because a CRM may limit its pages', async () => {
    const { reads, result } = scan(paged(listOf(5), 2));
    expect(await result).toMatchObject({ verified: true });
    expect(reads.asked).toHaveLength(3);
  });

  it('may be an object with numbers as keys, as PHP sends a list, or be the answer itself', async () => {
    const php = await scan(() => ok({ list: { 0: { id: 1 }, 2: { id: 7 } }, totalItem: '2' })).result;
    expect(php).toMatchObject({ kind: 'scanned', verified: true });
    expect(php.kind === 'scanned' && [...php.items.keys()]).toEqual(['1', '7']);
    const bare = await scan((page) => ok(page === 1 ? [{ id: 7 }] : [])).result;
    expect(bare.kind === 'scanned' && [...bare.items.keys()]).toEqual(['7']);
  });

  it('is not verified, and is read to its end, if its total is no number or too small', async () => {
    for (const total of ['', [], false, '0', 0]) {
      const { result } = scan((page) =>
        ok({ list: page > 2 ? [] : [{ id: page }], totalItem: total, count: undefined }),
      );
      const read = await result;
      expect([total, read.kind === 'scanned' && [read.verified, [...read.items.keys()]]]).toEqual([
        total,
        [false, ['1', '2']],
      ]);
    }
    for (const total of ['', [], false])
      expect(await scan(() => ok({ list: [], totalItem: total })).result).toMatchObject({ verified: false });
  });

  it('that is empty is verified by a total of 0, also under its other name', async () => {
    expect(await scan(() => ok({ list: [], totalItem: 0 })).result).toMatchObject({ verified: true });
    expect(await scan(() => ok({ list: [], count: 0 })).result).toMatchObject({ verified: true });
  });

  it('without a total is never verified, and is read three times', async () => {
    for (const data of [{ list: [] }, { list: [], totalItem: null }, null, [], { list: 'x' }]) {
      const { rounds, result } = scan(() => ok(data));
      expect(await result).toMatchObject({ kind: 'scanned', verified: false });
      expect(rounds()).toBe(3);
    }
  });

  it('whose total changes between pages is read again until it stands still', async () => {
    const { rounds, result } = scan((page, round) =>
      ok({
        list: page === 1 ? [{ id: 1 }] : page === 2 ? [{ id: 2 }] : [],
        totalItem: page === 1 && round < 2 ? 3 : 2,
      }),
    );
    expect(await result).toMatchObject({ verified: true });
    expect(rounds()).toBe(2);
  });

  it('with fewer records than its total is not verified, and what it has is returned', async () => {
    const { result } = scan((page) => ok({ list: page === 1 ? [{ id: 7 }] : [], totalItem: 2 }));
    const read = await result;
    expect(read).toMatchObject({ verified: false });
    expect(read.kind === 'scanned' && [...read.items.keys()]).toEqual(['7']);
  });

  it('skips what is no record, and a record without an id', async () => {
    const { result } = scan(() => ok({ list: [null, 'x', 4, { name: 'no id' }, { id: 7 }], totalItem: 1 }));
    const read = await result;
    expect(read.kind === 'scanned' && [...read.items]).toEqual([['7', { id: 7 }]]);
  });

  it('ends after fifty pages', async () => {
    const { reads, result } = scan((page) => ok({ list: [{ id: page }], totalItem: 9_999 }));
    expect(await result).toMatchObject({ kind: 'scanned', verified: false });
    expect(reads.asked).toHaveLength(150);
  });

  it('that fails on any page is no answer at all', async () => {
    const { result } = scan((page) => (page === 1 ? ok({ list: listOf(1), totalItem: 9 }) : offline));
    expect(await result).toEqual({ kind: 'trouble', trouble: offline });
  });
});

describe('an optional route', () => {
  const probe = (answers: Record<string, Outcome>, lifeMs = 1_000, wasOffered = false) => {
    let now = 0;
    const asked: string[] = [];
    const offers = createOfferProbe(
      async (path) => {
        asked.push(path);
        return answers[path] ?? offline;
      },
      () => now,
      { lifeMs, wasOffered: () => wasOffered },
    );
    return { offers, asked, answers, pass: (ms: number) => (now += ms) };
  };
  const CONTROL = '/r-no-such-route';

  it('that answers is offered, and is asked again only after its time', async () => {
    const { offers, asked, answers, pass } = probe({ '/r': ok({}) });
    expect([await offers('/r'), await offers('/r')]).toEqual([true, true]);
    pass(999);
    await offers('/r');
    expect(asked).toEqual(['/r']);
    pass(1);
    answers['/r'] = { kind: 'forbidden', detail: '' };
    expect([await offers('/r'), await offers('/r')]).toEqual([false, false]);
    expect(asked).toEqual(['/r', '/r']);
  });

  it('that was offered is not known while it is not found, and not offered if three probes over five minutes do not find it', async () => {
    for (const from of ['this start', 'an earlier one']) {
      const { offers, answers, pass } = probe({ '/r': ok({}) }, 1_000, from === 'an earlier one');
      if (from === 'this start') await offers('/r');
      answers['/r'] = { kind: 'not-offered', detail: '' };
      expect([from, await offers('/r', true)]).toEqual([from, null]);
      pass(299_999);
      expect([await offers('/r'), await offers('/r')]).toEqual([null, null]);
      // An answer that proves nothing does not make it known.
      answers['/r'] = offline;
      expect(await offers('/r')).toBeNull();
      answers['/r'] = { kind: 'not-offered', detail: '' };
      pass(1);
      expect(await offers('/r')).toBe(false);
    }
  });

  it('that is found again after a proxy answered for it is offered', async () => {
    for (const lost of [
      { kind: 'not-offered', detail: '' },
      { kind: 'forbidden', detail: '', isUnexplained: true },
    ] satisfies Outcome[]) {
      const { offers, answers } = probe({ '/r': ok({}) });
      await offers('/r');
      answers['/r'] = lost;
      expect(await offers('/r', true)).toBeNull();
      answers['/r'] = ok({});
      expect(await offers('/r')).toBe(true);
    }
  });

  it('that is unknown or forbidden is not offered', async () => {
    expect(await probe({ '/r': { kind: 'not-offered', detail: '' } }).offers('/r')).toBe(false);
    expect(await probe({ '/r': { kind: 'forbidden', detail: '' } }).offers('/r')).toBe(false);
  });

  it('that is not offered is asked again after an hour, or after another sign-in', async () => {
    for (const next of ['an hour', 'a sign-in']) {
      const { offers, answers, pass } = probe({ '/r': { kind: 'forbidden', detail: '' } }, 24 * 3_600_000);
      expect(await offers('/r')).toBe(false);
      answers['/r'] = ok({});
      pass(3_599_999);
      expect(await offers('/r')).toBe(false);
      if (next === 'an hour') pass(1);
      else offers.forget();
      expect([next, await offers('/r')]).toEqual([next, true]);
    }
  });

  it('that cannot be reached is not known; later the last answer counts', async () => {
    const { offers, answers, pass } = probe({});
    expect(await offers('/r')).toBeNull();
    answers['/r'] = ok({});
    expect(await offers('/r')).toBe(true);
    pass(2_000);
    answers['/r'] = offline;
    expect(await offers('/r')).toBe(true);
  });

  it('that refuses is offered only if the CRM answers differently where there is no route', async () => {
    const no = refused('id is missing');
    expect(await probe({ '/r': no, [CONTROL]: { kind: 'not-offered', detail: '' } }).offers('/r')).toBe(true);
    expect(await probe({ '/r': no, [CONTROL]: refused('other') }).offers('/r')).toBe(true);
    expect(await probe({ '/r': no, [CONTROL]: refused('id is missing', -2) }).offers('/r')).toBe(true);
    expect(await probe({ '/r': no, [CONTROL]: no }).offers('/r')).toBe(false);
  });

  it('that refuses is not known while the comparison cannot be made', async () => {
    const { offers, answers, pass } = probe({ '/r': refused('no') });
    expect(await offers('/r')).toBeNull();
    answers[CONTROL] = refused('other');
    expect(await offers('/r')).toBe(true);
    pass(2_000);
    delete answers[CONTROL];
    expect(await offers('/r')).toBe(true);
  });
});

describe('one record', () => {
  it('is read with its time; an empty answer is trouble, and not a record without values', async () => {
    const crm = fakeCrm();
    crm.put('company', { company_id: 5, name: 'Acme' });
    expect(await readRecord(crm.gateway, 'company', '5')).toMatchObject({
      kind: 'found',
      readAt: crm.now,
      snapshot: { fields: { name: 'Acme' }, hasChildren: false },
    });
    expect(await readRecord(crm.gateway, 'company', '6')).toEqual({ kind: 'missing', readAt: crm.now });
    for (const data of [{}, [], null, 'x']) {
      crm.answers = () => ok(data);
      expect(await readRecord(crm.gateway, 'company', '5')).toMatchObject({
        kind: 'trouble',
        trouble: { kind: 'bad-answer' },
      });
    }
    crm.answers = () => offline;
    expect(await readRecord(crm.gateway, 'company', '5')).toEqual({ kind: 'trouble', trouble: offline });
  });

  it('is missing only if the CRM says so; another refusal is told in its words', async () => {
    const crm = fakeCrm();
    for (const message of ['Not Found Resource', '客户不存在', 'Company not found.']) {
      crm.answers = () => refused(message, 404);
      expect([message, (await readRecord(crm.gateway, 'company', '5')).kind]).toEqual([message, 'missing']);
    }
    for (const [message, code] of [
      ['No Privilege', 404],
      ['system busy', 0],
    ] as const) {
      crm.answers = () => refused(message, code);
      expect(await readRecord(crm.gateway, 'company', '5')).toEqual({
        kind: 'refused',
        code,
        message,
        readAt: '2026-01-02 00:00:00',
      });
    }
  });

  it('with another id than the one that was asked for is trouble', async () => {
    const crm = fakeCrm();
    crm.answers = () => ok({ company_id: 6, name: 'Other' });
    expect(await readRecord(crm.gateway, 'company', '5')).toMatchObject({
      kind: 'trouble',
      trouble: { kind: 'bad-answer' },
    });
    crm.answers = () => ok({ company_id: '5', name: 'Acme' });
    expect(await readRecord(crm.gateway, 'company', '5')).toMatchObject({ kind: 'found' });
  });

  it('cannot be read where the CRM does not offer it, and nothing is asked', async () => {
    const crm = fakeCrm();
    crm.put('company', { company_id: 5, name: 'Acme' });
    crm.offered = false;
    expect(await readRecord(crm.gateway, 'company', '5')).toEqual({ kind: 'no-read' });
    crm.offered = null;
    expect(await readRecord(crm.gateway, 'company', '5')).toMatchObject({
      kind: 'trouble',
      trouble: { kind: 'offline' },
    });
    expect(await readRecord(crm.gateway, 'trailNote', '5')).toEqual({ kind: 'no-read' });
    expect(crm.reads).toEqual([]);
    crm.offered = true;
    crm.answers = () => ({ kind: 'forbidden', detail: '' });
    expect(await readRecord(crm.gateway, 'company', '5')).toEqual({ kind: 'no-read' });
  });

  it('that answers as if there were no route is read again later: only the probe of the route decides', async () => {
    const crm = fakeCrm();
    for (const [probed, read] of [
      [true, 'trouble'],
      [null, 'trouble'],
      [false, 'no-read'],
    ] as const) {
      const gateway = {
        ...crm.gateway,
        offers: async (_path: string, anew = false) => (anew ? probed : true),
        read: async (): Promise<Outcome> => ({ kind: 'not-offered', detail: '' }),
      };
      expect(await readRecord(gateway, 'company', '5')).toMatchObject({ kind: read });
      expect(await readRecord(gateway, 'outboundInvoice', '5')).toMatchObject({ kind: read });
    }
  });

  it('that gets a 403 in the words of the service is not read; any other 403 may be that of a proxy', async () => {
    const crm = fakeCrm();
    crm.answers = () => ({ kind: 'forbidden', detail: '', isUnexplained: true });
    expect(await readRecord(crm.gateway, 'outboundInvoice', '5')).toMatchObject({ kind: 'trouble' });
    crm.offered = false;
    expect(await readRecord(crm.gateway, 'outboundInvoice', '5')).toEqual({ kind: 'no-read' });
  });

  it('of the contract is read without asking whether it is offered', async () => {
    const crm = fakeCrm();
    crm.offered = false;
    crm.put('outboundInvoice', { outbound_invoice_id: 5, serial_id: 'A' });
    expect(await readRecord(crm.gateway, 'outboundInvoice', '5')).toMatchObject({ kind: 'found' });
  });
});

describe('the records that a command may have made', () => {
  const company = (name: string): Command => ({
    kind: 'company',
    schema: 1,
    target: null,
    fields: { name, pool_id: '0' },
    children: [],
  });
  const read = (crm: ReturnType<typeof fakeCrm>, ...sent: Command[]) =>
    readSince(crm.gateway, sent, '2026-01-01 09:00:00', scanWindow);

  it('are those that no sent version contradicts, with what their details say', async () => {
    const crm = fakeCrm();
    crm.put('company', { company_id: 5, name: 'Acme', create_time: '2026-01-01 09:30:00', user_id: [3] });
    crm.put('company', { company_id: 6, name: 'Beta' });
    crm.put('company', { company_id: 7, name: 'Other', create_user_info: { user_id: 2 } });
    const found = await read(crm, company('Acme'), company('Beta'));
    expect(found).toMatchObject({ kind: 'found', verified: true, readAt: crm.now });
    expect(found.kind === 'found' && found.found).toMatchObject([
      { id: '5', title: 'Acme', createdAt: '2026-01-01 09:30:00', createdBy: null, ownedBy: '3' },
      { id: '6', title: 'Beta', createdAt: null, ownedBy: null },
    ]);
    expect(await read(crm)).toEqual({ kind: 'no-read' });
  });

  it('include one that contradicts it but has its number, also if the CRM sends the number as a JSON number', async () => {
    const crm = fakeCrm();
    const sent = { ...company('Acme'), fields: { name: 'Acme', pool_id: '0', serial_id: '2026001' } };
    for (const serial_id of ['2026001', 2_026_001]) {
      crm.put('company', { company_id: 5, name: 'ACME LTD', serial_id });
      expect([serial_id, await read(crm, sent)]).toMatchObject([
        serial_id,
        { kind: 'found', found: [], altered: [{ id: '5' }] },
      ]);
    }
  });

  it('are known from the list alone where the CRM offers no details', async () => {
    const crm = fakeCrm();
    crm.put('company', { company_id: 5, name: 'Acme' });
    crm.offered = false;
    expect(await read(crm, company('Acme'))).toMatchObject({
      kind: 'found',
      found: [{ id: '5', snapshot: { fields: { name: 'Acme' } } }],
    });
  });

  it('are not known if one of them cannot be read', async () => {
    const crm = fakeCrm();
    crm.put('company', { company_id: 5, name: 'Acme' });
    crm.offered = null;
    expect(await read(crm, company('Acme'))).toMatchObject({ kind: 'trouble' });
  });

  it('have no list where the CRM has none or permits none', async () => {
    const crm = fakeCrm();
    crm.answers = () => ({ kind: 'forbidden', detail: '' });
    expect(await read(crm, company('Acme'))).toEqual({ kind: 'no-read' });
    crm.answers = () => ({ kind: 'not-offered', detail: '' });
    crm.offered = false;
    expect(await read(crm, company('Acme'))).toEqual({ kind: 'no-read' });
    // The route exists: a proxy answered.
    crm.offered = true;
    expect(await read(crm, company('Acme'))).toMatchObject({ kind: 'trouble' });
    crm.answers = () => ({ kind: 'forbidden', detail: '', isUnexplained: true });
    expect(await read(crm, company('Acme'))).toMatchObject({ kind: 'trouble' });
    crm.answers = () => offline;
    expect(await read(crm, company('Acme'))).toEqual({ kind: 'trouble', trouble: offline });
    crm.offered = null;
    const receipt: Command = { ...company(''), kind: 'receipt', fields: { amount: '1' } };
    crm.answers = () => undefined;
    expect(await read(crm, receipt)).toMatchObject({ kind: 'trouble', trouble: { kind: 'offline' } });
    crm.offered = false;
    expect(await read(crm, receipt)).toEqual({ kind: 'no-read' });
    // The contract includes the list of activity, so nobody asks whether it is offered.
    const note: Command = {
      ...company(''),
      kind: 'trailNote',
      fields: { company_id: '5', content: 'Called' },
    };
    expect(await read(crm, note)).toMatchObject({ kind: 'found', found: [] });
  });
});

describe('the connection of an outbox', () => {
  const connection = (token: string | null, renewal = 'renewed') => {
    const calls: string[] = [];
    const client = {
      read: async (path: string) => void calls.push(`read ${path}`),
      push: async (path: string) => void calls.push(`push ${path}`),
      clock: { now: () => 5 },
      serverClock: { at: (now: number) => `server time of ${now}` },
    };
    const session = {
      token: () => token,
      state: () => (token === null ? 'expired' : 'signed-in'),
      renew: async (stale: string | null) => {
        calls.push(`renew ${stale}`);
        return { kind: renewal };
      },
    };
    const gateway = gatewayOver(
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the gateway uses no other members
      client as unknown as ApiClient,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
      session as unknown as Session,
      Object.assign(async () => true, { forget: () => undefined }),
    );
    return { gateway, calls };
  };
  it('gets a token before a push if there is none, and never sends a push twice', async () => {
    const without = connection(null);
    await without.gateway.push('/p', '{}');
    expect(without.calls).toEqual(['renew null', 'push /p']);
    const signedIn = connection('t');
    await signedIn.gateway.push('/p', '{}');
    expect(signedIn.calls).toEqual(['push /p']);
  });
  it('sends no push without a token', async () => {
    for (const renewal of ['expired', 'unreached']) {
      const { gateway, calls } = connection(null, renewal);
      expect(await gateway.push('/p', '{}')).toMatchObject({ kind: 'failure', unsent: true });
      expect(calls).toEqual(['renew null']);
    }
  });
  it('renews the token that it has, and knows the server time and the sign-in', async () => {
    const { gateway, calls } = connection('t');
    expect(await gateway.renew()).toBe('renewed');
    expect(calls).toEqual(['renew t']);
    expect([gateway.serverNow(), gateway.tokenMark(), gateway.isSignedIn()]).toEqual([
      'server time of 5',
      't',
      true,
    ]);
    expect([connection(null).gateway.isSignedIn(), gateway.quietUntil?.()]).toEqual([false, 0]);
  });
});

describe('the server time', () => {
  it('comes from any answer of the CRM, a refusal too', async () => {
    const time = (outcome: Outcome) => readServerTime(readsOf(() => outcome));
    const told = (now: string | null, mayPass = false) => ({ kind: 'time', now, mayPass });
    expect(await time(ok([], '2026-01-02 00:00:01'))).toEqual(told('2026-01-02 00:00:01'));
    expect(await time(refused('no'))).toEqual(told('2026-01-02 00:00:00'));
    expect(await time({ kind: 'forbidden', detail: '' })).toEqual(told(null));
    expect(await time({ kind: 'forbidden', detail: '', isUnexplained: true })).toEqual(told(null, true));
    expect(await time(offline)).toEqual({ kind: 'trouble', trouble: offline });
  });
  it('can be moved back, and a text that is no time stays', () => {
    expect(before('2026-01-01 00:00:01', 2_000)).toBe('2025-12-31 23:59:59');
    expect(before('soon', 2_000)).toBe('soon');
  });
});

describe('whose record it is', () => {
  it('its creator is named in one of two places; 0 and an empty text name nobody', () => {
    expect(creatorOf({ create_user_info: { user_id: 7 }, create_user: { user_id: 8 } })).toBe('7');
    expect(creatorOf({ create_user: { user_id: 8 } })).toBe('8');
    expect(creatorOf({ create_user: 8 })).toBe('8');
    for (const nobody of [
      {},
      { create_user: null },
      { create_user: '' },
      { create_user: 0 },
      { create_user: '0' },
    ])
      expect(creatorOf(nobody)).toBeNull();
  });
  it('its owner is the only one that it names', () => {
    expect([ownerOf({ user_id: 7 }), ownerOf({ user_id: ['7'] })]).toEqual(['7', '7']);
    for (const none of [{}, { user_id: null }, { user_id: '' }, { user_id: [] }, { user_id: [1, 2] }])
      expect(ownerOf(none)).toBeNull();
    expect(ownerOf({ user_id: [null, 5] })).toBe('5');
  });
});

describe('the wait after a failure', () => {
  it('doubles from one or two seconds to five minutes', () => {
    expect([1, 2, 3, 8, 9, 99].map((tries) => backoffDelayMs(tries, 0))).toEqual([
      1_000, 2_000, 4_000, 128_000, 150_000, 150_000,
    ]);
    expect(backoffDelayMs(1, 1)).toBe(2_000);
    expect(backoffDelayMs(0, 0)).toBe(1_000);
  });
  it('says what has to change before the next try', () => {
    expect(waitCauseOf(offline)).toBe('offline');
    expect(waitCauseOf({ kind: 'rate-limited', retryAfterMs: 1 })).toBe('throttled');
    expect(waitCauseOf({ kind: 'server-error', status: 500, detail: '' })).toBe('trouble');
  });
});
