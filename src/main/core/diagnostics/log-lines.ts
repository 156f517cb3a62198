/**
 * The lines of the log file, newest first. Unreadable lines (a torn write, another program's) are left out.
 */
import { isObject } from '#shared/domain/is-object';
import type { LogLine } from '#shared/contract/diagnostics';
import { readableFacts } from '#shared/domain/log-facts';
import type { Files } from '../ports/ports';

/** The log file and those before it, the newest first, as `main/node/log.ts` rotates them. */
export const LOG_FILES = [
  'logs/satchel.log',
  'logs/satchel.log.1',
  'logs/satchel.log.2',
  'logs/satchel.log.3',
] as const;
const LEVELS: readonly LogLine['level'][] = ['error', 'warn', 'info'];

const hasAll = (line: string, words: readonly string[]): boolean =>
  words.every((word) => line.includes(word));

/** What the screen shows of a line, and what its file has, without case. */
const searchedText = ({ at, message, facts }: LogLine): string =>
  [at, message, readableFacts(facts), facts].join(' ').toLowerCase();

/**
 * At most `limit` lines of these levels that contain `text` as the screen shows it or as the file has it, ignoring
 * case; `more` if there are others.
 */
export const readLog = (
  files: Pick<Files, 'readText'>,
  { levels, text, limit }: { levels: readonly LogLine['level'][]; text: string; limit: number },
): { lines: LogLine[]; more: boolean } => {
  const wanted = text.toLowerCase();
  // Two cheap tests before a line is parsed: the viewer reads the files again every few seconds. The words of the text
  // are tested, because JSON writes quotation marks and backslashes otherwise than the screen.
  const words = wanted.match(/[\p{L}\p{N}]+/gu) ?? [];
  const signs = levels.map((level) => `"level":"${level}"`);
  const lines: LogLine[] = [];
  for (const name of LOG_FILES) {
    const raw = (files.readText(name) ?? '').split('\n');
    for (let at = raw.length - 1; at >= 0; at -= 1) {
      const line = raw[at] ?? '';
      if (line === '' || !signs.some((sign) => line.includes(sign))) continue;
      if (words.length > 0 && !hasAll(line.toLowerCase(), words)) continue;
      const parsed = parseLine(line);
      if (!parsed || !levels.includes(parsed.level)) continue;
      if (wanted !== '' && !searchedText(parsed).includes(wanted)) continue;
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
