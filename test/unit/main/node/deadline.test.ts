/** The deadline of a request, also if the computer sleeps meanwhile. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withDeadline } from '../../../../src/main/node/deadline';

const HOUR_MS = 3_600_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A request that is never answered. `ended` gets the name of the error that ends it. */
const hanging = (timeoutMs: number) => {
  const seen = { ended: '', aborted: false };
  withDeadline(timeoutMs, (signal) => {
    signal.addEventListener('abort', () => (seen.aborted = true));
    return new Promise<never>(() => undefined);
  }).catch((error: Error) => (seen.ended = error.name));
  return seen;
};

it('ends at its time', async () => {
  const seen = hanging(30_000);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(seen).toEqual({ ended: '', aborted: false });
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual({ ended: 'TimeoutError', aborted: true });
  expect(vi.getTimerCount()).toBe(0);
});

it('ends within seconds after a sleep that was longer, because its connection is gone', async () => {
  const seen = hanging(30_000);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.setSystemTime(Date.now() + HOUR_MS);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(seen).toEqual({ ended: 'TimeoutError', aborted: true });
});

it('waits no longer if the clock is set back', async () => {
  const seen = hanging(30_000);
  vi.setSystemTime(Date.now() - HOUR_MS);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(seen.ended).toBe('TimeoutError');
});

it('leaves no timer after an answer', async () => {
  expect(await withDeadline(30_000, async () => 'answer')).toBe('answer');
  expect(vi.getTimerCount()).toBe(0);
});
