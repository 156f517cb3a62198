/** A correction that was copied into a later edit, and is discarded while that edit is sent or in doubt. */
import { expect, it } from 'vitest';
import type { HttpResult } from '#core/ports/ports';
import { crmBench, lost, refusing } from '../../../../../support/outbox/fake-crm';
import { accepted } from '../../../../../support/outbox/outbox-bench';

const edit = (remark: string, more: object = {}) => ({
  kind: 'company',
  schema: 1,
  target: '900',
  fields: { pool_id: '0', remark, ...more },
  children: [],
});
const limited: HttpResult = {
  kind: 'answer',
  status: 429,
  headers: { 'retry-after': '5' },
  url: '',
  text: '',
};
const accepting = async () => accepted({ company_id: 900, customers: [] });

/** A refused edit, held and corrected, and a later edit with the copied correction. */
const correctedAndCopied = async () => {
  const bench = crmBench();
  bench.crm.offered = false;
  bench.gateway.push = refusing('Not today');
  const submit = (command: object, remark: string): string => {
    const base = { fields: { remark }, children: [], readAt: null };
    const done = bench.outbox.submit({ command, base });
    if (!done.ok) throw new Error(done.code);
    return done.id;
  };
  const refused = submit(edit('mine'), 'old');
  await bench.time.advance(10_000);
  bench.outbox.pause(true);
  const later = submit(edit('mine too', { homepage: 'x.example' }), 'mine');
  bench.outbox.edit(refused, { command: edit('corrected') });
  bench.outbox.hold(refused, true);
  const send = async (push: () => Promise<HttpResult>): Promise<void> => {
    bench.gateway.push = push;
    bench.outbox.pause(false);
    await bench.time.advance(10_000);
    expect(bench.pushes.at(-1)?.body).toContain('"remark":"corrected"');
  };
  /** Everything is accepted from now on; returns what the record has in the end. */
  const finish = async (): Promise<string | undefined> => {
    bench.gateway.push = accepting;
    await bench.time.advance(60_000);
    expect(bench.outbox.list(['queued', 'uncertain', 'rejected', 'conflict'])).toEqual([]);
    return bench.pushes.at(-1)?.body;
  };
  return { ...bench, refused, later, send, finish };
};

it.each(['has arrived', 'is sent again'])(
  '[OB70] the edit in doubt has its own value if it %s',
  async (how) => {
    const { outbox, refused, later, send, finish } = await correctedAndCopied();
    await send(lost);
    expect(outbox.get(later)?.intent.state).toBe('uncertain');
    expect(outbox.discard(refused)).toEqual({ ok: true });
    if (how === 'has arrived') outbox.arrived(later, null);
    else outbox.sendAgain(later);
    expect(await finish()).toContain('"remark":"mine too"');
  },
);

it('[OB70] the edit that is being sent has its own value if the service did not accept that attempt', async () => {
  const { outbox, refused, later, send, finish } = await correctedAndCopied();
  let answer: (result: HttpResult) => void = () => undefined;
  await send(async () => await new Promise<HttpResult>((resolve) => (answer = resolve)));
  expect(outbox.get(later)?.intent.state).toBe('sending');
  expect(outbox.discard(refused)).toEqual({ ok: true });
  answer(limited);
  expect(await finish()).toContain('"remark":"mine too"');
});
