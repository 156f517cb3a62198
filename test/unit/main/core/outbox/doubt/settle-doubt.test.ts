/** What read-back does with an item in doubt: it settles it, waits, sends it again, or asks the user. */
import { describe, expect, it } from 'vitest';
import { COMPANY_LIST_PATH } from '#shared/http-api/company';
import { USER_LIST_PATH } from '#shared/http-api/lookups';
import { crmBench, lost, type CrmBench } from '../../../../../support/outbox/fake-crm';
import { accepted, companyCommand, receiptCommand } from '../../../../../support/outbox/outbox-bench';

const HOUR = 3_600_000;
/** What the form of the record with the id 5 has shown. */
const SHOWN = { fields: { name: 'Old', pool_id: '0' }, children: [], readAt: '2026-01-01 09:00:00' };
const inDoubt = async (command: object, prepare: (bench: CrmBench) => void = () => undefined) => {
  const bench = crmBench();
  prepare(bench);
  bench.gateway.push = lost;
  const { target } = command as { target: string | null };
  const { id } = bench.outbox.submit({ command, base: target === null ? null : SHOWN }) as { id: string };
  await bench.time.advance(1_000);
  const item = () => bench.outbox.get(id)!.intent;
  expect(item().state).toBe('uncertain');
  bench.gateway.push = async () => accepted({ company_id: 500, customers: [] });
  return { bench, id, item };
};
const made = { company_id: 77, name: 'Acme', pool_id: 0, create_time: '2026-01-01 10:00:01' };

