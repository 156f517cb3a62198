import { describe, expect, it } from 'vitest';
import type { Filter } from '#shared/contract/records';
import type { ResourceSync } from '#shared/contract/sync';
import type { TravelPin } from '#shared/contract/travel';
import { MOST_TRAVEL_RECORDS } from '#shared/domain/travel';
import { RESOURCES, type ResourceName } from '#shared/domain/resources';
import { AppError } from '#core/app-error';
import { checkTravel, type TravelCheckOptions } from '#core/sync/travel/travel-check';
import { type TravelFacts, travelState } from '#core/sync/travel/travel-state';

const record = (id: string): TravelPin => ({ kind: 'record', resource: 'company', id });
const list = (id: string, filters: Filter[] = []): TravelPin => ({
  kind: 'list',
  id,
  name: 'All',
  view: { resource: 'company', filters, sort: [], search: '', removed: false },
});

/** As many companies as asked for, each with an order; those in `without` lack their order's details. */
const optionsFor = (companies: number, without: readonly string[] = []): TravelCheckOptions => ({
  cache: {
    belonging: (_resource, id) =>
      !(Number(id) <= companies)
        ? null
        : [
            { resource: 'company', ids: [id], wanting: [] },
            { resource: 'order', ids: [`o${id}`], wanting: without.includes(id) ? [`o${id}`] : [] },
          ],
    page: (_view, start, limit) => ({
      total: companies,
      rows: Array.from({ length: Math.min(limit, companies - start) }, (_, at) => ({
        id: String(start + at + 1),
        values: {},
      })),
    }),
  },
  hasDetails: () => true,
  recordOf: (_resource, id) =>
    id === 'local:discarded' ? null : { title: `Company ${id}`, removed: id === '9' },
  turn: async () => undefined,
});

const complete = (resource: ResourceName): ResourceSync => ({
  resource,
  state: 'complete',
  records: 5,
  expected: 5,
  details: 5,
  detailsExpected: 5,
  completeAsOf: null,
  isAwaited: false,
  covers: [],
  error: null,
});
const factsOf = (check: TravelFacts['check'], changes: Partial<TravelFacts> = {}): TravelFacts => ({
  check,
  resources: RESOURCES.map(complete),
  connectivity: 'online',
  freshAsOf: 7,
  running: null,
  withheld: () => null,
  isRefused: () => false,
  ...changes,
});

