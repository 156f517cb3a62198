/**
 * Encrypting unsent work, killed at any step. A kill leaves the files as they are at that moment, and no code
 * runs after it, so a copy of the files stands for it. `encrypted-outbox-killed.test.ts` kills processes.
 */
import { copyFileSync, cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '@orpc/server';
import { expect, it, onTestFinished } from 'vitest';
import { connectWithKeyring, KEYCHAIN, protectOutbox } from '../../support/outbox/encrypted-account';
import { makeCore } from '../../support/sync/core-fixture';
import { fakeKeyring } from '../../support/sync/fake-keyring';
import { makeService } from '../../support/sync/service-fixture';

const TITLE = 'Kept Through Every Kill';

it('[AU12] unsent work whose encryption is killed at any step opens whole with the keychain', async () => {
  const service = makeService({ dataset: 5 });
  onTestFinished(() => service.close());
  const keyring = fakeKeyring();
  const fixture = await connectWithKeyring(service, keyring);
  const { core, directory, ports } = fixture;
  const command = {
    kind: 'company' as const,
    schema: 1 as const,
    target: null,
    fields: { name: TITLE, pool_id: '1' },
    children: [
      {
        ref: 'local:c1',
        fields: { name: 'Ann', email: 'ann@example.com', main_customer_flag: 1 as const },
      },
    ],
  };
  expect(await call(core.router.outbox.submit, { command })).toMatchObject({ ok: true });
  const account = core.accounts.state().account?.id ?? '';
  const at = (name: string): string => join('accounts', account, name);
  copyFileSync(join(directory, at('outbox.db')), join(directory, at('outbox.before-1-1.db')));

  const moments: { what: string; folder: string }[] = [];
  const keepMoment = (what: string): void => {
    const folder = mkdtempSync(join(tmpdir(), 'satchel-killed-'));
    cpSync(directory, folder, { recursive: true });
    moments.push({ what, folder });
  };
  const watch = <T extends object>(target: T, names: readonly (keyof T & string)[]): void => {
    for (const name of names) {
      const real = (target[name] as (...args: never[]) => unknown).bind(target);
      const watched = (...args: never[]): unknown => {
        keepMoment(`before ${name}`);
        const done = real(...args);
        keepMoment(`after ${name}`);
        return done;
      };
      Object.assign(target, { [name]: watched });
    }
  };
  watch(ports.outboxKeys, ['wrap', 'keep']);
  watch(ports.files, ['encrypt']);
  await protectOutbox(fixture);
  await fixture.dispose();

  const left: string[] = [];
  for (const { what, folder } of moments) {
    keyring.mood.directory = folder;
    const next = await makeCore({
      transport: service.wire,
      directory: folder,
      databaseKeys: keyring.databaseKeys,
      outboxKeys: keyring.outboxKeys,
      secrets: KEYCHAIN,
    });
    const { locked, notices } = next.core.accounts.state();
    const titles = next.core.accounts
      .current()
      ?.outbox.list()
      .map(({ title }) => title);
    expect([what, locked, notices, titles]).toEqual([what, null, [], [TITLE]]);
    const kinds = ['outbox.db', 'outbox.before-1-1.db'].map((name) =>
      next.ports.files.databaseKind(at(name)),
    );
    expect(new Set(kinds).size, what).toBe(1);
    left.push(kinds[0] ?? '');
    await next.dispose();
  }
  for (const kind of ['plain', 'encrypted'])
    expect(left.filter((one) => one === kind).length, kind).toBeGreaterThan(1);
});
