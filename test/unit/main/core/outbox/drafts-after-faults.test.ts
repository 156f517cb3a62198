/** Two faults at once: what the journal says of drafts must not replace later text, or delete a draft that exists. */
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { draftBench, type DraftBench } from '../../../../support/outbox/draft-bench';
import { companyCommand } from '../../../../support/outbox/outbox-bench';

it('[OB71] the item of a draft is known also if the disk lost the write that says so', () => {
  const bench = draftBench(null);
  const draft = { id: 'draft:a', kind: 'company', target: null, base: null } as const;
  const first = bench.outbox.saveDraft({ ...draft, form: { n: 1 }, writer: 'one' });
  bench.time.now = (
    (now) => () =>
      now + 1_000
  )(bench.time.now());
  bench.outbox.saveDraft({ ...draft, form: { n: 2 }, writer: 'one' });
  const rows = bench.rows();
  const done = bench.outbox.submit({
    command: companyCommand('One'),
    base: null,
    draftId: 'draft:a',
    draftAt: first.updatedAt,
  });
  const item = done.ok ? done.id : '';
  expect(bench.outbox.drafts()[0]?.intentId).toBe(item);
  bench.outbox.stop();
  bench.putRows(rows);
  bench.reopen();
  expect(bench.outbox.drafts()[0]?.intentId).toBe(item);
});

const restoredDrafts = (bench: DraftBench): number => {
  for (const id of ['draft:a', 'draft:b']) bench.type(id, { n: 1 });
  const text = JSON.stringify(bench.outbox.export());
  for (const id of ['draft:a', 'draft:b']) bench.outbox.deleteDraft(id);
  const start = bench.journal.bytes!.length;
  bench.outbox.restore(text);
  expect(Object.keys(bench.typed()).toSorted()).toEqual(['draft:a', 'draft:b']);
  return start;
};
it.each([0, 20])(
  '[OB71] drafts restored from a file stay if a power loss cuts their lines of the journal (%i)',
  (more) => {
    const bench = draftBench(null);
    const start = restoredDrafts(bench);
    bench.outbox.stop();
    const bytes = bench.journal.bytes!;
    // `restore` appends both lines at once, not synced. The first one reached the disk.
    bench.journal.bytes = Buffer.from(bytes.subarray(0, bytes.indexOf(10, start) + 1 + more));
    bench.reopen();
    expect(Object.keys(bench.typed()).toSorted()).toEqual(['draft:a', 'draft:b']);
  },
);

it('[OB71] a draft whose end was never committed stays, also if the journal could not be rewritten at the next start', () => {
  const bench = draftBench(null);
  bench.type('draft:a', { n: 1 });
  bench.type('draft:b', { name: 'Whole' });
  const before = bench.database.serialize();
  bench.outbox.deleteDraft('draft:a');
  bench.outbox.stop();
  bench.database = new Database(before);
  bench.database.exec(`UPDATE drafts SET form = replace(form, 'Whole', 'Whxle') WHERE id = 'draft:b'`);
  bench.journal.beforeWrite = () => {
    throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
  };
  bench.reopen();
  expect(Object.keys(bench.typed()).toSorted()).toEqual(['draft:a', 'draft:b']);
  bench.journal.beforeWrite = () => undefined;
  bench.reopen();
  expect(Object.keys(bench.typed()).toSorted()).toEqual(['draft:a', 'draft:b']);
});

it('[OB71] the end of a draft is in the journal also if its own transaction rewrites it', () => {
  const bench = draftBench(null);
  bench.type('draft:gone', { n: 1 });
  const rows = bench.rows();
  // Another file in the place of the journal: the next transaction rewrites it.
  bench.journal.bytes = null;
  bench.outbox.deleteDraft('draft:gone');
  bench.type('draft:a', { n: 1 });
  bench.outbox.stop();
  const now = bench.rows();
  bench.putRows([...now, ...rows]);
  bench.reopen();
  expect(Object.keys(bench.typed())).toEqual(['draft:a']);
});

it('[OB71] after a start with an older outbox.db, a journal without its last line brings back no old text', () => {
  const bench = draftBench(null);
  bench.type('draft:a', { n: 1 });
  const older = bench.database.serialize();
  for (let n = 0; n < 4; n++) bench.type('draft:x', { n });
  bench.outbox.deleteDraft('draft:x');
  bench.startOver(older);
  const start = bench.journal.bytes!.length;
  bench.type('draft:a', { n: 2 });
  bench.outbox.stop();
  // A power loss: the line was not synced.
  bench.journal.bytes = Buffer.from(bench.journal.bytes!.subarray(0, start));
  bench.reopen();
  expect(bench.typed()).toEqual({ 'draft:a': { n: 2 } });
});

it('[OB71] a deleted draft stays deleted with an older outbox.db, after the journal was rewritten at a quiet moment', async () => {
  const bench = draftBench(null);
  bench.type('draft:gone', { n: 1 });
  const older = bench.database.serialize();
  for (let n = 0; n < 20; n++) bench.type('draft:gone', { text: 'x'.repeat(20_000), n });
  const size = bench.journal.bytes!.length;
  bench.outbox.deleteDraft('draft:gone');
  await bench.time.advance(10_000);
  expect(bench.journal.bytes!.length).toBeLessThan(size);
  bench.startOver(older);
  expect(bench.typed()).toEqual({});
});

