/**
 * The report for the support: the content of Diagnostics, the versions, and the ends of the log files, in one
 * JSON file. The user can read it before sending it. Requests are listed without bodies. The log was redacted
 * when it was written and is redacted again here.
 */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { redactText } from '../node/redact';

const LINES_KEPT = 400;

export interface DiagnosticsParts {
  logFolder: string;
  facts: Readonly<Record<string, unknown>>;
  /** The answer of the core; absent while it does not run. */
  core(): Promise<unknown>;
}

const endOf = async (file: string): Promise<string[]> =>
  (await readFile(file, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .slice(-LINES_KEPT)
    .map((line) => redactText(line, 2000));

const logsOf = async (folder: string): Promise<Record<string, string[]>> => {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.log'));
  return Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [name, await endOf(join(folder, name)).catch(() => [])] as const),
    ),
  );
};

export const writeDiagnostics = async (
  file: string,
  { logFolder, facts, core }: DiagnosticsParts,
): Promise<void> => {
  const report = {
    madeAt: new Date().toISOString(),
    ...facts,
    core: await core().catch(() => null),
    logs: await logsOf(logFolder),
  };
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 });
};
