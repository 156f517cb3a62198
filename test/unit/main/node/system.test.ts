/** The real timers. A computer that sleeps stops them, but not its clock. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemTimers } from '../../../../src/main/node/system';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe('a timer', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([1, 20_000, HOUR_MS, 40 * 24 * HOUR_MS])('of %i ms calls once, at its time', (delayMs) => {
    const call = vi.fn<() => void>();
    systemTimers.after(delayMs, call);
    vi.advanceTimersByTime(delayMs - 1);
    expect(call).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    vi.advanceTimersByTime(HOUR_MS);
    expect(call).toHaveBeenCalledOnce();
  });

  it('whose time passed during a sleep calls within a minute after it', () => {
    const call = vi.fn<() => void>();
    systemTimers.after(HOUR_MS, call);
    vi.advanceTimersByTime(10 * MINUTE_MS);
    vi.setSystemTime(Date.now() + 8 * HOUR_MS);
    vi.advanceTimersByTime(MINUTE_MS);
    expect(call).toHaveBeenCalledOnce();
  });

  it('waits no longer if the clock is set back', () => {
    const call = vi.fn<() => void>();
    systemTimers.after(HOUR_MS, call);
    vi.setSystemTime(Date.now() - 8 * HOUR_MS);
    vi.advanceTimersByTime(HOUR_MS);
    expect(call).toHaveBeenCalledOnce();
  });

  it('that is cancelled never calls', () => {
    const call = vi.fn<() => void>();
    const cancel = systemTimers.after(HOUR_MS, call);
    vi.advanceTimersByTime(10 * MINUTE_MS);
    cancel();
    vi.advanceTimersByTime(2 * HOUR_MS);
    expect(call).not.toHaveBeenCalled();
  });
});
