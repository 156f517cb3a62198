import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OutboxExport } from '#core/outbox/export-outbox';
import type { HttpResult } from '#core/ports/ports';
import {
  accepted,
  companyCommand,
  outboxBench,
  receiptCommand,
  type OutboxBench,
} from '../../../../support/outbox/outbox-bench';

type Step = (bench: OutboxBench) => unknown;
const item = (bench: OutboxBench, at: number): string | null => {
  const all = bench.outbox.list();
  return all[at % Math.max(1, all.length)]?.id ?? null;
};
const onItem =
  (act: (bench: OutboxBench, id: string) => unknown) =>
  (at: number): Step =>
  (bench) => {
    const id = item(bench, at);
    return id === null ? null : act(bench, id);
  };
const answers: readonly (() => Promise<HttpResult>)[] = [
  () => new Promise(() => undefined),
  async () => ({ kind: 'failure', reason: 'reset', unsent: false, detail: 'reset' }),
  async () => ({ kind: 'failure', reason: 'dns', unsent: true, detail: 'dns' }),
  async () => ({ kind: 'answer', status: 200, headers: {}, url: '', text: '{"code":400,"message":"no"}' }),
];
let made = 9_000;
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.nat(9).map(
    (n): Step =>
      (bench) =>
        bench.outbox.submit({ command: companyCommand(`Company ${n}`), base: null }),
  ),
  fc.nat(20).map(onItem((bench, id) => bench.outbox.submit({ command: receiptCommand(id), base: null }))),
  fc
    .nat(20)
    .map(onItem((bench, id) => bench.outbox.edit(id, { command: companyCommand(`Edited ${id.slice(-3)}`) }))),
  fc.nat(20).map(onItem((bench, id) => bench.outbox.undo(id))),
  fc.nat(20).map(onItem((bench, id) => bench.outbox.discard(id))),
  fc.nat(20).map(onItem((bench, id) => bench.outbox.hold(id, true))),
  fc.nat(20).map(onItem((bench, id) => bench.outbox.sendAgain(id))),
  fc.nat(5).map(
    (n): Step =>
      (bench) =>
        bench.outbox.saveDraft({ id: `draft:${n}`, kind: 'lead', target: null, form: { n }, base: null }),
  ),
  fc.nat(answers.length).map((n): Step => (bench) => {
    bench.gateway.push = answers[n] ?? (async () => accepted({ company_id: made++, customers: [] }));
  }),
  fc.integer({ min: 1, max: 40 * 60_000 }).map(
    (ms): Step =>
      (bench) =>
        bench.time.advance(ms),
  ),
);

const exported = (bench: OutboxBench): OutboxExport =>
  JSON.parse(JSON.stringify(bench.outbox.export())) as OutboxExport;
const restored = (from: OutboxExport): OutboxExport => {
  const bench = outboxBench();
  bench.outbox.pause(true);
  expect(bench.outbox.restore(JSON.stringify(from))).toEqual({
    ok: true,
    added: from.intents.length,
    skipped: 0,
    drafts: from.drafts.length,
    unreadable: 0,
  });
  return exported(bench);
};
/** Numbers of rows are a database's own, and so is when a machine tries again. */
const said = ({ intents, drafts, ledger }: OutboxExport) => ({
  intents: intents.map((intent) => ({ ...intent, seq: 0, tries: 0, notBefore: 0 })),
  drafts,
  ledger: ledger.map((entry) => ({ ...entry, seq: 0 })),
});
/** What restoring changes, and nothing else. */
const asRestored = (from: OutboxExport) => {
  const { intents, drafts, ledger } = said(from);
  return {
    drafts,
    intents: intents.map((intent) => {
      const sent = intent.state === 'sending' || intent.state === 'uncertain';
      const { detail } = intent;
      return {
        ...intent,
        state: sent ? 'uncertain' : intent.state,
        held: intent.held || intent.state === 'queued',
        sendNow: false,
        detail: {
          ...detail,
          doubtSince: sent ? null : detail.doubtSince,
          notes: detail.notes.includes('restored') ? detail.notes : [...detail.notes, 'restored'],
        },
      };
    }),
    ledger,
  };
};

describe('[OB69] export and restore', () => {
  it('restore versions, times and the order of the whole ledger', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 40 }), async (list) => {
        const bench = outboxBench();
        for (const step of list) await step(bench);
        bench.outbox.stop();
        const first = exported(bench);
        const second = restored(first);
        const { ledger, ...rest } = said(second);
        const expected = asRestored(first);
        expect(rest).toEqual({ intents: expected.intents, drafts: expected.drafts });
        expect(ledger.slice(0, expected.ledger.length)).toEqual(expected.ledger);
        expect(ledger.slice(expected.ledger.length).every(({ event }) => event === 'restored')).toBe(true);
        // From then on it is the identity.
        expect(said(restored(second))).toEqual(said(second));
      }),
      { numRuns: 30, seed: 3 },
    );
  }, 60_000);
});
