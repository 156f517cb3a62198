/** An account whose key is missing: what the window is told, and when it is tried again. */
import { describe, expect, it } from 'vitest';
import { createAccountLock, type FoundLocked } from '#core/accounts/account-lock';
import type { Profile } from '#core/accounts/files/account-file';

const OUTBOX: FoundLocked = { what: 'outbox', reason: 'waiting', hasCode: false, proved: false };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the lock reads the id and the name
const profile = (id: string) => ({ id, name: `Name of ${id}` }) as Profile;

const desk = () => {
  const due: { ms: number; run: () => void }[] = [];
  const retried: string[] = [];
  const watch = createAccountLock(
    {
      after: (ms, run) => {
        const timer = { ms, run };
        due.push(timer);
        return () => void due.splice(due.indexOf(timer), 1);
      },
    },
    (id) => void retried.push(id),
  );
  /** The next try begins, and finds the same. */
  const next = (): number => {
    const [timer] = due.splice(0, 1);
    timer?.run();
    return timer?.ms ?? -1;
  };
  return { watch, due, retried, next };
};

describe('a locked account', () => {
  it('is shown with its name and the reason until an account is open', () => {
    const { watch, due } = desk();
    expect(watch.state()).toBeNull();
    expect(watch.lock(profile('a'), { ...OUTBOX, hasCode: true })).toBe(true);
    expect(watch.state()).toMatchObject({
      accountId: 'a',
      name: 'Name of a',
      what: 'outbox',
      reason: 'waiting',
      canRecover: true,
    });
    watch.release();
    expect([watch.state(), due]).toEqual([null, []]);
  });

  it('is tried again after 5, 5, 10, 20 and then every 60 seconds, one try at a time', () => {
    const { watch, due, retried, next } = desk();
    const waits: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      watch.lock(profile('a'), OUTBOX);
      expect(due).toHaveLength(1);
      waits.push(next());
    }
    expect(waits).toEqual([5_000, 5_000, 10_000, 20_000, 60_000, 60_000, 60_000]);
    expect(retried).toEqual(Array.from({ length: 7 }, () => 'a'));
    watch.lock(profile('b'), OUTBOX);
    expect(next()).toBe(5_000);
  });

  it('changes what is shown only if something of it changed', () => {
    const { watch } = desk();
    expect(watch.lock(profile('a'), OUTBOX)).toBe(true);
    expect(watch.lock(profile('a'), OUTBOX)).toBe(false);
    expect(watch.lock(profile('a'), { ...OUTBOX, what: 'copy' })).toBe(true);
    expect(watch.lock(profile('b'), { ...OUTBOX, what: 'copy' })).toBe(true);
    expect(watch.lock(profile('b'), { ...OUTBOX, what: 'copy', reason: 'missing' })).toBe(true);
  });

  it('can be given up after three answers that nothing can be decrypted, but not while the keyring does not answer', () => {
    const { watch } = desk();
    const refused: FoundLocked = { ...OUTBOX, what: 'copy', reason: 'undecryptable' };
    const canRenew = (found: FoundLocked): boolean => {
      watch.lock(profile('a'), found);
      return watch.state()?.canRenew ?? false;
    };
    expect([refused, refused].map(canRenew)).toEqual([false, false]);
    expect(canRenew({ ...refused, reason: 'waiting' })).toBe(false);
    expect([refused, refused, refused].map(canRenew)).toEqual([false, false, true]);
    const sure: FoundLocked[] = [
      { ...refused, reason: 'missing' },
      { ...refused, reason: 'no-keyring' },
      { ...OUTBOX, proved: true },
    ];
    expect(sure.map(canRenew)).toEqual([true, true, true]);
  });
});
