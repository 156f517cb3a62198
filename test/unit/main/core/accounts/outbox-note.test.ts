/** The note beside an outbox, which says whether the outbox was made and what was lost. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import {
  confirmLoss,
  hasUnconfirmedLoss,
  noteGivenUp,
  openNote,
  removeNote,
  type Loss,
} from '#core/accounts/files/outbox-note';
import { createFiles } from '#node/files';
import { memoryLog } from '../../../../support/sync/core-fixture';

const LOST: Loss = { code: 'outbox-lost', detail: '' };
const damaged = (detail: string): Loss => ({ code: 'outbox-damaged', detail });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-note-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});
const opened = () => openNote({ files: createFiles(folder), directory: '.' }, memoryLog());

it('says that an outbox was made after the first one is open', () => {
  const first = opened();
  expect([first.isMade, first.wasMissing]).toEqual([null, false]);
  first.begins(false);
  expect(opened().isMade).toBe(false);
  expect(first.settle(true)).toEqual([]);
  expect([opened().isMade, opened().wasMissing]).toEqual([true, false]);
});

it('remembers that the database is missing until the new one is complete', () => {
  opened().settle(true);
  opened().begins(true);
  const next = opened();
  expect([next.isMade, next.wasMissing]).toEqual([true, true]);
  next.settle(false);
  expect(opened().wasMissing).toBe(true);
  next.settle(true);
  expect(opened().wasMissing).toBe(false);
});

it('keeps each loss until the user confirms it; the last one of a kind counts', () => {
  const note = opened();
  for (const loss of [damaged('first'), LOST, damaged('second')]) note.noteLoss(loss);
  expect(opened().settle(true)).toEqual([LOST, damaged('second')]);
  confirmLoss(createFiles(folder), '.', 'cache-damaged');
  confirmLoss(createFiles(folder), '.', 'outbox-lost');
  expect([opened().settle(true), hasUnconfirmedLoss(createFiles(folder), '.')]).toEqual([
    [damaged('second')],
    true,
  ]);
  confirmLoss(createFiles(folder), '.', 'outbox-damaged');
  expect([opened().settle(true), hasUnconfirmedLoss(createFiles(folder), '.')]).toEqual([[], false]);
});

const NOTE = { isMade: false, isMissing: true, losses: [] };
it.each([
  '',
  '{',
  '[]',
  JSON.stringify({ ...NOTE, isMissing: 'no' }),
  JSON.stringify({ ...NOTE, losses: [LOST, 1] }),
])('that cannot be read (%s) still says that an outbox was made', (text) => {
  writeFileSync(join(folder, 'outbox.note'), text);
  expect([opened().isMade, opened().wasMissing, opened().settle(true)]).toEqual([true, false, []]);
  expect(hasUnconfirmedLoss(createFiles(folder), '.')).toBe(false);
});

it('says that no outbox was made after the user gave it up; a loss before that is still told', () => {
  const note = opened();
  note.noteLoss(LOST);
  note.settle(true);
  noteGivenUp(createFiles(folder), '.');
  expect([opened().isMade, opened().settle(true)]).toEqual([false, [LOST]]);
  removeNote(createFiles(folder), '.');
  removeNote(createFiles(folder), '.');
  expect(opened().isMade).toBe(null);
});
