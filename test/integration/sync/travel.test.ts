/**
 * Preparing for travel with the real store and the real service: missing records are downloaded, remain, and
 * are available offline.
 */
import { describe, expect, it } from 'vitest';
import { ORDER_INFO_PATH, ORDER_LIST_PATH } from '#shared/http-api/order';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
const { workspace, window, rounds, cut, mend } = rig;

/** A customer with an order whose lines are not in the cache: details are kept for a month only. */
const aged = async (): Promise<{ company: string; order: string }> => {
  await rig.connect({ dataset: 60 });
  await window().sync.keepDetails({ months: 1 });
  await rounds();
  const { cache } = workspace();
  for (const company of cache.liveIds('company')) {
    const [order] =
      cache.belonging('company', company)?.find(({ resource }) => resource === 'order')?.wanting ?? [];
    if (order !== undefined) return { company, order };
  }
  throw new Error('no order without details');
};
const take = (...pins: { resource: 'company' | 'order'; id: string }[]) =>
  window().travel.pin({ pins: pins.map((pin) => ({ kind: 'record' as const, ...pin })) });
const downloaded = async () => {
  await window().travel.prepare();
  for (;;) {
    const state = await window().travel.state();
    if (state.running === null) return state;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};
const linesOf = (record: Awaited<ReturnType<ReturnType<typeof window>['records']['get']>>): unknown[] =>
  (record?.values.product_list as unknown[] | undefined) ?? [];

describe('preparing for travel', () => {
  it('[PL28] missing records are listed, then downloaded, and shown offline with their lines', async () => {
    const { company, order } = await aged();
    expect(await take({ resource: 'company', id: company })).toEqual({ done: true });
    const before = await window().travel.state();
    expect(before.counts).toEqual([{ resource: 'company', count: 1 }]);
    expect(before.missing.map(({ resource, part, why }) => [resource, part, why])).toContainEqual([
      'order',
      'details',
      'not-yet',
    ]);
    const after = await downloaded();
    expect(after).toMatchObject({ missing: [], running: null, pins: [{ missing: 0, isGone: false }] });
    expect(after.asOf).toBe(workspace().pull.state().freshAsOf);
    cut();
    await rig.fixture.reopen();
    expect(await window().travel.state()).toMatchObject({ missing: [], pins: [{ id: company }] });
    const opened = await window().records.get({ resource: 'order', id: order });
    expect(opened?.detailState).toBe('held');
    expect(linesOf(opened).length).toBeGreaterThan(0);
  });

  it('[PL28 PL30] a record that changes in this second is ready a moment later, not at the next round', async () => {
    await rig.connect({ dataset: 20 });
    await rounds();
    const [company = ''] = workspace().cache.liveIds('company');
    await take({ resource: 'company', id: company });
    rig.service.service.touch('company', company, { remark: 'changed just now' });
    expect(await downloaded()).toMatchObject({ missing: [], pins: [{ missing: 0 }] });
  });

  it('[PL28] is not done before every list is up to date, also if a step is running when it begins', async () => {
    await rig.connect({ dataset: 20 }, { rounds: 'timed', requestsPerMinute: Number.POSITIVE_INFINITY });
    const [company = ''] = workspace().cache.liveIds('company');
    const [quotation = ''] = workspace().cache.liveIds('quotation');
    await take({ resource: 'company', id: company });
    let [answerStep, isStepping] = [(): void => undefined, false];
    rig.service.wire.intercept = async (request, pass) => {
      if (!isStepping && request.url.includes(ORDER_LIST_PATH)) {
        isStepping = true;
        await new Promise<void>((resolve) => {
          answerStep = resolve;
        });
      }
      return pass();
    };
    workspace().pull.refresh(['order']);
    await expect.poll(() => isStepping, { timeout: 5_000 }).toBe(true);
    rig.service.service.touch('quotation', quotation, { remark: 'changed before the journey' });
    const done = downloaded();
    answerStep();
    await done;
    expect(workspace().cache.get('quotation', quotation)?.row.values.remark).toBe(
      'changed before the journey',
    );
  });

  it('[PL28] offline it lists what is missing without requests; it continues when the service answers', async () => {
    const { company } = await aged();
    await take({ resource: 'company', id: company });
    cut();
    const cutOff = await downloaded();
    expect(new Set(cutOff.missing.map(({ why }) => why))).toEqual(new Set(['offline']));
    rig.service.wire.seen.length = 0;
    await window().travel.state();
    expect(rig.service.wire.seen).toEqual([]);
    mend();
    await workspace().pull.round();
    await expect.poll(async () => (await window().travel.state()).missing, { interval: 10 }).toEqual([]);
  });

  it('[PL28] details of records taken along stay when older details are deleted, also offline', async () => {
    await rig.connect({ dataset: 60 });
    const { cache } = workspace();
    const [order] = cache.liveIds('order').filter((id) => {
      const row = cache.get('order', id);
      return row?.detailAt !== null && String(row?.row.values.update_time) < '2026-01-01';
    });
    expect(order).toBeDefined();
    await take({ resource: 'order', id: order! });
    cut();
    await window().sync.keepDetails({ months: 1 });
    await rounds();
    expect(workspace().cache.get('order', order!)?.detailAt).not.toBeNull();
    expect(await window().travel.unpin({ keys: [`order~${order}`] })).toEqual({ done: true });
    await window().sync.keepDetails({ months: 1 });
    await rounds();
    expect(workspace().cache.get('order', order!)?.detailAt).toBeNull();
  });

  it('a list takes along the records that it shows; details that the service does not offer do not count as missing', async () => {
    await rig.connect({ dataset: 60, profile: 'contract' });
    await window().travel.pin({
      pins: [
        {
          kind: 'list',
          id: 'all',
          name: 'All customers',
          view: { resource: 'company', filters: [], sort: [], search: '', removed: false },
        },
      ],
    });
    const state = await downloaded();
    const total = workspace().cache.counts('company').live;
    expect(state.counts).toEqual([{ resource: 'company', count: total }]);
    expect(state.pins).toMatchObject([{ kind: 'list', title: 'All customers', subjects: total }]);
    expect(state.missing).toEqual([]);
    expect(state.absent).toContainEqual({ resource: 'order', part: 'details', why: 'not-offered' });
    expect(rig.service.wire.seen.filter((line) => line.includes(`${ORDER_INFO_PATH}?order_id`))).toEqual([]);
  });
});
