/**
 * Data folders of earlier versions (test/fixtures/data-folders), opened by this one: nothing is lost and
 * nothing is sent again. `every-kind` has items of every kind in every state.
 */
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { KINDS } from '../../data-folder/commands';
import type { KeptAccount, KeptFolder, KeptItem } from '../../data-folder/make-data-folder';
import { CLIENT } from '../../support/sync/connection';
import { makeCore, memorySecrets, type CoreFixture } from '../../support/sync/core-fixture';
import { fakeKeyring } from '../../support/sync/fake-keyring';
import { makeService, type ServiceFixture } from '../../support/sync/service-fixture';

const FOLDERS = join(import.meta.dirname, '../../fixtures/data-folders');
const KEPT = readdirSync(FOLDERS).filter((name) => name.endsWith('.json.gz'));
const keptIn = (name: string): KeptFolder =>
  JSON.parse(gunzipSync(readFileSync(join(FOLDERS, name))).toString('utf8')) as KeptFolder;

/** Versions before ADR 9 wrote none. */
const hasJournal = (name: string): boolean => !name.startsWith('9d0ec6b');

/** Two accounts, each with every kind in these states. */
const STATES = [
  ['applied', 'rejected', 'uncertain', 'conflict', 'discarded', 'queued', 'held', 'draft'],
  ['applied', 'discarded', 'queued', 'held', 'draft'],
] as const;
/** The title of a record that the service can be asked for by it; earlier receipts have their amount as title. */
const NAMED = /^Kept \d /;

const withoutFields = ({ id, kind, title, state, held }: KeptItem): KeptItem => ({
  ...{ id, kind, title, state, held },
});

describe.each(['plain', 'encrypted'])('the data folder with every kind (%s)', (form) => {
  it('has each kind in each state, in both accounts', () => {
    const { accounts } = keptIn(`every-kind.${form}.json.gz`);
    expect(accounts).toHaveLength(STATES.length);
    for (const [n, { items, drafts }] of accounts.entries()) {
      const held = items.map(({ kind, state, held: isHeld }) => `${kind} ${isHeld ? 'held' : state}`);
      const typed = drafts.flatMap(({ form: fields }) =>
        Object.values(fields as object).flatMap(
          (text) => /^Kept \d typed (\w+)$/.exec(String(text))?.[1] ?? [],
        ),
      );
      const has = new Set([...held, ...typed.map((kind) => `${kind} draft`)]);
      const wanted = KINDS.flatMap((kind) => STATES[n]!.map((state) => `${kind} ${state}`));
      // A note cannot be edited, so it has no conflict.
      expect(wanted.filter((one) => !has.has(one))).toEqual(n === 0 ? ['trailNote conflict'] : []);
    }
  });
});

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
  const expectFields = (kept: readonly KeptItem[]): void => {
    for (const { id, title, fields } of kept)
      if (fields !== undefined)
        expect([title, outboxOf().get(id)?.intent.command.fields]).toEqual([title, fields]);
  };
  const expectDrafts = ({ drafts }: KeptAccount): void => {
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
  const expectWhole = (account: KeptAccount): void => {
    expect(items()).toEqual(account.items.map(withoutFields));
    expectFields(account.items);
    expectDrafts(account);
  };
  const pushesTo = (n: number): string[] =>
    services[n]!.wire.seen.filter((line) => line.startsWith('POST') && line.toLowerCase().includes('/push'));

  /** Counts the records of a service that contain a text. */
  const recordsOf = (n: number) =>
    services[n]!.database.prepare(`SELECT count(*) FROM record WHERE doc LIKE '%' || ? || '%'`).pluck();

  /** Counts the records of one kind. */
  const ownRecordsOf = (n: number) =>
    services[n]!.database.prepare(
      `SELECT count(*) FROM record WHERE resource = ? AND doc LIKE '%' || ? || '%'`,
    ).pluck();
  const resourceOf = (kind: string): string => RESOURCE_OF_KIND[kind as keyof typeof RESOURCE_OF_KIND];

  it('opens with nothing lost, and sends each waiting item once and nothing twice', async () => {
    const folder = keptIn(name);
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
        account.items
          .map(withoutFields)
          .map((item) => (settled.has(item.id) ? { ...item, state: 'applied' } : item)),
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
      // Each record whose name is its title exists once if the service has it, and otherwise not at all.
      const named = items().filter(({ title }) => NAMED.test(title));
      for (const { kind, title, state } of named)
        expect([kind, title, state, Number(ownRecordsOf(n).get(resourceOf(kind), title))]).toEqual([
          kind,
          title,
          state,
          state === 'applied' || state === 'conflict' ? 1 : 0,
        ]);
    }
    const receipt = name.startsWith('every-kind') ? 'doubted receipt' : 'receipt in doubt';
    expect(recordsOf(0).get(`Kept 0 ${receipt}`)).toBe(1);
  });

  it.each(hasJournal(name) ? [name] : [])(
    '%s has all unsent work without outbox.db, and sends none of it by itself',
    async () => {
      const folder = keptIn(name);
      for (const path of Object.keys(folder.files)) if (path.endsWith('outbox.db')) delete folder.files[path];
      await layOut(folder);
      for (const [n, account] of folder.accounts.entries()) {
        expect(await fixture!.core.accounts.open(account.id)).toMatchObject({ ok: true });
        // What was delivered or discarded may be gone.
        const [unsent, found] = [account.items, items()].map((list) =>
          list.filter(({ state }) => state !== 'applied' && state !== 'discarded'),
        );
        expect(found).toEqual(
          unsent!.map(withoutFields).map((item) => ({ ...item, held: item.held || item.state === 'queued' })),
        );
        expectFields(unsent!);
        expectDrafts(account);
        expect(await fixture!.core.accounts.signIn(account.id, CLIENT)).toMatchObject({ ok: true });
        for (const kind of KINDS) outboxOf().release(kind);
        outboxOf().pause(false);
        const doubted = account.items.filter(({ state }) => state === 'uncertain');
        for (const { id } of doubted)
          await expect.poll(() => outboxOf().get(id)?.intent.state, { timeout: 60_000 }).toBe('applied');
        expect(pushesTo(n)).toEqual([]);
      }
    },
  );
});
