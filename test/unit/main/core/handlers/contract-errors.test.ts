import { createRouterClient } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import type { Accounts } from '#core/accounts/accounts';
import { changesHandlers } from '#core/handlers/changes';
import { followUpsHandlers } from '#core/handlers/follow-ups';
import { moneyHandlers } from '#core/handlers/money';

/** Accounts whose copy of the records answers with an error of SQLite. */
const windowOver = (code: string) => {
  const told = { damaged: 0, suspected: 0 };
  const accounts: Partial<Accounts> = {
    current: () => {
      throw Object.assign(new Error('no answer'), { code });
    },
    copyDamaged: () => {
      told.damaged += 1;
    },
    copySuspected: () => {
      told.suspected += 1;
    },
  };
  const router = {
    changes: changesHandlers(accounts as Accounts),
    followUps: followUpsHandlers(accounts as Accounts),
    money: moneyHandlers(accounts as Accounts),
  };
  return { client: createRouterClient(router), told };
};
type Client = ReturnType<typeof windowOver>['client'];

const CALLS: readonly [string, (client: Client) => Promise<unknown>][] = [
  ['changes.unseen', (client) => client.changes.unseen({ limit: 1 })],
  ['changes.see', (client) => client.changes.see({ refs: null })],
  ['followUps.due', (client) => client.followUps.due({ after: 0, until: 1 })],
  ['followUps.localIds', (client) => client.followUps.localIds({ ids: [] })],
  ['money.company', (client) => client.money.company({ id: '1' })],
  ['money.order', (client) => client.money.order({ id: '1' })],
  ['money.owed', (client) => client.money.owed({ person: null, limit: 1 })],
];

/** An error of SQLite, the code that the window gets, and what is reported about the copy. */
const ERRORS = [
  ['a full disk is reported by its code', 'SQLITE_FULL', 'disk-full', { damaged: 0, suspected: 0 }],
  ['a damaged copy is replaced', 'SQLITE_CORRUPT', 'database-corrupt', { damaged: 1, suspected: 0 }],
  ['an error that a sound copy does not give', 'SQLITE_ERROR', 'internal', { damaged: 0, suspected: 1 }],
  ['a file that another program uses', 'SQLITE_BUSY', 'internal', { damaged: 0, suspected: 0 }],
] as const;

describe.each(ERRORS)('%s (%s)', (_, error, code, reported) => {
  it.each(CALLS)('in %s', async (__, call) => {
    const { client, told } = windowOver(error);
    await expect(call(client)).rejects.toMatchObject({ code });
    expect(told).toEqual(reported);
  });
});
