/** Several large answers at once: each comes whole, and one that never ends does not stop the others. */
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readBounded } from '../../../../src/main/node/bounded-body';

const MB = 1024 * 1024;
const KB_64 = 64 * 1024;

/** A body of `size` times the given letter. Notes how many bytes were taken from it. */
const bodyOf = (letter: string, size: number): { body: Readable; taken: () => number } => {
  let taken = 0;
  const chunks = async function* (): AsyncGenerator<Buffer> {
    for (; taken < size; taken += KB_64) {
      await turn();
      yield Buffer.alloc(KB_64, letter);
    }
  };
  return { body: Readable.from(chunks(), { highWaterMark: 1 }), taken: () => taken };
};

describe('large answers', () => {
  afterEach(() => vi.useRealTimers());

  it('come whole when many arrive at once', async () => {
    const letters = ['a', 'b', 'c', 'd', 'e'];
    const texts = await Promise.all(
      letters.map((letter) => readBounded(bodyOf(letter, 3 * MB).body, 16 * MB)),
    );
    for (const [at, text] of texts.entries())
      expect([text.length, text === letters[at]!.repeat(3 * MB)]).toEqual([3 * MB, true]);
  });

  it('are read one after the other, and small ones beside them', async () => {
    const bodies = ['a', 'b', 'c'].map((letter) => bodyOf(letter, 8 * MB));
    const small = bodyOf('s', MB / 2);
    let isRead = false;
    const large = bodies.map(({ body }) => readBounded(body, 16 * MB));
    void readBounded(small.body, 16 * MB).then(() => (isRead = true));
    while (bodies[0]!.taken() < 4 * MB) await turn();
    expect(bodies.slice(1).map(({ taken }) => taken() <= MB + 2 * KB_64)).toEqual([true, true]);
    await large[0];
    expect(isRead).toBe(true);
    await Promise.all(large);
  });

  it('do not wait for one that never ends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const endless = new Readable({ read: () => undefined });
    endless.push(Buffer.alloc(2 * MB));
    const never = readBounded(endless, 16 * MB).catch((error: Error) => error.message);
    await turn();
    let isRead = false;
    const other = readBounded(bodyOf('b', 3 * MB).body, 16 * MB).then((text) => {
      isRead = true;
      return text;
    });
    for (let i = 0; i < 200; i += 1) await turn();
    expect(isRead).toBe(false);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await other).toBe('b'.repeat(3 * MB));
    endless.destroy(new Error('ended'));
    expect(await never).toBe('ended');
  });

  it('are refused beyond the limit, and the next one is read', async () => {
    await expect(readBounded(bodyOf('a', 3 * MB).body, 2 * MB)).rejects.toMatchObject({
      reason: 'too-large',
    });
    expect((await readBounded(bodyOf('b', 3 * MB).body, 4 * MB)).length).toBe(3 * MB);
  });
});
