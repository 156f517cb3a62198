/** Which lists a round of the pull reads, and what it leaves out after trouble. */
import { describe, expect, it } from 'vitest';
import type { Trouble } from '#core/api/classify-read';
import type { CacheStore } from '#core/store/cache-store';
import { laneKey, type LaneSpec } from '#core/sync/lane/lane-state';
import { lanesOf, sourceOf } from '#core/sync/lane/lanes';
import type { Offers } from '#core/sync/round/offers';
import { createRoundLists } from '#core/sync/round/round-lists';
import type { Scope } from '#core/sync/scope';
import { PACES } from '#core/sync/rate/timetable';
import type { ResourceName } from '#shared/domain/resources';
import { LEAD_LIST_PATH } from '#shared/http-api/lead';
import { RECEIPT_LIST_PATH } from '#shared/http-api/receipt';

const desk = () => {
  const scope: Scope = { leftOut: new Set(), detailsMonths: null, requestsPerMinute: 300, pins: [] };
  const facts = {
    now: 1_000_000,
    notOffered: new Set<string>(),
    forbidden: new Set<string>(),
    shown: new Set<ResourceName>(),
    scope,
  };
  const written: string[] = [];
  const lists = createRoundLists({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the lists use no other members
    cache: { state: () => null, setState: (key: string) => void written.push(key) } as unknown as CacheStore,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
    offers: {
      offered: (path: string) => !facts.notOffered.has(path),
      forbidden: (path: string) => facts.forbidden.has(path),
    } as unknown as Offers,
    scope: { read: () => facts.scope, write: () => undefined },
    clock: { now: () => facts.now },
    random: { next: () => 0, uuid: () => '' },
    pace: () => PACES['in-use'],
    isShown: (resource) => facts.shown.has(resource),
  });
  const laneOf = (resource: ResourceName, flag: LaneSpec['flag'] = 'live'): LaneSpec => {
    const found = lanesOf(sourceOf(resource)).find((one) => one.flag === flag);
    if (!found) throw new Error(`${resource} has no list ${flag}`);
    return found;
  };
  /** The resources of a whole round that are still to be read. */
  const left = (selection = lists.select(true)): Set<ResourceName> =>
    new Set(lists.readable(selection, () => true).map(({ resource }) => resource));
  return { lists, facts, laneOf, left, written };
};
const FORBIDDEN: Trouble = { kind: 'forbidden', detail: '' };
const NOT_OFFERED: Trouble = { kind: 'not-offered', detail: '' };
const BROKEN: Trouble = { kind: 'server-error', status: 500, detail: '' };

describe('trouble with one list', () => {
  const after = (trouble: Trouble, flag: LaneSpec['flag'] = 'live') => {
    const { lists, laneOf, left } = desk();
    const selection = lists.select(true);
    lists.noteRead(laneOf('lead', flag), trouble);
    const { failures, notOffered, noPermission } = lists.troubles;
    return {
      said: [failures.has('lead'), notOffered.has('lead'), noPermission.has('lead')],
      isRead: left(selection).has('lead'),
      others: left(selection).has('company'),
    };
  };

  it('of the CRM itself is a failure of that kind; the other kinds are read', () => {
    expect(after(BROKEN)).toEqual({ said: [true, false, false], isRead: false, others: true });
  });
  it('that is not permitted is no failure, if it is the default list', () => {
    expect(after(FORBIDDEN).said).toEqual([false, false, true]);
  });
  it('[PL20] that a proxy may answer for is a failure for half an hour, and then not there or not permitted', () => {
    const { lists, facts, laneOf } = desk();
    const { failures, notOffered, noPermission } = lists.troubles;
    const read = (trouble: Trouble | null) => {
      lists.select(true);
      lists.noteRead(laneOf('lead'), trouble);
      return [failures.has('lead'), notOffered.has('lead'), noPermission.has('lead')];
    };
    for (const [trouble, believed] of [
      [NOT_OFFERED, [false, true, false]],
      [{ ...FORBIDDEN, isUnexplained: true }, [false, false, true]],
    ] as const) {
      expect(read(trouble)).toEqual([true, false, false]);
      facts.now += 29 * 60_000;
      expect(read(trouble)).toEqual([true, false, false]);
      facts.now += 60_000;
      expect(read(trouble)).toEqual(believed);
      // An answer of the service begins anew.
      expect(read(null)).toEqual([false, false, false]);
      expect(read(trouble)).toEqual([true, false, false]);
      read(null);
    }
  });
  it('is a failure if it is another list of a kind that can be read', () => {
    expect(after(NOT_OFFERED, 'archived').said).toEqual([true, false, false]);
    expect(after({ ...FORBIDDEN, isUnexplained: true }, 'archived').said).toEqual([true, false, false]);
  });
  it('is no failure if the service says that another list of the kind is not permitted', () => {
    const refused: Trouble = { kind: 'refused', code: 404, message: 'No Privilege', now: null };
    for (const trouble of [FORBIDDEN, refused])
      expect(after(trouble, 'archived')).toEqual({
        said: [false, false, false],
        isRead: true,
        others: true,
      });
  });
  it('is no failure if the service refuses the list of converted leads, which the contract does not know', () => {
    const refused: Trouble = { kind: 'refused', code: 404, message: 'archive must be 0 or 1', now: null };
    expect(after(refused, 'converted').said).toEqual([false, false, false]);
    expect(after(refused, 'archived').said).toEqual([true, false, false]);
    expect(after(BROKEN, 'converted').said).toEqual([true, false, false]);
  });
  it('that concerns every list is not noted for one', () => {
    expect(after({ kind: 'offline', reason: 'connect', detail: '' })).toEqual({
      said: [false, false, false],
      isRead: true,
      others: true,
    });
  });
  it('is tried again in the next whole round', () => {
    const { lists, laneOf, left } = desk();
    for (const trouble of [BROKEN, NOT_OFFERED, FORBIDDEN]) {
      lists.noteRead(laneOf('lead'), trouble);
      expect(left(lists.select(true)).has('lead')).toBe(true);
    }
  });
});

