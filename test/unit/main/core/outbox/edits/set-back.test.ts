/** A field that the user sets back to the value that the copy has, in place of the value of another own edit. */
import { expect, it } from 'vitest';
import { editBaseOf } from '#core/outbox/edits/edit-base';
import { crmBench, refusing } from '../../../../../support/outbox/fake-crm';
import { accepted } from '../../../../../support/outbox/outbox-bench';
import { changeOf, companyOf, SHOWN } from '../../../../../support/outbox/shared-company';

it('[OB31] [OB43] a value that the user sets back is the last one, also if the edit with the other value was delivered while the form was open', async () => {
  const bench = crmBench();
  const { outbox, crm, time } = bench;
  const inCrm: Record<string, unknown> = companyOf('first');
  crm.put('company', inCrm);
  const submit = (fields: object): string => {
    const saved = outbox.submit({ base: SHOWN, command: changeOf(fields) });
    if (!saved.ok) throw new Error(saved.code);
    return saved.id;
  };
  bench.gateway.push = refusing('the record is locked');
  const refused = submit({ remark: 'mine' });
  await time.advance(10_000);
  bench.gateway.push = async (_path, body) => {
    Object.assign(inCrm, JSON.parse(body));
    return accepted({ company_id: 7, customers: [] });
  };
  const waiting = submit({ address: 'Quay' });
  expect(outbox.hold(waiting, true)).toMatchObject({ ok: true });
  expect(outbox.sendAgain(refused)).toEqual({ ok: true });
  await time.advance(10_000);
  expect([outbox.get(refused)!.intent.state, inCrm.remark]).toEqual(['applied', 'mine']);
  // The form was opened before: it has shown "mine" over a copy with "first".
  expect(submit({ remark: 'first' })).toBe(waiting);
  const cached = { values: companyOf('first'), readAt: null };
  const form = editBaseOf(outbox.store, { kind: 'company', ref: '7', cached });
  expect(form?.current.fields).toMatchObject({ remark: 'first', address: 'Quay' });
  expect(outbox.hold(waiting, false)).toMatchObject({ ok: true });
  await time.advance(10_000);
  expect(outbox.get(waiting)!.intent.state).toBe('applied');
  expect(inCrm).toMatchObject({ remark: 'first', address: 'Quay' });
});
