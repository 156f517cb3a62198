/** A window signs in to accounts and out of them, with a whole core. */
import { describe, expect, it, vi } from 'vitest';
import type { Files } from '../../../src/main/core/ports/ports';
import { COMPANY_PUSH_PATH } from '../../../src/shared/http-api/company';
import { PASSWORD } from '../../support/sync/connection';
import { makeRig } from '../../support/sync/make-rig';
import { ORIGIN } from '../../support/sync/service-fixture';

const rig = makeRig();
const { window } = rig;
const account = async () => (await window().accounts.state()).account;
const listed = async () => (await window().accounts.state()).accounts.map(({ id }) => id);
const submit = () =>
  window().outbox.submit({
    command: {
      kind: 'company',
      schema: 1,
      target: null,
      fields: { name: 'Nordwind Pumps', pool_id: '0' },
      children: [],
    },
    base: null,
  });

const connectAgain = (headerStyle: 'raw' | 'bearer' = 'raw') =>
  window().accounts.connect({
    baseUrl: ORIGIN,
    credentials: PASSWORD,
    headerStyle,
    name: 'Test',
    selfUserId: null,
  });

/** Submits a company and returns when it is sent. The service answers when the returned function is called. */
const submitUnanswered = async (): Promise<() => void> => {
  let answer = (): void => undefined;
  rig.service.wire.intercept = async (request, pass) => {
    if (request.method === 'POST' && request.url.includes(COMPANY_PUSH_PATH))
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
    return pass();
  };
  await submit();
  await vi.waitFor(() => expect(rig.workspace().outbox.busy()).toBe(1), { timeout: 10_000, interval: 5 });
  return () => answer();
};

