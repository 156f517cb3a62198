/**
 * Encrypts or decrypts an account's outbox through the core, in its own process, and kills itself before one
 * step. Arguments: data directory, `on` or `off`, number of the step (0 for none). Prints the steps that it
 * began, and the recovery code that the core returned.
 */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { createCore } from '../../../src/main/core/create-core';
import {
  decryptDatabase,
  encryptDatabase,
  realSteps,
  type DiskSteps,
} from '../../../src/main/node/encrypt-database';
import { createFiles } from '../../../src/main/node/files';
import { systemClock, systemRandom, systemTimers } from '../../../src/main/node/system';
import { memoryLog, memorySecrets } from '../sync/core-fixture';
import { fakeKeyring } from '../sync/fake-keyring';

const [directory = '', change = 'on', at = '0'] = process.argv.slice(2);
const say = (line: string): void => {
  writeSync(1, `${line}\n`);
};
let began = 0;
let armed = false;
const step = (name: string): void => {
  if (!armed) return;
  began += 1;
  say(name);
  if (began === Number(at)) process.kill(process.pid, 'SIGKILL');
};
const counted = <T extends object>(target: T, names: readonly (keyof T & string)[]): T => {
  for (const name of names) {
    const real = target[name] as (...args: unknown[]) => unknown;
    (target as Record<string, unknown>)[name] = (...args: unknown[]) => {
      step(name);
      return real.apply(target, args);
    };
  }
  return target;
};

const keyring = fakeKeyring();
keyring.mood.directory = directory;
const files = createFiles(directory);
const disk = Object.fromEntries(
  Object.entries(realSteps).map(([name, real]) => [
    name,
    (...args: never[]) => {
      step(name);
      (real as (...given: never[]) => void)(...args);
    },
  ]),
) as unknown as DiskSteps;
files.encrypt = (name, key) => encryptDatabase(join(directory, name), key, disk);
files.decrypt = (name, key) => decryptDatabase(join(directory, name), key, disk);
const outboxKeys = counted(keyring.outboxKeys(files), ['keep', 'wrap', 'forget']);
counted(files, ['open', 'writeText']);
const core = createCore(
  {
    clock: systemClock,
    timers: systemTimers,
    random: systemRandom,
    log: memoryLog(),
    secrets: { ...memorySecrets(), storage: 'keychain' },
    databaseKeys: keyring.databaseKeys,
    outboxKeys,
    files,
    transport: () => {
      const offline = () =>
        Promise.resolve({
          kind: 'failure' as const,
          reason: 'connect' as const,
          unsent: true,
          detail: 'offline',
        });
      return { read: offline, push: offline };
    },
    shell: 'web',
    platform: 'test',
    version: '0.0.0',
  },
  { pull: { rounds: 'asked' } },
);
await core.start();
armed = true;
if (change === 'on') {
  const offer = core.accounts.offerCode();
  if (!offer.ok) throw new Error(offer.error.code);
  say(`code ${offer.code}`);
  const outcome = await core.accounts.confirmCode(
    offer.ask.map((place) => offer.code.split('-')[place] ?? ''),
  );
  if (!outcome.ok) throw new Error(outcome.error.code);
} else {
  const outcome = await core.accounts.decryptOutbox();
  if (!outcome.ok) throw new Error(outcome.error.code);
}
say('done');
process.exit(0);
