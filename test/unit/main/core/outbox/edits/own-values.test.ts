/** Values that an own edit wrote although its item does not have them any more, or never had them from its user. */
import { expect, it } from 'vitest';
import { crmBench, lost, refusing } from '../../../../../support/outbox/fake-crm';
import { accepted } from '../../../../../support/outbox/outbox-bench';
import { changeOf, companyOf, SHOWN } from '../../../../../support/outbox/shared-company';

import { conflictKey, mergedCommand } from '../../../../../../src/renderer/features/outbox/merge';

const desk = () => {
  const bench = crmBench();
  const { outbox, crm, time } = bench;
  crm.put('company', companyOf('first'));
  const submit = async (fields: object, children: object[] = []): Promise<string> => {
    const saved = outbox.submit({ base: SHOWN, command: changeOf(fields, children) });
    if (!saved.ok) throw new Error(saved.code);
    await time.advance(10_000);
    return saved.id;
  };
  const state = (id: string) => outbox.get(id)!.intent.state;
  /** The CRM takes what is sent. */
  const takes = (): void => {
    bench.gateway.push = async (_path, body) => {
      crm.put('company', companyOf((JSON.parse(body) as { remark: string }).remark));
      return accepted({ company_id: 7, customers: [] });
    };
  };
  return { bench, submit, state, takes };
};

it('[OB22] a value that an item took over from a later edit is no change by a colleague', async () => {
  const { bench, submit, state, takes } = desk();
  const { outbox, time } = bench;
  bench.gateway.push = refusing('the address is too long');
  const first = await submit({ remark: 'one', address: 'long' });
  takes();
  await submit({ remark: 'two' });
  expect(outbox.edit(first, { command: changeOf({ remark: 'one', address: 'short' }) }).ok).toBe(true);
  await time.advance(10_000);
  expect(bench.pushes.at(-1)?.body).toContain('two');
  const third = await submit({ remark: 'three' });
  expect(outbox.get(third)!.intent).toMatchObject({ state: 'applied', conflicts: [] });
  expect([state(first), bench.pushes.at(-1)?.body]).toEqual(['applied', expect.stringContaining('three')]);
});

it('[OB22] a merge that took a colleague’s value from the record does not make it an own one', async () => {
  const { bench, submit, state, takes } = desk();
  const { outbox, crm, time } = bench;
  takes();
  await submit({ remark: 'one' });
  crm.put('company', companyOf('theirs'));
  // The user has not changed the remark in this form.
  const second = outbox.submit({
    base: { ...SHOWN, fields: { remark: 'one' } },
    command: changeOf({ remark: 'one', address: 'x' }),
  });
  if (!second.ok) throw new Error(second.code);
  await time.advance(10_000);
  expect([state(second.id), bench.pushes.at(-1)?.body]).toEqual([
    'applied',
    expect.stringContaining('theirs'),
  ]);
  const third = await submit({ remark: 'three' });
  expect(state(third)).toBe('conflict');
});

it('[OB22] an earlier attempt of another item that arrived late is no change by a colleague', async () => {
  const { bench, submit, state, takes } = desk();
  const { outbox, crm, time } = bench;
  bench.gateway.push = lost;
  const first = await submit({ remark: 'one' });
  bench.gateway.push = refusing('not today');
  expect(outbox.sendAgain(first)).toEqual({ ok: true });
  await time.advance(10_000);
  expect(outbox.edit(first, { command: changeOf({ remark: 'corrected' }) }).ok).toBe(true);
  await time.advance(10_000);
  expect(state(first)).toBe('rejected');
  crm.put('company', companyOf('one'));
  takes();
  const later = await submit({ remark: 'two' });
  expect(outbox.get(later)!.intent).toMatchObject({ state: 'applied', conflicts: [] });
});

