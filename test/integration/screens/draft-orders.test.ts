/** Orders that only the service's list of drafts shows, copied from the service. */
import { expect, it } from 'vitest';
import { listOrders } from '#core/api/record-reads';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();

/** All orders of one list of the service, by id. */
const ordersOf = async (flag: 'live' | 'drafts') => {
  const found = new Map<string, Record<string, unknown>>();
  for (let page = 1; ; page += 1) {
    const answer = await listOrders(rig.workspace().client, { page, count: 100, flag });
    if (!answer.ok) throw new Error('not read');
    for (const { id, value } of answer.value.items) found.set(id, value);
    if (answer.value.items.length < 100) return found;
  }
};

it('a draft order is listed with a mark and is not counted as ordered', async () => {
  await rig.connect({ dataset: 120 });
  for (let at = 0; at < 4; at++) await rig.rounds();
  const live = await ordersOf('live');
  const found = [...(await ordersOf('drafts'))].find(([one]) => !live.has(one));
  if (found === undefined) throw new Error('the service has no draft order');
  const [id, draft] = found;
  const companyOf = ({ company }: Record<string, unknown>): string =>
    String((company as { company_id: unknown }).company_id);
  const company = companyOf(draft);
  const isOfCustomer = (order: Record<string, unknown>): boolean =>
    companyOf(order) === company && order.currency === draft.currency;
  const approved = [...live.values()].filter(isOfCustomer).map(({ amount }) => Number(amount));
  const ordered = async (): Promise<number> => {
    const { currencies } = await rig.window().money.company({ id: company });
    return Number(currencies.find(({ currency }) => currency === draft.currency)?.ordered ?? 0);
  };
  const isMarked = async (): Promise<boolean | undefined> =>
    (await rig.window().records.get({ resource: 'order', id }))?.draft;
  expect(await ordered()).toBeCloseTo(
    approved.reduce((sum, amount) => sum + amount, 0),
    2,
  );
  expect(await rig.window().money.company({ id: company })).toMatchObject({ draftOrders: 1 });
  expect(await isMarked()).toBe(true);
  const { entries } = await rig.window().timeline.page({
    resource: 'company',
    id: company,
    kinds: ['order'],
    limit: 200,
  });
  expect(entries.filter((entry) => entry.draft).map((entry) => entry.id)).toEqual([id]);
});
