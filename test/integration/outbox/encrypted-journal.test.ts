/** The journal of unsent work follows its outbox from plain to encrypted and back. */
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { call } from '@orpc/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectWithKeyring, protectOutbox } from '../../support/outbox/encrypted-account';
import type { CoreFixture } from '../../support/sync/core-fixture';
import { fakeKeyring } from '../../support/sync/fake-keyring';
import { makeService, type ServiceFixture } from '../../support/sync/service-fixture';

describe('the journal of an encrypted outbox', () => {
  let service: ServiceFixture;
  let fixture: CoreFixture;
  let keyring: ReturnType<typeof fakeKeyring>;
  const router = () => fixture.core.router.accounts;
  const state = () => fixture.core.accounts.state();
  const id = (): string => state().accounts[0]?.id ?? '';
  const at = (name: string): string => join(fixture.directory, 'accounts', id(), name);
  const titles = (): string[] =>
    fixture.core.accounts
      .current()!
      .outbox.list()
      .map(({ title }) => title);
  const submit = (name: string) =>
    call(fixture.core.router.outbox.submit, {
      command: { kind: 'lead', schema: 1, target: null, fields: { name }, children: [] },
    });
  const protect = (): Promise<string> => protectOutbox(fixture);
  beforeEach(async () => {
    service = makeService({ dataset: 10 });
    keyring = fakeKeyring();
    fixture = await connectWithKeyring(service, keyring);
  });
  afterEach(async () => {
    await fixture.dispose();
    service.close();
  });

  it('[OB64] is encrypted and decrypted together with the outbox, and so are its copies', async () => {
    await submit('Before it');
    await submit('After it');
    const form = (name: string): string => readFileSync(at(name), 'latin1').slice(0, 1);
    await fixture.core.close();
    copyFileSync(at('outbox.journal'), at('outbox.journal.aside-1'));
    await fixture.reopen();
    expect(readFileSync(at('outbox.journal'), 'utf8')).toContain('After it');
    await protect();
    expect(['outbox.journal', 'outbox.journal.aside-1'].map(form)).toEqual(['e', 'e']);
    await submit('Encrypted');
    await fixture.core.close();
    expect(
      readFileSync(at('outbox.journal'), 'latin1')
        .split('\n')
        .slice(0, -1)
        .every((line) => line.startsWith('e ')),
    ).toBe(true);
    // A kill before the journal was encrypted leaves it plain: the next start encrypts it.
    const { files, outboxKeys } = fixture.ports;
    const answer = await outboxKeys.get(id());
    const key = answer.kind === 'key' ? answer.key : null;
    const { records } = files.journal(`accounts/${id()}/outbox.journal`, key).read();
    expect(records.length).toBeGreaterThan(2);
    files.journal(`accounts/${id()}/outbox.journal`, null).replace(records);
    expect(form('outbox.journal')).toBe('p');
    await fixture.reopen();
    expect(form('outbox.journal')).toBe('e');
    await call(router().decryptOutbox, undefined);
    expect(['outbox.journal', 'outbox.journal.aside-1'].map(form)).toEqual(['p', 'p']);
    await fixture.core.close();
    rmSync(at('outbox.db'));
    await fixture.reopen();
    expect(titles().toSorted()).toEqual(['After it', 'Before it', 'Encrypted']);
    expect(state().notices).toMatchObject([{ code: 'outbox-missing' }]);
  });

  it.each([
    ['', false],
    [', also if it is the only copy', true],
  ])(
    '[OB64] that the user continued without keeps its unsent work for its own key%s',
    async (_, isOnlyCopy) => {
      await protect();
      await submit('Of the first key');
      const firstKey = readFileSync(at('outbox.key'), 'utf8');
      const kept = (): string =>
        fixture.ports.files
          .journal(`accounts/${id()}/outbox.journal.aside-1`, firstKey)
          .read()
          .records.join();
      // The keychain is lost, and the user continues without the unsent work.
      keyring.mood.answer = { kind: 'unavailable', reason: 'undecryptable' };
      await fixture.core.close();
      if (isOnlyCopy) for (const end of ['', '-wal', '-shm']) rmSync(at(`outbox.db${end}`), { force: true });
      await fixture.reopen();
      for (let tries = 0; tries < 2; tries += 1) await call(router().unlock, undefined);
      expect(state().locked).toMatchObject({ what: 'outbox', canRenew: true });
      keyring.mood.answer = null;
      expect(await call(router().renewLocked, { accountId: id() })).toMatchObject({ ok: true });
      expect(existsSync(at('outbox.db.aside-1'))).toBe(!isOnlyCopy);
      // Later the user encrypts the new outbox, and then stops encrypting it.
      await protect();
      expect(kept()).toContain('Of the first key');
      expect(await call(router().decryptOutbox, undefined)).toMatchObject({ ok: true });
      expect(kept()).toContain('Of the first key');
    },
  );
});
