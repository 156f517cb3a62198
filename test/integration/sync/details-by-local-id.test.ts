/** A window may still know a record by the local id that it had before its delivery. */
import { expect, it } from 'vitest';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
const asked: string[] = [];

it('reads the details of a record by the local id that it had, and asks for none that was not sent', async () => {
  await rig.connect({ profile: 'full' });
  rig.service.wire.intercept = (request) => {
    if (request.url.includes('company/info?company_id')) asked.push(request.url);
    return undefined;
  };
  const { outbox, sync } = rig.window();
  const command = { kind: 'company', schema: 1, target: null, children: [] } as const;
  const saved = await outbox.submit({
    command: { ...command, fields: { name: 'Juniper Locks', pool_id: '0' } },
  });
  const id = saved.ok ? saved.id : '';
  expect(await sync.fetchDetail({ resource: 'company', id })).toEqual({ held: false });
  expect(asked).toEqual([]);

  await outbox.release({ kind: 'company' });
  await expect
    .poll(async () => (await outbox.get({ id }))?.intent.state, { timeout: 20_000 })
    .toBe('applied');
  asked.length = 0;
  // The details are kept once the list has the record.
  await expect.poll(() => sync.fetchDetail({ resource: 'company', id })).toEqual({ held: true });
  const realId = (await outbox.get({ id }))?.intent.realId;
  const ids = new Set(asked.map((url) => new URL(url).searchParams.get('company_id')));
  expect([...ids]).toEqual([realId]);
});

it('shows the money of a customer by the local id that it had', async () => {
  await rig.connect({ profile: 'full' });
  const { outbox, money, records } = rig.window();
  await rig.rounds();
  const [user] = (await records.page({ view: { resource: 'user' }, start: 0, limit: 1 })).rows;
  await outbox.setUndoSeconds({ seconds: 0 });
  for (const kind of ['company', 'receipt'] as const) await outbox.release({ kind });
  const submit = async (kind: string, fields: object): Promise<string> => {
    const saved = await outbox.submit({ command: { kind, schema: 1, target: null, fields, children: [] } });
    const id = saved.ok ? saved.id : '';
    await expect
      .poll(async () => (await outbox.get({ id }))?.intent.state, { timeout: 20_000 })
      .toBe('applied');
    return id;
  };
  const company = await submit('company', { name: 'Juniper Locks', pool_id: '0' });
  const realId = (await outbox.get({ id: company }))?.intent.realId ?? '';
  await submit('receipt', { amount: '20', currency: 'USD', company_id: company, handler: [user!.id] });
  await rig.rounds();
  const { currencies } = await money.company({ id: realId });
  expect(currencies).toMatchObject([{ currency: 'USD', received: '20' }]);
  expect((await money.company({ id: company })).currencies).toEqual(currencies);
});
