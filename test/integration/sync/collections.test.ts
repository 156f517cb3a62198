/**
 * Collections: what is copied, when their list is read, and that their details are read only when one is
 * opened.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { COLLECTION_INFO_PATH, COLLECTION_LIST_PATH } from '../../../src/shared/http-api/collection';
import { makeRig } from '../../support/sync/make-rig';
import { HOUR_MS, makeVirtualDesk, type VirtualDesk } from '../../support/sync/virtual-desk';

const rig = makeRig();
const stateOf = async () =>
  (await rig.window().sync.state()).resources.find(({ resource }) => resource === 'collection');
const asked = (path: string): number =>
  rig.service.service.requests().filter((request) => request.path === path).length;

describe('[PL1] collections', () => {
  it.each(['full', 'live'] as const)('are copied from a service of profile %s', async (profile) => {
    await rig.connect({ profile });
    const truth = rig.service.service.truth('collection').filter(({ removed }) => !removed);
    expect(truth.length).toBeGreaterThan(5);
    expect(await stateOf()).toMatchObject({
      state: 'complete',
      records: truth.length,
      detailsExpected: null,
    });
    // Background rounds never read the details.
    await rig.workspace().pull.round();
    expect(asked(COLLECTION_INFO_PATH)).toBeLessThanOrEqual(1);

    const receipt = truth.find(({ detail }) => !Array.isArray(detail.cash_collection_invoice_info))!;
    const read = { resource: 'collection' as const, id: receipt.id };
    expect(await rig.window().sync.fetchDetail(read)).toEqual({ held: true });
    const record = await rig.window().records.get(read);
    expect(record?.values.receipt_no).toMatch(/^SK\d/);
    expect(record?.columns.find(({ key }) => key === '70880002')?.customName).toBe('Days after invoice');
    const groups = await rig.window().records.related({ ...read, limit: 5 });
    expect(groups.map(({ resource }) => resource)).toEqual(
      expect.arrayContaining(['order', 'company', 'receipt']),
    );
  });

  it('that the service lists as deleted leave the lists', async () => {
    await rig.connect({ profile: 'live' });
    const { id } = rig.service.service.truth('collection').find(({ removed }) => !removed)!;
    rig.service.service.remove('collection', id);
    await rig.workspace().pull.round();
    expect((await rig.window().records.get({ resource: 'collection', id }))?.removed).toBe(true);
  });

  it('are not there where the service has no such list', async () => {
    await rig.connect({ profile: 'contract' });
    expect(await stateOf()).toMatchObject({ state: 'not-offered', records: 0 });
  });
});

describe('[PL24] the list of collections', () => {
  let desk: VirtualDesk | undefined;
  afterEach(async () => {
    await desk?.dispose();
    desk = undefined;
  });

  it('is read every quarter of an hour, and every minute while the window shows collections', async () => {
    desk = await makeVirtualDesk({ service: { profile: 'live' } });
    const { time, heard, service, attend, workspace } = desk;
    await attend(true);
    await time.advance(20 * 60_000);
    const lists = (from: number): number =>
      heard(from).filter(({ path }) => path === COLLECTION_LIST_PATH).length;
    const from = time.now();
    await time.advance(HOUR_MS);
    // The list of existing ones and the list of removed ones.
    expect(lists(from)).toBeGreaterThanOrEqual(6);
    expect(lists(from)).toBeLessThanOrEqual(10);

    const { id } = service.service.truth('collection').find(({ removed }) => !removed)!;
    const comment = () => workspace().cache.get('collection', id)?.row.values.comment;
    expect(service.service.touch('collection', id, { comment: 'money came in' })).toBe(true);
    const opened = time.now();
    // The user opens an order.
    await attend(true, ['order', 'collection']);
    await time.advance(5_000);
    expect(comment()).toBe('money came in');
    const once = lists(opened);
    await attend(true, ['order', 'collection']);
    await time.advance(5_000);
    expect(lists(opened)).toBe(once);

    for (const note of ['more money', 'all of it']) {
      await time.advance(61_000);
      expect(service.service.touch('collection', id, { comment: note })).toBe(true);
      await time.advance(69_000);
      expect(comment()).toBe(note);
    }
    // The user closes the order.
    await attend(true, ['order']);
    const closed = time.now();
    await time.advance(HOUR_MS);
    expect(lists(closed)).toBeLessThanOrEqual(10);
  });

  it('is read again soon after the list of deleted ones failed, so that the copy counts as fresh again', async () => {
    desk = await makeVirtualDesk({ service: { profile: 'live' } });
    const { time, heard, service, attend, workspace } = desk;
    await attend(true);
    await time.advance(20 * 60_000);
    const { wire } = service;
    const before = wire.intercept;
    let failed = 0;
    wire.intercept = async (request, pass) => {
      if (!request.url.includes(COLLECTION_LIST_PATH) || !request.url.includes('removed=1'))
        return (await before?.(request, pass)) ?? pass();
      failed += 1;
      return { kind: 'answer', status: 502, headers: {}, text: '', url: request.url };
    };
    while (failed < 3) await time.advance(10_000);
    await time.advance(30_000);
    const stateNow = () => workspace().pull.state();
    expect(stateNow().resources.find(({ resource }) => resource === 'collection')?.state).toBe('failed');
    wire.intercept = before;
    const from = time.now();
    await time.advance(12 * 60_000);
    expect(heard(from).some(({ path }) => path === COLLECTION_LIST_PATH)).toBe(true);
    expect(time.now() - stateNow().freshAsOf!).toBeLessThan(2 * 60_000);
  });
});

it('[PL20] collections that the CRM does not have stay hidden a day later without a connection', async () => {
  const desk = await makeVirtualDesk({ service: { profile: 'contract' } });
  const { time, service, workspace } = desk;
  const state = () =>
    workspace()
      .pull.state()
      .resources.find(({ resource }) => resource === 'collection')?.state;
  await time.advance(60_000);
  expect(state()).toBe('not-offered');
  service.wire.intercept = async () => ({
    kind: 'failure',
    reason: 'dns',
    unsent: true,
    detail: 'no network',
  });
  await time.advance(25 * HOUR_MS);
  const round = workspace().pull.round();
  await time.advance(10_000);
  await round;
  expect(state()).toBe('not-offered');
  await desk.dispose();
});
