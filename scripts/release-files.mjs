// node scripts/release-files.mjs PACKAGES RELEASE SYSTEM: copies the files of a release from one folder to
// another, with their checksums in SHA256SUMS-SYSTEM. Windows and macOS packages are copied only if they are
// signed. Linux packages have no signature of their own; users verify them by the checksums. If there is
// nothing to copy, no file is written: GitHub refuses an empty file.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [packages, release, system] = process.argv.slice(2);
if (system === undefined) {
  console.error('node scripts/release-files.mjs PACKAGES RELEASE SYSTEM');
  process.exit(1);
}
const isReleased = (name) => !name.includes('-unsigned') || name.includes('-linux-');
const names = readdirSync(packages)
  .filter((name) => name.startsWith('Satchel-') && isReleased(name))
  .sort();
if (names.length === 0) {
  console.log(`${system}: no signed package, so no files for the release.`);
  process.exit(0);
}
mkdirSync(release, { recursive: true });
const feeds = readdirSync(packages).filter((name) => /^latest.*\.yml$/.test(name));
for (const name of [...names, ...feeds]) copyFileSync(join(packages, name), join(release, name));
const sums = names.map((name) => {
  const sum = createHash('sha256')
    .update(readFileSync(join(packages, name)))
    .digest('hex');
  return `${sum}  ${name}\n`;
});
writeFileSync(join(release, `SHA256SUMS-${system}`), sums.join(''));
console.log(`${system}: ${names.join(', ')}`);
