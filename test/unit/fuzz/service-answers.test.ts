/** Any answers of the service to reads and pushes: the outbox throws nothing and sends no money twice. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyRead } from '#core/api/classify-read';
import { readPage } from '#core/api/read-page';
import type { ApiClient } from '#core/api/client';
import type { HttpResult } from '#core/ports/ports';
import { changed, LONG, oddValue, times } from '../../support/odd-json';
import { companyCommand, NOW, outboxBench, receiptCommand } from '../../support/outbox/outbox-bench';

const RECORD = {
  company_id: '12',
  lead_id: '12',
  cash_collection_id: '12',
  id: '12',
  name: 'Fuzz',
  amount: '1.50',
  remark: 'fuzz',
  create_time: NOW,
  update_time: NOW,
  create_user: '1',
  create_user_info: { user_id: '1', nickname: 'Me' },
  customers: [{ customer_id: '5', name: 'Ann', email: 'a@x.example', tel: [{ area: '49', number: '1' }] }],
};
const ENVELOPE = { code: 200, message: 'success', now: NOW, data: { list: [RECORD, RECORD], totalItem: 2 } };
const text = fc.oneof(
  { weight: 4, arbitrary: changed(ENVELOPE).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: changed({ ...ENVELOPE, data: RECORD }).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: oddValue.map((value) => JSON.stringify(value) ?? '') },
  { weight: 1, arbitrary: fc.string() },
  {
    weight: 1,
    arbitrary: fc.constantFrom('<html></html>', '{"code":200', '{"a":1e400}', '[NaN]', '{"a":1}{}'),
  },
);
const answer: fc.Arbitrary<HttpResult> = fc.record({
  kind: fc.constant('answer' as const),
  status: fc.constantFrom(200, 200, 200, 200, 201, 204, 302, 400, 401, 403, 404, 418, 429, 500, 502, 503),
  headers: fc.constantFrom({}, { 'retry-after': '1' }, { 'retry-after': '-5' }, { 'retry-after': 'soon' }),
  url: fc.constant('http://x.example/'),
  text,
});

describe('answers of a service', () => {
  it('are read as a list or refused with a reason, and never cause an exception', LONG, async () => {
    await fc.assert(
      fc.asyncProperty(answer, fc.constantFrom('order_id', 'company_id', 'id'), async (one, idField) => {
        const read: ApiClient['read'] = async () => classifyRead(one, Date.now());
        const page = await readPage({ read } as ApiClient, '/', {}, idField);
        const isRead = page.ok && page.value.items.every(({ id }) => /^-?\d+$/.test(id));
        const isRefused = !page.ok && typeof page.trouble.kind === 'string';
        expect(isRead || isRefused).toBe(true);
      }),
      { numRuns: times(800) },
    );
  });

  it('[OB5] never cause money to be sent twice, an item to be lost, or an exception', LONG, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(answer, { minLength: 1, maxLength: 4 }),
        fc.array(answer, { minLength: 1, maxLength: 4 }),
        async (pushed, read) => {
          const counts = { push: 0, read: 0 };
          const verdictless: string[] = [];
          const bench = outboxBench({
            gateway: {
              push: async (_, body) => {
                const one = pushed[counts.push++ % pushed.length]!;
                // An answer that may hide a success.
                if (one.kind === 'answer' && one.status !== 401 && one.status !== 429) verdictless.push(body);
                return one;
              },
              read: async () => classifyRead(read[counts.read++ % read.length]!, Date.now()),
            },
          });
          const company = bench.submit(companyCommand('Fuzz'));
          const money = bench.submit(receiptCommand('12'));
          await bench.time.advance(20 * 60_000);
          expect(bench.errors).toEqual([]);
          const ids = bench.outbox.list().map(({ id }) => id);
          expect(ids).toEqual(expect.arrayContaining([company, money]));
          const receipts = verdictless.filter((body) => body.includes('1.5'));
          expect(receipts.length).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: times(40) },
    );
  });
});
