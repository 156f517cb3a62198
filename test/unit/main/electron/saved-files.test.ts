import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { createSavedFiles, type FileItem } from '../../../../src/main/electron/saved-files';

const URL_OF_FILE = 'blob:satchel-app://app/1';

/** A download as Electron has it: cancelling it ends it. */
const download = (path = '/home/rep/Orders 2.csv') => {
  const item = Object.assign(new EventEmitter(), {
    cancelled: 0,
    getURL: () => URL_OF_FILE,
    getSavePath: () => path,
    cancel: () => {
      item.cancelled += 1;
      item.emit('done', {}, 'cancelled');
    },
  });
  return item;
};
const desk = () => {
  const waiting: (() => void)[] = [];
  const files = createSavedFiles((_delayMs, body) => void waiting.push(body));
  return {
    begins: (item: EventEmitter & Pick<FileItem, 'getURL' | 'getSavePath' | 'cancel'>) => files.begins(item),
    outcome: () => files.outcome(URL_OF_FILE),
    /** The time in which a download begins is over. */
    wait: () => {
      for (const body of waiting.splice(0)) body();
    },
  };
};

it.each([
  ['completed', { outcome: 'saved', name: 'Orders 2.csv' }],
  ['cancelled', { outcome: 'cancelled', name: null }],
  ['interrupted', { outcome: 'failed', name: null }],
])('a download that is %s', async (state, expected) => {
  const { begins, outcome } = desk();
  const item = download();
  const asked = outcome();
  begins(item);
  item.emit('updated', {}, 'progressing');
  item.emit('done', {}, state);
  expect(await asked).toEqual(expected);
});

it('a download that ended before the page asked', async () => {
  const { begins, outcome } = desk();
  const item = download();
  begins(item);
  item.emit('done', {}, 'completed');
  expect(await outcome()).toEqual({ outcome: 'saved', name: 'Orders 2.csv' });
});

it('a download that stopped and could be resumed, e.g. on a full disk, has failed and is ended', async () => {
  const { begins, outcome } = desk();
  const item = download();
  const asked = outcome();
  begins(item);
  item.emit('updated', {}, 'interrupted');
  expect(await asked).toEqual({ outcome: 'failed', name: null });
  expect(item.cancelled).toBe(1);
});

it('a download that never began has failed; one whose dialog is still open has not', async () => {
  const refused = desk();
  const asked = refused.outcome();
  refused.wait();
  expect(await asked).toEqual({ outcome: 'failed', name: null });

  const slow = desk();
  const item = download();
  const waiting = slow.outcome();
  slow.begins(item);
  slow.wait();
  item.emit('done', {}, 'completed');
  expect((await waiting).outcome).toBe('saved');
});
