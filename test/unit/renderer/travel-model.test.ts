import { describe, expect, it } from 'vitest';
import type { TravelPin, TravelState } from '#shared/contract/travel';
import {
  changedList,
  isReady,
  pinTitle,
  shortfallOf,
} from '../../../src/renderer/features/travel/travel-model';

const ready: TravelState = {
  pins: [],
  counts: [{ resource: 'company', count: 7 }],
  missing: [],
  absent: [],
  asOf: 1_800_000_000_000,
  running: null,
  beyond: 0,
};
const details = { resource: 'order', part: 'details', count: 1, why: 'not-yet' } as const;

describe('the headline of a journey', () => {
  it('counts the records without details, not the customers that are taken along', () => {
    const state: TravelState = { ...ready, missing: [details, { ...details, count: 2, why: 'refused' }] };
    expect(isReady(state)).toBe(false);
    expect(shortfallOf(state)).toEqual({ why: 'details', count: 3 });
  });
  it('names the widest reason', () => {
    const lists = { resource: 'order', part: 'records', count: null, why: 'copying' } as const;
    expect(shortfallOf({ ...ready, missing: [details, lists] }).why).toBe('lists');
    expect(shortfallOf({ ...ready, beyond: 4 })).toEqual({ why: 'beyond', count: 4 });
    expect(shortfallOf({ ...ready, counts: [] }).why).toBe('empty');
    expect(shortfallOf({ ...ready, asOf: null }).why).toBe('copy');
    expect(shortfallOf({ ...ready, counts: [], missing: [lists] }).why).toBe('lists');
  });
});

describe('a journey with a chosen record or list that is not on this computer', () => {
  const pin: TravelState['pins'][number] = {
    key: 'quotation~9',
    kind: 'record',
    resource: 'quotation',
    id: '9',
    title: '9',
    subjects: 0,
    records: 0,
    missing: null,
    isGone: false,
  };
  const here = { ...pin, key: 'company~1', subjects: 1, records: 3, missing: 0 };
  it('is not ready, and says how many are missing', () => {
    const state: TravelState = { ...ready, pins: [here, pin] };
    expect(isReady(state)).toBe(false);
    expect(shortfallOf(state)).toEqual({ why: 'someNotHere', count: 1 });
    // Details can be downloaded, so they come first.
    expect(shortfallOf({ ...state, missing: [details] }).why).toBe('details');
    expect(shortfallOf({ ...state, counts: [] }).why).toBe('notHere');
  });
  it('is ready if the record was deleted in the CRM', () => {
    expect(isReady({ ...ready, pins: [here, { ...pin, missing: 0, isGone: true }] })).toBe(true);
  });
});

describe('a list that is taken along', () => {
  const mine: Extract<TravelPin, { kind: 'list' }> = {
    kind: 'list',
    id: 'mine',
    name: '我的客户',
    view: { resource: 'company', filters: [], sort: [], search: '', removed: false },
  };
  it('is named in the language of now, whatever name was stored', () => {
    expect(pinTitle({ key: 'list~mine', title: 'My customers' }, [mine])).toBe('我的客户');
  });
  it('keeps its stored name once the list is gone', () => {
    expect(pinTitle({ key: 'list~fair', title: 'Fair 2026' }, [mine])).toBe('Fair 2026');
    expect(pinTitle({ key: 'company~1', title: 'Acme' }, [mine])).toBe('Acme');
  });

  const fair: typeof mine = {
    kind: 'list',
    id: 'fair',
    name: 'South',
    view: {
      resource: 'company',
      filters: [{ field: 'user_id', op: 'in', values: ['2'] }],
      sort: [{ field: 'name', direction: 'asc' }],
      search: '',
      removed: false,
    },
  };
  const pinned = (filters: (typeof fair)['view']['filters']) => ({
    key: 'list~fair',
    title: 'North',
    view: { ...fair.view, filters },
  });
  it('keeps the name with which it was added if it has other filters since, and can be added again', () => {
    const before = pinned([{ field: 'user_id', op: 'in', values: ['1'] }]);
    expect(pinTitle(before, [mine, fair])).toBe('North');
    expect(changedList(before, [mine, fair])).toBe(fair);
  });
  it('that was only renamed has its new name, and nothing to add again', () => {
    const same = pinned([{ values: ['2'], op: 'in', field: 'user_id' }]);
    expect(pinTitle(same, [fair])).toBe('South');
    expect(changedList(same, [fair])).toBeUndefined();
  });
  it('of a week is another list in the next week', () => {
    const week = (from: string, to: string) => [{ field: 'update_time', op: 'between' as const, from, to }];
    const now = { ...fair, view: { ...fair.view, filters: week('2026-11-23', '2026-11-29') } };
    expect(changedList(pinned(week('2026-11-16', '2026-11-22')), [now])).toBe(now);
  });
  it('has not changed if it no longer exists', () => {
    expect(changedList(pinned([]), [mine])).toBeUndefined();
  });
});
