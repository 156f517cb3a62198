import { describe, expect, it } from 'vitest';
import { accepted, companyCommand, outboxBench } from '../../../../support/outbox/outbox-bench';
import { fullDisk } from '../../../../support/outbox/full-disk';
import { memoryJournal } from '../../../../support/outbox/memory-journal';

const full = () => {
  const disk = fullDisk();
  return { disk, bench: outboxBench({ through: disk.through }) };
};

describe('[OB45] a disk that refuses writes', () => {
  it('before a send: says so, sends nothing, still reads, and resumes by itself when there is room', async () => {
    const { disk, bench } = full();
    bench.outbox.pause(true);
    const id = bench.submit(companyCommand('Acme'));
    bench.outbox.pause(false);
    disk.refusesAfter = 0;
    await bench.time.advance(600_000);
    expect(bench.pushes).toEqual([]);
    expect(bench.outbox.summary()).toMatchObject({ storage: 'full', waiting: 1 });
    expect(bench.outbox.list()).toHaveLength(1);
    expect(bench.time.pending()).toBeLessThan(5);
    disk.refusesAfter = null;
    await bench.time.advance(30_000);
    expect(bench.outbox.get(id)?.intent.state).toBe('applied');
    expect(bench.pushes).toHaveLength(1);
    expect(bench.outbox.summary().storage).toBeNull();
  });

  it('at a sign-in: it does not fail, and the creators of the earlier sign-in are forgotten before anything is sent', async () => {
    const { disk, bench } = full();
    const creator = () => bench.outbox.store.meta('creator:company');
    bench.outbox.store.setMeta('creator:company', '7');
    disk.refusesAfter = 0;
    expect(() => bench.outbox.signInChanges()).not.toThrow();
    expect([creator(), bench.outbox.summary().storage]).toEqual(['7', 'full']);
    const forgotten: unknown[] = [];
    bench.gateway.push = async () => {
      forgotten.push(creator());
      return accepted({ company_id: 9, customers: [] });
    };
    disk.refusesAfter = null;
    bench.submit(companyCommand('Acme'));
    await bench.time.advance(30_000);
    expect(forgotten).toEqual(['']);
  });

  it('when the answer arrives: the answer is kept, and the item is neither in doubt nor sent again', async () => {
    const { disk, bench } = full();
    bench.gateway.push = async () => {
      disk.refusesAfter = 0;
      return accepted({ company_id: 9, customers: [] });
    };
    const id = bench.submit(companyCommand('Acme'));
    await bench.time.advance(120_000);
    expect(bench.outbox.get(id)?.intent.state).toBe('sending');
    expect(bench.outbox.summary().storage).toBe('full');
    disk.refusesAfter = null;
    await bench.time.advance(30_000);
    expect(bench.outbox.get(id)?.intent).toMatchObject({ state: 'applied', realId: '9', attempts: 1 });
    expect(bench.pushes).toHaveLength(1);
  });

  it('full at any write, for ten minutes: each item still arrives once', async () => {
    for (let after = 0; after < 14; after++) {
      const { disk, bench } = full();
      bench.outbox.pause(true);
      const ids = [bench.submit(companyCommand('Acme')), bench.submit(companyCommand('Beta'))];
      disk.refusesAfter = after + 1;
      bench.outbox.pause(false);
      await bench.time.advance(600_000);
      disk.refusesAfter = null;
      await bench.time.advance(60_000);
      expect([after, ...ids.map((id) => bench.outbox.get(id)?.intent.state)]).toEqual([
        after,
        'applied',
        'applied',
      ]);
      expect(bench.pushes).toHaveLength(2);
    }
  });

  it('a save meanwhile is refused with the reason, and nothing of it is partly stored', async () => {
    const { disk, bench } = full();
    disk.refusesAfter = 1;
    expect(() => bench.submit(companyCommand('Acme'))).toThrow('full');
    disk.refusesAfter = 0;
    expect(() =>
      bench.outbox.saveDraft({ id: 'draft:1', kind: 'lead', target: null, form: {}, base: null }),
    ).toThrow('full');
    expect(bench.outbox.summary()).toMatchObject({ storage: 'full', waiting: 0 });
    disk.refusesAfter = null;
    await bench.time.advance(30_000);
    expect(bench.outbox.summary().storage).toBeNull();
    bench.submit(companyCommand('Acme'));
    await bench.time.advance(30_000);
    expect(bench.outbox.summary().counts).toEqual({ applied: 1 });
  });

  it('at the start: the outbox opens, shows everything, and settles interrupted sends when there is room', async () => {
    const { disk, bench } = full();
    bench.gateway.push = () => new Promise(() => undefined);
    const id = bench.submit(companyCommand('Acme'));
    await bench.time.advance(5_000);
    disk.refusesAfter = 0;
    const outbox = bench.reopen();
    expect(outbox.list()).toHaveLength(1);
    expect(outbox.summary().storage).toBe('full');
    await bench.time.advance(60_000);
    disk.refusesAfter = null;
    await bench.time.advance(30_000);
    expect(outbox.get(id)?.intent.state).toBe('uncertain');
    expect(bench.pushes).toHaveLength(1);
  });

  it('read-only: reading works, and the app says so', async () => {
    const { disk, bench } = full();
    bench.submit(companyCommand('Acme'));
    disk.code = 'SQLITE_READONLY';
    disk.refusesAfter = 0;
    await bench.time.advance(60_000);
    expect(bench.outbox.summary().storage).toBe('read-only');
    expect(bench.outbox.list()).toHaveLength(1);
    expect(bench.pushes).toEqual([]);
  });

  it.each(['EIO', 'EBUSY', 'ENODEV'])(
    'the journal fails with %s: it is said, nothing is sent, an answer is kept, and all goes on by itself',
    async (code) => {
      const journal = memoryJournal();
      const bench = outboxBench({ journal: () => journal.open(null) });
      const fails = (): never => {
        throw Object.assign(new Error(`${code}: write`), { code });
      };
      const works = journal.beforeWrite;
      bench.gateway.push = async () => {
        journal.beforeWrite = fails;
        return accepted({ company_id: 9, customers: [] });
      };
      const id = bench.submit(companyCommand('Acme'));
      await bench.time.advance(120_000);
      expect(bench.outbox.summary()).toMatchObject({ storage: 'failing' });
      expect(() => bench.submit(companyCommand('Beta'))).toThrow(code);
      expect(bench.pushes).toHaveLength(1);
      journal.beforeWrite = works;
      await bench.time.advance(30_000);
      expect(bench.outbox.summary().storage).toBeNull();
      expect(bench.outbox.get(id)?.intent).toMatchObject({ state: 'applied', realId: '9', attempts: 1 });
    },
  );
});
