import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openOutboxDatabase } from '#core/outbox/store/open-outbox-database';
import { OUTBOX_MIGRATIONS } from '#core/outbox/store/outbox-migrations';
import { crmBench, lost } from '../../../../support/outbox/fake-crm';
import {
  accepted,
  companyCommand,
  outboxBench,
  receiptCommand,
} from '../../../../support/outbox/outbox-bench';

/** Writes over a row as damage does: past the checks and the triggers. */
const damage = (database: Database.Database, sql: string, ...params: unknown[]): void => {
  database.pragma('ignore_check_constraints = ON');
  const triggers = database.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`).all() as {
    name: string;
    sql: string;
  }[];
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
  database.prepare(sql).run(...params);
  for (const trigger of triggers) database.exec(trigger.sql);
  database.pragma('ignore_check_constraints = OFF');
};

const DAMAGES: readonly [string, string][] = [
  ['a command that is no JSON', `UPDATE intents SET command = '{"kind":"comp' WHERE id = ?`],
  ['a command that is something else', `UPDATE intents SET command = 'null' WHERE id = ?`],
  [
    'a command without contacts',
    `UPDATE intents SET command = json_remove(command, '$.children') WHERE id = ?`,
  ],
  ['a detail that is no JSON', `UPDATE intents SET detail = '{' WHERE id = ?`],
  ['a detail with a wrong list', `UPDATE intents SET detail = json_set(detail, '$.notes', 7) WHERE id = ?`],
  ['a base that is no JSON', `UPDATE intents SET base = 'x' WHERE id = ?`],
  ['an unknown state', `UPDATE intents SET state = 'queuee' WHERE id = ?`],
  ['an unknown kind', `UPDATE intents SET kind = 'compamy' WHERE id = ?`],
];

describe('[OB44] an item that cannot be read', () => {
  it.each(DAMAGES)(
    '%s: is set apart and reported, never sent, and the other items continue',
    async (_, sql) => {
      const bench = outboxBench();
      bench.outbox.pause(true);
      const bad = bench.submit(companyCommand('Bad'));
      const good = bench.submit(companyCommand('Good'));
      const child = bench.submit(receiptCommand(bad));
      damage(bench.database, sql, bad);
      const outbox = bench.reopen();
      outbox.pause(false);
      await bench.time.advance(120_000);

      expect(bench.pushes.map(({ body }) => body)).toEqual(['{"name":"Good","pool_id":0,"customers":[]}']);
      expect(bench.errors).toEqual([]);
      expect(outbox.list().map(({ id, state }) => [id, state])).toEqual([
        [good, 'applied'],
        [child, 'queued'],
      ]);
      expect(outbox.get(child)?.intent).toMatchObject({ waits: 'parent', waitsFor: [bad] });
      expect(outbox.get(bad)).toBeNull();
      expect(outbox.forRecord('company', bad)).toEqual([]);
      expect(outbox.overlay('company', () => null)).toHaveLength(1);
      expect(outbox.summary()).toMatchObject({
        unreadable: 1,
        waiting: 1,
        counts: { applied: 1, queued: 1 },
      });
      const [row] = outbox.unreadable();
      expect(row).toMatchObject({ table: 'intents', id: bad });
      expect(row?.raw).toContain(bad);
      expect(bench.database.prepare('SELECT count(*) FROM intents WHERE id = ?').pluck().get(bad)).toBe(1);
    },
  );

  it('is set apart at once if it is found while the app runs, and the queue does not loop', async () => {
    const bench = outboxBench();
    bench.outbox.pause(true);
    const bad = bench.submit(companyCommand('Bad'));
    bench.submit(companyCommand('Good'));
    damage(bench.database, `UPDATE intents SET command = '{' WHERE id = ?`, bad);
    bench.outbox.pause(false);
    await bench.time.advance(60_000);
    expect(bench.pushes).toHaveLength(1);
    expect(bench.outbox.summary().unreadable).toBe(1);
    expect(bench.time.pending()).toBeLessThan(3);
  });

  it('does not block an item that needs its record if that is delivered', async () => {
    const bench = outboxBench();
    const bad = bench.submit(companyCommand('Bad'));
    await bench.time.advance(10_000);
    bench.outbox.pause(true);
    bench.submit(receiptCommand(bad));
    damage(bench.database, `UPDATE intents SET detail = '{' WHERE id = ?`, bad);
    const outbox = bench.reopen();
    bench.pushes.length = 0;
    outbox.pause(false);
    await bench.time.advance(120_000);
    expect(bench.pushes).toHaveLength(1);
  });

  it('does not block an edit of the same record or an identical new item', async () => {
    const bench = outboxBench();
    bench.outbox.pause(true);
    const bad = bench.submit(companyCommand('Acme', '77'));
    const twin = bench.submit(companyCommand('Twin'));
    damage(bench.database, `UPDATE intents SET state = 'uncertain', detail = '[]' WHERE id = ?`, twin);
    damage(bench.database, `UPDATE intents SET command = '' WHERE id = ?`, bad);
    const outbox = bench.reopen();
    bench.submit(companyCommand('Acme again', '77'));
    bench.submit(companyCommand('Twin'));
    outbox.pause(false);
    await bench.time.advance(60_000);
    expect(bench.pushes.map(({ body }) => body).sort()).toEqual(
      [
        '{"company_id":77,"name":"Acme again","pool_id":0}',
        '{"name":"Twin","pool_id":0,"customers":[]}',
      ].sort(),
    );
  });

  it.each([
    ['a command that is no JSON', `UPDATE intents SET command = '{"kind":"comp' WHERE id = ?`],
    ['a detail that is no JSON', `UPDATE intents SET detail = '{' WHERE id = ?`],
    ['a base that is no JSON', `UPDATE intents SET base = 'x' WHERE id = ?`],
    ['another real id', `UPDATE intents SET real_id = '41' WHERE id = ?`],
  ])('%s: a delivered one keeps no item in doubt from being settled', async (_, sql) => {
    const bench = crmBench();
    bench.gateway.push = async () => accepted({ company_id: 40, customers: [] });
    const bad = bench.submit(companyCommand('First'));
    await bench.time.advance(1_000);
    // The record with the altered id is that of a colleague.
    bench.crm.put('company', { company_id: 41, name: 'Other', create_user: { user_id: 9 } });
    damage(bench.database, sql, bad);
    bench.reopen();
    bench.gateway.push = lost;
    const id = bench.submit(companyCommand('Acme'));
    await bench.time.advance(1_000);
    const made = { company_id: 77, name: 'Acme', pool_id: 0, create_time: '2026-01-01 10:00:01' };
    bench.crm.put('company', { ...made, create_user: { user_id: 1 } });
    await bench.time.advance(120_000);
    expect(bench.errors).toEqual([]);
    expect(bench.outbox.get(id)?.intent).toMatchObject({ state: 'applied', realId: '77' });
  });

  it('in doubt is never settled automatically if its sent version cannot be read', async () => {
    const bench = outboxBench({
      gateway: { push: () => Promise.reject(new Error('the process ends here')) },
    });
    const id = bench.submit(companyCommand('Acme'));
    await bench.time.advance(50);
    damage(bench.database, `UPDATE versions SET command = '{' WHERE intent_id = ?`, id);
    const outbox = bench.reopen();
    await bench.time.advance(3_600_000);
    expect(bench.pushes).toHaveLength(1);
    expect(outbox.get(id)?.intent).toMatchObject({ state: 'uncertain', waits: 'your-decision' });
    expect(outbox.summary().unreadable).toBe(1);
  });

  it('a draft: the others open, its text is kept, and a restored copy never overwrites it', () => {
    const bench = outboxBench();
    const draft = (id: string): void =>
      void bench.outbox.saveDraft({ id, kind: 'lead', target: null, form: { id }, base: null });
    draft('draft:1');
    draft('draft:2');
    const copy = JSON.stringify(bench.outbox.export());
    damage(bench.database, `UPDATE drafts SET form = '{"id' WHERE id = 'draft:1'`);
    const outbox = bench.reopen();
    expect(outbox.drafts().map(({ id }) => id)).toEqual(['draft:2']);
    expect(outbox.restore(copy)).toMatchObject({ ok: true });
    outbox.deleteDraft('draft:1');
    expect(outbox.unreadable()).toMatchObject([{ table: 'drafts', id: 'draft:1' }]);
    expect(outbox.unreadable()[0]?.raw).toContain('{\\"id');
  });

  it('a draft whose text became bytes: they are kept as hex', async () => {
    const bench = outboxBench();
    bench.outbox.saveDraft({ id: 'draft:1', kind: 'lead', target: null, form: {}, base: null });
    // A flipped bit in the row's header does this; SQL alone refuses it in a strict table.
    bench.database.exec('ALTER TABLE drafts RENAME TO strict; CREATE TABLE drafts AS SELECT * FROM strict');
    damage(bench.database, `UPDATE drafts SET form = x'7b0aff' WHERE id = 'draft:1'`);
    const outbox = bench.reopen();
    expect(JSON.parse(outbox.unreadable()[0]!.raw)).toMatchObject({ id: 'draft:1', form: '7b0aff' });
  });

  it('an entry of the ledger: the rest of the history is shown', async () => {
    const bench = outboxBench();
    const id = bench.submit(companyCommand('Acme'));
    await bench.time.advance(10_000);
    damage(bench.database, `UPDATE ledger SET facts = '{' WHERE event = 'sending'`);
    expect(bench.outbox.get(id)?.ledger.map(({ event }) => event)).toEqual([
      'submitted',
      'unreadable',
      'accepted',
    ]);
    expect(bench.outbox.summary().unreadable).toBe(1);
  });

  it('is exported as raw text, and restoring a copy with one restores the other items', async () => {
    const bench = outboxBench();
    bench.outbox.pause(true);
    const bad = bench.submit(companyCommand('Bad'));
    const good = bench.submit(companyCommand('Good'));
    const whole = bench.outbox.export();
    damage(bench.database, `UPDATE intents SET command = '{"kind' WHERE id = ?`, bad);
    const exported = bench.outbox.export();
    expect(exported.intents.map(({ id }) => id)).toEqual([good]);
    expect(exported.unreadable).toMatchObject([{ table: 'intents', id: bad }]);
    // Here already, though not readable: it is not made a second time.
    expect(bench.outbox.restore(JSON.stringify(whole))).toMatchObject({ ok: true, added: 0, skipped: 2 });

    const other = outboxBench();
    const broken = { ...whole, intents: [{ ...whole.intents[0], command: null }, whole.intents[1]] };
    expect(other.outbox.restore(JSON.stringify(broken))).toMatchObject({ ok: true, added: 1, unreadable: 1 });
    expect(other.outbox.list().map(({ id }) => id)).toEqual([good]);
    const third = outboxBench();
    expect(third.outbox.restore(JSON.stringify(exported))).toMatchObject({
      ok: true,
      added: 1,
      unreadable: 1,
    });
  });
});

describe('[OB48] an altered row', () => {
  const ALTERED: readonly [string, string][] = [
    ['another name', `UPDATE intents SET command = replace(command, 'Acme', 'Acne') WHERE id = ?`],
    ['another state', `UPDATE intents SET state = 'applied' WHERE id = ?`],
    ['another target', `UPDATE intents SET target = '78' WHERE id = ?`],
    ['no longer on hold', `UPDATE intents SET held = 0 WHERE id = ?`],
    ['another note', `UPDATE intents SET detail = json_set(detail, '$.notes', json('["x"]')) WHERE id = ?`],
    ['no checksum', `UPDATE intents SET checksum = NULL WHERE id = ?`],
  ];
  it.each(ALTERED)('%s: is set apart and not sent', async (_, sql) => {
    const bench = outboxBench();
    const id = bench.submit(companyCommand('Acme', '77'));
    bench.outbox.hold(id, true);
    bench.submit(companyCommand('Good'));
    damage(bench.database, sql, id);
    const outbox = bench.reopen();
    await bench.time.advance(60_000);
    expect(bench.pushes.map(({ body }) => body)).toEqual(['{"name":"Good","pool_id":0,"customers":[]}']);
    expect(outbox.unreadable()).toMatchObject([{ table: 'intents', id, why: 'altered' }]);
    expect(outbox.list()).toHaveLength(1);
  });

  it('a version, a draft and an entry of the ledger', async () => {
    const bench = outboxBench();
    bench.outbox.pause(true);
    const id = bench.submit(companyCommand('Acme', '77'));
    bench.submit(companyCommand('Acme Ltd', '77'));
    bench.outbox.saveDraft({ id: 'draft:1', kind: 'lead', target: null, form: { a: 'one' }, base: null });
    damage(
      bench.database,
      `UPDATE versions SET command = replace(command, 'Acme', 'Acne') WHERE version = 1`,
    );
    damage(bench.database, `UPDATE drafts SET form = replace(form, 'one', 'two')`);
    damage(bench.database, `UPDATE ledger SET event = 'discarded' WHERE event = 'submitted'`);
    const outbox = bench.reopen();
    expect(outbox.undo(id)).toMatchObject({ ok: false, code: 'not-now' });
    expect(outbox.drafts()).toEqual([]);
    expect(outbox.get(id)?.ledger.map(({ event }) => event)).toEqual(['unreadable', 'edit']);
    expect(outbox.summary().unreadable).toBe(3);
    expect(outbox.unreadable().every(({ why }) => why === 'altered')).toBe(true);
  });

  it('is never a row that the outbox wrote, in any state, with any character', async () => {
    const bench = outboxBench();
    const id = bench.submit(companyCommand('远洋 \u{1F6A2} \ud800 half \0 nought'));
    bench.outbox.saveDraft({ id: 'draft:1', kind: 'lead', target: null, form: { a: '\udc00' }, base: null });
    await bench.time.advance(60_000);
    bench.outbox.saveDraft({ id: 'draft:1', kind: 'lead', target: null, form: { a: 'later' }, base: null });
    const outbox = bench.reopen();
    outbox.export();
    expect(outbox.get(id)?.intent.state).toBe('applied');
    expect(outbox.summary().unreadable).toBe(0);
  });

  it('a file of the previous version gets its checksums and is then complete', async () => {
    const database = new Database(':memory:');
    openOutboxDatabase(database, {
      accountId: 'a',
      backupPath: null,
      migrations: OUTBOX_MIGRATIONS.slice(0, 2),
    });
    database.exec(`
      INSERT INTO intents (id, kind, state, schema_version, version, command, fingerprint, detail, created_at, updated_at)
        VALUES ('local:1', 'company', 'queued', 1, 1, '{"kind":"company","schema":1,"target":null,"fields":{"name":"Old"},"children":[]}', 'f', '{}', 1, 1);
      INSERT INTO versions VALUES ('local:1', 1, '{"kind":"company","schema":1,"target":null,"fields":{"name":"Old"},"children":[]}', NULL, 1);
      INSERT INTO ledger (intent_id, event, at, facts) VALUES ('local:1', 'submitted', 1, '{}');
      INSERT INTO drafts VALUES ('draft:1', 'lead', NULL, '{}', NULL, NULL, 1, 1);
    `);
    const bench = outboxBench({ through: () => database });
    expect(bench.outbox.list()).toHaveLength(1);
    expect(bench.outbox.drafts()).toHaveLength(1);
    expect(bench.outbox.get('local:1')?.ledger.map(({ event }) => event)).toEqual(['submitted']);
    expect(bench.outbox.summary().unreadable).toBe(0);
    expect(() => database.exec(`UPDATE ledger SET event = 'x'`)).toThrow('append only');
    await bench.time.advance(30_000);
    expect(bench.outbox.summary().counts).toEqual({ applied: 1 });
  });
});
