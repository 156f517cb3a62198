/** The report for the support is written whatever the core does: it is needed most when the core fails. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { writeDiagnostics } from '../../../../src/main/electron/save-diagnostics';

it.each([
  ['answers', () => Promise.resolve({ rows: 1 }), { rows: 1 }],
  ['fails', () => Promise.reject(new Error('disk I/O error')), null],
  ['never answers', () => new Promise(() => undefined), null],
])('is written if the core %s', async (_, core, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-report-'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    rmSync(folder, { recursive: true, force: true });
  });
  const file = join(folder, 'report.json');
  const written = writeDiagnostics(file, { logFolder: join(folder, 'logs'), facts: { version: '1' }, core });
  await vi.runAllTimersAsync();
  await written;
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version: '1', core: expected, logs: {} });
});

it('contains no name of a person from the logs, like the report in Settings', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-report-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const logFolder = join(folder, 'logs');
  mkdirSync(logFolder);
  const causes = [
    'EACCES: open /home/janedoe/Documents/x.pdf',
    String.raw`EPERM: rename C:\Users\Jane Doe\AppData\Local\Satchel\data\window.json`,
    'no such user: jane.doe@example.com',
    `SQLITE_FULL: ${join(folder, 'accounts')}`,
  ];
  const lines = causes.map((cause) => JSON.stringify({ level: 'error', message: 'failed', cause }));
  writeFileSync(join(logFolder, 'shell.log'), `${lines.join('\n')}\n`);
  const file = join(folder, 'report.json');
  await writeDiagnostics(file, { logFolder, facts: { version: '1' }, core: async () => undefined });
  const text = readFileSync(file, 'utf8');
  expect(JSON.parse(text).logs['shell.log']).toHaveLength(causes.length);
  for (const name of ['janedoe', 'Jane Doe', 'jane.doe', folder]) expect(text).not.toContain(name);
});

it('contains the lines before a rotation, if the log is nearly empty after it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-report-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const logFolder = join(folder, 'logs');
  mkdirSync(logFolder);
  const lines = Array.from({ length: 500 }, (_, at) => `line ${at}`);
  writeFileSync(join(logFolder, 'satchel.log.1'), `${lines.join('\n')}\n`);
  writeFileSync(join(logFolder, 'satchel.log'), 'line 500\n');
  const file = join(folder, 'report.json');
  await writeDiagnostics(file, { logFolder, facts: { version: '1' }, core: async () => undefined });
  const kept = JSON.parse(readFileSync(file, 'utf8')).logs['satchel.log'] as string[];
  expect([kept.length, kept.at(0), kept.at(-1)]).toEqual([400, 'line 101', 'line 500']);
});