describe('an account', () => {
  it('at an invalid address is not tried', async () => {
    await rig.connect();
    rig.service.wire.seen.length = 0;
    const connection = { credentials: PASSWORD, headerStyle: 'raw' } as const;
    for (const baseUrl of [' ', 'ftp://crm.example', 'not an address', 'http://crm.example'])
      expect([baseUrl, await window().accounts.test({ ...connection, baseUrl })]).toMatchObject([
        baseUrl,
        { ok: false, error: { code: 'bad-base-url' } },
      ]);
    expect(rig.service.wire.seen).toEqual([]);
  });

  it('that is signed out needs a sign-in; the demo opens without one', async () => {
    await rig.connect();
    const { id = '' } = (await account()) ?? {};
    await window().accounts.signOut({ accountId: id, data: 'keep' });
    expect(await account()).toBeNull();
    expect(await listed()).toEqual([id]);
    expect(await window().accounts.open({ accountId: id })).toMatchObject({
      ok: false,
      error: { code: 'unauthorized' },
    });
    expect(await window().accounts.openDemo()).toMatchObject({ ok: true });
    const { id: demo = '' } = (await account()) ?? {};
    await window().accounts.signOut({ accountId: demo, data: 'keep' });
    expect(await window().accounts.open({ accountId: demo })).toMatchObject({ ok: true });
    expect((await account())?.id).toBe(demo);
    expect(await window().accounts.signIn({ accountId: id, credentials: PASSWORD })).toMatchObject({
      ok: true,
    });
    expect((await account())?.id).toBe(id);
    expect(await window().accounts.open({ accountId: 'nobody' })).toMatchObject({
      ok: false,
      error: { code: 'no-account' },
    });
  });

  it('has the name that the user gave it, also after a restart and the next sign-in', async () => {
    await rig.connect();
    const { id: accountId = '' } = (await account()) ?? {};
    const rename = (name: string) => window().accounts.rename({ accountId, name });
    expect((await rename('  Nordwind, sales ')).account?.name).toBe('Nordwind, sales');
    for (const name of ['', '   ', 'x'.repeat(101)]) await expect(rename(name)).rejects.toThrow();
    await rig.fixture.reopen();
    expect((await account())?.name).toBe('Nordwind, sales');
    await window().accounts.signOut({ accountId, data: 'keep' });
    expect((await rename('Signed out')).accounts).toMatchObject([{ name: 'Signed out' }]);
    await window().accounts.signIn({ accountId, credentials: PASSWORD });
    expect((await account())?.name).toBe('Signed out');
    await expect(window().accounts.rename({ accountId: 'x', name: 'X' })).rejects.toMatchObject({
      code: 'no-account',
    });
  });

  it('that gets the name of another one has the host of its service in it; the demo keeps its name', async () => {
    await rig.connect();
    const { id = '' } = (await account()) ?? {};
    await window().accounts.openDemo();
    await window().accounts.rename({ accountId: 'demo', name: 'Practice' });
    await window().accounts.signOut({ accountId: 'demo', data: 'keep' });
    await window().accounts.openDemo();
    expect((await account())?.name).toBe('Practice');
    const { accounts } = await window().accounts.rename({ accountId: id, name: 'Practice' });
    const { host } = new URL(ORIGIN);
    expect(accounts.map(({ name }) => name)).toEqual([`Practice (${host})`, 'Practice']);
  });

  it('[AU7] whose copy is removed leaves the list if nothing of it is unsent, and its history comes back with it', async () => {
    await rig.connect();
    expect(await submit()).toMatchObject({ ok: true });
    const applied = async () => (await window().outbox.list({})).map(({ state }) => state);
    await window().outbox.release({ kind: 'company' });
    await window().outbox.pause({ paused: false });
    await vi.waitFor(async () => expect(await applied()).toEqual(['applied']), 5_000);
    const { id = '' } = (await account()) ?? {};
    const left = await window().accounts.signOut({ accountId: id, data: 'remove' });
    expect([left.account, left.accounts]).toEqual([null, []]);
    expect(await window().accounts.open({ accountId: id })).toMatchObject({ error: { code: 'no-account' } });
    await rig.fixture.reopen();
    expect(await listed()).toEqual([]);
    expect(await connectAgain()).toMatchObject({ ok: true });
    expect([await listed(), await applied()]).toEqual([[id], ['applied']]);
  });

  it('[AU13] whose list is lost with all copies is not found by its sign-in, so the notice does not promise it', async () => {
    await rig.connect();
    rig.cut();
    await submit();
    const { id = '' } = (await account()) ?? {};
    const { files } = rig.fixture.ports;
    await rig.fixture.core.close();
    for (const name of ['accounts.json', 'accounts.previous.json', `accounts/${id}/account.json`])
      files.remove(name);
    await rig.fixture.reopen();
    expect((await window().accounts.state()).notices).toMatchObject([{ code: 'accounts-unreadable' }]);
    rig.mend();
    expect(await connectAgain()).toMatchObject({ ok: true });
    expect((await account())?.id).not.toBe(id);
    expect(await window().outbox.list({})).toEqual([]);
    expect(files.exists(`accounts/${id}/outbox.db`)).toBe(true);
  });

  it('whose demo service started afresh has no record of the earlier one', async () => {
    await rig.openDemo();
    const { accounts } = rig.fixture.core;
    const companies = (): number => rig.workspace().cache.liveIds('company').length;
    expect(companies()).toBeGreaterThan(0);
    const before = rig.workspace();
    accounts.serviceRenewed('demo');
    await vi.waitFor(() => expect(accounts.current() ?? before).not.toBe(before), { timeout: 10_000 });
    expect(companies()).toBe(0);
    await rig.workspace().pull.round();
    expect(companies()).toBeGreaterThan(0);
    await window().accounts.signOut({ accountId: 'demo', data: 'keep' });
    accounts.serviceRenewed('demo');
    const { files } = rig.fixture.ports;
    await vi.waitFor(() => expect(files.exists('accounts/demo/cache.db')).toBe(false));
  });

  it('[AU7] that is signed out leaves the list with its copy, without another sign-in', async () => {
    await rig.connect();
    const { id = '' } = (await account()) ?? {};
    await window().accounts.signOut({ accountId: id, data: 'keep' });
    rig.cut();
    const requests = rig.service.wire.seen.length;
    expect(await window().accounts.unsent({ accountId: id })).toEqual({ waiting: 0, drafts: 0 });
    const left = await window().accounts.signOut({ accountId: id, data: 'remove' });
    expect(left.accounts).toEqual([]);
    expect(rig.fixture.ports.files.exists(`accounts/${id}/cache.db`)).toBe(false);
    expect(rig.service.wire.seen).toHaveLength(requests);
  });

  it('[AU7] that is signed out says what is unsent and exports it before its copy is removed', async () => {
    await rig.connect();
    rig.cut();
    await submit();
    await window().outbox.saveDraft({ kind: 'company', form: { name: 'Half' } });
    const { id: accountId = '' } = (await account()) ?? {};
    await window().accounts.signOut({ accountId, data: 'keep' });
    expect(await window().accounts.unsent({ accountId })).toEqual({ waiting: 1, drafts: 1 });
    const { text, fileName } = await window().accounts.exportUnsent({ accountId });
    expect(fileName).toMatch(/^satchel-outbox-/);
    expect(text).toContain('Nordwind Pumps');
    rig.mend();
    await window().accounts.openDemo();
    const left = await window().accounts.signOut({ accountId, data: 'remove' });
    expect(left.account?.demo).toBe(true);
    expect(left.accounts.map(({ id }) => id)).toContain(accountId);
    expect(rig.fixture.ports.files.exists(`accounts/${accountId}/cache.db`)).toBe(false);
    expect(await connectAgain()).toMatchObject({ ok: true });
    expect(await window().outbox.restore({ text })).toMatchObject({ ok: true, added: 0 });
    expect((await window().outbox.list({})).map(({ title }) => title)).toEqual(['Nordwind Pumps']);
    await expect(window().accounts.unsent({ accountId: 'nobody' })).rejects.toMatchObject({
      code: 'no-account',
    });
  });

  it('[AU7] whose copy is removed stays listed with a draft', async () => {
    await rig.connect();
    const { id = '' } = (await account()) ?? {};
    await window().outbox.saveDraft({
      kind: 'company',
      form: { name: 'Half' },
    });
    await window().accounts.signOut({ accountId: id, data: 'remove' });
    expect(await listed()).toEqual([id]);
  });

  it('whose copy is removed stays listed with its unsent work, and has it after the next sign-in', async () => {
    await rig.connect();
    rig.cut();
    expect(await submit()).toMatchObject({ ok: true });
    const { id = '' } = (await account()) ?? {};
    await window().accounts.signOut({ accountId: id, data: 'remove' });
    expect(await listed()).toEqual([id]);
    rig.mend();
    expect(await connectAgain()).toMatchObject({ ok: true });
    expect((await account())?.id).toBe(id);
    expect((await window().outbox.list({})).map(({ title }) => title)).toEqual(['Nordwind Pumps']);
    expect(await listed()).toEqual([id]);
  });

  it.each([
    [
      'is from a newer version',
      'database-from-future',
      (files: Files, name: string) => {
        const database = files.open(name);
        database.pragma('user_version = 999');
        database.prepare("UPDATE meta SET value = '999' WHERE key = 'version'").run();
        database.close();
      },
    ],
    [
      'is on a disk that fails',
      'internal',
      (files: Files, name: string) => {
        const { open } = files;
        files.open = (file, ...rest) => {
          if (file === name) throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
          return open(file, ...rest);
        };
      },
    ],
  ])('whose unsent work %s does not open at the start, and the user is told why', async (_, code, spoil) => {
    await rig.connect();
    const { id = '' } = (await account()) ?? {};
    const { files } = rig.fixture.ports;
    await rig.fixture.core.close();
    spoil(files, `accounts/${id}/outbox.db`);
    await rig.fixture.reopen();
    const { account: open, locked, notices } = await window().accounts.state();
    expect([open, locked]).toEqual([null, null]);
    expect(notices).toEqual([{ code: 'account-not-opened', detail: JSON.stringify({ name: 'Test', code }) }]);
  });

  it('whose sign-in the keychain did not store says so until it stores one, and over no other account', async () => {
    await rig.connect();
    const { secrets } = rig.fixture.ports;
    const codes = async () => (await window().accounts.state()).notices.map(({ code }) => code);
    const { set } = secrets;
    secrets.set = () => Promise.reject(new Error('refused'));
    expect(await connectAgain()).toMatchObject({ ok: true });
    secrets.set = set;
    expect(await codes()).toEqual(['sign-in-not-kept']);
    // Settings says so also after the message is dismissed.
    expect(await window().accounts.state()).toMatchObject({ isTokenKept: false });
    expect(await window().accounts.openDemo()).toMatchObject({ ok: true });
    expect(await codes()).toEqual([]);
    expect(await connectAgain()).toMatchObject({ ok: true });
    expect([await codes(), (await window().accounts.state()).isTokenKept]).toEqual([[], true]);
  });

  it('whose sign-in is only in memory says so also after the user has left it and come back', async () => {
    await rig.connect();
    const { secrets } = rig.fixture.ports;
    const { id = '' } = (await account()) ?? {};
    const isKept = async () => (await window().accounts.state()).isTokenKept;
    const { set } = secrets;
    // As the keychain of the desktop app: what it does not store stays in memory.
    secrets.set = async (key, value) => {
      await set(key, value);
      throw new Error('refused');
    };
    expect(await connectAgain()).toMatchObject({ ok: true });
    secrets.set = set;
    await window().accounts.openDemo();
    expect(await isKept()).toBe(true);
    await window().accounts.open({ accountId: id });
    expect([(await account())?.auth, await isKept()]).toEqual(['signed-in', false]);
    expect(await connectAgain()).toMatchObject({ ok: true });
    await window().accounts.openDemo();
    await window().accounts.open({ accountId: id });
    expect(await isKept()).toBe(true);
  });

  it('that was closed for a moment tells the windows to read again what they read meanwhile', async () => {
    await rig.connect();
    await rig.releaseAll();
    const purchases = async () => {
      const view = { resource: 'purchaseOrder' as const };
      return (await window().records.page({ view, start: 0, limit: 1 })).total;
    };
    const total = await purchases();
    const { id } = (await account()) ?? {};
    const answerPush = await submitUnanswered();
    const changed = new Set<string>();
    const events = await window().events();
    void (async () => {
      for await (const event of events)
        if (event.type === 'records') for (const resource of event.resources) changed.add(resource);
    })();
    const signsIn = connectAgain('bearer');
    // The window shows the account, and a screen that opens now finds no record.
    await vi.waitFor(async () => expect(await purchases()).toBe(0), { timeout: 3_000, interval: 5 });
    expect((await account())?.id).toBe(id);
    changed.clear();
    answerPush();
    expect(await signsIn).toMatchObject({ ok: true });
    expect(await purchases()).toBe(total);
    // Nothing of this kind has changed, so the pull does not announce it.
    await vi.waitFor(() => expect([...changed]).toContain('purchaseOrder'), { timeout: 3_000 });
    await events.return?.();
  });

  it('that is closed for a moment is not said to have sent everything', async () => {
    await rig.connect();
    await rig.releaseAll();
    const { id } = (await account()) ?? {};
    const answerPush = await submitUnanswered();
    await window().outbox.pause({ paused: true });
    await submit();
    await submit();
    const before = await window().outbox.summary();
    expect(before.waiting).toBe(3);
    const signsIn = connectAgain('bearer');
    await vi.waitFor(() => expect(rig.fixture.core.accounts.current()).toBeNull(), { interval: 5 });
    expect((await account())?.id).toBe(id);
    expect(await window().outbox.summary()).toEqual(before);
    expect((await window().sync.state()).waiting).toBe(3);
    answerPush();
    expect(await signsIn).toMatchObject({ ok: true });
    await vi.waitFor(async () => expect((await window().outbox.summary()).waiting).toBe(2));
  });
});
