/** The service of the demo account, with its own database. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

const companies = (directory: string, told: string[] = []) => {
  const demo = createDemoTransport(createFiles(directory), (aside) => told.push(aside));
  onTestFinished(() => demo.close());
  const url = `${DEMO_ORIGIN}/v1/company/list`;
  return {
    demo,
    answer: () => demo.transport().read({ method: 'GET', url, headers: {}, timeoutMs: 10_000 }),
  };
};
const emptyFolder = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-demo-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
};
const DATABASE = 'demo-service/service.db';
/** A sound database, and the status of its answer. It is made once, because that takes a second. */
let sound: { bytes: Buffer; status: number } | null = null;
const soundDatabase = async (): Promise<NonNullable<typeof sound>> => {
  if (sound !== null) return sound;
  const directory = emptyFolder();
  const { demo, answer } = companies(directory);
  const before = await answer();
  if (before.kind !== 'answer') throw new Error(before.detail);
  demo.close();
  sound = { bytes: readFileSync(join(directory, DATABASE)), status: before.status };
  return sound;
};

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
    const { bytes, status } = await soundDatabase();
    const directory = emptyFolder();
    const damaged = damage(Buffer.from(bytes));
    mkdirSync(join(directory, 'demo-service'));
    writeFileSync(join(directory, DATABASE), damaged);
    const told: string[] = [];
    expect(await companies(directory, told).answer()).toMatchObject({ kind: 'answer', status });
    expect(told).toEqual([`${DATABASE}.aside-1`]);
    expect(readFileSync(join(directory, told[0] ?? '')).equals(damaged)).toBe(true);
  },
);