describe('a new record in doubt', () => {
  it('[OB13] that the CRM has, made by this user, is delivered as that record', async () => {
    const { bench, id, item } = await inDoubt(companyCommand('Acme'));
    bench.crm.put('company', { ...made, create_user: { user_id: 1 } });
    await bench.time.advance(10_000);
    expect(item()).toMatchObject({
      state: 'applied',
      realId: '77',
      notes: ['proved-by-read-back'],
      reason: null,
      appliedAt: bench.crm.now,
    });
    expect(bench.outbox.realIdOf(id)).toBe('77');
    expect(bench.pushes).toHaveLength(1);
  });

  it('[OB13] is compared with the creator of records that the CRM accepted from this account', async () => {
    const bench = crmBench();
    bench.gateway.push = async () => accepted({ company_id: 40, customers: [] });
    bench.submit(companyCommand('First'));
    await bench.time.advance(1_000);
    bench.crm.put('company', { company_id: 40, name: 'First', create_user: { user_id: 9 } });
    bench.outbox.signInChanges();
    bench.gateway.push = lost;
    bench.crm.now = '2026-01-01 10:05:00';
    const id = bench.submit(companyCommand('Acme'));
    await bench.time.advance(1_000);
    bench.crm.put('company', {
      ...made,
      create_time: '2026-01-01 10:05:01',
      create_user: { user_id: 9 },
    });
    // The record of the earlier sign-in says nothing about who creates the records now.
    await bench.time.advance(60_000);
    expect(bench.outbox.get(id)!.intent).toMatchObject({
      state: 'uncertain',
      waits: 'your-decision',
      candidates: [{ id: '77' }],
    });
  });

  it('[OB13] is found by the creator of an accepted record of the same sign-in', async () => {
    const bench = crmBench();
    bench.crm.now = '2026-01-01 10:05:00';
    bench.gateway.push = async () => accepted({ company_id: 40, customers: [] });
    bench.submit(companyCommand('First'));
    await bench.time.advance(1_000);
    bench.crm.put('company', { company_id: 40, name: 'First', create_user: { user_id: 9 } });
    bench.gateway.push = lost;
    const id = bench.submit(companyCommand('Acme'));
    await bench.time.advance(1_000);
    bench.crm.put('company', {
      ...made,
      create_time: '2026-01-01 10:05:01',
      create_user: { user_id: 9 },
    });
    await bench.time.advance(60_000);
    expect(bench.outbox.get(id)!.intent).toMatchObject({ state: 'applied', realId: '77' });
  });

  it('[OB13] is found although the creator that was learnt was altered on the disk', async () => {
    const bench = crmBench();
    bench.crm.now = '2026-01-01 10:05:00';
    bench.gateway.push = async () => accepted({ company_id: 40, customers: [] });
    bench.submit(companyCommand('First'));
    await bench.time.advance(1_000);
    bench.crm.put('company', { company_id: 40, name: 'First', create_user: { user_id: 9 } });
    bench.gateway.push = lost;
    const create_user = { user_id: 9 };
    const times = { create_time: '2026-01-01 10:05:01', create_user };
    bench.submit(companyCommand('Acme'));
    await bench.time.advance(1_000);
    bench.crm.put('company', { ...made, ...times });
    await bench.time.advance(60_000);
    // One bit of the digit 9.
    const altered = bench.database
      .prepare(`UPDATE meta SET value = replace(value, '9', '8') WHERE key = 'creator:company'`)
      .run().changes;
    expect(altered).toBe(1);
    const id = bench.submit(companyCommand('Beta'));
    await bench.time.advance(1_000);
    bench.crm.put('company', { ...made, ...times, company_id: 78, name: 'Beta' });
    await bench.time.advance(60_000);
    expect(bench.outbox.get(id)!.intent).toMatchObject({ state: 'applied', realId: '78' });
  });

  it('[OB13] of an earlier sign-in is not compared with the creator under this one', async () => {
    const { bench, item } = await inDoubt(companyCommand('Acme'));
    bench.crm.now = '2026-01-01 10:01:00';
    bench.outbox.signInChanges();
    bench.crm.now = '2026-01-01 10:02:00';
    bench.gateway.push = async () => accepted({ company_id: 40, customers: [] });
    bench.crm.put('company', { company_id: 40, name: 'First', create_user: { user_id: 9 } });
    bench.submit(companyCommand('First'));
    bench.crm.put('company', { ...made, create_user: { user_id: 9 } });
    await bench.time.advance(60_000);
    expect(item()).toMatchObject({ state: 'uncertain', waits: 'your-decision', candidates: [{ id: '77' }] });
  });

  it('tells the windows when it waits or asks the user', async () => {
    const { bench, id } = await inDoubt(companyCommand('Acme'));
    for (const createdBy of [null, 9]) {
      bench.changes.length = 0;
      if (createdBy !== null) bench.crm.put('company', { ...made, create_user: { user_id: createdBy } });
      await bench.time.advance(20_000);
      expect(bench.changes).toContain(id);
    }
    expect(bench.outbox.summary().needsUser).toBe(1);
  });

  it('[OB16] that is not there is sent again only when the late-commit bound has passed on the server clock', async () => {
    const { bench, item } = await inDoubt(companyCommand('Acme'));
    await bench.time.advance(10 * HOUR);
    expect(item()).toMatchObject({ state: 'uncertain', waits: 'later' });
    bench.crm.now = '2026-01-01 10:15:00';
    await bench.time.advance(HOUR);
    expect([item().state, bench.pushes.length]).toEqual(['uncertain', 1]);
    bench.crm.now = '2026-01-01 10:15:01';
    await bench.time.advance(HOUR);
    expect([item().state, bench.pushes.length]).toEqual(['applied', 2]);
    const events = bench.outbox.get(item().id)!.ledger.map(({ event, facts }) => [event, facts.verdict]);
    expect(events).toContainEqual(['read-back', 'wait']);
    expect(events).toContainEqual(['read-back', 'absent']);
  });

  it('[OB16] whose number the CRM stored in upper case is never sent again by itself: the user is asked', async () => {
    const command = { ...companyCommand('Acme'), fields: { name: 'Acme', pool_id: '0', serial_id: 'kd-7a' } };
    const { bench, item } = await inDoubt(command);
    bench.crm.put('company', { ...made, serial_id: 'KD-7A', create_user: { user_id: 1 } });
    await bench.time.advance(HOUR);
    bench.crm.now = '2026-01-01 10:15:01';
    await bench.time.advance(HOUR);
    expect(bench.pushes).toHaveLength(1);
    expect(item()).toMatchObject({ state: 'uncertain', waits: 'your-decision', candidates: [{ id: '77' }] });
  });

  it('[OB16] that no read can prove absent, because the total counts a record that is not shown, is for the user to decide', async () => {
    const { bench, item } = await inDoubt(companyCommand('Acme'));
    bench.crm.answers = (path) =>
      path === COMPANY_LIST_PATH
        ? { kind: 'ok', body: {}, data: { list: [], totalItem: 1 }, now: bench.crm.now, text: '' }
        : undefined;
    await bench.time.advance(10_000);
    bench.crm.now = '2026-01-01 10:20:00';
    await bench.time.advance(20 * 60_000);
    expect(item()).toMatchObject({ state: 'uncertain', waits: 'later' });
    bench.crm.now = '2026-01-01 12:00:00';
    await bench.time.advance(100 * 60_000);
    expect(item()).toMatchObject({ state: 'uncertain', waits: 'your-decision', candidates: [] });
    expect(bench.pushes).toHaveLength(1);
    const asked = bench.crm.reads.length;
    await bench.time.advance(HOUR);
    expect(bench.crm.reads).toHaveLength(asked);
  });

  it.each([companyCommand('Acme'), companyCommand('Acme', '5')])(
    '[OB16] is settled although the answers do not tell the time, by the time of earlier answers (%#)',
    async (command) => {
      const { bench, item } = await inDoubt(command, ({ crm }) => {
        crm.put('company', { company_id: 5, name: 'Old' });
      });
      const { read } = bench.gateway;
      bench.gateway.read = async (path, query) => {
        const outcome = await read(path, query);
        return outcome.kind === 'ok' ? { ...outcome, now: null } : outcome;
      };
      await bench.time.advance(10_000);
      bench.crm.now = '2026-01-01 10:20:00';
      await bench.time.advance(HOUR);
      expect([item().state, bench.pushes.length]).toEqual(['applied', 2]);
    },
  );

  it('[OB16] that is not there in a long read that began before the bound waits for the next one', async () => {
    const MINUTE = 60_000;
    const { bench, item } = await inDoubt(companyCommand('Acme'));
    await bench.time.advance(10_000);
    // The service's clock is set forward. So the clock of this computer decides.
    bench.crm.now = '2026-01-01 14:00:00';
    let isSlow = false;
    bench.crm.answers = () =>
      isSlow
        ? new Promise((resolve) => {
            isSlow = false;
            bench.time.after(10 * MINUTE, () => resolve(undefined));
          })
        : undefined;
    await bench.time.advance(10 * MINUTE);
    isSlow = true;
    await bench.time.advance(4 * MINUTE);
    expect([isSlow, item().state]).toEqual([false, 'uncertain']);
    bench.crm.answers = () => new Promise(() => undefined);
    await bench.time.advance(10 * MINUTE);
    expect([item().state, bench.pushes.length]).toEqual(['uncertain', 1]);
  });

  it('[OB16] money is never sent again by itself: the user is asked', async () => {
    const { bench, id, item } = await inDoubt(receiptCommand('12'));
    await bench.time.advance(20_000);
    bench.crm.now = '2026-01-01 11:00:00';
    await bench.time.advance(HOUR);
    expect(item()).toMatchObject({
      state: 'uncertain',
      waits: 'your-decision',
      reason: { code: 'your-decision' },
      candidates: [],
    });
    expect(bench.outbox.summary().needsUser).toBe(1);
    expect(bench.pushes).toHaveLength(1);
    expect(bench.outbox.get(id)!.ledger.at(-1)).toMatchObject({
      event: 'read-back',
      facts: { verdict: 'ask' },
    });
  });

  it('is decided by the user if the CRM has no list of its kind', async () => {
    const { bench, item } = await inDoubt(receiptCommand('12'), ({ crm }) => {
      crm.offered = false;
    });
    await bench.time.advance(20_000);
    expect(item()).toMatchObject({ waits: 'your-decision', notes: expect.arrayContaining(['no-read-back']) });
  });

  // The clock of the service was set back between the read before the push and the push.
  const early = { ...made, create_time: '2026-01-01 09:59:55', create_user: { user_id: 1 } };
  it('[OB14] is found although it seems to be made some seconds before it was sent', async () => {
    const { bench, item } = await inDoubt(companyCommand('Acme'));
    bench.crm.put('company', early);
    await bench.time.advance(10_000);
    expect(item()).toMatchObject({ state: 'applied', realId: '77' });
  });
  it('[OB14] is not the same record that was there in these seconds', async () => {
    const { bench, item } = await inDoubt(companyCommand('Acme'), ({ crm }) => crm.put('company', early));
    await bench.time.advance(10_000);
    expect(item()).toMatchObject({ state: 'uncertain', realId: null });
  });

  it('[OB14] is asked about if the clock of the CRM was set back, so that its record seems older', async () => {
    const { bench, item } = await inDoubt(companyCommand('Acme'));
    bench.crm.now = '2026-01-01 09:50:10';
    await bench.time.advance(HOUR);
    expect(item()).toMatchObject({ state: 'uncertain', waits: 'later' });
    // The push arrived late, and then the clock was set right again.
    bench.crm.put('company', { ...made, create_time: '2026-01-01 09:51:00', create_user: { user_id: 1 } });
    bench.crm.now = '2026-01-01 11:00:00';
    await bench.time.advance(HOUR);
    expect(item()).toMatchObject({ state: 'uncertain', waits: 'your-decision', candidates: [{ id: '77' }] });
    expect(bench.pushes).toHaveLength(1);
  });

  it('[OB14] is not sent again by itself if the clock of the CRM was set back by days: nothing made now would be found', async () => {
    const { bench, item } = await inDoubt(companyCommand('Acme'));
    for (const time of ['2025-12-28 10:00:00', '2025-12-28 11:00:00', '2025-12-28 12:00:00']) {
      bench.crm.now = time;
      await bench.time.advance(HOUR);
    }
    expect([item().state, item().waits, bench.pushes.length]).toEqual(['uncertain', 'your-decision', 1]);
  });

  // A year ahead, as far as anybody knows before the first answer with a time.
  const WRONG = '2027-01-01 10:00:00';
  const noUsers = (path: string) =>
    path === USER_LIST_PATH ? ({ kind: 'forbidden', detail: '', isUnexplained: true } as const) : undefined;
  it('[OB16] is searched for at the time of the CRM, also if the clock of this computer is a year ahead', async () => {
    let from: unknown;
    const { bench, item } = await inDoubt(companyCommand('Acme'), ({ crm, gateway }) => {
      crm.answers = (path, query) => {
        from = query.start_time ?? from;
        return noUsers(path);
      };
      gateway.serverNow = () => WRONG;
    });
    expect(from).toBe('2026-01-01 09:59:00');
    bench.crm.put('company', { ...made, create_user: { user_id: 1 } });
    await bench.time.advance(10_000);
    expect(item()).toMatchObject({ state: 'applied', realId: '77' });
  });
  it('[OB16] an edit whose doubt began at a wrong time is sent again fifteen minutes after the CRM told its time', async () => {
    const { bench, item } = await inDoubt(companyCommand('Acme', '5'), ({ crm, gateway }) => {
      crm.offered = false;
      crm.answers = noUsers;
      gateway.serverNow = () => WRONG;
    });
    await bench.time.advance(60_000);
    bench.crm.answers = () => undefined;
    await bench.time.advance(HOUR / 4);
    bench.crm.now = '2026-01-01 10:20:00';
    await bench.time.advance(HOUR);
    expect([item().state, bench.pushes.length]).toEqual(['applied', 2]);
  });

  it('[OB16] an edit is not sent again early because a proxy hides the time of the CRM', async () => {
    // The clock of this computer is behind the CRM by more than the late-commit bound.
    const { bench, item } = await inDoubt(companyCommand('Acme', '5'), ({ crm, gateway }) => {
      crm.offered = false;
      crm.answers = noUsers;
      gateway.serverNow = () => '2026-01-01 08:00:00';
    });
    await bench.time.advance(10_000);
    bench.crm.answers = () => undefined;
    await bench.time.advance(HOUR);
    expect([item().state, bench.pushes.length]).toEqual(['uncertain', 1]);
    bench.crm.now = '2026-01-01 10:20:00';
    await bench.time.advance(HOUR);
    expect([item().state, bench.pushes.length]).toEqual(['applied', 2]);
  });
  it('waits as long as the CRM cannot be read, and is settled when it can', async () => {
    const { bench, item } = await inDoubt(companyCommand('Acme'));
    bench.crm.answers = () => ({ kind: 'server-error', status: 502, detail: 'bad gateway' });
    bench.crm.put('company', { ...made, create_user: { user_id: 1 } });
    await bench.time.advance(HOUR);
    expect(item()).toMatchObject({ state: 'uncertain', waits: 'later', candidates: [] });
    bench.crm.answers = () => undefined;
    await bench.time.advance(HOUR);
    expect(item().state).toBe('applied');
  });

  it('that the user decided during the read keeps that decision', async () => {
    const { bench, id, item } = await inDoubt(companyCommand('Acme'));
    let go: () => void = () => undefined;
    bench.crm.answers = () => new Promise((resolve) => (go = () => resolve(undefined)));
    await bench.time.advance(10_000);
    expect(bench.outbox.arrived(id, '55').ok).toBe(true);
    bench.crm.answers = () => undefined;
    bench.crm.put('company', { ...made, create_user: { user_id: 1 } });
    go();
    await bench.time.advance(10_000);
    expect(item()).toMatchObject({ state: 'applied', realId: '55' });
  });
});

