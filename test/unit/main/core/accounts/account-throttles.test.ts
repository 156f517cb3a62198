import { describe, expect, it } from 'vitest';
import { createAccountThrottles, RATE_LIMIT } from '#core/accounts/sign-in/account-throttles';
import type { Log } from '#core/ports/ports';

const log: Log = { error: () => undefined, warn: () => undefined, info: () => undefined };

/** An installation whose files stay when the program starts again. */
const installation = (texts = new Map<string, string>()) => {
  const time = { now: 1_000_000 };
  const disk = { full: false };
  const folders = new Set<string>();
  const files = {
    ensureDirectory: (name: string) => void folders.add(name),
    readText: (name: string) => texts.get(name) ?? null,
    writeText: (name: string, text: string) => {
      if (disk.full) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
      if (!folders.has(name.split('/')[0] ?? '')) throw new Error('no such folder');
      texts.set(name, text);
    },
  };
  const start = () => createAccountThrottles({ clock: { now: () => time.now }, files, log }, (id) => id);
  return { texts, time, disk, start };
};

describe('the rate limits of the accounts', () => {
  it('[HT4] a wait holds after a restart, for its own account alone', () => {
    const { time, start } = installation();
    start()('a').hold(90_000);
    const throttleOf = start();
    expect(throttleOf('a').until()).toBe(time.now + 90_000);
    expect(throttleOf('b').until()).toBe(0);
    expect(throttleOf('a')).toBe(throttleOf('a'));
  });

  it('[HT4] a wait that is over, and a file with other content, hold nothing', () => {
    const { texts, time, start } = installation();
    start()('a').hold(90_000);
    time.now += 90_000;
    expect(start()('a').until()).toBe(0);
    for (const text of ['', 'soon', '5', '1e999 1', 'NaN NaN']) {
      texts.set(`a/${RATE_LIMIT}`, text);
      expect([text, start()('a').until()]).toEqual([text, 0]);
    }
  });

  it('[HT4] a wait that is over does not begin again if the clock is set back before the restart', () => {
    const { time, start } = installation();
    const throttle = start()('a');
    throttle.hold(90_000);
    time.now += 400_000;
    expect(throttle.until()).toBe(0);
    time.now -= 600_000;
    expect(start()('a').until()).toBe(0);
  });

  it('[HT4] a full disk does not end the wait', () => {
    const { time, disk, start } = installation();
    const throttle = start()('a');
    disk.full = true;
    throttle.hold(90_000);
    expect(throttle.until()).toBe(time.now + 90_000);
  });
});
