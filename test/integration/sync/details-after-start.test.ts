/** How soon the details of records that changed meanwhile are there after a start, or after the user came back. */
import { afterEach, describe, expect, it } from 'vitest';
import type { ResourceName } from '../../../src/shared/domain/resources';
import { byPath, HOUR_MS, makeVirtualDesk, type VirtualDesk } from '../../support/sync/virtual-desk';
import { inCiOnly } from '../../support/thorough';

let desk: VirtualDesk | undefined;
afterEach(async () => {
  await desk?.dispose();
  desk = undefined;
});

const MINUTE_MS = 60_000;
/** Twenty of each of three kinds. If more than 60 records lacked details, the core would count that as a new copy. */
const CHANGED = ['company', 'order', 'quotation'] as const satisfies readonly ResourceName[];
const OF_EACH = 20;

/** An installation whose first copy is complete, with details. Nobody uses it any more. */
const copied = async (): Promise<VirtualDesk> => {
  const made = await makeVirtualDesk({ service: { profile: 'live', dataset: 70 } });
  desk = made;
  await made.attend(true);
  await made.time.advance(8 * MINUTE_MS);
  await made.attend(false);
  return made;
};

/** Colleagues change the records. The result counts those whose details were not read since `from`. */
const changeRecords = async ({ service, time, workspace }: VirtualDesk) => {
  const changed = CHANGED.flatMap((resource) =>
    service.service
      .truth(resource)
      .filter(({ removed }) => !removed)
      .slice(0, OF_EACH)
      .map(({ id }) => ({ resource, id })),
  );
  for (const { resource, id } of changed)
    expect(service.service.touch(resource, id, { remark: `changed ${id}` })).toBe(true);
  expect(changed).toHaveLength(60);
  // Details that are read in the second of a change would be read twice.
  await time.advance(2_000);
  return (from: number): number =>
    changed.filter(
      ({ resource, id }) => (workspace().cache.recordForEdit(resource, id)?.detailAt ?? 0) < from,
    ).length;
};

const closeCore = async ({ fixture, time }: VirtualDesk): Promise<void> => {
  const closed = fixture.core.close();
  await time.advance(2_000);
  await closed;
};
const startCore = async ({ fixture, time }: VirtualDesk): Promise<void> => {
  const started = fixture.reopen();
  await time.advance(1_000);
  await started;
};

/** The app is started in the morning; 60 records changed since it was closed. */
const startNextDay = async (made: VirtualDesk) => {
  await closeCore(made);
  await made.time.advance(14 * HOUR_MS);
  const missingSince = await changeRecords(made);
  const from = made.time.now();
  await startCore(made);
  await made.attend(true);
  return { from, missing: () => missingSince(from) };
};

describe('the details of 60 changed records', () => {
  it('[PL24] are there two minutes after the app was started', async () => {
    const made = await copied();
    const { missing } = await startNextDay(made);
    await made.time.advance(2 * MINUTE_MS);
    expect(missing()).toBe(0);
  });

  inCiOnly(() => {
    it('[PL24] leave the first hour with at most 900 requests', async () => {
      const made = await copied();
      const { time, heard } = made;
      const { from, missing } = await startNextDay(made);
      await time.advance(from + HOUR_MS - time.now());
      expect(missing()).toBe(0);
      const asked = heard(from);
      expect(asked.length, JSON.stringify(byPath(asked))).toBeLessThanOrEqual(900);
    });

    it('[PL24] are there two minutes after the user came back in the morning', async () => {
      const made = await copied();
      const { time, workspace } = made;
      await time.advance(12 * HOUR_MS);
      expect(workspace().pull.state().requests.attention).toBe('night');
      const missingSince = await changeRecords(made);
      const from = time.now();
      await made.attend(true);
      await time.advance(2 * MINUTE_MS);
      expect(missingSince(from)).toBe(0);
    });
  });
});
