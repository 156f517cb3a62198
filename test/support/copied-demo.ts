/**
 * The demo workspace with its first copy and all details. The first caller of a run makes it; the others
 * wait.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { openCore, untilDetailsRead } from './outbox-window';
import { startApp } from './processes';

const LOOK_MS = 100;
const WITHIN_MS = 120_000;

const isFirst = (folder: string): boolean => {
  try {
    mkdirSync(`${folder}.begun`);
    return true;
  } catch {
    return false;
  }
};

const make = async (folder: string): Promise<void> => {
  const unfinished = `${folder}.unfinished`;
  const app = await startApp(['--demo', '--data', unfinished]);
  const { core, close } = openCore(app.url);
  await untilDetailsRead(core, WITHIN_MS);
  close();
  await app.stop();
  renameSync(unfinished, folder);
};

/** Copies it into a data folder for the caller, for `--demo --data`. */
export const copiedDemo = async (): Promise<string> => {
  const folder = join(inject('sharedFolder'), 'demo');
  if (isFirst(folder)) await make(folder);
  for (const end = Date.now() + WITHIN_MS; !existsSync(folder); await sleep(LOOK_MS))
    if (Date.now() > end) throw new Error('the demo was not copied in time; whoever began it says why');
  const data = mkdtempSync(join(tmpdir(), 'satchel-demo-'));
  cpSync(folder, data, { recursive: true });
  return data;
};