it('[OB22] an attempt of a delivered item that arrived beside another one is no change by a colleague', async () => {
  const { bench, submit, state, takes } = desk();
  const { outbox, crm, time } = bench;
  bench.gateway.push = lost;
  const first = await submit({ address: 'x' });
  bench.gateway.push = refusing('not today');
  expect(outbox.sendAgain(first)).toEqual({ ok: true });
  await time.advance(10_000);
  bench.gateway.push = lost;
  expect(outbox.edit(first, { command: changeOf({ address: 'x', remark: 'one' }) }).ok).toBe(true);
  await time.advance(10_000);
  // The second attempt arrives; the user says that one did.
  crm.put('company', companyOf('one'));
  expect(outbox.arrived(first, null)).toEqual({ ok: true });
  takes();
  const later = await submit({ remark: 'two' });
  expect([state(first), state(later)]).toEqual(['applied', 'applied']);
});

it('[OB21] a choice is no conflict again if an edit that waits has the value of the CRM', async () => {
  const { bench, submit, state, takes } = desk();
  const { outbox, crm, time } = bench;
  bench.gateway.push = refusing('not today');
  const first = await submit({ remark: 'mine' }, [{ ref: 'local:c', fields: { name: 'Ann' } }]);
  await submit({ remark: 'same' }, [{ ref: 'local:c', fields: { post: 'boss' } }]);
  crm.put('company', companyOf('same'));
  takes();
  outbox.sendAgain(first);
  await time.advance(10_000);
  const item = outbox.get(first)!.intent;
  expect(item.conflicts).toMatchObject([{ field: 'remark', mine: 'mine', theirs: 'same' }]);
  const choices = Object.fromEntries(
    item.conflicts.map((one) => [conflictKey(one), { pick: 'mine' } as const]),
  );
  const merged = mergedCommand(item, choices, () => 'local:again')!;
  expect(outbox.edit(first, { ...merged, version: item.version })).toMatchObject({ ok: true });
  await time.advance(10_000);
  expect(state(first)).toBe('applied');
  expect(bench.pushes.some(({ body }) => body.includes('mine'))).toBe(true);
});

/** An item with an open attempt, corrected twice; between the two a later edit has delivered another remark. */
const correctedTwice = async () => {
  const { bench, submit, state, takes } = desk();
  const { outbox, crm, time } = bench;
  const change = async (id: string, fields: object): Promise<void> => {
    expect(outbox.edit(id, { command: changeOf(fields) }).ok).toBe(true);
    await time.advance(10_000);
  };
  bench.gateway.push = lost;
  const first = await submit({ remark: 'one' });
  bench.gateway.push = refusing('not today');
  outbox.sendAgain(first);
  await time.advance(10_000);
  await change(first, { remark: 'corrected' });
  takes();
  await submit({ remark: 'latest' });
  bench.gateway.push = lost;
  await change(first, { remark: 'corrected', address: 'Quay' });
  expect(bench.pushes.at(-1)?.body).toContain('latest');
  crm.put('company', { ...companyOf('latest'), address: 'Quay' });
  takes();
  return { bench, submit, state, first };
};

it('[OB43] what the user changed in an item before a later edit was delivered does not replace that one', async () => {
  const { bench, first } = await correctedTwice();
  const { outbox, time } = bench;
  bench.pushes.length = 0;
  // The oldest attempt counts; what was changed since becomes an edit of its own.
  expect(outbox.arrived(first, null)).toEqual({ ok: true });
  await time.advance(10_000);
  expect(outbox.list().map(({ state }) => state)).toEqual(['applied', 'applied', 'applied']);
  expect(bench.pushes.filter(({ body }) => body.includes('corrected'))).toEqual([]);
});

it('[OB22] a value that an attempt took over from a later edit is no change by a colleague', async () => {
  const { bench, submit, state, first } = await correctedTwice();
  expect(bench.outbox.arrived(first, null)).toEqual({ ok: true });
  await bench.time.advance(10_000);
  expect(state(await submit({ remark: 'three' }))).toBe('applied');
});
