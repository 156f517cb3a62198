import { describe, expect, it } from 'vitest';
import { createTurns } from '#core/sync/rate/turns';

const makeTurns = () => {
  const due: (() => void)[] = [];
  const turns = createTurns({
    after: (_, run) => {
      due.push(run);
      return () => undefined;
    },
  });
  const log: string[] = [];
  return {
    turns,
    log,
    due,
    take: (name: string) => turns.take().then(() => log.push(name)),
    loop: async () => {
      for (const run of due.splice(0)) run();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
};

describe('turns', () => {
  it('[PL15] releases one waiter per turn of the event loop, in order of arrival', async () => {
    const { log, take, loop } = makeTurns();
    const all = [take('a'), take('b'), take('c')];
    const after: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      await loop();
      after.push(log.join(''));
    }
    await Promise.all(all);
    expect(after).toEqual(['a', 'ab', 'abc']);
  });
  it('[PL15] a single lane waits for one turn only, and closing releases everyone', async () => {
    const { turns, log, take, loop, due } = makeTurns();
    void take('a');
    await loop();
    expect([log.join(''), due.length]).toEqual(['a', 0]);
    void take('b');
    void take('c');
    turns.open();
    await take('d');
    expect(log.join('')).toBe('abcd');
  });
});