describe('an edit in doubt', () => {
  const known = { company_id: 5, name: 'Old', pool_id: 0 };
  const edit = companyCommand('Acme', '5');
  const withRecord = ({ crm }: CrmBench): void => crm.put('company', known);

  it('[OB17] that the record shows is delivered, without another push', async () => {
    const { bench, item } = await inDoubt(edit, withRecord);
    bench.crm.put('company', { ...known, name: 'Acme' });
    await bench.time.advance(10_000);
    expect(item()).toMatchObject({ state: 'applied', realId: '5' });
    expect(item().notes).toContain('proved-by-read-back');
    expect(bench.pushes).toHaveLength(1);
  });

  it('[OB17] that the record does not show is sent again after the late-commit bound', async () => {
    const { bench, item } = await inDoubt(edit, withRecord);
    await bench.time.advance(HOUR);
    expect([item().state, bench.pushes.length]).toEqual(['uncertain', 1]);
    bench.crm.now = '2026-01-01 10:15:01';
    await bench.time.advance(HOUR);
    expect([item().state, bench.pushes.length]).toEqual(['applied', 2]);
  });

  it('[OB17] of a record that cannot be read is sent again after the bound on the server clock', async () => {
    const { bench, item } = await inDoubt(edit, ({ crm }) => {
      crm.offered = false;
    });
    await bench.time.advance(HOUR);
    expect([item().state, bench.pushes.length]).toEqual(['uncertain', 1]);
    bench.crm.now = '2026-01-01 10:15:01';
    await bench.time.advance(HOUR);
    expect([item().state, bench.pushes.length]).toEqual(['applied', 2]);
  });

  it('[OB17] is not proved by a contact that the user saw before, if the record was not readable then', async () => {
    const ann = { name: 'Ann', tel: '1' };
    const bench = crmBench();
    bench.crm.offered = false;
    bench.gateway.push = lost;
    const { id } = bench.outbox.submit({
      command: { ...edit, fields: { pool_id: '0' }, children: [{ ref: 'local:n', fields: ann }] },
      base: { fields: { name: 'Old', pool_id: '0' }, children: [{ ref: '11', fields: ann }], readAt: null },
    }) as { id: string };
    await bench.time.advance(1_000);
    bench.crm.offered = true;
    bench.crm.put('company', { ...known, customers: [{ customer_id: 11, ...ann }] });
    await bench.time.advance(60_000);
    const { intent } = bench.outbox.get(id)!;
    expect([intent.state, bench.outbox.realIdOf('local:n')]).toEqual(['uncertain', null]);
  });

  it('waits as long as the record cannot be reached', async () => {
    const { bench, item } = await inDoubt(edit, withRecord);
    bench.crm.put('company', { ...known, name: 'Acme' });
    for (const offered of [null, true]) {
      bench.crm.offered = offered;
      bench.crm.answers = () => ({ kind: 'offline', reason: 'connect', detail: 'no route' });
      await bench.time.advance(HOUR);
      expect(item().state).toBe('uncertain');
    }
    bench.crm.answers = () => undefined;
    await bench.time.advance(HOUR);
    expect(item().state).toBe('applied');
  });
});
