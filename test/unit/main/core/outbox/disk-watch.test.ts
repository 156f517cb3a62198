/** [OB45] A disk that refuses writes: when this is reported, and what continues when there is room. */
import { describe, expect, it } from 'vitest';
import { createDiskWatch } from '#core/outbox/disk-watch';
import { VirtualTime } from '../../../../simulation/virtual-time';

const FULL = Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
const desk = (reserve = 0) => {
  const time = new VirtualTime(1_000);
  const facts = { error: null as Error | null, told: 0, room: 0, proofs: 0, reserve };
  const prove = (): void => {
    facts.proofs++;
    if (facts.error) throw facts.error;
  };
  const watch = createDiskWatch({
    store: { proveRoom: prove, proveWritable: () => undefined },
    timers: time,
    log: { error: () => undefined, warn: () => undefined, info: () => undefined },
    spend: () => {
      if (facts.reserve === 0) return false;
      facts.reserve--;
      facts.error = null;
      return true;
    },
    onChange: () => void facts.told++,
    onRoom: () => void facts.room++,
  });
  const write = (): string => {
    if (facts.error) throw facts.error;
    return 'written';
  };
  return { time, facts, watch, write };
};

describe('a disk that refuses writes', () => {
  it('is reported once, tested every five seconds, and reported again when there is room', async () => {
    const { time, facts, watch } = desk();
    facts.error = FULL;
    expect([watch.failed(FULL), watch.failed(FULL), watch.trouble()]).toEqual([true, true, 'full']);
    expect(facts.told).toBe(1);
    await time.advance(15_000);
    expect([facts.proofs, facts.told, facts.room]).toEqual([3, 1, 0]);
    facts.error = null;
    await time.advance(5_000);
    expect([watch.trouble(), facts.proofs, facts.told, facts.room]).toEqual([null, 4, 2, 1]);
    await time.advance(60_000);
    expect(facts.proofs).toBe(4);
  });

  it('is not reported for an error with another cause', async () => {
    const { time, facts, watch } = desk();
    expect([watch.failed(new Error('a bug')), watch.trouble()]).toEqual([false, null]);
    await time.advance(60_000);
    expect([facts.proofs, facts.told]).toEqual([0, 0]);
    await expect(
      watch.persist(() => {
        throw new Error('a bug');
      }),
    ).rejects.toThrow('a bug');
  });

  it('is asked again although the test write fails with another error', async () => {
    const { time, facts, watch } = desk();
    watch.failed(FULL);
    facts.error = new Error('a bug');
    await time.advance(10_000);
    expect([facts.proofs, watch.trouble()]).toEqual([2, 'full']);
  });

  it('gets waiting answers as soon as there is room, before anything else continues', async () => {
    const { time, facts, watch, write } = desk();
    facts.error = FULL;
    const order: string[] = [];
    const keep = async (): Promise<void> => void order.push(await watch.persist(write));
    const kept = keep();
    await time.advance(20_000);
    expect(order).toEqual([]);
    facts.error = null;
    await time.advance(5_000);
    await kept;
    expect([order, facts.room]).toEqual([['written'], 1]);
  });

  it('is not called free if it filled up again in the same moment', async () => {
    const { time, facts, watch, write } = desk();
    facts.error = FULL;
    const kept = watch.persist(() => {
      facts.error = FULL;
      return write();
    });
    kept.catch(() => undefined);
    facts.error = null;
    await time.advance(5_000);
    expect([watch.trouble(), facts.room]).toEqual(['full', 0]);
    watch.close();
    await expect(kept).rejects.toThrow('full');
  });

  it('is not asked any more after the outbox closed, and an answer that waits is given up', async () => {
    const { time, facts, watch, write } = desk();
    facts.error = FULL;
    const kept = watch.persist(write);
    kept.catch(() => undefined);
    watch.close();
    await expect(kept).rejects.toThrow('full');
    expect(watch.failed(FULL)).toBe(true);
    await time.advance(60_000);
    expect([facts.proofs, facts.room, time.pending()]).toEqual([0, 0, 0]);
  });

  it('is helped by the reserve, once', () => {
    const { facts, watch, write } = desk(1);
    facts.error = FULL;
    expect([watch.write(write), facts.reserve, watch.trouble()]).toEqual(['written', 0, null]);
    facts.error = FULL;
    expect(() => watch.write(write)).toThrow('full');
    facts.reserve = 1;
    facts.error = Object.assign(new Error('read-only'), { code: 'SQLITE_READONLY' });
    expect(() => watch.write(write)).toThrow('read-only');
    expect(facts.reserve).toBe(1);
  });
});
