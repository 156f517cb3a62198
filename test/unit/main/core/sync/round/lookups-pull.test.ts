/** Values of the CRM that are read for the forms: what a refusal and an empty answer do. */
import { expect, it } from 'vitest';
import { LOOKUP_SOURCES } from '#core/api/lookups';
import type { LaneContext } from '#core/sync/lane/lane-context';
import { forgetTries, pullLookups, refusedLookups } from '#core/sync/round/lookups-pull';
import { ORDER_FIELDS_PATH } from '#shared/http-api/lookups';

/** A service that answers every lookup in one way; `outcome` may be changed between the rounds. */
const pull = async (outcome: object) => {
  const states = new Map<string, string>();
  const lookups = new Map<string, unknown[]>();
  const unnamed: string[] = [];
  const asked: string[] = [];
  let changes = 0;
  const time = { now: 1_000_000 };
  const cache = {
    state: (key: string) => states.get(key) ?? null,
    setState: (key: string, value: string) => void states.set(key, value),
    lookup: (name: string) => lookups.get(name) ?? [],
    unnamedFields: () => unnamed,
    putLookup: (name: string, items: unknown[]) => {
      const isOther = JSON.stringify(items) !== JSON.stringify(lookups.get(name));
      lookups.set(name, items);
      return isOther;
    },
    atomically: (work: () => unknown) => work(),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the lookups use of it
  const context = {
    cache,
    clock: { now: () => time.now },
    client: { read: async (path: string) => (asked.push(path), outcome) },
    readLimiter: { run: (task: () => unknown) => task() },
    log: { info: () => undefined },
    stopped: () => false,
    closed: () => false,
  } as unknown as LaneContext;
  const triedAt = new Map<string, number>();
  const round = () =>
    pullLookups(context, {
      lifeMs: 60_000,
      retryMs: 1000,
      triedAt,
      most: 1000,
      onChange: () => void (changes += 1),
    });
  const trouble = await round();
  return {
    asked,
    round,
    time,
    triedAt,
    lookups,
    unnamed,
    trouble,
    told: refusedLookups(cache),
    changes: () => changes,
  };
};

it('tells which values this account may not read, but not those that nobody has to choose', async () => {
  const { told, trouble, changes } = await pull({ kind: 'forbidden', detail: '' });
  expect([trouble, changes()]).toEqual([null, 1]);
  expect(told).toEqual(expect.arrayContaining(['origin', 'trailStatus', 'warehouse', 'orderStatus']));
  const quiet = [
    ...['frozenUsers', 'deletedUsers', 'companyFields', 'leadFields', 'orderFields', 'quotationFields'],
    ...['purchaseOrderFields', 'receiptFields', 'opportunityFields', 'productFields', 'collectionFields'],
    ...['opportunityStage', 'opportunityFailReason'],
  ];
  expect(told.filter((name) => quiet.includes(name))).toEqual([]);
});

it('asks again soon for what was refused, and a lifetime later for what a service may leave out', async () => {
  const { asked, round, time } = await pull({ kind: 'refused', code: 404, message: 'no', now: null });
  expect(asked).toHaveLength(LOOKUP_SOURCES.length);
  asked.length = 0;
  await round();
  expect(asked).toEqual([]);
  time.now += 1000;
  await round();
  expect(asked).toHaveLength(LOOKUP_SOURCES.filter(({ optional }) => optional !== true).length);
  asked.length = 0;
  time.now += 60_000;
  await round();
  expect(asked).toHaveLength(LOOKUP_SOURCES.length);
});

it('[PL21] asks at once after another sign-in for what was refused, and not again for what it has', async () => {
  const answer: Record<string, unknown> = { kind: 'forbidden', detail: '' };
  const { asked, round, triedAt } = await pull(answer);
  await round();
  asked.length = 0;
  Object.assign(answer, { kind: 'ok', data: [{ id: 1, name: 'One' }], body: {}, text: '', now: null });
  forgetTries(triedAt);
  await round();
  expect(asked).toContain(ORDER_FIELDS_PATH);
  asked.length = 0;
  forgetTries(triedAt);
  await round();
  expect(asked).not.toContain(ORDER_FIELDS_PATH);
});

it('[PL21] an answer that is the same as before changes nothing, so no window reads its rows again', async () => {
  const answer = { kind: 'ok', data: [{ id: 1, name: 'T/T' }] };
  const { round, time, changes } = await pull(answer);
  expect(changes()).toBe(1);
  time.now += 60_000;
  await round();
  expect(changes()).toBe(1);
  answer.data = [{ id: 1, name: 'Cash' }];
  time.now += 60_000;
  await round();
  expect(changes()).toBe(2);
});

it('[PL13] keeps the entries of a list at one empty answer, and empties it at the second in a row', async () => {
  const answer = { kind: 'ok', data: [] as object[] };
  const { round, time, lookups } = await pull(answer);
  const types = async (data: object[] | null): Promise<number> => {
    answer.data = data as object[];
    time.now += 60_000;
    await round();
    return lookups.get('receiptTypes')?.length ?? 0;
  };
  // A list that never had entries may be empty.
  expect(lookups.get('receiptTypes')).toEqual([]);
  const entries = [{ id: 1, name: 'T/T' }];
  expect([
    await types(entries),
    await types([]),
    await types(entries),
    await types(null),
    await types([]),
    await types([]),
    await types(entries),
    await types([]),
  ]).toEqual([1, 1, 1, 1, 0, 0, 1, 1]);
});

it('[PL21] reads the names of custom fields again as soon as a record has a field without a name, but not at each step', async () => {
  const { asked, round, time, unnamed } = await pull({ kind: 'ok', data: { list: [] } });
  asked.length = 0;
  unnamed.push('orderFields');
  await round();
  expect(asked).toEqual([]);
  time.now += 1000;
  await round();
  expect(asked).toEqual([ORDER_FIELDS_PATH]);
  await round();
  expect(asked).toHaveLength(1);
});
