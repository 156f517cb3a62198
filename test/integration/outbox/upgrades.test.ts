/**
 * Data folders of earlier versions (test/fixtures/data-folders), opened by this one: nothing is lost and
 * nothing is sent again.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import type { KeptAccount, KeptFolder, KeptItem } from '../../data-folder/make-data-folder';
import { CLIENT } from '../../support/sync/connection';
import { makeCore, memorySecrets, type CoreFixture } from '../../support/sync/core-fixture';
import { fakeKeyring } from '../../support/sync/fake-keyring';
import { makeService, type ServiceFixture } from '../../support/sync/service-fixture';

const FOLDERS = join(import.meta.dirname, '../../fixtures/data-folders');
const KEPT = readdirSync(FOLDERS).filter((name) => name.endsWith('.json.gz'));
const KINDS = ['company', 'lead', 'outboundInvoice', 'receipt', 'trailNote'] as const;

describe.each(KEPT)('a data folder of an earlier version: %s', (name) => {
  let fixture: CoreFixture | undefined;
  let services: ServiceFixture[] = [];
  afterEach(async () => {
    await fixture?.dispose();
    for (const service of services) service.close();
    [fixture, services] = [undefined, []];
  });

  const layOut = async (folder: KeptFolder): Promise<CoreFixture> => {
    const directory = mkdtempSync(join(tmpdir(), 'satchel-upgrade-'));
    for (const [path, bytes] of Object.entries(folder.files)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), Buffer.from(bytes, 'base64'));
    }
    services = folder.accounts.map(({ service, origin }) =>
      makeService({ database: new Database(Buffer.from(service, 'base64')) }, origin),
    );
    const wireOf = (url: string) =>
      services[folder.accounts.findIndex(({ origin }) => url.startsWith(origin))]!.wire;
    const keyring = fakeKeyring();
    keyring.mood.directory = directory;
    fixture = await makeCore({
      directory,
      transport: {
        read: (request) => wireOf(request.url).read(request),
        push: (request) => wireOf(request.url).push(request),
      },
      ...(name.includes('encrypted')
        ? {
            databaseKeys: keyring.databaseKeys,
            outboxKeys: keyring.outboxKeys,
            secrets: { ...memorySecrets(), storage: 'keychain' } as never,
          }
        : {}),
    });
    return fixture;
  };
  const outboxOf = () => fixture!.core.accounts.current()!.outbox;
  const items = (): KeptItem[] =>
    outboxOf()
      .list()
      .map(({ id, kind, title, state, held }) => ({ id, kind, title, state, held }));
  const expectWhole = ({ items: kept, drafts }: KeptAccount): void => {
    expect(items()).toEqual(kept);
    const byId = <T extends { id: string }>(list: readonly T[]): T[] =>
      list.toSorted((a, b) => a.id.localeCompare(b.id));
    expect(
      byId(
        outboxOf()
          .drafts()
          .map(({ id, form }) => ({ id, form })),
      ),
    ).toEqual(byId(drafts));
    expect(outboxOf().unreadable()).toEqual([]);
  };
  const pushesTo = (n: number): string[] =>
    services[n]!.wire.seen.filter((line) => line.startsWith('POST') && line.toLowerCase().includes('/push'));

  /** Counts the records of a service that contain a text. */
  const recordsOf = (n: number) =>
    services[n]!.database.prepare(`SELECT count(*) FROM record WHERE doc LIKE '%' || ? || '%'`).pluck();

  it('opens with nothing lost, and sends each waiting item once and nothing twice', async () => {
    const folder = JSON.parse(gunzipSync(readFileSync(join(FOLDERS, name))).toString('utf8')) as KeptFolder;
    const { core } = await layOut(folder);
    expect(folder.accounts).toHaveLength(2);
    // Without a sign-in nothing goes out, and everything is there; twice, for the first start changes
    // formats.
    for (let start = 0; start < 2; start++) {
      for (const account of folder.accounts) {
        expect(await fixture!.core.accounts.open(account.id)).toMatchObject({ ok: true });
        expectWhole(account);
      }
      await fixture!.reopen();
    }
    expect(fixture!.core.accounts.state().notices).toEqual([]);
    expect(core).not.toBe(fixture!.core);

    for (const [n, account] of folder.accounts.entries()) {
      const signedIn = await fixture!.core.accounts.signIn(account.id, CLIENT);
      expect(signedIn).toMatchObject({ ok: true });
      expect(outboxOf().summary().paused).toBe(true);
      expect(pushesTo(n)).toEqual([]);
      for (const kind of KINDS) outboxOf().release(kind);
      outboxOf().pause(false);
      const going = account.items.filter(({ state, held }) => state === 'queued' && !held);
      const doubted = account.items.filter(({ state }) => state === 'uncertain');
      for (const { id } of [...going, ...doubted])
        await expect.poll(() => outboxOf().get(id)?.intent.state, { timeout: 60_000 }).toBe('applied');
      expect(pushesTo(n)).toHaveLength(going.length);
      const settled = new Set([...going, ...doubted].map(({ id }) => id));
      expect(items()).toEqual(
        account.items.map((item) => (settled.has(item.id) ? { ...item, state: 'applied' } : item)),
      );
      // On the service each is there as often as before, and what waited once more.
      const count = recordsOf(n);
      const others = account.items.filter(
        ({ title, kind }) => kind !== 'receipt' && !going.some((item) => item.title === title),
      );
      expect(others).not.toEqual([]);
      for (const { title, state } of others)
        expect([title, state, Number(count.get(title))]).toEqual([title, state, account.records[title]]);
      const remarks = Number(count.get(`Kept ${n} waiting receipt`));
      expect(remarks).toBe(1);
      for (const what of ['waiting company', 'edited lead'])
        expect([what, Number(count.get(`Kept ${n} ${what}`)) > 0]).toEqual([what, true]);
    }
    expect(recordsOf(0).get('Kept 0 receipt in doubt')).toBe(1);
  });
});
