/** A closed account does nothing any more: no timer of it remains, and it sends no request. */
import { call } from '@orpc/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { HttpResult, SqlDatabase, Timers } from '../../../src/main/core/ports/ports';
import { systemTimers } from '../../../src/main/node/system';
import { PASSWORD } from '../../support/sync/connection';
import { makeCore, type CoreFixture } from '../../support/sync/core-fixture';
import { makeService, ORIGIN, type ServiceFixture } from '../../support/sync/service-fixture';

let service: ServiceFixture;
let fixture: CoreFixture;
afterEach(async () => {
  await fixture.dispose();
  service.close();
});

/** Timers whose waiting ones can be counted. */
const countedTimers = () => {
  const waiting = new Set<object>();
  const timers: Timers = {
    after: (ms, callback) => {
      const timer = {};
      // A timer without delay ends with the turn of the event loop, so it is not counted.
      if (ms > 0) waiting.add(timer);
      const cancel = systemTimers.after(ms, () => {
        waiting.delete(timer);
        callback();
      });
      return () => {
        waiting.delete(timer);
        cancel();
      };
    },
  };
  return { timers, waiting };
};
const connect = () =>
  fixture.core.accounts.connect({
    baseUrl: ORIGIN,
    credentials: PASSWORD,
    headerStyle: 'raw',
    name: 'Test',
    selfUserId: null,
  });

/** A core whose account has been copied once. */
const connected = async () => {
  const { timers, waiting } = countedTimers();
  service = makeService({ dataset: 20 });
  fixture = await makeCore({
    transport: service.wire,
    timers,
    pull: { rounds: 'timed', requestsPerMinute: Number.POSITIVE_INFINITY },
  });
  expect(await connect()).toMatchObject({ ok: true });
  return { waiting, workspace: fixture.core.accounts.current()! };
};
const expectQuiet = async (waiting: ReadonlySet<object>): Promise<void> => {
  expect(waiting.size).toBeGreaterThan(0);
  await fixture.core.close();
  const asked = service.wire.seen.length;
  expect(waiting.size).toBe(0);
  await new Promise((resolve) => setImmediate(resolve));
  expect(service.wire.seen).toHaveLength(asked);
};

describe('a closed account leaves no timer and asks for nothing', () => {
  it('closed between rounds', async () => {
    const { waiting, workspace } = await connected();
    await workspace.pull.round();
    await expectQuiet(waiting);
  });

  it('closed in the middle of its first copy', async () => {
    const { waiting } = await connected();
    await expectQuiet(waiting);
  });

  it('[AU17] closed while the service does not answer, without waiting for it', async () => {
    const { waiting, workspace } = await connected();
    const late = Promise.withResolvers<HttpResult>();
    let held = 0;
    service.wire.intercept = (request, pass) => {
      if (!request.url.startsWith(ORIGIN)) return pass();
      held += 1;
      return late.promise;
    };
    void workspace.pull.round();
    await vi.waitFor(() => expect(held).toBeGreaterThan(0));
    const begunAt = performance.now();
    // The user opens another account.
    expect(await fixture.core.accounts.openDemo()).toMatchObject({ ok: true });
    expect(performance.now() - begunAt).toBeLessThan(3000);
    expect(fixture.core.accounts.current()?.profileId).toBe('demo');
    service.wire.intercept = null;
    await expectQuiet(waiting);
    late.resolve({ kind: 'failure', reason: 'timeout', unsent: false, detail: '' });
  });

  it('closed right after a delivery', async () => {
    const { waiting, workspace } = await connected();
    await workspace.pull.round();
    await call(fixture.core.router.outbox.release, { kind: 'lead' });
    const command = { kind: 'lead', schema: 1, target: null, fields: { name: 'Ocean' }, children: [] };
    expect(await call(fixture.core.router.outbox.submit, { command })).toMatchObject({ ok: true });
    const states = () => workspace.outbox.list().map(({ state }) => state);
    await vi.waitFor(() => expect(states()).toEqual(['applied']), { timeout: 10_000, interval: 10 });
    await expectQuiet(waiting);
  });

  it('closed because the last step of opening failed', async () => {
    const { waiting, workspace } = await connected();
    await fixture.core.close();
    const { files } = fixture.ports;
    const databases: SqlDatabase[] = [];
    for (const how of ['open', 'openTagged'] as const) {
      const openFile = files[how].bind(files);
      files[how] = (name: string, key: never) => {
        const database = openFile(name, key);
        databases.push(database);
        return database;
      };
    }
    // Both files are open when the cache is checked for the last time.
    const { databaseKind } = files;
    files.databaseKind = (name) => {
      if (databases.length > 1 && name.endsWith('/cache.db'))
        throw Object.assign(new Error('i/o error'), { code: 'EIO' });
      return databaseKind(name);
    };
    await fixture.reopen();
    expect(await fixture.core.accounts.open(workspace.profileId)).toMatchObject({
      ok: false,
      error: { detail: 'i/o error' },
    });
    expect(databases.length).toBeGreaterThan(1);
    expect(databases.filter((database) => database.open)).toEqual([]);
    await fixture.core.close();
    expect(waiting.size).toBe(0);
  });
});

describe('[AU3] an account whose token is renewed while it closes', () => {
  /** The account closes while a token request waits for `answer`. */
  const closing = async () => {
    const { workspace } = await connected();
    await workspace.pull.round();
    const key = `account/${workspace.profileId}/session`;
    const stored = () => fixture.secrets.all.get(key);
    const before = stored();
    const held = Promise.withResolvers<void>();
    service.wire.intercept = (request, pass) =>
      request.url.includes('oauth2') ? held.promise.then(pass) : undefined;
    const renewal = workspace.session.renew(workspace.session.token());
    const state = { isClosed: false };
    const closed = fixture.core.close().then(() => (state.isClosed = true));
    const answer = async (): Promise<void> => {
      held.resolve();
      await renewal;
    };
    return { key, stored, before, state, closed, answer };
  };

  it('waits for the new token, which is stored', async () => {
    const { stored, before, state, closed, answer } = await closing();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(state.isClosed).toBe(false);
    await answer();
    await closed;
    expect(stored()).toBeTypeOf('string');
    expect(stored()).not.toBe(before);
  });

  it('does not wait for ever, and a later token does not undo a sign-out', async () => {
    const { key, stored, closed, answer } = await closing();
    await closed;
    await fixture.ports.secrets.delete(key);
    await answer();
    expect(stored()).toBeUndefined();
  });
});
