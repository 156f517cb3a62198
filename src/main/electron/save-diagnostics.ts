/**
 * The report for the support: the content of Diagnostics, the versions, and the ends of the log files, in one
 * JSON file. The user can read it before sending it. Requests are listed without bodies. The log was redacted
 * when it was written and is redacted again here. What names a person is removed, as from the report in Settings.
 */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BrowserWindow, Dialog } from 'electron';
import { reportText } from '#core/diagnostics/bundle';
import { redactText } from '../node/redact';
import type { ShellWords } from './words';

const LINES_KEPT = 400;
/** A core that hangs does not answer at all. The report is then the more needed, with the log. */
const CORE_ANSWERS_MS = 10_000;

export interface DiagnosticsParts {
  logFolder: string;
  facts: Readonly<Record<string, unknown>>;
  /** The answer of the core; undefined while it does not run. */
  core(): Promise<unknown>;
}

/**
 * The last lines of a log. A log that was just rotated is nearly empty: its earlier lines are in the file before it.
 */
const endOf = async (file: string): Promise<string[]> => {
  const lines: string[] = [];
  for (const part of [file, `${file}.1`]) {
    if (lines.length >= LINES_KEPT) break;
    const text = await readFile(part, 'utf8').catch(() => '');
    lines.unshift(...text.split('\n').filter((line) => line !== ''));
  }
  return lines.slice(-LINES_KEPT).map((line) => redactText(line, 2000));
};

const logsOf = async (folder: string): Promise<Record<string, string[]>> => {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.log'));
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await endOf(join(folder, name))] as const)),
  );
};

const inTime = async (answer: Promise<unknown>): Promise<unknown> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), CORE_ANSWERS_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
};

export const writeDiagnostics = async (
  file: string,
  { logFolder, facts, core }: DiagnosticsParts,
): Promise<void> => {
  const report = {
    madeAt: new Date().toISOString(),
    ...facts,
    core: await inTime(core()).catch(() => null),
    logs: await logsOf(logFolder),
  };
  const text = reportText(report, dirname(logFolder));
  await writeFile(file, `${text}\n`, { mode: 0o600 });
};

export interface SaveReportOptions extends DiagnosticsParts {
  dialog: Pick<Dialog, 'showSaveDialog' | 'showMessageBox'>;
  window: BrowserWindow | null;
  /** The proposed folder. */
  folder: string;
  words: ShellWords;
  logError: (message: string, facts: { error: unknown }) => void;
}

/** Asks where to save the report, and writes it. Returns false if the user cancelled or the write failed. */
export const saveReport = async ({
  dialog,
  window,
  folder,
  words,
  logError,
  ...parts
}: SaveReportOptions): Promise<boolean> => {
  const options = {
    defaultPath: join(folder, 'satchel-report.json'),
    filters: [{ name: 'JSON', extensions: ['json'] }],
  };
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, options)
    : dialog.showSaveDialog(options));
  if (canceled || filePath === '') return false;
  try {
    await writeDiagnostics(filePath, parts);
    return true;
  } catch (error) {
    logError('the report was not saved', { error });
    await dialog.showMessageBox({
      type: 'error',
      message: words.reportFailed,
      detail: words.reportFailedDetail,
      buttons: [words.ok],
    });
    return false;
  }
};
