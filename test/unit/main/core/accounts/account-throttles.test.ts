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

const at = (id: string, baseUrl = 'https://crm.example.com') => ({ id, baseUrl });

describe('the rate limits of the accounts', () => {
  it('[HT4] a wait holds after a restart, for its own account alone', () => {
    const { time, start } = installation();
    start()(at('a')).hold(90_000);
    const throttleOf = start();
    expect(throttleOf(at('a')).until()).toBe(time.now + 90_000);
    expect(throttleOf(at('b')).until()).toBe(0);
    expect(throttleOf(at('a'))).toBe(throttleOf(at('a')));
  });

  it('[HT4] a wait that is over, and a file with other content, hold nothing', () => {
    const { texts, time, start } = installation();
    start()(at('a')).hold(90_000);
    time.now += 90_000;
    expect(start()(at('a')).until()).toBe(0);
    for (const text of ['', 'soon', '5', '1e999 1', 'NaN NaN']) {
      texts.set(`a/${RATE_LIMIT}`, text);
      expect([text, start()(at('a')).until()]).toEqual([text, 0]);
    }
  });

  it('[HT4] a wait that is over does not begin again if the clock is set back before the restart', () => {
    const { time, start } = installation();
    const throttle = start()(at('a'));
    throttle.hold(90_000);
    time.now += 400_000;
    expect(throttle.until()).toBe(0);
    time.now -= 600_000;
    expect(start()(at('a')).until()).toBe(0);
  });

  it('[HT4] a wait does not hold at another address of the CRM, and a wait of an earlier version does', () => {
    const { texts, time, start } = installation();
    const throttleOf = start();
    throttleOf(at('a')).hold(90_000);
    const moved = at('a', 'https://crm.example.org');
    expect([throttleOf(moved).until(), start()(moved).until()]).toEqual([0, 0]);
    expect(start()(at('a')).until()).toBe(time.now + 90_000);
    texts.set(`b/${RATE_LIMIT}`, `${time.now + 5_000} 9000`);
    expect(start()(at('b')).until()).toBe(time.now + 5_000);
  });

  it('[HT4] a full disk does not end the wait', () => {
    const { time, disk, start } = installation();
    const throttle = start()(at('a'));
    disk.full = true;
    throttle.hold(90_000);
    expect(throttle.until()).toBe(time.now + 90_000);
  });
});
