/**
 * The JournalFile port: checked lines on a medium that stores bytes. The medium is a file on the disk, or
 * memory in the simulation, so that the simulation's crashes test the same code.
 *
 * Guarantees: a synced append is on the disk when it returns, and so is its removal by `takeBack`. A failed
 * append leaves nothing that is read later; its bytes are cut off before the next one. A replacement leaves
 * the old lines or the new ones.
 */
import { errorCodeOf } from '#core/error-code';
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { JournalFile } from '#core/ports/ports';
import { syncDirectory, writeWhole } from './durable';
import { createLineCodec, formOf } from './journal-lines';

/** Stores the bytes of a journal. Every call throws the error of the disk. */
export interface JournalMedium {
  /** Null where there is no file. */
  read(): Buffer | null;
  write(bytes: Buffer, at: number): void;
  truncate(at: number): void;
  sync(): void;
  replace(bytes: Buffer): void;
  /** Returns false if another file has replaced the one that is written to. */
  inPlace(): boolean;
  close(): void;
}

export const createJournalFile = (
  medium: JournalMedium,
  key: string | null,
  readKey: string | null = key,
): JournalFile => {
  const codec = createLineCodec(key);
  const reader = createLineCodec(readKey);
  /** The number of valid bytes. Bytes after them are cut off before the next append. */
  let end = 0;
  let before = 0;
  let clean = false;
  const cut = (): void => {
    medium.truncate(end);
    clean = true;
  };
  return {
    read: () => {
      const bytes = medium.read();
      if (bytes === null) return { records: [], damaged: 0, isCutOff: false, isWhole: false, isAbsent: true };
      const { records, damaged, torn, isCutOff, forms } = reader.read(bytes);
      end = bytes.lastIndexOf(0x0a) + 1;
      before = end;
      clean = end === bytes.length;
      const other = [...forms].some((form) => form !== codec.form);
      return { records, damaged, isCutOff, isWhole: damaged === 0 && !torn && !other, isAbsent: false };
    },
    append: (records, sync) => {
      const bytes = Buffer.from(records.map(codec.seal).join(''), 'utf8');
      if (!clean) cut();
      clean = false;
      medium.write(bytes, end);
      if (sync) medium.sync();
      clean = true;
      before = end;
      end += bytes.length;
    },
    takeBack: () => {
      end = before;
      clean = false;
      cut();
      // Otherwise a power loss could bring back what the user was told is not saved.
      medium.sync();
    },
    replace: (records) => {
      const bytes = Buffer.from(records.map(codec.seal).join(''), 'utf8');
      medium.replace(bytes);
      end = bytes.length;
      before = end;
      clean = true;
    },
    inPlace: () => medium.inPlace(),
    sizeBytes: () => end,
    close: () => medium.close(),
  };
};

/** A file on the disk, opened for writing only when something is written. Only the user can read it. */
export const fileMedium = (path: string): JournalMedium => {
  let file: number | null = null;
  let isThere = false;
  const open = (): number => {
    if (file !== null) return file;
    const isNew = !existsSync(path);
    file = openSync(path, isNew ? 'w+' : 'r+', 0o600);
    if (isNew) syncDirectory(dirname(path));
    isThere = true;
    return file;
  };
  const close = (): void => {
    const held = file;
    file = null;
    if (held !== null) closeSync(held);
  };
  return {
    read: () => {
      try {
        const bytes = readFileSync(path);
        isThere = true;
        return bytes;
      } catch (error) {
        if (errorCodeOf(error) === 'ENOENT') return null;
        throw error;
      }
    },
    write: (bytes, at) => {
      const to = open();
      for (let written = 0; written < bytes.length;)
        written += writeSync(to, bytes, written, bytes.length - written, at + written);
    },
    truncate: (at) => ftruncateSync(open(), at),
    sync: () => fsyncSync(open()),
    replace: (bytes) => {
      // Windows cannot replace an open file.
      close();
      writeWhole(path, bytes);
      isThere = true;
    },
    inPlace: () => (file === null ? !isThere || existsSync(path) : fstatSync(file).nlink > 0),
    close,
  };
};

export const journalForm = (path: string): 'absent' | 'plain' | 'encrypted' => {
  if (!existsSync(path)) return 'absent';
  const file = openSync(path, 'r');
  try {
    const first = Buffer.alloc(1);
    if (readSync(file, first, 0, 1, 0) === 0) return 'absent';
    return formOf(first[0]);
  } finally {
    closeSync(file);
  }
};
