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
  ['money.company', (client) => client.money.company({ id: '1' })],
  ['money.order', (client) => client.money.order({ id: '1' })],
  ['money.owed', (client) => client.money.owed({ person: null, limit: 1 })],
];

describe('errors of the copy of the records', () => {
  it.each(CALLS)('%s: a full disk is reported by its code', async (_, call) => {
    const { client, told } = windowOver('SQLITE_FULL');
    await expect(call(client)).rejects.toMatchObject({ code: 'disk-full' });
    expect(told).toEqual({ damaged: 0, suspected: 0 });
  });
  it.each(CALLS)('%s: a damaged copy is reported and replaced', async (_, call) => {
    const { client, told } = windowOver('SQLITE_CORRUPT');
    await expect(call(client)).rejects.toMatchObject({ code: 'database-corrupt' });
    expect(told).toEqual({ damaged: 1, suspected: 0 });
  });
  it.each(CALLS)('%s: an error that a sound copy does not give has the copy checked', async (_, call) => {
    const { client, told } = windowOver('SQLITE_ERROR');
    await expect(call(client)).rejects.toMatchObject({ code: 'internal' });
    expect(told).toEqual({ damaged: 0, suspected: 1 });
  });
  it.each(CALLS)('%s: a statement that another user of the file holds up proves nothing', async (_, call) => {
    const { client, told } = windowOver('SQLITE_BUSY');
    await expect(call(client)).rejects.toMatchObject({ code: 'internal' });
    expect(told).toEqual({ damaged: 0, suspected: 0 });
  });
});
