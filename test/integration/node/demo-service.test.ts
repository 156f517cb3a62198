/** The service of the demo account, with its own database. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createDemoTransport } from '../../../src/main/demo-service';
import { DEMO_ORIGIN } from '../../../src/main/node/in-process-transport';
import { createFiles } from '../../../src/main/node/files';

it('opens at the next request if it could not be opened at the first', { timeout: 60_000 }, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-demo-'));
  const demo = createDemoTransport(createFiles(directory));
  onTestFinished(() => {
    demo.close();
    rmSync(directory, { recursive: true });
  });
  const read = () =>
    demo.transport().read({ method: 'GET', url: `${DEMO_ORIGIN}/`, headers: {}, timeoutMs: 10_000 });
  // A file stands where the folder of the database should be.
  const folder = join(directory, 'demo-service');
  writeFileSync(folder, '');
  expect(await read()).toMatchObject({ kind: 'failure', reason: 'reset' });
  rmSync(folder);
  expect(await read()).toMatchObject({ kind: 'answer' });
});
