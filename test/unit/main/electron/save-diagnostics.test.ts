/** The report for the support is written whatever the core does: it is needed most when the core fails. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
