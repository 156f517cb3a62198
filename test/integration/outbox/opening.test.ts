/** A failure while an account opens must not leave unsent work unprocessed. */
import { call } from '@orpc/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PASSWORD } from '../../support/sync/connection';
import { makeCore, memorySecrets, type CoreFixture } from '../../support/sync/core-fixture';
import { makeService, ORIGIN, type ServiceFixture } from '../../support/sync/service-fixture';
import { inCiOnly } from '../../support/thorough';

const refused = (): never => {
  throw new Error('the keychain is locked');
};

describe('[AU14] opening an account', () => {
  let service: ServiceFixture;
  let fixture: CoreFixture;
  const router = () => fixture.core.router;
  const start = async (secrets = memorySecrets()): Promise<void> => {
    service = makeService({ dataset: 20 });
    fixture = await makeCore({ transport: service.wire, secrets });
  };
  const connect = () =>
    fixture.core.accounts.connect({
      baseUrl: ORIGIN,
      credentials: PASSWORD,
      headerStyle: 'raw',
      name: 'Test',
      selfUserId: null,
    });
  const submit = async (): Promise<void> => {
    await call(router().outbox.release, { kind: 'lead' });
    const command = { kind: 'lead', schema: 1, target: null, fields: { name: 'Ocean' }, children: [] };
    expect(await call(router().outbox.submit, { command })).toMatchObject({ ok: true });
  };
  const delivered = () =>
    vi.waitFor(
      async () => {
        expect((await call(router().outbox.summary, undefined)).counts).toEqual({ applied: 1 });
      },
      { timeout: 30_000, interval: 50 },
    );
  const codes = (): string[] => fixture.core.accounts.state().notices.map(({ code }) => code);
  afterEach(async () => {
    await fixture.dispose();
    service.close();
  });

  it('with a keychain that stores nothing: the user is told, and saved work is delivered', async () => {
    const secrets = memorySecrets();
    secrets.set = refused;
    await start(secrets);
    expect(await connect()).toMatchObject({ ok: true });
    expect(codes()).toContain('sign-in-not-kept');
    await submit();
    await delivered();
  });

  it('with a keychain that does not answer at the start: saved work is sent when it answers', async () => {
    const secrets = memorySecrets();
    await start(secrets);
    expect(await connect()).toMatchObject({ ok: true });
    const { get } = secrets;
    secrets.get = refused;
    await fixture.reopen();
    expect(fixture.core.accounts.current()).not.toBeNull();
    await submit();
    secrets.get = get;
    await fixture.core.accounts.current()!.pull.round();
    await delivered();
  });

  inCiOnly(() => {
    it('with an accounts.json that cannot be written: it opens, delivers, and is written later', async () => {
      await start();
      expect(await connect()).toMatchObject({ ok: true });
      const { files } = fixture.ports;
      const { writeText } = files;
      files.writeText = (name, text) => {
        if (name.startsWith('accounts')) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
        writeText(name, text);
      };
      const id = fixture.core.accounts.current()!.profileId;
      files.remove('accounts.json');
      await fixture.reopen();
      expect(codes()).toContain('accounts-rebuilt');
      expect(await fixture.core.accounts.open(id)).toMatchObject({ ok: true });
      await submit();
      await delivered();
      files.writeText = writeText;
      await vi.waitFor(() => expect(files.readText('accounts.json')).toContain(id), { timeout: 25_000 });
    });
  });
});
