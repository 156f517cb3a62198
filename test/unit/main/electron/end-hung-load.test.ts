import { EventEmitter } from 'node:events';
import type { WebContents } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endHungLoads, HUNG_MS } from '../../../../src/main/electron/end-hung-load';

const openPage = () => {
  const told: string[] = [];
  const contents = Object.assign(new EventEmitter(), {
    forcefullyCrashRenderer: () => {
      told.push('ended');
      contents.emit('render-process-gone');
    },
  });
  endHungLoads(contents as unknown as WebContents, () => told.push('hung'));
  return { contents, told };
};

describe('a page that hangs while it loads', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('has its process ended every time', () => {
    const { contents, told } = openPage();
    contents.emit('did-navigate');
    vi.advanceTimersByTime(HUNG_MS - 1);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(told).toEqual(['hung', 'ended']);
    vi.advanceTimersByTime(10 * HUNG_MS);
    expect(told).toHaveLength(2);
    contents.emit('did-navigate');
    vi.advanceTimersByTime(HUNG_MS);
    expect(told).toHaveLength(4);
  });

  it.each(['dom-ready', 'render-process-gone', 'destroyed'])(
    'does not count as hanging after %s',
    (event) => {
      const { contents, told } = openPage();
      contents.emit('did-navigate');
      contents.emit(event);
      vi.advanceTimersByTime(10 * HUNG_MS);
      expect(told).toEqual([]);
    },
  );

  it('is measured from the start of the last page', () => {
    const { contents, told } = openPage();
    contents.emit('did-navigate');
    vi.advanceTimersByTime(HUNG_MS - 1);
    contents.emit('did-navigate');
    vi.advanceTimersByTime(HUNG_MS - 1);
    expect(told).toEqual([]);
  });
});
