/** The service of the demo account, with its own database. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

it.each([
  ['is no database', () => Buffer.from('junk, and no database at all')],
  [
    'has a damaged header',
    (file: Buffer) => Buffer.concat([file.subarray(0, 18), Buffer.from([9]), file.subarray(19)]),
  ],
  ['has damaged pages', (file: Buffer) => file.fill(0xa5, 4096, Math.floor(file.length / 2))],
])(
  'starts afresh if its database %s, keeps the old file, and says so',
  { timeout: 60_000 },
  async (_, damage) => {
    const directory = mkdtempSync(join(tmpdir(), 'satchel-demo-'));
    const told: string[] = [];
    const opened: { close(): void }[] = [];
    onTestFinished(() => {
      for (const one of opened) one.close();
      rmSync(directory, { recursive: true });
    });
    const open = () => {
      const demo = createDemoTransport(createFiles(directory), (aside) => told.push(aside));
      opened.push(demo);
      const url = `${DEMO_ORIGIN}/v1/company/list`;
      return {
        demo,
        answer: () => demo.transport().read({ method: 'GET', url, headers: {}, timeoutMs: 10_000 }),
      };
    };
    const first = open();
    const before = await first.answer();
    expect(before).toMatchObject({ kind: 'answer' });
    first.demo.close();
    const path = join(directory, 'demo-service/service.db');
    const damaged = damage(readFileSync(path));
    writeFileSync(path, damaged);
    const now = await open().answer();
    expect(now).toMatchObject({ kind: 'answer', status: before.kind === 'answer' ? before.status : 0 });
    expect(told).toEqual(['demo-service/service.db.aside-1']);
    expect(readFileSync(join(directory, told[0] ?? '')).equals(damaged)).toBe(true);
  },
);
