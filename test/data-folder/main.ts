/**
 * `npm run make:data-folder -- NAME`: keeps a data folder of this version, plain and encrypted, as a fixture
 * for the versions to come (test/fixtures/data-folders).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { makeDataFolder } from './make-data-folder';

const name = process.argv[2];
if (name === undefined) {
  process.stderr.write('Name the version: npm run make:data-folder -- NAME\n');
  process.exit(1);
}
const folder = `${process.env.SATCHEL_ROOT}/test/fixtures/data-folders`;
mkdirSync(folder, { recursive: true });
for (const form of ['plain', 'encrypted'] as const) {
  const made = await makeDataFolder(form === 'encrypted');
  const bytes = gzipSync(JSON.stringify(made), { level: 9 });
  writeFileSync(`${folder}/${name}.${form}.json.gz`, bytes);
  const states = made.accounts.map(({ items, drafts }) =>
    [...items.map(({ state, held }) => (held ? 'held' : state)), `${drafts.length} drafts`].join(' '),
  );
  process.stdout.write(`${form}: ${bytes.length} bytes\n  ${states.join('\n  ')}\n`);
}
process.exit(0);
