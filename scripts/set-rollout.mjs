// node scripts/set-rollout.mjs FOLDER PERCENT: writes into every feed of the folder (latest*.yml) the share of
// copies that are offered the version at first. Exits with 1 unless PERCENT is a whole number from 1 to 100.
import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '.', percent = ''] = process.argv.slice(2);
if (!/^(?:[1-9]\d?|100)$/.test(percent)) {
  console.error(`The share is "${percent}", not a whole number from 1 to 100.`);
  process.exit(1);
}
for (const name of readdirSync(folder).filter((one) => /^latest.*\.yml$/.test(one)))
  appendFileSync(join(folder, name), `stagingPercentage: ${percent}\n`);
