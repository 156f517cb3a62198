/**
 * Opens an account's `outbox.db`. A damaged file is kept under another name and said, never deleted: what can
 * be saved of it is saved later. A file of a newer version is refused, so that the account does not open
 * without its unsent work.
 */
import { AppError } from '../app-error';
import { createOutbox, type Outbox, type OutboxOptions } from '../outbox/create-outbox';
import { OutboxError } from '../outbox/outbox-error';
import type { Files, Log } from '../ports/ports';
import { isCorruption } from '../store/sqlite-errors';
import { OUTBOX, setDamagedAside } from './outbox-files';

export interface OpenOutboxOptions extends Omit<OutboxOptions, 'database' | 'backupPath'> {
  files: Files;
  /** The account's folder inside the data directory. */
  directory: string;
  /** Null where it is plain; a new file gets it too. */
  key: string | null;
  notify: (code: 'outbox-damaged', detail: string) => void;
}

/**
 * Throws AppError `database-from-future`, `account-mismatch`, or what SQLite says of a disk it cannot use.
 */
export const openOutbox = ({ files, directory, key, notify, ...options }: OpenOutboxOptions): Outbox => {
  const name = `${directory}/${OUTBOX}`;
  const open = (): Outbox => {
    const database = key === null ? files.open(name) : files.open(name, key);
    try {
      return createOutbox({
        ...options,
        database,
        backupPath: (version) =>
          `${files.directory}/${directory}/outbox.before-${version + 1}-${options.clock.now()}.db`,
      });
    } catch (error) {
      database.close();
      throw error;
    }
  };
  try {
    return open();
  } catch (error) {
    if (error instanceof OutboxError) throw new AppError(error.code, error.message, { cause: error });
    if (!isCorruption(error)) throw error;
    return openAnew(files, directory, open, options.log, notify);
  }
};

const openAnew = (
  files: Files,
  directory: string,
  open: () => Outbox,
  log: Log,
  notify: OpenOutboxOptions['notify'],
): Outbox => {
  const aside = setDamagedAside(files, directory);
  log.error('the outbox was damaged and is set aside', { aside });
  notify('outbox-damaged', aside);
  return open();
};
