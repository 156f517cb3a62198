import { describe, expect, it } from 'vitest';
import type { TravelPin, TravelState } from '#shared/contract/travel';
import { isReady, pinTitle, shortfallOf } from '../../../src/renderer/features/travel/travel-model';

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
});
