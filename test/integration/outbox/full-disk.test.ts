/**
 * A whole core with its data folder on a disk of a few megabytes, which is filled or made read-only while the
 * core runs. The service answers all the time.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '@orpc/server';
import { RESERVE_BYTES } from '../../../src/main/core/store/spare-room';
import { createFileLog } from '../../../src/main/node/log';
import { lockDataDirectory } from '../../../src/main/node/data-lock';
import { makeSmallDisk, whyNoSmallDisk, type SmallDisk } from '../../support/small-disk';
import { PASSWORD } from '../../support/sync/connection';
import { makeCore, type CoreFixture } from '../../support/sync/core-fixture';
import { fakeKeyring } from '../../support/sync/fake-keyring';
import { fastTime } from '../../support/outbox/live-outbox';
import { makeService, ORIGIN, type ServiceFixture } from '../../support/sync/service-fixture';

const why = whyNoSmallDisk();
/** The app looks for room every ten seconds. */
const SPEED = 10;
const lead = (name: string) => ({ kind: 'lead', schema: 1, target: null, fields: { name }, children: [] });

describe.skipIf(why !== null)(
  `[OB45] a data folder on a small disk${why === null ? '' : ` (${why})`}`,
  () => {
    let disk: SmallDisk;
    let service: ServiceFixture;
    let fixture: CoreFixture;
    let time: ReturnType<typeof fastTime>;
    const rejections: unknown[] = [];
    const reject = (error: unknown): void => void rejections.push(error);
    const router = () => fixture.core.router;
    const summary = () => call(router().outbox.summary, undefined);
    const until = (holds: () => Promise<void>) => vi.waitFor(holds, { timeout: 40_000, interval: 100 });
    const leads = (): number =>
      service.database.prepare(`SELECT count(*) FROM record WHERE resource = 'lead'`).pluck().get() as number;

    const connect = async (): Promise<void> => {
      const done = await fixture.core.accounts.connect({
        baseUrl: ORIGIN,
        credentials: PASSWORD,
        headerStyle: 'raw',
        name: 'Test',
        selfUserId: null,
      });
      if (!done.ok) throw new Error(JSON.stringify(done));
      await fixture.core.accounts.current()!.pull.round();
      for (const kind of ['lead', 'company'] as const) await call(router().outbox.release, { kind });
    };
    const submit = (name: string) => call(router().outbox.submit, { command: lead(name) });
    const draft = () =>
      call(router().outbox.saveDraft, { id: 'draft:1', kind: 'lead', form: { name: 'typed' } });

    beforeEach(() => {
      process.on('unhandledRejection', reject);
      // The log of a first copy alone takes some 22 MB until it is folded into the database.
      disk = makeSmallDisk(40);
      time = fastTime(SPEED);
      service = makeService({ dataset: 20, clock: () => time.now() });
    });
    afterEach(async () => {
      await fixture.core.close().catch(() => undefined);
      service.close();
      disk.remove();
      process.off('unhandledRejection', reject);
      expect(rejections.splice(0)).toEqual([]);
    });

    it.each(['plain', 'encrypted'] as const)(
      'full while the app runs (%s): the app keeps running and reading, says so, and sends when there is room',
      async (form) => {
        const keyring = form === 'encrypted' ? fakeKeyring() : null;
        if (keyring) keyring.mood.directory = disk.path;
        fixture = await makeCore({
          transport: service.wire,
          directory: disk.path,
          clock: time,
          timers: time,
          ...(keyring ? { databaseKeys: keyring.databaseKeys } : {}),
        });
        await connect();
        const before = leads();
        await call(router().outbox.pause, { paused: true });
        await submit('Ocean');
        disk.fill();
        await expect(draft()).rejects.toMatchObject({ code: 'disk-full' });
        await expect(submit('Never')).rejects.toMatchObject({ code: 'disk-full' });
        await fixture.core.accounts.current()!.pull.round();
        createFileLog(disk.path).error('no room for this line either');
        expect(
          (await call(router().records.page, { view: { resource: 'company' }, start: 0, limit: 5 })).rows,
        ).not.toEqual([]);
        expect(await summary()).toMatchObject({ storage: 'full', waiting: 1 });
        disk.clear();
        await until(async () => expect((await summary()).storage).toBeNull());
        await draft();
        await call(router().outbox.pause, { paused: false });
        await until(async () => expect((await summary()).counts).toEqual({ applied: 1 }));
        expect(leads()).toBe(before + 1);
      },
    );

    it('full at the start: everything is readable, and sending resumes by itself when there is room', async () => {
      fixture = await makeCore({ transport: service.wire, directory: disk.path, clock: time, timers: time });
      await connect();
      await call(router().outbox.pause, { paused: true });
      await submit('Ocean');
      await call(router().outbox.pause, { paused: false });
      await fixture.core.close();
      disk.fill();
      lockDataDirectory(disk.path).release();
      await fixture.reopen();
      expect(await call(router().outbox.list, {})).toHaveLength(1);
      expect(
        (await call(router().records.page, { view: { resource: 'company' }, start: 0, limit: 5 })).rows,
      ).not.toEqual([]);
      await expect(draft()).rejects.toMatchObject({ code: 'disk-full' });
      expect(await summary()).toMatchObject({ storage: 'full', waiting: 1 });
      disk.clear();
      await until(async () => expect((await summary()).counts).toEqual({ applied: 1 }));
      await fixture.reopen();
      expect((await summary()).counts).toEqual({ applied: 1 });
    });

    it('read-only: everything can be read, nothing is sent, and the app says so', async () => {
      fixture = await makeCore({ transport: service.wire, directory: disk.path, clock: time, timers: time });
      await connect();
      await call(router().outbox.pause, { paused: true });
      await submit('Ocean');
      await call(router().outbox.pause, { paused: false });
      await fixture.core.close();
      const before = leads();
      disk.setReadOnly(true);
      lockDataDirectory(disk.path).release();
      await fixture.reopen();
      expect(await call(router().outbox.list, {})).toHaveLength(1);
      expect(
        (await call(router().records.page, { view: { resource: 'company' }, start: 0, limit: 5 })).rows,
      ).not.toEqual([]);
      await expect(draft()).rejects.toMatchObject({ code: 'disk-read-only' });
      await until(async () => expect(await summary()).toMatchObject({ storage: 'read-only', waiting: 1 }));
      expect(leads()).toBe(before);
      await fixture.core.close();
      disk.setReadOnly(false);
      await fixture.reopen();
      await until(async () => expect((await summary()).counts).toEqual({ applied: 1 }));
    });

    it('read-only from the start: the app says so before anything is written', async () => {
      fixture = await makeCore({ transport: service.wire, directory: disk.path, clock: time, timers: time });
      await connect();
      await fixture.core.close();
      disk.setReadOnly(true);
      lockDataDirectory(disk.path).release();
      await fixture.reopen();
      expect(await summary()).toMatchObject({ storage: 'read-only', waiting: 0 });
      disk.setReadOnly(false);
    });

    it('[OB68] with a reserve: decisions are saved and sent on a full disk, pull and log stop first, and the reserve is made again', async () => {
      disk.remove();
      disk = makeSmallDisk(40);
      const reserve = join(disk.path, 'satchel.reserve');
      fixture = await makeCore({
        transport: service.wire,
        directory: disk.path,
        clock: time,
        timers: time,
        reserveBytes: RESERVE_BYTES,
      });
      await connect();
      // On the disk, not a hole in it.
      expect(statSync(reserve).blocks * 512).toBeGreaterThanOrEqual(RESERVE_BYTES);
      const log = createFileLog(disk.path);
      log.info('there is room for this line');
      const lines = readFileSync(join(disk.path, 'logs/satchel.log'), 'utf8');
      disk.fill();
      const before = leads();
      await fixture.core.accounts.current()!.pull.round();
      expect(fixture.core.accounts.current()!.pull.state().error).toEqual({ code: 'disk-full' });
      log.info('and none for this one');
      expect(existsSync(reserve)).toBe(true);
      const SAVED = 30;
      for (let n = 0; n < SAVED; n++) expect(await submit(`Lead ${n}`)).toMatchObject({ ok: true });
      await draft();
      expect(existsSync(reserve)).toBe(false);
      expect(await summary()).toMatchObject({ storage: 'low' });
      await until(async () => expect((await summary()).counts).toEqual({ applied: SAVED }));
      expect(leads()).toBe(before + SAVED);
      service.wire.seen.length = 0;
      await fixture.core.accounts.current()!.pull.round();
      expect(service.wire.seen.filter((line) => line.includes('list'))).toEqual([]);
      log.info('nor for this one');
      expect(readFileSync(join(disk.path, 'logs/satchel.log'), 'utf8')).toBe(lines);
      disk.clear();
      await until(async () => expect((await summary()).storage).toBeNull());
      expect(existsSync(reserve)).toBe(true);
      await fixture.core.accounts.current()!.pull.round();
      expect(fixture.core.accounts.current()!.pull.state().error).toBeNull();
    });

    it('[OB68] full at the start, with a damaged outbox: the reserve has room for its rescue', async () => {
      fixture = await makeCore({
        transport: service.wire,
        directory: disk.path,
        clock: time,
        timers: time,
        reserveBytes: RESERVE_BYTES,
      });
      await connect();
      await call(router().outbox.pause, { paused: true });
      await submit('Ocean');
      await fixture.core.close();
      const { id } = fixture.core.accounts.state().accounts[0]!;
      const outbox = join(disk.path, 'accounts', id, 'outbox.db');
      const bytes = readFileSync(outbox);
      writeFileSync(outbox, bytes.fill(0xa5, 4096, bytes.length));
      disk.fill();
      await fixture.reopen();
      expect(fixture.core.accounts.state().account?.id).toBe(id);
      expect(await call(router().outbox.list, {})).toMatchObject([{ title: 'Ocean', held: true }]);
      expect(await submit('Since')).toMatchObject({ ok: true });
      expect(await summary()).toMatchObject({ storage: 'low', waiting: 2 });
    });

    it('a lock file with foreign content does not prevent the start', () => {
      writeFileSync(join(disk.path, 'satchel.lock'), 'not a lock, but long enough to be read '.repeat(300));
      const lock = lockDataDirectory(disk.path);
      expect(() => lockDataDirectory(disk.path, 50)).toThrow('another Satchel');
      lock.release();
    });
  },
);
