/** A colleague's change stays unseen when the user changes another field of the record afterwards. */
import { expect, it } from 'vitest';
import { COMPANY_PUSH_PATH } from '../../../src/shared/http-api/company';
import { makeRig } from '../../support/sync/make-rig';
import { ORIGIN } from '../../support/sync/service-fixture';

const rig = makeRig();
const { workspace, window } = rig;
const selfId = async (): Promise<string> => (await window().accounts.state()).account?.selfUserId ?? '';
const unseen = () => window().changes.unseen({ limit: 50 });
const round = () => workspace().pull.round();
const later = () => new Promise((resolve) => setTimeout(resolve, 1100));

const colleague = async () => {
  const { context, fetch } = rig.service.service;
  const userId = context.store
    .sql("SELECT CAST(id AS TEXT) FROM record WHERE resource = 'user' AND CAST(id AS TEXT) <> ? LIMIT 1")
    .pluck()
    .get(await selfId()) as never;
  const { accessToken } = context.tokens.grant(
    'colleague',
    { userId, nickname: 'Other' },
    'company lead invoices',
    false,
  );
  return async (fields: object): Promise<void> => {
    const answer = await fetch(
      new Request(`${ORIGIN}${COMPANY_PUSH_PATH}`, {
        method: 'POST',
        headers: { authorization: accessToken, 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      }),
    );
    expect(await answer.text()).toContain('"code":200');
  };
};

it("a colleague's unseen change is still told after the user's own edit of another field", async () => {
  await rig.connect();
  await rig.releaseAll();
  await window().outbox.setUndoSeconds({ seconds: 0 });
  await round();
  const { rows } = await window().records.page({
    view: { resource: 'company', filters: [{ field: 'user_id', op: 'in', values: [await selfId()] }] },
    start: 0,
    limit: 1,
  });
  const id = rows[0]!.id;
  await later();
  const save = await colleague();
  await save({ company_id: Number(id), pool_id: 0, name: rows[0]!.values.name, address: 'Moved to Hamburg' });
  await later();
  await round();
  const before = await unseen();
  expect(before).toMatchObject([{ id }]);
  expect(before[0]?.fields).toContain('address');
  // The user plans a follow-up of the company, without looking at it (key S on the day plan).
  const done = await window().outbox.submit({
    command: {
      kind: 'company',
      schema: 1,
      target: id,
      fields: { next_follow_up_time: '2027-01-05 09:00:00', pool_id: '0' },
      children: [],
    },
  });
  if (!done.ok) throw new Error('refused');
  await expect
    .poll(async () => (await window().outbox.get({ id: done.id }))?.intent.state, { timeout: 15_000 })
    .toBe('applied');
  await later();
  await round();
  await round();
  const after = await unseen();
  expect(after).toMatchObject([{ id }]);
  expect(after[0]?.fields).toContain('address');
});
