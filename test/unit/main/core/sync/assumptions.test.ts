/** What Diagnostics says of the points that the contract leaves open. */
import { expect, it } from 'vitest';
import { assumptionsOf } from '#core/sync/assumptions';
import { laneKey, newLane, type LaneState } from '#core/sync/lane/lane-state';
import { lanesOf, sourceOf } from '#core/sync/lane/lanes';
import type { ResourceName } from '#shared/domain/resources';

const liveLane = (resource: ResourceName) => lanesOf(sourceOf(resource)).find(({ flag }) => flag === 'live')!;

/** What is said of one list, with what its answers have shown. */
const saidOf = (resource: ResourceName, shown: Partial<LaneState>): string[] => {
  const spec = liveLane(resource);
  const stored = JSON.stringify({ ...newLane(spec), ...shown });
  return assumptionsOf({ state: (key) => (key === laneKey(spec) ? stored : null) })
    .filter(({ id }) => id.startsWith(`${resource}.`))
    .map(({ state }) => state);
};
const listWith = (windows: string): ResourceName =>
  (['company', 'lead', 'order', 'quotation', 'purchaseOrder', 'collection', 'product'] as const).find(
    (resource) => liveLane(resource).windows === windows,
  )!;

it.each(['stated', 'update'] as const)(
  'a filter whose meaning is given (%s) is disproved by any other',
  (windows) => {
    const list = listWith(windows);
    const meanings = [windows, 'create', 'ignored'] as const;
    expect(meanings.map((meaning) => saidOf(list, { meaning })[0])).toEqual([
      'assumed',
      'disproved',
      'disproved',
    ]);
  },
);

it('another filter is proved by any meaning, and the order of a list by its first copy', () => {
  const list = listWith('unproven');
  const meanings = ['unproven', 'update', 'ignored'] as const;
  expect(meanings.map((meaning) => saidOf(list, { meaning })[0])).toEqual(['assumed', 'proved', 'disproved']);
  const begunAt = '2026-06-01 12:00:00';
  expect([
    saidOf(list, { newestFirst: true })[1],
    saidOf(list, { begunAt, newestFirst: true })[1],
    saidOf(list, { begunAt, newestFirst: false })[1],
  ]).toEqual(['assumed', 'proved', 'disproved']);
});
