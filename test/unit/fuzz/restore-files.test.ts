/** A file to restore from, changed in any place: it is refused or read, and the outbox continues. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namesIn, payloadOf } from '#core/handlers/answers/outbox-item-facts';
import { changed, LONG, times } from '../../support/odd-json';
import {
  companyCommand,
  outboxBench,
  receiptCommand,
  type OutboxBench,
} from '../../support/outbox/outbox-bench';

const sound = async (): Promise<unknown> => {
  const bench = outboxBench();
  const first = bench.submit(companyCommand('Delivered'));
  await bench.time.advance(30_000);
  bench.outbox.pause(true);
  bench.submit(companyCommand('Edited', bench.outbox.realIdOf(first)));
  const parent = bench.submit(companyCommand('Waits'));
  bench.submit(receiptCommand(parent));
  bench.outbox.submit({
    command: { kind: 'opportunity', schema: 1, target: '51', fields: { remark: 'Soon' }, children: [] },
    base: {
      fields: { name: 'Fair', company_id: parent, handler: ['7'], remark: '' },
      children: [{ ref: '9', fields: { name: 'Li' } }],
      readAt: '2026-07-01 00:00:00',
    },
  });
  bench.outbox.edit(parent, { command: companyCommand('Waits on') });
  bench.outbox.saveDraft({ id: 'draft:1', kind: 'lead', target: null, form: { n: 1 }, base: null });
  return JSON.parse(JSON.stringify(bench.outbox.export()));
};

/** Everything a screen asks for. */
const lookAround = (bench: OutboxBench): void => {
  const { outbox } = bench;
  const facts = namesIn({ cache: { get: () => null }, outbox });
  for (const { id } of outbox.list()) {
    const found = outbox.get(id);
    if (found === null) throw new Error(`${id} is listed and not there`);
    facts(found.intent);
    payloadOf(outbox, found);
    outbox.chainOf(id);
  }
  outbox.summary();
  outbox.unreadable();
  outbox.drafts();
  outbox.export();
  for (const resource of ['company', 'receipt', 'lead'] as const) outbox.overlay(resource, () => null);
};

interface File {
  drafts: Record<string, unknown>[];
  intents: (Record<string, unknown> & { detail: Record<string, unknown> })[];
  ledger: Record<string, unknown>[];
}

describe('a file to restore from', () => {
  // Each once ended the restoring of the whole file, or broke a screen after it.
  it.each<[string, (file: File) => void]>([
    ['a draft of a time that is no time', ({ drafts }) => void (drafts[0]!.createdAt = 1e308)],
    ['an item of a time that is no time', ({ intents }) => void (intents[1]!.createdAt = 1.5)],
    ['an entry of a time that is no time', ({ ledger }) => void (ledger[0]!.at = 1e308)],
    ['an item of more versions than there can be', ({ intents }) => void (intents[1]!.version = 2 ** 52)],
    ['notes that are no list', ({ intents }) => void (intents[1]!.detail.notes = 7)],
    ['conflicts that name no field', ({ intents }) => void (intents[1]!.detail.conflicts = [null])],
    ['a reason that is a text', ({ intents }) => void (intents[1]!.detail.reason = 'refused')],
    ['candidates without ids', ({ intents }) => void (intents[1]!.detail.candidates = [{}])],
  ])('with %s restores all the rest', async (_, damage) => {
    const file = (await sound()) as File;
    const whole = file.intents.length;
    damage(file);
    const bench = outboxBench({ seed: 8 });
    const restored = bench.outbox.restore(JSON.stringify(file));
    expect(restored).toMatchObject({ ok: true, unreadable: 1 });
    lookAround(bench);
    expect(bench.outbox.list().length).toBeGreaterThanOrEqual(whole - 1);
    expect(bench.outbox.drafts().length + bench.outbox.list().length).toBeGreaterThanOrEqual(whole);
  });

  it(
    'with a change anywhere is refused or restored, sends nothing by itself, and leaves a working outbox',
    LONG,
    async () => {
      const file = await sound();
      await fc.assert(
        fc.asyncProperty(changed(file), async (value) => {
          const bench = outboxBench({ seed: 8 });
          const restored = bench.outbox.restore(JSON.stringify(value));
          lookAround(bench);
          await bench.time.advance(60_000);
          expect(bench.pushes).toEqual([]);
          lookAround(bench);
          bench.reopen();
          lookAround(bench);
          expect(bench.errors).toEqual([]);
          expect(bench.outbox.list().length).toBeLessThanOrEqual(restored.ok ? restored.added : 0);
          // New work goes out beside whatever was restored.
          const own = bench.submit(companyCommand('Own work'));
          await bench.time.advance(60_000);
          expect(bench.outbox.get(own)?.intent.state).toBe('applied');
        }),
        { numRuns: times(60) },
      );
    },
  );
});
