/** A disk of a few megabytes that a test can fill or make read-only. It needs root on Linux. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly path: string;
  /** Fills the remaining space to the last byte. */
  fill(): void;
  /** Frees that space again. */
  clear(): void;
  setReadOnly(readOnly: boolean): void;
  remove(): void;
}

const FILLER = 'filler';

export const makeSmallDisk = (sizeMb: number): SmallDisk => {
  const path = mkdtempSync(join(tmpdir(), 'satchel-small-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', path], { stdio: 'pipe' });
  return {
    path,
    fill: () => {
      const file = openSync(join(path, FILLER), 'w');
      try {
        for (let piece = 1 << 18; piece >= 1; piece >>= 1)
          try {
            for (;;) if (writeSync(file, Buffer.alloc(piece, 1)) < piece) break;
          } catch {
            /* There is no room for a piece of this size. */
          }
      } finally {
        closeSync(file);
      }
    },
    clear: () => rmSync(join(path, FILLER), { force: true }),
    setReadOnly: (readOnly) =>
      void execFileSync('mount', ['-o', `remount,${readOnly ? 'ro' : 'rw'}`, path], { stdio: 'pipe' }),
    remove: () => {
      execFileSync('umount', ['-l', path], { stdio: 'pipe' });
      rmSync(path, { recursive: true, force: true });
    },
  };
};

/** Null if this process may mount a disk; otherwise the reason why not. */
export const whyNoSmallDisk = (): string | null => {
  if (process.platform !== 'linux') return 'small disks are made on Linux only';
  if (process.getuid?.() !== 0) return 'only root may mount a small disk';
  try {
    makeSmallDisk(1).remove();
    return null;
  } catch (error) {
    return `mounting is refused: ${String(error).split('\n')[0]}`;
  }
};
