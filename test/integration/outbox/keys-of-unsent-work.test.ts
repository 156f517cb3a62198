/** The journal and the keys of unsent work when it is encrypted and decrypted, also with a damaged journal. */
import { appendFileSync, copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { call } from '@orpc/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectWithKeyring, protectOutbox } from '../../support/outbox/encrypted-account';
import type { CoreFixture } from '../../support/sync/core-fixture';
import { fakeKeyring } from '../../support/sync/fake-keyring';
import { makeService, type ServiceFixture } from '../../support/sync/service-fixture';

describe('encrypting and decrypting unsent work', () => {
  let service: ServiceFixture;
  let fixture: CoreFixture;
  let keyring: ReturnType<typeof fakeKeyring>;
  const router = () => fixture.core.router.accounts;
  const state = () => fixture.core.accounts.state();
  const id = (): string => state().accounts[0]?.id ?? '';
  const at = (name: string): string => join(fixture.directory, 'accounts', id(), name);
  const submit = (name: string) =>
    call(fixture.core.router.outbox.submit, {
      command: { kind: 'lead', schema: 1, target: null, fields: { name }, children: [] },
    });
  const protect = (): Promise<string> => protectOutbox(fixture);
  const readable = (text: string): string[] =>
    readdirSync(at('.')).filter(
      (name) => !name.startsWith('cache') && readFileSync(at(name), 'latin1').includes(text),
    );
  beforeEach(async () => {
    service = makeService({ dataset: 10 });
    keyring = fakeKeyring();
    fixture = await connectWithKeyring(service, keyring);
  });
  afterEach(async () => {
    await fixture.dispose();
    service.close();
  });

  it('leaves nothing readable, also if a line of the journal is damaged', async () => {
    await submit('Secret one');
    await submit('Secret two');
    const lines = readFileSync(at('outbox.journal'), 'utf8');
    writeFileSync(at('outbox.journal'), lines.replace('Secret one', 'Secret 0ne'));
    await protect();
    expect(readable('Secret')).toEqual([]);
  });

  it('decrypts at once, also if the last line of the journal is cut off', async () => {
    await submit('Secret one');
    await protect();
    appendFileSync(at('outbox.journal'), 'e AAAA');
    const first = await call(router().decryptOutbox, undefined);
    expect(first.ok).toBe(true);
  });

  it('makes a new key each time, also with an old journal that nobody can read', async () => {
    await submit('Secret one');
    await protect();
    const before = await fixture.ports.outboxKeys.get(id());
    // a damaged copy from an earlier time
    copyFileSync(at('outbox.journal'), at('outbox.journal.aside-1'));
    appendFileSync(at('outbox.journal.aside-1'), 'e AAAA');
    expect(await call(router().decryptOutbox, undefined)).toMatchObject({ ok: true });
    await protect();
    const after = await fixture.ports.outboxKeys.get(id());
    expect(after).not.toEqual(before);
  });

  it.each([true, false])(
    'opens a decrypted outbox whose file is lost as a plain one (keychain there: %s)',
    async (isThere) => {
      await submit('Secret one');
      await protect();
      copyFileSync(at('outbox.journal'), at('outbox.journal.aside-1'));
      appendFileSync(at('outbox.journal.aside-1'), 'e AAAA');
      expect(await call(router().decryptOutbox, undefined)).toMatchObject({ ok: true });
      await fixture.core.close();
      for (const end of ['', '-wal', '-shm']) rmSync(at(`outbox.db${end}`), { force: true });
      if (!isThere) keyring.mood.answer = { kind: 'unavailable', reason: 'undecryptable' };
      await fixture.reopen();
      // Without the keychain the copy is locked too, which is right.
      expect([state().locked?.what, state().outboxProtection?.state]).toEqual(
        isThere ? [undefined, 'plain'] : ['copy', undefined],
      );
    },
  );
});
