/** Another sign-in that may see draft orders, which the one before could not see. */
import { expect, it } from 'vitest';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();

it('[PL24] after another sign-in the list of draft orders is compared too', async () => {
  const [resource, mark] = ['order', 'approval_with_draft'] as const;
  const visible = { extra: false };
  // The first copy, under a sign-in that sees none of these records.
  await rig.connect({ profile: 'live' } as never, { detailBudget: 0 });
  const ws = () => rig.workspace();
  const extra = () => ws().cache.liveIds(resource).length;
  const all = extra();
  // Forget the copy, and make it again without them.
  rig.service.wire.intercept = (request, pass) => {
    if (visible.extra || !request.url.includes(mark)) return undefined;
    return pass().then((answer) => {
      if (answer.kind !== 'answer') return answer;
      const now = /"now":"([^"]*)"/.exec(answer.text)?.[1];
      return {
        ...answer,
        text: `{"code":200,"message":"success","now":"${now}","data":{"list":[],"totalItem":0,"count":0}}`,
      };
    });
  };
  ws().pull.refetch(resource);
  await rig.rounds();
  await rig.rounds();
  const before = extra();
  expect(before).toBeLessThan(all);
  // Another person signs in, with more rights.
  visible.extra = true;
  ws().pull.signInChanges();
  for (let n = 0; n < 4; n += 1) await rig.rounds();
  expect(extra()).toBe(all);
}, 60_000);
