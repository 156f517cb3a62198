import { expect, it } from 'vitest';
import { readRecord } from '#core/outbox/doubt/read-records';
import type { OutboxReads } from '#core/outbox/delivery/outbox-gateway';

/** A service that answers every read of one record with `data`. */
const answering = (data: unknown): OutboxReads => ({
  offers: async () => true,
  read: async () => ({ kind: 'ok', body: { data }, data, now: '2026-01-02 10:00:00', text: '' }),
});

it.each([[[]], [{}], [null], ['']])(
  'an answer of %j is no record: nobody emptied its fields',
  async (data) => {
    expect(await readRecord(answering(data), 'company', '12')).toEqual({
      kind: 'trouble',
      trouble: { kind: 'bad-answer', detail: 'no data' },
    });
  },
);

it('an answer with fields is the record', async () => {
  const read = await readRecord(answering({ company_id: 12, name: 'Acme' }), 'company', '12');
  expect(read).toMatchObject({ kind: 'found', snapshot: { fields: { name: 'Acme' } } });
});
