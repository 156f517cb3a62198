/** Outboxes that were set aside are read back in the app later, and nothing of them is sent by itself. */
import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { call } from '@orpc/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newRecoveryCode } from '../../../src/main/node/recovery-wrap';
import { connectWithKeyring, protectOutbox } from '../../support/outbox/encrypted-account';
import type { CoreFixture } from '../../support/sync/core-fixture';
import { fakeKeyring } from '../../support/sync/fake-keyring';
import { makeService, type ServiceFixture } from '../../support/sync/service-fixture';

let service: ServiceFixture;
let fixture: CoreFixture;
const box = () => fixture.core.router.outbox;
const state = () => fixture.core.accounts.state();
const id = (): string => state().accounts[0]?.id ?? '';
const at = (name: string): string => join(fixture.directory, 'accounts', id(), name);
const submit = async (name: string): Promise<string> => {
  const done = await call(box().submit, {
    command: { kind: 'lead', schema: 1, target: null, fields: { name }, children: [] },
  });
  if (!done.ok) throw new Error(JSON.stringify(done));
  return done.id;
};
const items = async () => (await call(box().list, {})).map(({ title, state: of, held }) => [title, of, held]);
const readBack = (code = '') => call(box().readBack, { code });
const NOTHING = { ok: true, added: 0, skipped: 0, drafts: 0, unreadable: 0, files: 0, locked: 0 };
const leads = (): number =>
  service.database.prepare(`SELECT count(*) FROM record WHERE resource = 'lead'`).pluck().get() as number;

beforeEach(async () => {
  service = makeService({ dataset: 10 });
  fixture = await connectWithKeyring(service, fakeKeyring());
});
afterEach(async () => {
  await fixture.dispose();
  service.close();
});

describe('[OB49] an outbox that was set aside', () => {
  it('because its key was lost is read with its recovery code later; its items are held', async () => {
    await submit('Kept');
    const code = await protectOutbox(fixture);
    await fixture.core.close();
    rmSync(at('outbox.key'));
    await fixture.reopen();
    expect(await call(fixture.core.router.accounts.renewLocked, { accountId: id() })).toMatchObject({
      ok: true,
    });
    expect([await items(), state().outboxProtection?.state]).toEqual([[], 'plain']);
    await submit('Since');
    expect(await readBack()).toEqual({ ...NOTHING, locked: 1 });
    expect(await readBack(newRecoveryCode())).toEqual({ ...NOTHING, locked: 1 });
    expect(await readBack('ABCD')).toEqual({ ok: false, code: 'mistyped' });
    const before = leads();
    await call(box().release, { kind: 'lead' });
    expect(await readBack(code)).toEqual({ ...NOTHING, added: 1, files: 1 });
    await vi.waitFor(
      async () =>
        expect(await items()).toEqual([
          ['Since', 'applied', false],
          ['Kept', 'queued', true],
        ]),
      20_000,
    );
    expect(leads()).toBe(before + 1);
    // Once more, and after a restart: it is here already.
    await fixture.reopen();
    expect(await readBack(code)).toEqual({ ...NOTHING, skipped: 1, files: 1 });
    expect(readdirSync(at('.')).filter((name) => /folded|read$/.test(name))).toEqual([]);
  });

  it('because it was damaged adds nothing that was recovered before', async () => {
    await submit('Kept');
    expect(await readBack()).toEqual(NOTHING);
    await fixture.core.close();
    copyFileSync(at('outbox.db'), at('sound.db'));
    writeFileSync(at('outbox.db'), 'no database '.repeat(1000));
    await fixture.reopen();
    expect(await items()).toEqual([['Kept', 'queued', true]]);
    expect(await readBack()).toEqual({ ...NOTHING, files: 1 });
    copyFileSync(at('sound.db'), at('outbox.db.aside-2'));
    expect(await readBack()).toEqual({ ...NOTHING, skipped: 1, files: 2 });
    expect(await items()).toEqual([['Kept', 'queued', true]]);
  });

  it('before an item was delivered does not bring it back, although it has left the list', async () => {
    const lead = await submit('Once');
    await fixture.core.close();
    copyFileSync(at('outbox.db'), at('outbox.db.aside-1'));
    await fixture.reopen();
    await call(box().release, { kind: 'lead' });
    await vi.waitFor(async () => expect(await items()).toEqual([['Once', 'applied', false]]), 20_000);
    for (const _ of ['the file', 'the file that was filled from the journal']) {
      await fixture.core.close();
      for (const name of ['outbox.db', 'outbox.db-wal']) rmSync(at(name), { force: true });
      await fixture.reopen();
    }
    expect([await items(), fixture.core.accounts.current()!.outbox.realIdOf(lead)]).toEqual([
      [],
      expect.any(String),
    ]);
    expect(await readBack()).toEqual({ ...NOTHING, files: 1 });
    expect(await items()).toEqual([]);
  });
});
