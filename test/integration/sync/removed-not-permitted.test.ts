/** A rep may see the orders, but not the list of removed ones. */
import { expect, it } from 'vitest';
import { ORDER_LIST_PATH } from '../../../src/shared/http-api/order';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
const state = () => rig.window().sync.state();
const orders = async () => (await state()).resources.find(({ resource }) => resource === 'order');

it.each([
  [403, 'forbidden'],
  [404, 'No Privilege'],
])(
  '[PL20] a list of removed records that is not permitted (%i) is no failure of its kind',
  async (code, message) => {
    await rig.connect({ profile: 'full' });
    rig.service.wire.intercept = ({ url }) =>
      url.includes(ORDER_LIST_PATH) && url.includes('removed=1')
        ? Promise.resolve({
            kind: 'answer',
            status: 200,
            headers: {},
            text: JSON.stringify({ code, message, data: {} }),
            url,
          })
        : undefined;
    await rig.window().diagnostics.refetch({ resource: 'order' });
    await rig.rounds();
    const before = (await state()).freshAsOf ?? 0;
    await rig.workspace().pull.round();
    expect(await orders()).toMatchObject({ state: 'complete', error: null });
    expect((await orders())?.covers).not.toContain('removed');
    expect((await state()).freshAsOf).toBeGreaterThan(before);
    rig.mend();
    await rig.workspace().pull.round();
    expect((await orders())?.covers).toContain('removed');
  },
);
