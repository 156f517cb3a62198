/** Values in the `meta` table of an outbox that were altered on the disk: it has no checksums. */
import Database from 'better-sqlite3';
import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { companyCommand, outboxBench } from '../../../../support/outbox/outbox-bench';
import {
  at,
  codes,
  made,
  notices,
  open,
  prepareOutboxFolders,
} from '../../../../support/outbox/outbox-folders';

prepareOutboxFolders();

/** An account whose outbox.db was missing and filled from the journal. */
const restored = (): void => {
  made('a', 2);
  for (const name of ['outbox.db', 'outbox.db-wal']) rmSync(at('a', name), { force: true });
  open().close();
  expect(codes()).toEqual(['outbox-missing']);
};
const alter = (key: string, value: string): void => {
  const database = new Database(at('a', 'outbox.db'));
  database.prepare(`INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)`).run(key, value);
  database.close();
};

it.each([
  ['rescued', 'q"why":"missing"}'],
  ['rescued', '{"why":"missinf","held":2,"inDoubt":0,"settled":0,"lost":0}'],
  ['rescued', '{"why":"missing","held":"2","inDoubt":0,"settled":0,"lost":0}'],
])(
  '[OB66] an altered report of what was restored (%s: %s) is not told, and the account opens',
  (key, value) => {
    restored();
    alter(key, value);
    const outbox = open();
    expect(codes()).toEqual([]);
    expect(outbox.list().map(({ state, held }) => [state, held])).toEqual([
      ['queued', true],
      ['queued', true],
    ]);
    outbox.close();
  },
);

it.each(['salvaged', 'salvagedItems'])(
  '[OB66] an altered report of what was copied from a damaged file (%s) keeps no account from opening',
  (key) => {
    restored();
    alter(key, '{"recovered":2');
    open().close();
    expect(codes()).toEqual(['outbox-missing']);
  },
);

it('[OB66] after an altered report the next one is told', () => {
  restored();
  alter('rescued', 'q');
  open().close();
  for (const name of ['outbox.db', 'outbox.db-wal']) rmSync(at('a', name), { force: true });
  open().close();
  expect(notices.map(({ code, detail }) => [code, JSON.parse(detail) as object])).toMatchObject([
    ['outbox-missing', { held: 2, lost: 0 }],
  ]);
});

it.each([
  ['quiet-until', '17642889q0000'],
  ['quiet-for', 'q'],
  ['undo-seconds', 'v'],
])('[OB66] an altered wait (%s: %s) does not keep anything from being sent', async (key, value) => {
  const bench = outboxBench();
  bench.outbox.setUndoSeconds(1);
  bench.database.prepare(`INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)`).run(key, value);
  bench.reopen();
  bench.submit(companyCommand('Acme'));
  await bench.time.advance(60_000);
  expect(bench.outbox.list()).toMatchObject([{ state: 'applied' }]);
});
