/**
 * The lines of the log file, newest first. Unreadable lines (a torn write, another program's) are left out.
 */
import { isObject } from '#shared/domain/is-object';
import type { LogLine } from '#shared/contract/diagnostics';
import type { Files } from '../ports/ports';

/** The log file and those before it, the newest first, as `main/node/log.ts` rotates them. */
export const LOG_FILES = [
  'logs/satchel.log',
  'logs/satchel.log.1',
  'logs/satchel.log.2',
  'logs/satchel.log.3',
] as const;
const LEVELS: readonly LogLine['level'][] = ['error', 'warn', 'info'];

/** At most `limit` lines of these levels that contain `text`, ignoring case; `more` if there are others. */
export const readLog = (
  files: Pick<Files, 'readText'>,
  { levels, text, limit }: { levels: readonly LogLine['level'][]; text: string; limit: number },
): { lines: LogLine[]; more: boolean } => {
  const wanted = text.toLowerCase();
  // A cheap test before a line is parsed: the viewer reads the files again every few seconds.
  const signs = levels.map((level) => `"level":"${level}"`);
  const lines: LogLine[] = [];
  for (const name of LOG_FILES) {
    const raw = (files.readText(name) ?? '').split('\n');
    for (let at = raw.length - 1; at >= 0; at -= 1) {
      const line = raw[at] ?? '';
      if (line === '' || (wanted !== '' && !line.toLowerCase().includes(wanted))) continue;
      if (!signs.some((sign) => line.includes(sign))) continue;
      const parsed = parseLine(line);
      if (!parsed || !levels.includes(parsed.level)) continue;
      if (lines.length === limit) return { lines, more: true };
      lines.push(parsed);
    }
  }
  return { lines, more: false };
};

const parseLine = (line: string): LogLine | null => {
  try {
    const parsed: unknown = JSON.parse(line);
    if (!isObject(parsed)) return null;
    const { at, level: name, message, ...facts } = parsed;
    const level = LEVELS.find((one) => one === name);
    if (typeof at !== 'string' || level === undefined) return null;
    return {
      at,
      level,
      message: String(message ?? ''),
      facts: Object.keys(facts).length === 0 ? '' : JSON.stringify(facts),
    };
  } catch {
    return null;
  }
};
