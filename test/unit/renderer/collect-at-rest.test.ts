import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collectAtRest, REST_MS, type Collect } from '../../../src/renderer/app/collect-at-rest';

const wheel = (page: EventTarget): boolean => page.dispatchEvent(new Event('wheel'));

describe('memory is freed while nobody uses the window', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const open = (): { page: EventTarget; collected: Parameters<Collect>[0][]; steps: string[] } => {
    const page = new EventTarget();
    const collected: Parameters<Collect>[0][] = [];
    const steps: string[] = [];
    collectAtRest(page, {
      collect: (options) => {
        collected.push(options);
        return Promise.resolve().then(() => steps.push('collected'));
      },
      dropTiles: () => steps.push('dropped tiles'),
    });
    return { page, collected, steps };
  };

  it('collects once when the window is idle, and not again before its next use', () => {
    const { page, collected } = open();
    wheel(page);
    vi.advanceTimersByTime(REST_MS - 1);
    expect(collected).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(collected).toEqual([{ type: 'major', execution: 'async', flavor: 'last-resort' }]);
    vi.advanceTimersByTime(10 * REST_MS);
    expect(collected).toHaveLength(1);
    page.dispatchEvent(new Event('keydown'));
    vi.advanceTimersByTime(REST_MS);
    expect(collected).toHaveLength(2);
  });

  it('drops the tiles of screens that are gone when the collection is over', async () => {
    const { page, steps } = open();
    wheel(page);
    await vi.advanceTimersByTimeAsync(REST_MS);
    expect(steps).toEqual(['collected', 'dropped tiles']);
  });

  it('does not collect while the window is used', () => {
    const { page, collected } = open();
    for (let second = 0; second < 60; second += 1) {
      wheel(page);
      vi.advanceTimersByTime(1000);
    }
    expect(collected).toEqual([]);
    vi.advanceTimersByTime(REST_MS - 1000);
    expect(collected).toHaveLength(1);
  });

  it('does nothing in a browser without `gc`, and nothing before the first use', () => {
    const { collected } = open();
    vi.advanceTimersByTime(10 * REST_MS);
    expect(collected).toEqual([]);
    const page = new EventTarget();
    const dropped = vi.fn<() => void>();
    collectAtRest(page, { collect: undefined, dropTiles: dropped });
    wheel(page);
    expect(vi.getTimerCount()).toBe(0);
    expect(dropped).not.toHaveBeenCalled();
  });
});
