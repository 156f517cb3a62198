/** Opens the log folder in the system's file manager. */
import type { Dialog, Shell } from 'electron';
import type { Log } from '#core/ports/ports';
import type { ShellWords } from './words';

export interface LogFolderParts {
  folder: string;
  openPath: Shell['openPath'];
  dialog: Pick<Dialog, 'showMessageBox'>;
  words: ShellWords;
  log: Log;
}

/** Returns false if the system does not open the folder; the user is told where it is. */
export const openLogFolder = async (parts: LogFolderParts): Promise<boolean> => {
  const { folder, openPath, dialog, words, log } = parts;
  const refusal = await openPath(folder);
  if (refusal === '') return true;
  log.error('the log folder was not opened', { error: refusal });
  await dialog.showMessageBox({
    type: 'error',
    message: words.logFolderFailed,
    detail: folder,
    buttons: [words.ok],
  });
  return false;
};
