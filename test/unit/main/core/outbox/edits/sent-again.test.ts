/** A refused edit that the user sends again while a later edit of the record is on its way. */
import { expect, it } from 'vitest';
import type { HttpResult } from '#core/ports/ports';
import { crmBench, refusing } from '../../../../../support/outbox/fake-crm';
import { accepted } from '../../../../../support/outbox/outbox-bench';

const company = (remark: string) => ({ company_id: 7, name: 'Acme', remark, pool_id: 0, customers: [] });
const base = { fields: { name: 'Acme', remark: 'first' }, children: [], readAt: '2026-01-01 09:00:00' };
const edit = (fields: object) => ({
  base,
  command: { kind: 'company', schema: 1, target: '7', fields: { pool_id: '0', ...fields }, children: [] },
});

const refusedThenLater = async () => {
  const bench = crmBench();
  const { outbox, crm, time } = bench;
  crm.put('company', company('first'));
  bench.gateway.push = refusing('the address is too long');
  const submit = (fields: object): string => {
    const saved = outbox.submit(edit(fields));
    if (!saved.ok) throw new Error(saved.code);
    return saved.id;
  };
  const refused = submit({ remark: 'old', address: 'long' });
  await time.advance(10_000);
  expect(outbox.get(refused)?.intent.state).toBe('rejected');
  bench.pushes.length = 0;
  const later = submit({ remark: 'new' });
  const state = (id: string) => outbox.get(id)!.intent.state;
  const remarks = () => bench.pushes.map(({ body }) => (JSON.parse(body) as { remark?: string }).remark);
  return { bench, refused, later, state, remarks };
};

it('[OB31] is sent after it, and does not bring back the older value', async () => {
  const { bench, refused, later, state, remarks } = await refusedThenLater();
  const { outbox, crm, time } = bench;
  const answers: ((result: HttpResult) => void)[] = [];
  bench.gateway.push = async () => await new Promise<HttpResult>((resolve) => answers.push(resolve));
  await time.advance(10_000);
  expect(state(later)).toBe('sending');
  expect(outbox.sendAgain(refused)).toEqual({ ok: true });
  await time.advance(5_000);
  expect(remarks()).toEqual(['new']);
  crm.put('company', company('new'));
  answers[0]?.(accepted({ company_id: 7, customers: [] }));
  await time.advance(5_000);
  answers[1]?.(accepted({ company_id: 7, customers: [] }));
  await time.advance(5_000);
  expect([state(refused), state(later)]).toEqual(['applied', 'applied']);
  expect(remarks()).toEqual(['new', 'new']);
});

it('[OB31] is sent before it, if that one is only being compared with the record', async () => {
  const { bench, refused, later, state, remarks } = await refusedThenLater();
  const { outbox, crm, time } = bench;
  bench.gateway.push = async (_path, body) => {
    crm.put('company', company((JSON.parse(body) as { remark: string }).remark));
    return accepted({ company_id: 7, customers: [] });
  };
  crm.answers = () => {
    crm.answers = () => undefined;
    outbox.sendAgain(refused);
    return undefined;
  };
  await time.advance(20_000);
  expect([state(refused), state(later)]).toEqual(['applied', 'applied']);
  expect(remarks()).toEqual(['old', 'new']);
});

it('[OB22] that a later form has not seen delivered is no change by a colleague', async () => {
  const { bench, refused, later, state, remarks } = await refusedThenLater();
  const { outbox, crm, time } = bench;
  bench.gateway.push = async (_path, body) => {
    crm.put('company', company((JSON.parse(body) as { remark: string }).remark));
    return accepted({ company_id: 7, customers: [] });
  };
  await time.advance(10_000);
  expect(state(later)).toBe('applied');
  expect(outbox.edit(refused, { command: edit({ remark: 'corrected' }).command })).toMatchObject({
    ok: true,
  });
  await time.advance(10_000);
  expect(state(refused)).toBe('applied');
  // The form was opened before the corrected edit was delivered.
  const third = outbox.submit({
    ...edit({ remark: 'third' }),
    base: { ...base, fields: { name: 'Acme', remark: 'new' } },
  });
  if (!third.ok) throw new Error(third.code);
  await time.advance(10_000);
  expect(state(third.id)).toBe('applied');
  expect(remarks()).toEqual(['new', 'corrected', 'third']);
});

it('[OB43] with a correction of another edit taken out, it does not replace what a still later edit delivered', async () => {
  const { bench, refused, later, state, remarks } = await refusedThenLater();
  const { outbox, crm, time } = bench;
  expect(outbox.edit(refused, { command: edit({ remark: 'corrected' }).command })).toMatchObject({
    ok: true,
  });
  outbox.hold(refused, true);
  await time.advance(10_000);
  expect([state(later), remarks()]).toEqual(['rejected', ['corrected']]);
  bench.gateway.push = async (_path, body) => {
    crm.put('company', company((JSON.parse(body) as { remark: string }).remark));
    return accepted({ company_id: 7, customers: [] });
  };
  const latest = outbox.submit(edit({ remark: 'latest' }));
  if (!latest.ok) throw new Error(latest.code);
  outbox.sendNow(latest.id);
  await time.advance(10_000);
  outbox.discard(refused);
  await time.advance(10_000);
  expect([state(latest.id), state(later)]).toEqual(['applied', 'rejected']);
  outbox.sendAgain(later);
  await time.advance(10_000);
  expect(state(later)).toBe('applied');
  expect(remarks().at(-1)).toBe('latest');
});
