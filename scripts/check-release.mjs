// node scripts/check-release.mjs TAG [FOLDER]: exits with 1 unless the tag, package.json, the lockfile and
// the newest entry of the changelog name the same version. The release workflow runs it first.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ensure-build.mjs';

const [tag = '', folder = root] = process.argv.slice(2);
const read = (name) => readFileSync(join(folder, name), 'utf8');
const { version } = JSON.parse(read('package.json'));
const locked = JSON.parse(read('package-lock.json')).version;
const newest = /^## (.+)$/m.exec(read('CHANGELOG.md'))?.[1] ?? 'nothing';
const problems = [
  tag === `v${version}` ? null : `the tag is ${tag || 'missing'}, package.json says ${version}`,
  locked === version ? null : `package-lock.json says ${locked}, package.json ${version}`,
  newest.split(' ')[0] === version && !newest.includes('unreleased')
    ? null
    : `the newest entry of CHANGELOG.md is "${newest}", not "${version}"`,
].filter((problem) => problem !== null);
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
