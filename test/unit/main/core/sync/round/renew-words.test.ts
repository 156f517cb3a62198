import { expect, it, vi } from 'vitest';
import { readyForNames, renewWords } from '#core/sync/round/renew-words';

const log = { error: () => {}, warn: () => {}, info: () => {} };

/** Timers that run when they are told to, and a cache with so many pieces left. */
const rig = (pieces: number, isLow = (): boolean => false) => {
  let left = pieces;
  const waiting: (() => void)[] = [];
  let told = 0;
  const end = renewWords({
    cache: {
      renewedWords: () => (left === 0 ? null : 1 - left / pieces),
      renewWords: () => {
        left -= 1;
        return left > 0;
      },
    },
    timers: {
      after: (_ms, callback) => {
        waiting.push(callback);
        return () => void waiting.splice(waiting.indexOf(callback), 1);
      },
    },
    log,
    isLow,
    onState: () => {
      told += 1;
    },
  });
  const run = async (): Promise<void> => {
    for (let idle = 0; idle < 50;) {
      const next = waiting.shift();
      next?.();
      await new Promise((resolve) => setTimeout(resolve, next ? 0 : 5));
      idle = next || waiting.length > 0 ? 0 : idle + 1;
    }
  };
  return { end, run, left: () => left, told: () => told };
};

it('[PL22] renews words in pieces, and reports its progress and its end', async () => {
  const { run, left, told } = rig(120);
  await run();
  expect(left()).toBe(0);
  expect(told()).toBe(3);
});

it('[PL22] writes nothing on a disk with room only for unsent work, and nothing after the account closed', async () => {
  const full = rig(5, () => true);
  await full.run();
  expect(full.left()).toBe(5);
  const closed = rig(5);
  closed.end();
  await closed.run();
  expect(closed.left()).toBe(5);
});

it('[PL22] copies names without pinyin if its dictionary cannot be loaded, and renews the words later', async () => {
  const { loadPinyin } = await import('#core/store/words/pinyin');
  const restartWords = vi.fn<() => void>();
  vi.doMock('pinyin-pro', () => {
    throw new Error('no such file');
  });
  vi.resetModules();
  const fresh = await import('#core/sync/round/renew-words');
  await fresh.readyForNames({ restartWords }, log);
  expect(restartWords).toHaveBeenCalledOnce();
  vi.doUnmock('pinyin-pro');
  // The next try is not held up by the one that failed.
  await fresh.readyForNames({ restartWords }, log);
  expect(restartWords).toHaveBeenCalledOnce();
  await loadPinyin();
  await readyForNames({ restartWords }, log);
  expect(restartWords).toHaveBeenCalledOnce();
});
