/** "Open log folder" in the menu and on the page that is shown when the core has stopped. */
import { expect, it } from 'vitest';
import { openLogFolder } from '../../../../src/main/electron/open-log-folder';
import { wordsOf } from '../../../../src/main/electron/words';
import { memoryLog } from '../../../support/sync/core-fixture';

const open = async (refusal: string) => {
  const log = memoryLog();
  const shown: unknown[] = [];
  const opened = await openLogFolder({
    folder: '/data/logs',
    openPath: async () => refusal,
    dialog: { showMessageBox: async (box: unknown) => void shown.push(box) } as never,
    words: wordsOf('en'),
    log,
  });
  return { opened, shown, lines: log.lines };
};

it('a log folder that cannot be opened is named to the user, and the reason is in the log', async () => {
  const { opened, shown, lines } = await open('no application is set for folders');
  expect(opened).toBe(false);
  expect(shown).toMatchObject([{ message: 'The log folder could not be opened', detail: '/data/logs' }]);
  expect(lines).toMatchObject([{ level: 'error', facts: { error: 'no application is set for folders' } }]);
});

it('a log folder that opens needs no words', async () => {
  expect(await open('')).toEqual({ opened: true, shown: [], lines: [] });
});
