/** How much of the unsent work is only in the write-ahead log. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOutbox } from '../../../src/main/core/outbox/create-outbox';
import { createFiles } from '../../../src/main/node/files';
import { SimRandom } from '../../simulation/sim-random';
import { VirtualTime } from '../../simulation/virtual-time';
import { companyCommand, idleGateway } from '../../support/outbox/outbox-bench';

const log = { error: () => undefined, warn: () => undefined, info: () => undefined };

describe('[OB67] the write-ahead log', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'satchel-wal-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('stays small during many saves, and is folded in when nothing is written', async () => {
    const time = new VirtualTime(1_800_000_000_000);
    const path = join(root, 'outbox.db');
    const files = createFiles(root);
    const outbox = createOutbox({
      accountId: 'a',
      database: files.open('outbox.db'),
      journal: files.journal('outbox.journal', null),
      backupPath: null,
      gateway: idleGateway,
      clock: time,
      timers: time,
      random: new SimRandom(3),
      log,
      selfUserId: () => '1',
    });
    let largest = 0;
    const journal = join(root, 'outbox.journal');
    for (let n = 0; n < 120; n++) {
      outbox.submit({ command: companyCommand(`Company ${n} ${'x'.repeat(800)}`), base: null });
      largest = Math.max(largest, statSync(`${path}-wal`).size);
    }
    expect(largest).toBeLessThan(1_500_000);
    // One item that is edited again and again makes the journal grow beyond what it says.
    const id = outbox.list()[0]!.id;
    for (let n = 0; n < 250; n++)
      outbox.edit(id, { command: companyCommand(`Again ${n} ${'y'.repeat(2000)}`) });
    outbox.discard(id);
    const grown = statSync(journal).size;
    await time.advance(2_000);
    outbox.saveDraft({ kind: 'lead', target: null, form: {}, base: null });
    await time.advance(7_000);
    expect(statSync(`${path}-wal`).size).toBe(0);
    expect(statSync(journal).size).toBeLessThan(grown / 2);
    const reader = new Database(path, { readonly: true });
    expect(reader.prepare('SELECT count(*) FROM intents').pluck().get()).toBe(120);
    reader.close();
    outbox.close();
  });
});
