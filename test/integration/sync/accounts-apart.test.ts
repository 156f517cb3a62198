/** Two services, or two users, are two accounts, whatever they share. */
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { afterEach, describe, expect, it } from 'vitest';
import { CLIENT, PASSWORD } from '../../support/sync/connection';
import { makeCore, type CoreFixture } from '../../support/sync/core-fixture';
import { makeService, ORIGIN, type ServiceFixture } from '../../support/sync/service-fixture';

const OTHER = 'http://127.0.0.1:8081';

describe('accounts', () => {
  const services: ServiceFixture[] = [];
  let fixture: CoreFixture | undefined;
  afterEach(async () => {
    await fixture?.dispose();
    for (const service of services.splice(0)) service.close();
  });
  const open = async (): Promise<CoreFixture> => {
    services.push(makeService({ dataset: 5 }), makeService({ dataset: 5, seed: 8 }, OTHER));
    const wireOf = (url: string) => services[url.startsWith(OTHER) ? 1 : 0]!.wire;
    fixture = await makeCore({
      transport: {
        read: (request) => wireOf(request.url).read(request),
        push: (request) => wireOf(request.url).push(request),
      },
    });
    return fixture;
  };
  const connect = async (baseUrl: string): Promise<string> => {
    const done = await fixture!.core.accounts.connect({
      baseUrl,
      credentials: PASSWORD,
      headerStyle: 'raw',
      name: baseUrl,
      selfUserId: null,
    });
    if (!done.ok) throw new Error(JSON.stringify(done));
    return done.state.account?.id ?? '';
  };

  it('with one e-mail on two services have separate data; on one service they are the same account', async () => {
    const { core } = await open();
    const window = createRouterClient(core.router);
    const lead = { kind: 'lead', schema: 1, target: null, fields: { name: 'Of the first' }, children: [] };
    const first = await connect(ORIGIN);
    await window.outbox.pause({ paused: true });
    expect(await window.outbox.submit({ command: lead })).toMatchObject({ ok: true });
    const second = await connect(OTHER);
    expect(second).not.toBe(first);
    expect(await window.outbox.list({})).toEqual([]);
    expect(
      core.accounts
        .state()
        .accounts.map(({ id, baseUrl }) => [id, baseUrl])
        .toSorted(),
    ).toEqual(
      [
        [first, ORIGIN],
        [second, OTHER],
      ].toSorted(),
    );
    expect(await connect(ORIGIN)).toBe(first);
    expect((await window.outbox.list({})).map(({ title }) => title)).toEqual(['Of the first']);
    expect(core.accounts.state().accounts).toHaveLength(2);
  });

  it('of the same user with another header style use it at once', async () => {
    const { core } = await open();
    const connection = { baseUrl: ORIGIN, credentials: CLIENT, name: 'Test', selfUserId: null };
    await core.accounts.connect({ ...connection, headerStyle: 'raw' });
    await core.accounts.connect({ ...connection, headerStyle: 'bearer' });
    expect(core.accounts.state().accounts).toHaveLength(1);
    const styles = new Set<string>();
    services[0]!.wire.intercept = ({ headers }) => {
      styles.add(headers.authorization?.startsWith('Bearer ') ? 'bearer' : 'raw');
      return undefined;
    };
    await core.accounts.current()!.pull.round();
    expect([...styles]).toEqual(['bearer']);
  });

  it('know the time zone of their service after an offline restart, also after a kill', async () => {
    const { core } = await open();
    await connect(ORIGIN);
    await core.accounts.current()!.pull.round();
    const offset = core.accounts.current()!.client.serverClock.offsetMs();
    expect(offset).not.toBeNull();
    services[0]!.wire.intercept = async () => ({
      kind: 'failure',
      reason: 'connect',
      unsent: true,
      detail: 'no route',
    });
    // The state in which a kill leaves the folder.
    const copy = mkdtempSync(join(tmpdir(), 'satchel-killed-'));
    cpSync(fixture!.directory, copy, { recursive: true });
    const killed = await makeCore({ transport: services[0]!.wire, directory: copy });
    expect(killed.core.accounts.current()!.client.serverClock.offsetMs()).toBeTypeOf('number');
    await killed.dispose();
    const again = await fixture!.reopen();
    expect(again.accounts.current()!.client.serverClock.offsetMs()).toBe(offset);
  });
});
