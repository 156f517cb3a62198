/** Values of the CRM that are read for the forms: the effect of a refusal. */
import { expect, it } from 'vitest';
import { LOOKUP_SOURCES } from '#core/api/lookups';
import type { LaneContext } from '#core/sync/lane-runner';
import { pullLookups, refusedLookups } from '#core/sync/lookups-pull';

/** A service that refuses every lookup in one way. */
const pull = async (outcome: object) => {
  const states = new Map<string, string>();
  const asked: string[] = [];
  let changes = 0;
  const time = { now: 1_000_000 };
  const cache = {
    state: (key: string) => states.get(key) ?? null,
    setState: (key: string, value: string) => void states.set(key, value),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the lookups use of it
  const context = {
    cache,
    clock: { now: () => time.now },
    client: { read: async (path: string) => (asked.push(path), outcome) },
    readLimiter: { run: (task: () => unknown) => task() },
    log: { info: () => undefined },
    stopped: () => false,
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
  return { asked, round, time, trouble, told: refusedLookups(cache), changes: () => changes };
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
