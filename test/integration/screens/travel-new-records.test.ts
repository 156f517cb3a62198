/** [PL28] Customers that are added to Travel before their delivery. */
import { expect, it } from 'vitest';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
const { window } = rig;

const made = async (name: string): Promise<string> => {
  const contact = { name: 'Ann', email: `ann@${name}.example`, main_customer_flag: 1 };
  const answer = await window().outbox.submit({
    command: {
      kind: 'company',
      schema: 1,
      target: null,
      fields: { name, pool_id: '0' },
      children: [{ ref: `local:${name}`, fields: contact }],
    },
    base: null,
  });
  if (!answer.ok) throw new Error(answer.code);
  return answer.id;
};

it('a delivered one is here before it is read again and is removed at once; a discarded one is not shown', async () => {
  await rig.connect({ dataset: 30 });
  await rig.releaseAll();
  const [delivered, discarded] = [await made('nord'), await made('west')];
  const pins = [delivered, discarded].map((id) => ({ kind: 'record', resource: 'company', id }) as const);
  await window().travel.pin({ pins });
  await window().outbox.discard({ id: discarded, operationId: 'discard' });
  await window().outbox.sendNow({ id: delivered });
  const state = async () => (await window().outbox.get({ id: delivered }))?.intent.state;
  await expect.poll(state, { timeout: 30_000 }).toBe('applied');
  const shown = (await window().travel.state()).pins;
  expect(shown).toMatchObject([{ title: 'nord', isGone: false, subjects: 1 }]);
  await window().travel.unpin({ keys: [shown[0]!.key] });
  expect((await window().travel.state()).pins).toEqual([]);
});