describe('a whole round', () => {
  it('reads every list of every kind that is kept here', () => {
    const { facts, left } = desk();
    expect(left().has('order')).toBe(true);
    facts.scope = { ...facts.scope, leftOut: new Set(['order']) };
    expect([left().has('order'), left().has('company')]).toEqual([false, true]);
  });
  it('leaves out what the probes found to be missing or not permitted, and says which', () => {
    const { lists, facts, left } = desk();
    facts.notOffered.add(RECEIPT_LIST_PATH);
    facts.notOffered.add(LEAD_LIST_PATH);
    facts.forbidden.add(LEAD_LIST_PATH);
    const selection = lists.select(true);
    lists.leaveOutWhatIsNotOffered();
    const { notOffered, noPermission } = lists.troubles;
    expect([[...notOffered], [...noPermission]]).toEqual([['receipt'], ['lead']]);
    expect([left(selection).has('receipt'), left(selection).has('lead')]).toEqual([false, false]);
  });
  it('can be asked for one sort of list alone', () => {
    const { lists } = desk();
    const flags = new Set(
      lists.readable(lists.select(true), (flag) => flag === 'removed').map(({ flag }) => flag),
    );
    expect([...flags]).toEqual(['removed']);
  });
});

describe('a step', () => {
  const readAll = ({ lists }: ReturnType<typeof desk>): void => {
    for (const spec of lists.readable(lists.select(true), () => true)) lists.noteRead(spec, null);
  };

  it('reads no list that was just read, except one that was requested, once', () => {
    const made = desk();
    readAll(made);
    const { lists, laneOf } = made;
    expect([lists.isAnyDue(), lists.hasRequests()]).toEqual([false, false]);
    lists.request(['order']);
    expect(lists.hasRequests()).toBe(true);
    const step = lists.select(false);
    expect([...(step.lists ?? [])]).toEqual([laneKey(laneOf('order'))]);
    expect([...step.requested]).toEqual(['order']);
    expect(lists.readable(step, () => true)).toEqual([laneOf('order')]);
    expect(lists.hasRequests()).toBe(false);
    expect([...(lists.select(false).lists ?? [])]).toEqual([]);
  });

  it('reads all lists in turn after some were not there for a moment', () => {
    const { lists, facts } = desk();
    const missing = new Set<ResourceName>(['lead', 'user', 'quotation', 'outboundInvoice']);
    const whole = lists.select(true);
    // The kinds that are missing are read first, so their other lists are not read in this round.
    for (const flag of ['live', 'other'])
      for (const spec of lists.readable(whole, (one) => (one === 'live') === (flag === 'live')))
        lists.noteRead(spec, missing.has(spec.resource) ? NOT_OFFERED : null);
    const read = new Set<string>();
    for (let step = 0; step < 60; step++) {
      facts.now += 10_000;
      for (const spec of lists.readable(lists.select(false), () => true)) {
        read.add(laneKey(spec));
        lists.noteRead(spec, null);
      }
    }
    const all = lists.readable(lists.select(true), () => true).map(laneKey);
    expect(all.filter((key) => !read.has(key) && !/collection|product/.test(key))).toEqual([]);
  });

  it('[PL24] reads every list again after another sign-in, a few at a time', () => {
    const made = desk();
    readAll(made);
    expect(made.lists.isAnyDue()).toBe(false);
    made.lists.signInChanges();
    expect(made.lists.isAnyDue()).toBe(true);
    expect(made.lists.select(false).lists?.size).toBe(4);
    // Records that this sign-in sees for the first time have old update times.
    expect(made.written).toContain('pull/company/live/census');
    expect(made.lists.delayMs()).toBeLessThan(PACES['in-use'].stepMs / 2);
  });

  it('reads the lists that are due, and a kind that failed when it is requested again', () => {
    const made = desk();
    readAll(made);
    const { lists, facts, laneOf, left } = made;
    lists.noteRead(laneOf('order'), BROKEN);
    expect(left(lists.select(false)).has('order')).toBe(false);
    lists.request(['order']);
    expect(left(lists.select(false)).has('order')).toBe(true);
    expect(lists.troubles.failures.has('order')).toBe(false);
    facts.now += 3_600_000;
    expect(lists.isAnyDue()).toBe(true);
    expect(lists.delayMs()).toBeLessThanOrEqual(PACES['in-use'].stepMs);
    expect(lists.select(false).lists?.size).toBeGreaterThan(0);
  });
});
