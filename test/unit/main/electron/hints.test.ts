import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCommandQueue } from '../../../../src/main/electron/command-queue';
import { onPowerHints } from '../../../../src/main/electron/power-hints';
import { createRestartLimit } from '../../../../src/main/node/restart-limit';

describe('power hints', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('check twice after waking, with a delay for the network', () => {
    const [monitor, probe] = [new EventEmitter(), vi.fn<() => void>()];
    onPowerHints(monitor as never, probe);
    monitor.emit('resume');
    expect(probe).not.toHaveBeenCalled();
    monitor.emit('unlock-screen');
    vi.advanceTimersByTime(20_000);
    expect(probe).toHaveBeenCalledTimes(2);
  });
  it('do not check while the computer goes back to sleep', () => {
    const [monitor, probe] = [new EventEmitter(), vi.fn<() => void>()];
    onPowerHints(monitor as never, probe);
    monitor.emit('resume');
    monitor.emit('suspend');
    vi.advanceTimersByTime(20_000);
    expect(probe).not.toHaveBeenCalled();
  });
});

describe('restarts', () => {
  it('stop at the third crash within a minute; older crashes do not count', () => {
    let now = 0;
    const limit = createRestartLimit({ now: () => now });
    expect([limit.allows(), limit.allows(), limit.allows()]).toEqual([true, true, false]);
    now = 60_001;
    expect(limit.allows()).toBe(true);
  });
});

describe('the command queue', () => {
  it('keeps the latest five commands until a window listens', async () => {
    const queue = createCommandQueue();
    for (let n = 1; n <= 7; n += 1) queue.push({ type: 'record', resource: 'order', id: String(n) });
    const reader = queue.read();
    const ids: unknown[] = [];
    for (let n = 0; n < 5; n += 1) ids.push((await reader.next()).value);
    expect(ids.map((command) => (command as { id: string }).id)).toEqual(['3', '4', '5', '6', '7']);
  });
  it('serves one reader: a reloaded page takes over and no command runs twice', async () => {
    const queue = createCommandQueue();
    const first = queue.read();
    const waiting = first.next();
    const second = queue.read();
    expect((await waiting).done).toBe(true);
    queue.push({ type: 'palette' });
    expect((await second.next()).value).toEqual({ type: 'palette' });
  });
});
