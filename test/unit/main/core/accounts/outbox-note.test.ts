/** The note beside an outbox: that it was made, and what was lost. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import {
  confirmLoss,
  forgetOutbox,
  hasUnconfirmedLoss,
  openNote,
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
  expect([first.isMade, first.wasGone, first.settle()]).toEqual([false, false, []]);
  expect([opened().isMade, opened().wasGone]).toEqual([true, false]);
});

it('remembers that the outbox is missing until the new one is complete', () => {
  opened().noteGone();
  const next = opened();
  expect([next.isMade, next.wasGone]).toEqual([true, true]);
  next.settle();
  expect(opened().wasGone).toBe(false);
});

it('keeps each loss until the user confirms it; the last one of a kind counts', () => {
  const note = opened();
  for (const loss of [damaged('first'), LOST, damaged('second')]) note.noteLoss(loss);
  expect(opened().settle()).toEqual([LOST, damaged('second')]);
  confirmLoss(createFiles(folder), '.', 'cache-damaged');
  confirmLoss(createFiles(folder), '.', 'outbox-lost');
  expect([opened().settle(), hasUnconfirmedLoss(createFiles(folder), '.')]).toEqual([
    [damaged('second')],
    true,
  ]);
  confirmLoss(createFiles(folder), '.', 'outbox-damaged');
  expect([opened().settle(), hasUnconfirmedLoss(createFiles(folder), '.')]).toEqual([[], false]);
});

it.each(['', '{', '[]', '{"isGone":"no","losses":[]}', '{"isGone":true,"losses":[{"code":"x"}]}'])(
  'that cannot be read (%s) still says that an outbox was made',
  (text) => {
    writeFileSync(join(folder, 'outbox.note'), text);
    expect([opened().isMade, opened().wasGone, opened().settle()]).toEqual([true, false, []]);
    expect(hasUnconfirmedLoss(createFiles(folder), '.')).toBe(false);
  },
);

it('is gone after the user gave the outbox up', () => {
  opened().noteLoss(LOST);
  forgetOutbox(createFiles(folder), '.');
  forgetOutbox(createFiles(folder), '.');
  expect([opened().isMade, opened().settle()]).toEqual([false, []]);
});
