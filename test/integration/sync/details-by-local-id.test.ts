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