it('[OB71] a saved draft does not come back beside its item with an older outbox.db, after a rewrite', async () => {
  const bench = draftBench(null);
  bench.type('draft:a', { n: 1 });
  const older = bench.database.serialize();
  for (let n = 0; n < 20; n++) bench.type('draft:a', { text: 'x'.repeat(20_000), n });
  const done = bench.outbox.submit({ command: companyCommand('Typed'), base: null, draftId: 'draft:a' });
  expect(done.ok).toBe(true);
  await bench.time.advance(10_000);
  bench.startOver(older);
  expect(bench.outbox.list().map(({ title }) => title)).toEqual(['Typed']);
  expect(bench.outbox.drafts()).toEqual([]);
});

it('[OB71] a bit flip in the number of changes does not end the second copy of drafts', () => {
  const bench = draftBench(null);
  bench.type('draft:a', { n: 1 });
  bench.outbox.stop();
  bench.database.exec(`UPDATE meta SET value = 'q' WHERE key = 'draft-changes'`);
  bench.reopen();
  bench.type('draft:a', { n: 2 });
  bench.reopen();
  expect(bench.typed()).toEqual({ 'draft:a': { n: 2 } });
  bench.startOver();
  expect(bench.typed()).toEqual({ 'draft:a': { n: 2 } });
});

it('[OB71] a bit flip in the number of changes, and later an older journal: newer text stays', () => {
  const bench = draftBench(null);
  bench.type('draft:a', { n: 1 });
  const older = bench.journal.bytes;
  bench.outbox.stop();
  bench.database.exec(`UPDATE meta SET value = 'q' WHERE key = 'draft-changes'`);
  bench.reopen();
  bench.type('draft:a', { n: 2 });
  bench.outbox.stop();
  bench.journal.bytes = older;
  bench.reopen();
  expect(bench.typed()).toEqual({ 'draft:a': { n: 2 } });
});

it('[OB71] a draft of before the update is restored from a journal with a damaged line', () => {
  const bench = draftBench(null);
  bench.type('draft:a', { n: 1 });
  bench.outbox.stop();
  // As the version before ADR 10 left it.
  bench.database.exec(`DELETE FROM meta WHERE key = 'draft-changes'`);
  bench.journal.bytes = null;
  bench.reopen();
  expect(bench.journal.lines().join('')).toContain('draft:a');
  const start = bench.journal.bytes!.length;
  bench.outbox.submit({ command: companyCommand('One'), base: null });
  // The append of another item was cut off by a kill.
  bench.journal.bytes = Buffer.from(bench.journal.bytes!.subarray(0, start + 40));
  bench.startOver();
  expect(bench.typed()).toEqual({ 'draft:a': { n: 1 } });
});

it.each(['another file in its place', 'far too large'])(
  '[OB71] a save whose journal was rewritten (%s) and that was killed before its commit: only its item is held',
  (why) => {
    const bench = draftBench(null);
    const waiting = bench.submit(companyCommand('Waits'));
    bench.type('draft:other', { n: 1 });
    const isTooLarge = why === 'far too large';
    for (let n = 0; n < (isTooLarge ? 4 : 1); n++)
      bench.type('draft:a', { n, text: 'x'.repeat(isTooLarge ? 1_100_000 : 10) });
    const before = bench.database.serialize();
    if (!isTooLarge) bench.journal.bytes = null;
    bench.outbox.submit({ command: companyCommand('Saved'), base: null, draftId: 'draft:a' });
    expect(bench.journal.bytes!.length).toBeLessThan(3_000_000);
    expect(bench.startOver(before)).toMatchObject({ why: 'cut', held: 1 });
    expect(bench.outbox.drafts().map(({ id }) => id)).toEqual(['draft:other']);
    const [other, saved] = bench.outbox.list().toSorted((a, b) => b.title.localeCompare(a.title));
    expect([other, saved]).toMatchObject([
      { id: waiting, held: false },
      { title: 'Saved', held: true },
    ]);
  },
);

it('[OB71] a journal that is far too large is appended to while there is no room for a second file', () => {
  const bench = draftBench(null);
  for (let n = 0; n < 4; n++) bench.type('draft:a', { n, text: 'x'.repeat(1_100_000) });
  const size = bench.journal.bytes!.length;
  bench.journal.beforeWrite = (bytes) => {
    if (bytes.length > 500_000) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
  };
  bench.type('draft:b', { n: 1 });
  bench.submit(companyCommand('Small'));
  expect(bench.journal.bytes!.length).toBeGreaterThan(size);
  bench.journal.beforeWrite = () => undefined;
  bench.startOver();
  expect(bench.typed()).toMatchObject({ 'draft:a': { n: 3 }, 'draft:b': { n: 1 } });
  expect(bench.outbox.list()).toMatchObject([{ title: 'Small', held: true }]);
});
