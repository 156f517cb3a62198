/**
 * The log: one JSON line per event in `logs/satchel.log` (the shell has its own), rotated by size, with
 * secrets redacted. Nothing here throws, because a lost log line must not harm the app.
 */
import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '#core/ports/ports';
import { isDiskLow } from './reserve-file';
import { redactFacts, redactText } from './redact';

const MAX_BYTES = 2_000_000;
const KEPT = 3;

export const createFileLog = (
  dataDirectory: string,
  options: { now?: () => number; maxBytes?: number; name?: string } = {},
): Log => {
  const { now = Date.now, maxBytes = MAX_BYTES, name = 'satchel' } = options;
  const path = join(dataDirectory, 'logs', `${name}.log`);
  let sizeBytes = 0;
  try {
    mkdirSync(join(dataDirectory, 'logs'), { recursive: true });
    sizeBytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    /* A read-only directory leaves the app without a log, not without work. */
  }

  const rename = (): void => {
    rmSync(`${path}.${KEPT}`, { force: true });
    for (let n = KEPT - 1; n >= 1; n -= 1)
      if (statSync(`${path}.${n}`, { throwIfNoEntry: false })) renameSync(`${path}.${n}`, `${path}.${n + 1}`);
    renameSync(path, `${path}.1`);
  };
  /** On Windows another program may hold a log file. Then the current file grows until the next try. */
  const rotate = (): void => {
    sizeBytes = 0;
    try {
      rename();
    } catch {
      /* The line is written to the file as it is. */
    }
  };
  const write = (
    level: 'error' | 'warn' | 'info',
    message: string,
    facts: Readonly<Record<string, unknown>> = {},
  ): void => {
    // The remaining room is reserved for unsent work.
    if (isDiskLow(dataDirectory)) return;
    try {
      const line = `${JSON.stringify({ at: new Date(now()).toISOString(), level, message: redactText(message), ...redactFacts(facts) })}\n`;
      if (sizeBytes > 0 && sizeBytes + line.length > maxBytes) rotate();
      appendFileSync(path, line, { mode: 0o600 });
      sizeBytes += Buffer.byteLength(line);
    } catch {
      /* A full disk or a circular fact must not stop what was being logged about. */
    }
  };
  return {
    error: (message, facts) => write('error', message, facts),
    warn: (message, facts) => write('warn', message, facts),
    info: (message, facts) => write('info', message, facts),
  };
};
