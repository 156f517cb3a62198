/** The headings of a timeline whose entries are in the order of the service's clock. */
import { expect, it } from 'vitest';
import { localOffsetAt } from '#shared/domain/time';
import { serverTextToEpoch } from '../../../src/renderer/format/time';
import { groupsOf } from '../../../src/renderer/features/customers/timeline-groups';

it('names each day once if a service in another zone has records of a day without a time', () => {
  const now = new Date(2026, 10, 22, 12).getTime();
  // The service's clock is eight hours ahead of this computer's.
  const offsetMs = localOffsetAt(now) + 8 * 3_600_000;
  const times = [
    '2026-11-20 20:00:00',
    '2026-11-20 03:00:00',
    '2026-11-20 00:00:00',
    '2026-11-19 23:00:00',
    '2026-11-19 00:00:00',
    '',
  ];
  const groups = groupsOf(
    times.map((time) => serverTextToEpoch(time, offsetMs)),
    now,
  );
  const dayOf = (epochMs: number): number => new Date(epochMs).getDate();
  expect(
    groups.map(({ group, first }) => [group.kind === 'undated' ? 0 : dayOf(group.epochMs), first]),
  ).toEqual([
    [20, true],
    [19, true],
    [19, false],
    [19, false],
    [19, false],
    [0, true],
  ]);
});
