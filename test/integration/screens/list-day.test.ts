/** "Today" and "this week" in a list are those of now, also in a window that stays open over midnight. */
import { createElement, type FunctionComponent } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

const clock = vi.hoisted(() => {
  vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined });
  return { now: 0 };
});
// Effects do not run in these tests, so the clock that draws a screen again is set by hand.
vi.mock(import('../../../src/renderer/ui/use-now'), () => ({ useNow: () => clock.now }));
afterEach(() => void vi.useRealTimers());

it('the day is that of the clock that draws the screen again', async () => {
  windowOver(
    { diagnostics: { get: () => ({ serverOffsetMs: 8 * 3_600_000, offers: [] }) } },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  const { useServerToday } = await import('../../../src/renderer/records/use-server-today');
  const Day: FunctionComponent = () => createElement('i', null, useServerToday());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 25, 15, 59) });
  // 00:01 of the service's Thursday.
  clock.now = Date.UTC(2026, 10, 25, 16, 1);
  expect(await drawSettled(Day, {})).toContain('<i>2026-11-26</i>');
});
