// node scripts/check-draft.mjs FOLDER: exits with 1 and prints what is wrong with the files of a release: an
// empty file, an unsigned package of Windows or macOS, a package without a checksum, a file that is missing or
// has another checksum. The release workflow runs it before it makes the draft.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '.'] = process.argv.slice(2);
const names = existsSync(folder) ? readdirSync(folder).sort() : [];
const contentOf = (name) => readFileSync(join(folder, name));
const sums = new Map(
  names
    .filter((name) => name.startsWith('SHA256SUMS-'))
    .flatMap((name) => contentOf(name).toString('utf8').trim().split('\n'))
    .map((line) => line.split('  ').toReversed()),
);
const packages = names.filter((name) => name.startsWith('Satchel-'));
const problems = [
  ...(packages.length === 0 ? ['there is no package'] : []),
  ...names.filter((name) => contentOf(name).length === 0).map((name) => `${name} is empty`),
  ...packages
    .filter((name) => name.includes('-unsigned') && !name.includes('-linux-'))
    .map((name) => `${name} is not signed`),
  ...packages.filter((name) => !sums.has(name)).map((name) => `${name} has no checksum`),
  ...[...sums].flatMap(([name, sum]) => {
    if (!names.includes(name)) return [`${name} is missing`];
    const found = createHash('sha256').update(contentOf(name)).digest('hex');
    return found === sum ? [] : [`${name} has another checksum`];
  }),
];
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
