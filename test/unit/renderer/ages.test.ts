/** How long ago something happened, on a computer whose clock is wrong or was corrected. */
import type { FunctionComponent } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { formatServerTime } from '../../../src/shared/domain/time';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

// Variables, because these tests are compiled without JSX.
const TRAIL: string = '../../../src/renderer/features/today/today-trail';
const CHANGES: string = '../../../src/renderer/features/today/today-changes';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The service is eight hours ahead of UTC. */
const SERVICE_NOW = Date.UTC(2026, 10, 25, 4) + 8 * HOUR;

/** Sets the clock of the computer, which is `slowMs` behind the true time. */
const computer = (slowMs: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: SERVICE_NOW - 8 * HOUR - slowMs });
  onTestFinished(() => void vi.useRealTimers());
};

const window = (slowMs: number, answers: { createdAt?: string; changedAt?: number }): void => {
  const { createdAt, changedAt } = answers;
  windowOver(
    {
      records: {
        page: () => ({
          total: 1,
          rows: [{ id: '1', values: { type: 101, content: 'Called', create_time: createdAt } }],
        }),
        lookup: () => [],
        columns: () => [],
      },
      changes: {
        unseen: () => [
          {
            resource: 'order',
            id: '1',
            title: 'SO-1',
            kind: 'new',
            fields: [],
            overwritten: [],
            person: null,
            personName: null,
            at: changedAt,
          },
        ],
      },
      diagnostics: { get: () => ({ serverOffsetMs: 8 * HOUR + slowMs, offers: [] }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
};

const trail = async (): Promise<string> => {
  const { TodayTrail } = (await import(TRAIL)) as { TodayTrail: FunctionComponent<{ person: null }> };
  return drawSettled(TodayTrail, { person: null });
};

it('a note that was just made is not in the future on a computer that is four minutes slow', async () => {
  computer(4 * MINUTE);
  window(4 * MINUTE, { createdAt: formatServerTime(SERVICE_NOW - 10_000) });
  const html = await trail();
  expect(html).not.toContain('in 4 minutes');
  expect(html).toContain('>now<');
});

it('its age is right on a computer that is four minutes fast', async () => {
  computer(-4 * MINUTE);
  window(-4 * MINUTE, { createdAt: formatServerTime(SERVICE_NOW - 2 * MINUTE) });
  expect(await trail()).toContain('2 minutes ago');
});

it('a change that was received before the clock was set back is not in the future', async () => {
  computer(0);
  window(0, { changedAt: Date.now() + 3 * HOUR });
  const { TodayChanges } = (await import(CHANGES)) as { TodayChanges: FunctionComponent };
  const html = await drawSettled(TodayChanges, {});
  expect(html).toContain('SO-1');
  expect(html).not.toContain('in 3 hours');
  expect(html).toContain('>now<');
});
