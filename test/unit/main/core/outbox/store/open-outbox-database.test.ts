/**
 * Opening `outbox.db`: what counts as altered, whose it is, and stored answers that a window asks for again.
 */
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { isAltered, openOutboxDatabase } from '#core/outbox/store/open-outbox-database';
import { toIntent, toVersion } from '#core/outbox/store/intent-record';
import { companyCommand, outboxBench } from '../../../../../support/outbox/outbox-bench';

const ACCOUNT = 'a-0123456789abcdef0123456789abcdef';
const OTHER = 'a-fedcba9876543210fedcba9876543210';
const opened = (): Database.Database => {
  const database = new Database(':memory:');
  openOutboxDatabase(database, { accountId: ACCOUNT, backupPath: null });
  return database;
};
const withMeta = (key: string, value: string): Database.Database => {
  const database = opened();
  database.prepare(`INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)`).run(key, value);
  return database;
};

describe('a file', () => {
  it('that is empty or was opened is not altered', () => {
    expect(isAltered(new Database(':memory:'), ACCOUNT)).toBe(false);
    const database = opened();
    expect(isAltered(database, ACCOUNT)).toBe(false);
    openOutboxDatabase(database, { accountId: ACCOUNT, backupPath: null });
    expect(isAltered(database, ACCOUNT)).toBe(false);
  });
  it('is altered if its version or its tables are other than it says', () => {
    const lower = opened();
    lower.pragma('user_version = 1');
    expect(isAltered(lower, ACCOUNT)).toBe(true);
    const none = opened();
    none.pragma('user_version = 0');
    expect(isAltered(none, ACCOUNT)).toBe(true);
    const tables = opened();
    tables.exec('CREATE TABLE more (id TEXT)');
    expect(isAltered(tables, ACCOUNT)).toBe(true);
  });
  it('of another account is not altered, but one with a damaged account is', () => {
    expect(isAltered(withMeta('account', OTHER), ACCOUNT)).toBe(false);
    expect(isAltered(withMeta('account', `b${ACCOUNT.slice(1)}`), ACCOUNT)).toBe(true);
    expect(isAltered(withMeta('account', `${ACCOUNT.slice(0, -1)}0`), ACCOUNT)).toBe(true);
    expect(isAltered(withMeta('account', 'demo'), ACCOUNT)).toBe(false);
    expect(isAltered(withMeta('account', '???'), ACCOUNT)).toBe(true);
  });
  it('of another account is refused', () => {
    expect(() =>
      openOutboxDatabase(withMeta('account', OTHER), { accountId: ACCOUNT, backupPath: null }),
    ).toThrow('another account');
  });
  it('is written through to the disk, and keeps no row without its item', () => {
    const database = opened();
    // 2: FULL.
    expect(database.pragma('synchronous', { simple: true })).toBe(2);
    expect(database.pragma('foreign_keys', { simple: true })).toBe(1);
  });
});

describe('a row', () => {
  const rowOf = () => {
    const bench = outboxBench();
    bench.outbox.pause(true);
    bench.submit(companyCommand('Acme'));
    const [row] = bench.database.prepare('SELECT * FROM intents').all() as Record<
      string,
      string | number | null
    >[];
    return row!;
  };
  const command = { kind: 'company', target: null, fields: {}, children: [] };
  const child = { ref: 'local:a', fields: {} };

  it('of the outbox is read', () => {
    expect(toIntent(rowOf())).toMatchObject({ kind: 'company', state: 'queued', held: false, base: null });
  });
  it.each([
    ['a command without fields', 'command', { ...command, fields: null }],
    ['a command of no kind', 'command', { ...command, kind: 'thing' }],
    ['a command whose record is a number', 'command', { ...command, target: 5 }],
    ['a command whose contacts are no list', 'command', { ...command, children: {} }],
    ['a contact that is nothing', 'command', { ...command, children: [child, null] }],
    ['a contact without an id', 'command', { ...command, children: [{ ...child, ref: 5 }] }],
    ['a contact without fields', 'command', { ...command, children: [{ ...child, fields: [] }] }],
    ['a base that is a list', 'base', []],
    ['a base without fields', 'base', { children: [] }],
    ['a base without contacts', 'base', { fields: {} }],
    ['a detail that is a text', 'detail', 'x'],
    ['a detail whose notes are no list', 'detail', { notes: 'x' }],
    ['a detail whose sent versions are no list', 'detail', { sentVersions: 1 }],
    ['a detail whose reason is a text', 'detail', { reason: 'x' }],
  ])('with %s is unreadable', (_, column, value) => {
    expect(() => toIntent({ ...rowOf(), [column]: JSON.stringify(value) })).toThrow(column);
  });
  it.each([
    ['no reason', { reason: null }],
    ['a reason', { reason: { code: 'gone' } }],
    ['lists', { notes: ['a'], conflicts: [], candidates: [], preexisting: ['1'], sentVersions: [1] }],
  ])('whose detail has %s is read', (_, detail) => {
    expect(toIntent({ ...rowOf(), detail: JSON.stringify(detail) }).detail).toMatchObject(detail);
  });
  it('of a draft that was never queued is no item, and a version is read like a command', () => {
    expect(() => toIntent({ ...rowOf(), state: 'draft' })).toThrow('state');
    const text = JSON.stringify({ ...command, children: [child] });
    expect(toVersion({ command: text, base: null, at: 7 })).toMatchObject({ base: null, at: 7 });
    expect(() => toVersion({ command: '{', base: null, at: 7 })).toThrow('command');
  });
});

describe('an operation of a window', () => {
  it('gets its first answer for thirty days', async () => {
    const { outbox, time } = outboxBench();
    outbox.pause(true);
    const ask = (id = 'op', what = 'submit') =>
      outbox.once({ id, what }, () => outbox.submit({ command: companyCommand('Acme'), base: null }));
    const first = ask();
    await time.advance(29 * 24 * 3_600_000);
    ask('other');
    expect(ask()).toEqual(first);
    expect(ask('op', 'discard')).toBeNull();
    expect(outbox.list()).toHaveLength(2);
  });
  it('that is refused is asked anew', () => {
    const { outbox } = outboxBench();
    const answers = [{ ok: false }, { ok: true }, { ok: false }];
    const ask = () => outbox.once({ id: 'op', what: 'x' }, () => answers.shift()!);
    expect([ask(), ask(), ask()]).toEqual([{ ok: false }, { ok: true }, { ok: true }]);
  });
});

describe('a restored copy', () => {
  it('has every version, so that Undo works, and the windows are told', () => {
    const from = outboxBench();
    from.outbox.pause(true);
    const id = from.submit(companyCommand('One'));
    from.outbox.edit(id, { command: companyCommand('Two') });
    const copy = from.outbox.export();
    expect(copy.intents[0]?.versions.map(({ command }) => command.fields.name)).toEqual(['One', 'Two']);
    const to = outboxBench();
    to.changes.length = 0;
    expect(to.outbox.restore(JSON.stringify(copy))).toMatchObject({ ok: true, added: 1 });
    expect(to.changes).toContain(null);
    expect(to.outbox.undo(id)).toEqual({ ok: true });
    expect(to.outbox.get(id)!.intent.title).toBe('One');
  });
});
