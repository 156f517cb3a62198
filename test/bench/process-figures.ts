/**
 * Figures from Linux: memory and processor time of a process with all its descendants, and the size of a
 * folder.
 */
import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Process {
  pid: number;
  parent: number;
  command: string;
  ticks: number;
}

const processes = (): Process[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        // The name in parentheses may contain spaces; the parent is the second word after it.
        const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const [parent, ticks] = [Number(words[1]), Number(words[11]) + Number(words[12])];
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ pid: Number(name), parent, command, ticks }];
      } catch {
        return [];
      }
    });

/** The process and all its descendants. */
const family = (pid: number): Process[] => {
  const all = processes();
  const found = all.filter((one) => one.pid === pid);
  for (let at = 0; at < found.length; at += 1)
    found.push(...all.filter(({ parent }) => parent === found[at]?.pid));
  return found;
};

const pssBytes = (pid: number): number => {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
};

/** The role of a process of Electron, or of the relayed core. */
const roleOf = ({ command }: Process): string => {
  if (command.includes('core-worker')) return 'core';
  return /--type=(\S+)/.exec(command)?.[1] ?? 'main';
};

/** The proportional share of memory of a process and all its descendants by role, in bytes. */
export const memoryOf = (pid: number): ReadonlyMap<string, number> => {
  const memory = new Map<string, number>();
  for (const member of family(pid)) {
    const role = roleOf(member);
    memory.set(role, (memory.get(role) ?? 0) + pssBytes(member.pid));
  }
  return memory;
};

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
/** Processor time of the process and all its descendants; ended processes are not included. */
export const processorMsOf = (pid: number): number =>
  family(pid).reduce((ms, { ticks }) => ms + ticks * TICK_MS, 0);

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return entry.isFile() ? [path] : [];
  });

export const sizeOf = (folder: string): number =>
  filesIn(folder).reduce((bytes, path) => bytes + lstatSync(path).size, 0);

/** Makes the system drop its cache of these folders, so that the next start reads from the disk. */
export const forgetFiles = (folders: readonly string[]): void => {
  for (const path of folders.flatMap(filesIn))
    execFileSync('dd', [`if=${path}`, 'iflag=nocache', 'count=0'], { stdio: 'ignore' });
};
