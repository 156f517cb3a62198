/**
 * A core in its own process, which a test may kill at any moment. Arguments: data directory, service URL,
 * page size. Prints `done` when a round ends.
 */
import { createCore } from '../../../src/main/core/create-core';
import { createFiles } from '../../../src/main/node/files';
import { systemClock, systemRandom, systemTimers } from '../../../src/main/node/system';
import { createNodeTransport } from '../../../src/main/node/transport';
import { memoryLog, memorySecrets, noKeys, noOutboxKeys } from './core-fixture';
import { CLIENT } from './connection';

const [directory = '', url = ''] = process.argv.slice(2);
const files = createFiles(directory);
const core = createCore(
  {
    clock: systemClock,
    timers: systemTimers,
    random: systemRandom,
    log: memoryLog(),
    secrets: memorySecrets(),
    databaseKeys: noKeys,
    outboxKeys: noOutboxKeys(files),
    files,
    transport: () => createNodeTransport(),
    shell: 'web',
    platform: 'test',
    version: '0.0.0',
  },
  {
    pull: {
      rounds: 'asked',
      limits: { pageSize: 20, splitAbove: 60 },
      censusMs: 0,
      recheckMs: 0,
      detailBudget: 20,
    },
  },
);
await core.start();
const account = core.accounts.state().accounts[0];
const outcome = account
  ? await core.accounts.signIn(account.id, CLIENT)
  : await core.accounts.connect({
      baseUrl: url,
      credentials: CLIENT,
      headerStyle: 'raw',
      name: '',
      selfUserId: null,
    });
if (!outcome.ok) throw new Error(JSON.stringify(outcome));
await core.accounts.current()?.pull.round();
await core.accounts.current()?.pull.round();
await core.close();
process.stdout.write('done\n');
process.exit(0);