describe('[PL28] records to take along', () => {
  it('a customer that is pinned and on a pinned list counts once', async () => {
    const check = await checkTravel([record('3'), list('all')], optionsFor(4, ['3']));
    expect(check.pins.map(({ subjects, records, missing }) => [subjects, records, missing])).toEqual([
      [1, 2, 1],
      [4, 8, 1],
    ]);
    expect(travelState(factsOf(check))).toMatchObject({
      counts: [{ resource: 'company', count: 4 }],
      missing: [{ resource: 'order', part: 'details', count: 1, why: 'not-yet' }],
      asOf: 7,
    });
  });

  it('a customer that was deleted is said to be gone; one that is not delivered yet is here', async () => {
    const check = await checkTravel([record('9'), record('local:other')], optionsFor(4));
    expect(check.pins.map(({ isGone, records }) => [isGone, records])).toEqual([
      [true, 0],
      [false, 1],
    ]);
  });

  it('a customer that was delivered, but not read since, is here', async () => {
    const check = await checkTravel([record('8')], optionsFor(4));
    expect(check.pins).toMatchObject([{ isGone: false, records: 1, missing: 0 }]);
  });

  it('a customer that was discarded before its delivery is left out', async () => {
    const check = await checkTravel([record('local:discarded'), record('1')], optionsFor(4));
    expect(check.pins.map(({ title }) => title)).toEqual(['Company 1']);
    expect(check.subjects.get('company')).toEqual(new Set(['1']));
  });

  it('a list that is too long is checked to the limit, and says how many are beyond', async () => {
    const check = await checkTravel([list('all')], optionsFor(MOST_TRAVEL_RECORDS + 250));
    expect([check.subjects.get('company')?.size, check.beyond]).toEqual([MOST_TRAVEL_RECORDS, 250]);
  });

  it('a customer that is pinned twice takes one place of the limit', async () => {
    const few = optionsFor(MOST_TRAVEL_RECORDS - 1);
    const { belonging } = optionsFor(MOST_TRAVEL_RECORDS).cache;
    const pins = [list('all'), record('1'), record(String(MOST_TRAVEL_RECORDS))];
    const check = await checkTravel(pins, { ...few, cache: { ...few.cache, belonging } });
    expect([check.beyond, check.pins.at(-1)?.subjects]).toEqual([0, 1]);
  });

  it('a customer that the limit leaves out is not called deleted', async () => {
    const last = String(MOST_TRAVEL_RECORDS + 5);
    const check = await checkTravel([list('all'), record(last)], optionsFor(MOST_TRAVEL_RECORDS + 10));
    expect(check.pins.at(-1)).toMatchObject({ id: last, subjects: 0, isGone: false });
  });

  it('a list by a field that no longer exists has no records; the others are checked', async () => {
    const options = optionsFor(4);
    const page: TravelCheckOptions['cache']['page'] = (view, ...rest) => {
      if (view.filters?.length) throw new AppError('bad-input', 'no such field');
      return options.cache.page(view, ...rest);
    };
    const old = list('old', [{ field: 'gone', op: 'notEmpty' }]);
    const check = await checkTravel([old, list('all')], { ...options, cache: { ...options.cache, page } });
    expect(check.pins.map(({ subjects }) => subjects)).toEqual([0, 4]);
  });

  it('shows why records are missing, and separately which are not available', async () => {
    const check = await checkTravel([record('1')], optionsFor(4, ['1']));
    const why = (changes: Partial<TravelFacts>) =>
      travelState(factsOf(check, changes)).missing.map((one) => `${one.resource} ${one.part} ${one.why}`);
    expect(why({ connectivity: 'offline' })).toEqual(['order details offline']);
    expect(why({ connectivity: 'sign-in' })).toEqual(['order details sign-in']);
    expect(why({ isRefused: () => true })).toEqual(['order details refused']);
    const resources = RESOURCES.map((resource) => ({
      ...complete(resource),
      ...(resource === 'receipt' ? { state: 'left-out' as const } : {}),
      ...(resource === 'trail' ? { state: 'loading' as const, records: 2 } : {}),
    }));
    const state = travelState(
      factsOf(check, {
        resources,
        withheld: (resource, part) => (resource === 'order' && part === 'details' ? 'no-permission' : null),
      }),
    );
    expect(state.missing).toEqual([{ resource: 'trail', part: 'records', count: 3, why: 'copying' }]);
    expect(state.absent).toEqual([
      { resource: 'order', part: 'details', why: 'no-permission' },
      { resource: 'receipt', part: 'records', why: 'left-out' },
    ]);
  });

  it('a customer is not complete while a list of its records is not', async () => {
    const check = await checkTravel([record('1')], optionsFor(4));
    const missingIf = (changed: ResourceName): (number | null)[] =>
      travelState(
        factsOf(check, {
          resources: RESOURCES.map((resource) => ({
            ...complete(resource),
            ...(resource === changed ? { state: 'loading' as const, records: 2 } : {}),
          })),
        }),
      ).pins.map(({ missing }) => missing);
    expect(missingIf('order')).toEqual([null]);
    expect(missingIf('product')).toEqual([0]);
  });

  it('a customer is deleted only if its list is here in full; otherwise nothing is known of it', async () => {
    const check = await checkTravel([record('9'), record('1')], optionsFor(4));
    const toldIf = (state: ResourceSync['state']) =>
      travelState(
        factsOf(check, {
          resources: RESOURCES.map((resource) => ({
            ...complete(resource),
            ...(resource === 'company' ? { state } : {}),
          })),
        }),
      ).pins.map(({ isGone, missing }) => ({ isGone, missing }));
    const here = { isGone: false, missing: 0 };
    expect(toldIf('complete')).toEqual([{ isGone: true, missing: 0 }, here]);
    expect(toldIf('unverified')).toEqual([{ isGone: false, missing: null }, here]);
    expect(toldIf('no-permission')).toEqual([{ isGone: false, missing: null }, here]);
  });

  it('a list of records that are not kept here is not complete', async () => {
    const check = await checkTravel([list('all')], optionsFor(0));
    const missing = (changes: Partial<TravelFacts>) => travelState(factsOf(check, changes)).pins[0]?.missing;
    expect(missing({})).toBe(0);
    expect(missing({ withheld: () => 'no-permission' })).toBeNull();
  });
});

it('a pinned list with records here is not called incomplete while the headline says ready', async () => {
  const check = await checkTravel([list('all')], optionsFor(4));
  const state = travelState(
    factsOf(check, {
      resources: RESOURCES.map((resource) => ({
        ...complete(resource),
        ...(resource === 'company' ? { state: 'no-permission' as const } : {}),
      })),
    }),
  );
  const isReady =
    state.missing.length === 0 && state.counts.length > 0 && state.asOf !== null && state.beyond === 0;
  expect([isReady, state.pins[0]?.missing]).not.toEqual([true, null]);
});
