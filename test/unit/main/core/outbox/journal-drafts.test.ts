/** The journal has a second copy of drafts: no damage to `outbox.db` alone loses one. */
import { describe, expect, it } from 'vitest';
import { draftBench } from '../../../../support/outbox/draft-bench';
import { companyCommand } from '../../../../support/outbox/outbox-bench';

const KEY = 'c0ffee'.padEnd(64, '1');
describe.each([
  ['plain', null],
  ['encrypted', KEY],
] as const)('drafts in the journal (%s)', (form, key) => {
  it('[OB71] text typed after a save that only the journal has belongs to the restored item', () => {
    const bench = draftBench(key);
    const draft = { id: 'draft:a', kind: 'company', target: null, form: {}, base: null } as const;
    const draftAt = bench.outbox.saveDraft(draft).updatedAt;
    const command = companyCommand('Harbour');
    const saved = bench.outbox.submit({ command, base: null, draftId: draft.id, draftAt });
    expect(bench.startOver()).toMatchObject({ why: 'missing', drafts: 0, held: 1 });
    const later = bench.outbox.saveDraft({ ...draft, writer: 'a', knownAt: draftAt, apartId: 'draft:b' });
    expect(later.intentId).toBe(saved.ok ? saved.id : '');
  });
  it('[OB71] a missing outbox.db loses no draft: each is restored as it was last saved', () => {
    const bench = draftBench(key);
    bench.type('draft:a', { name: 'Harb' });
    bench.type('draft:a', { name: 'Harbour' });
    bench.type('draft:b', { name: 'Quay' });
    bench.type('draft:gone', { name: 'Away' });
    bench.outbox.deleteDraft('draft:gone');
    bench.type('draft:c', { name: 'Pier' });
    const before = bench.outbox.drafts();
    expect(bench.startOver()).toMatchObject({ why: 'missing', drafts: 3, held: 0 });
    expect(bench.outbox.drafts()).toEqual(before);
    expect(bench.journal.lines().join('').includes('Harbour')).toBe(form === 'plain');
    bench.reopen();
    expect(bench.outbox.drafts()).toEqual(before);
  });

  it('[OB71] an older outbox.db gets the later version back, without holding items and without a message', () => {
    const bench = draftBench(key);
    const waiting = bench.submit(companyCommand('Waits'));
    bench.type('draft:a', { n: 1 });
    bench.type('draft:ended', { n: 1 });
    const older = bench.database.serialize();
    bench.type('draft:a', { n: 2 });
    bench.outbox.deleteDraft('draft:ended');
    bench.type('draft:new', { n: 1 });
    expect(bench.startOver(older)).toBeNull();
    expect(bench.typed()).toEqual({ 'draft:a': { n: 2 }, 'draft:new': { n: 1 } });
    expect(bench.outbox.get(waiting)?.intent.held).toBe(false);
  });

  it('[OB71] the later version counts, even if the clock was set back between the two', () => {
    const bench = draftBench(key);
    bench.type('draft:a', { n: 1 });
    const older = bench.database.serialize();
    const now = bench.time.now();
    bench.time.now = () => now - 86_400_000;
    bench.type('draft:a', { n: 2 });
    bench.startOver(older);
    expect(bench.typed()).toEqual({ 'draft:a': { n: 2 } });
  });

  it('[OB71] an older or missing journal changes nothing in an intact outbox.db', () => {
    const bench = draftBench(key);
    bench.type('draft:a', { n: 1 });
    bench.type('draft:ended', { n: 1 });
    const older = bench.journal.bytes;
    bench.type('draft:a', { n: 2 });
    bench.outbox.deleteDraft('draft:ended');
    for (const bytes of [older, null, Buffer.alloc(300)]) {
      bench.journal.bytes = bytes;
      bench.reopen();
      expect(bench.typed()).toEqual({ 'draft:a': { n: 2 } });
      bench.journal.bytes = bytes;
    }
    // What a start without a journal wrote anew says all of it.
    bench.journal.bytes = null;
    bench.reopen();
    bench.startOver();
    expect(bench.typed()).toEqual({ 'draft:a': { n: 2 } });
  });

  it('[OB71] a draft with an altered row is restored', () => {
    const bench = draftBench(key);
    bench.type('draft:a', { name: 'Whole' });
    bench.outbox.stop();
    bench.database.exec(`UPDATE drafts SET form = replace(form, 'Whole', 'Whxle')`);
    bench.reopen();
    expect(bench.typed()).toEqual({ 'draft:a': { name: 'Whole' } });
    expect(bench.outbox.unreadable()).toEqual([]);
  });

  it('[OB71] a row that is altered while Satchel runs keeps its last intact record when the journal is rewritten', async () => {
    const bench = draftBench(key);
    bench.type('draft:a', { name: 'Whole' });
    const item = bench.submit(companyCommand('Whole'));
    bench.database.exec(`
      UPDATE drafts SET form = replace(form, 'Whole', 'Whxle');
      UPDATE intents SET command = replace(command, 'Whole', 'Whxle')`);
    const size = bench.journal.bytes!.length;
    for (let n = 0; n < 40; n++) bench.type('draft:b', { text: 'x'.repeat(20_000), n });
    await bench.time.advance(10_000);
    expect(bench.journal.bytes!.length).toBeLessThan(size + 60_000);
    bench.reopen();
    expect(bench.typed()).toMatchObject({ 'draft:a': { name: 'Whole' } });
    expect(bench.outbox.get(item)?.intent.title).toBe('Whole');
  });

  it('[OB71] saving a draft removes it, whichever file is older', () => {
    const bench = draftBench(key);
    bench.type('draft:a', { name: 'Typed' });
    const older = bench.database.serialize();
    const done = bench.outbox.submit({ command: companyCommand('Typed'), base: null, draftId: 'draft:a' });
    expect(done.ok).toBe(true);
    bench.startOver(older);
    expect(bench.outbox.list().map(({ title }) => title)).toEqual(['Typed']);
    expect(bench.outbox.drafts()).toEqual([]);
  });

  it('[OB71] a draft whose end is only in the journal, because of a kill, stays', () => {
    const bench = draftBench(key);
    bench.type('draft:a', { n: 1 });
    const before = bench.database.serialize();
    bench.outbox.deleteDraft('draft:a');
    bench.startOver(before);
    expect(bench.typed()).toEqual({ 'draft:a': { n: 1 } });
  });

  it('[OB71] a draft whose row is older than the journal, because the disk lost a write, is as it was last saved', () => {
    const bench = draftBench(key);
    for (const id of ['draft:a', 'draft:ended']) bench.type(id, { n: 1 });
    const rows = bench.rows();
    bench.type('draft:a', { n: 2 });
    bench.outbox.deleteDraft('draft:ended');
    bench.type('draft:new', { n: 1 });
    const before = bench.outbox.drafts();
    for (let start = 0; start < 2; start++) {
      bench.outbox.stop();
      bench.putRows(rows);
      bench.reopen();
      expect(bench.outbox.drafts()).toEqual(before);
    }
    expect(bench.rescues).toEqual([]);
    bench.reopen();
    expect(bench.outbox.drafts()).toEqual(before);
  });

  it('[OB71] a draft that was deleted stays deleted if the line of the journal that says so is damaged', () => {
    const bench = draftBench(key);
    bench.type('draft:gone', { n: 1 });
    const start = bench.journal.bytes!.length;
    bench.outbox.deleteDraft('draft:gone');
    const end = bench.journal.bytes!.length;
    bench.type('draft:a', { n: 1 });
    bench.outbox.stop();
    bench.journal.bytes!.fill('#', start + 10, end - 1);
    bench.reopen();
    expect(bench.typed()).toEqual({ 'draft:a': { n: 1 } });
  });

  it('[OB71] during typing without a pause the journal stays within its size limit', () => {
    const bench = draftBench(key);
    let largest = 0;
    for (let n = 0; n < 60; n++) {
      bench.type('draft:a', { text: 'x'.repeat(100_000), n });
      largest = Math.max(largest, bench.journal.bytes!.length);
    }
    expect(largest).toBeLessThan(5_000_000);
    bench.startOver();
    expect(bench.typed()).toMatchObject({ 'draft:a': { n: 59 } });
  });

  it('[OB65] if the journal cannot be written, a draft is refused and its last version stays', () => {
    const bench = draftBench(key);
    bench.type('draft:a', { n: 1 });
    bench.journal.beforeWrite = () => {
      throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
    };
    expect(() => bench.type('draft:a', { n: 2 })).toThrow('no room');
    bench.journal.beforeWrite = () => undefined;
    expect(bench.typed()).toEqual({ 'draft:a': { n: 1 } });
    bench.startOver();
    expect(bench.typed()).toEqual({ 'draft:a': { n: 1 } });
  });
});
