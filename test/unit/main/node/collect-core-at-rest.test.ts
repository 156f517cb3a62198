import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collectCoreAtRest, LOOK_EVERY_MS } from '#node/collect-core-at-rest';

const unusedObject = (): WeakRef<object> => new WeakRef({ rows: [] });

describe('the core frees memory while it has nothing to do', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Passes intervals with so much work in each; returns how many collections there were until then. */
  const start = (): ((workMs: number, intervals?: number) => number) => {
    let [worked, collections] = [0, 0];
    collectCoreAtRest({ workedMs: () => worked, collect: () => (collections += 1) });
    return (workMs, intervals = 1) => {
      for (let n = 0; n < intervals; n += 1) {
        worked += workMs;
        vi.advanceTimersByTime(LOOK_EVERY_MS);
      }
      return collections;
    };
  };

  it('does nothing where V8 gives no collection', () => {
    collectCoreAtRest({ collect: null });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('collects once in the first quiet interval after work', () => {
    const pass = start();
    expect(pass(3000)).toBe(0);
    expect(pass(5)).toBe(1);
    expect(pass(5, 10)).toBe(1);
    expect(pass(3000)).toBe(1);
    expect(pass(5)).toBe(2);
  });

  it('does not collect while it works, nor after work that leaves little to free', () => {
    const pass = start();
    expect(pass(500, 60)).toBe(0);
    expect(pass(5)).toBe(1);
    expect(pass(900)).toBe(1);
    expect(pass(5)).toBe(1);
  });

  it('collects what the real thread no longer needs', async () => {
    const times = [0, 3000, 3005];
    collectCoreAtRest({ workedMs: () => times.shift() ?? 3005 });
    const unused = unusedObject();
    // Until the end of the turn a new reference keeps its object.
    await setImmediate();
    vi.advanceTimersByTime(LOOK_EVERY_MS);
    expect(unused.deref()).toBeDefined();
    await setImmediate();
    vi.advanceTimersByTime(LOOK_EVERY_MS);
    expect(unused.deref()).toBeUndefined();
  });
});
