/** How a round of the pull ends, and what it leaves for the next round. */
import { describe, expect, it, vi } from 'vitest';
import { purgeRecord } from '#service/control/inspect';
import { LEAD_LIST_PATH } from '#shared/http-api/lead';
import { ORDER_LIST_PATH } from '#shared/http-api/order';
import { laneKey, type LaneState, type Walk } from '../../../src/main/core/sync/lane/lane-state';
import { census } from '../../../src/main/core/sync/lane/round-windows';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
const { workspace, window, rounds } = rig;
/** Lists of records that the default list does not contain. */
const EXTRA_LISTS = [
  { resource: 'order', flag: 'drafts' },
  { resource: 'lead', flag: 'archived' },
  { resource: 'lead', flag: 'converted' },
] as const;

describe('a round of the pull', () => {
  it('ends only when every list has ended, even if one list cannot be written', async () => {
    await rig.connect();
    const { cache } = workspace();
    const { applyPage } = cache;
    let slow: (() => void) | null = null;
    let isSlow = false;
    rig.service.wire.intercept = async (request, pass) => {
      if (!request.url.includes(ORDER_LIST_PATH)) return pass();
      isSlow = true;
      await new Promise<void>((resolve) => {
        slow = resolve;
      });
      isSlow = false;
      return pass();
    };
    cache.applyPage = (resource, ...rest) => {
      if (resource === 'lead') throw new Error('this list cannot be written');
      return applyPage(resource, ...rest);
    };
    let ended = false;
    const round = workspace()
      .pull.round()
      .then(() => {
        ended = true;
      });
    await vi.waitFor(() => expect(isSlow).toBe(true), { timeout: 10_000 });
    await vi.waitFor(
      () => expect(rig.service.wire.seen.some((line) => line.includes(LEAD_LIST_PATH))).toBe(true),
      10_000,
    );
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    expect([ended, isSlow]).toEqual([false, true]);
    slow!();
    await round;
    cache.applyPage = applyPage;
    rig.service.wire.intercept = null;
    await workspace().pull.round();
    expect(workspace().pull.state().error).toBeNull();
  });

  it('does not count a census as done if it could not start because a walk was still running', async () => {
    await rig.connect();
    const { cache, pull } = workspace();
    const key = laneKey({ resource: 'order', flag: 'live' });
    const state = JSON.parse(cache.state(key)!) as LaneState;
    const window = { ...census(), purpose: 'increment' as const };
    const walk: Walk = {
      key: 'cut',
      window,
      page: 1,
      firstTotal: null,
      firstNow: null,
      seen: 0,
      stale: 0,
      calm: 0,
      totalMoved: false,
    };
    cache.setState(key, JSON.stringify({ ...state, todo: [], walk }));
    cache.setState(`${key}/census`, '0');
    rig.cut();
    await pull.round();
    expect(cache.state(`${key}/census`)).toBe('0');
    rig.mend();
    await rounds();
    expect(Number(cache.state(`${key}/census`))).toBeGreaterThan(0);
  });

  it('[PL18] delivered work on a kind that is left out is not shown again after a restart', async () => {
    await rig.connect();
    await window().outbox.release({ kind: 'lead' });
    await window().sync.keep({ resource: 'lead', keep: false });
    await rounds();
    const command = { kind: 'lead', schema: 1, target: null, fields: { name: 'Delivered' }, children: [] };
    expect(await window().outbox.submit({ command })).toMatchObject({ ok: true });
    await vi.waitFor(async () => expect((await window().outbox.summary()).counts).toEqual({ applied: 1 }), {
      timeout: 20_000,
    });
    const shown = async (): Promise<number> =>
      (await window().records.page({ view: { resource: 'lead' }, start: 0, limit: 5 })).rows.length;
    await rig.fixture.reopen();
    expect(await shown()).toBe(0);
    await window().sync.keep({ resource: 'lead', keep: true });
    await rounds();
    expect(await shown()).toBeGreaterThan(0);
  });

  it('[PL7] a census marks missing records, but no draft, archived or converted record', async () => {
    await rig.connect();
    const { cache, pull } = workspace();
    const extra = (['order', 'lead'] as const).flatMap((resource) => {
      const flags = resource === 'order' ? (['drafts'] as const) : (['archived', 'converted'] as const);
      return flags.flatMap((flag) => {
        const members = JSON.parse(cache.state(`${laneKey({ resource, flag })}/members`) ?? '[]') as string[];
        return members.map((id) => ({ resource, id }));
      });
    });
    expect(extra.length).toBeGreaterThan(0);
    const gone = (['order', 'lead'] as const).map((resource) => {
      const own = new Set(extra.filter((one) => one.resource === resource).map(({ id }) => id));
      const id = cache.liveIds(resource).find((live) => !own.has(live))!;
      expect(rig.service.service.remove(resource, id)).toBe(true);
      return { resource, id };
    });
    for (let strike = 0; strike < 3; strike++) {
      for (const resource of ['order', 'lead'] as const)
        cache.setState(`${laneKey({ resource, flag: 'live' })}/census`, '0');
      await pull.round();
      await pull.round();
    }
    for (const { resource, id } of gone)
      expect([resource, cache.liveIds(resource).includes(id)]).toEqual([resource, false]);
    for (const { resource, id } of extra)
      expect([resource, id, cache.liveIds(resource).includes(id)]).toEqual([resource, id, true]);
    for (const resource of ['order', 'lead'] as const) expect(cache.counts(resource).quarantined).toBe(0);
  });

  /** Runs rounds with a census of every list of orders and leads. */
  const censuses = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n++) {
      for (const spec of EXTRA_LISTS)
        for (const flag of ['live', spec.flag] as const)
          workspace().cache.setState(`${laneKey({ resource: spec.resource, flag })}/census`, '0');
      await workspace().pull.round();
    }
  };
  const membersOf = (spec: (typeof EXTRA_LISTS)[number]): string[] =>
    JSON.parse(workspace().cache.state(`${laneKey(spec)}/members`) ?? '[]') as string[];

  it('[PL7] a draft, archived or converted record that no list shows any more is deleted', async () => {
    await rig.connect({ profile: 'live' });
    const { cache } = workspace();
    const gone = EXTRA_LISTS.flatMap((spec) => {
      const [id] = membersOf(spec);
      return id === undefined ? [] : [{ ...spec, id }];
    });
    expect(gone.map(({ flag }) => flag)).toContain('drafts');
    expect(gone.length).toBeGreaterThan(1);
    for (const { resource, id } of gone) purgeRecord(rig.service.service.context, resource, id);
    await censuses(1);
    for (const { resource, id } of gone) expect(cache.liveIds(resource)).toContain(id);
    await censuses(2);
    for (const { resource, id } of gone) expect(cache.liveIds(resource)).not.toContain(id);
    for (const { resource } of gone) expect(cache.counts(resource).quarantined).toBe(0);
  });

  it('[PL7] a record that moves from the default list to the list of drafts stays', async () => {
    await rig.connect();
    const { cache } = workspace();
    const drafts = new Set(membersOf({ resource: 'order', flag: 'drafts' }));
    const id = cache.liveIds('order').find((live) => !drafts.has(live))!;
    rig.service.database
      .prepare("UPDATE record SET draft = 1 WHERE resource = 'order' AND id = ?")
      .run(BigInt(id));
    for (let n = 0; n < 4; n++) {
      await censuses(1);
      expect([n, cache.liveIds('order').includes(id)]).toEqual([n, true]);
    }
    expect(cache.counts('order').quarantined).toBe(0);
  });
});
