/**
 * Encrypts a database in its own process and kills itself before or after one step. Arguments: database, key,
 * number of the step (0 for none), `before` or `after`, `copy` for the cache of the records. Prints the steps
 * that it began.
 */
import { writeSync } from 'node:fs';
import { encryptDatabase, addTags, realSteps, type DiskSteps } from '../../../src/main/node/encrypt-database';

const [path = '', key = '', at = '0', when = 'before', what = 'outbox'] = process.argv.slice(2);
let began = 0;
const die = (): void => {
  process.kill(process.pid, 'SIGKILL');
};
const counted = Object.fromEntries(
  Object.entries(realSteps).map(([name, step]) => [
    name,
    (...args: never[]) => {
      began += 1;
      writeSync(1, `${name}\n`);
      if (began === Number(at) && when === 'before') die();
      (step as (...given: never[]) => void)(...args);
      if (began === Number(at)) die();
    },
  ]),
) as unknown as DiskSteps;
(what === 'copy' ? addTags : encryptDatabase)(path, key, counted);
writeSync(1, 'done\n');
