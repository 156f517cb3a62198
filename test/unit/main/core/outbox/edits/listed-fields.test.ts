/** Fields of lines and contacts that an edit only lists, because the contract requires them. */
import { expect, it } from 'vitest';
import { outboxBench } from '../../../../../support/outbox/outbox-bench';
import type { Command } from '#shared/domain/intent';

/** Two forms of a record that were opened at the same time. The first one has saved, and its edit waits. */
const merged = (
  first: object,
  second: object,
  unchangedIn: Record<string, string[]>,
): Command['children'] => {
  const { outbox } = outboxBench();
  outbox.pause(true);
  const command = (over: object) => ({ schema: 1, target: '7', fields: {}, children: [], ...over });
  const saved = outbox.submit({ command: command(first), base: null });
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  const later = outbox.submit({ command: command(second), base: null, unchangedIn });
  expect(later).toMatchObject({ ok: true, outcome: 'folded', id: saved.id });
  return outbox.get(saved.id)!.intent.command.children;
};

it('[OB18] a line that the second form lists keeps the order line that the first one gave it', () => {
  const invoice = (fields: object, order_record_id: string, line: object = {}) => ({
    kind: 'outboundInvoice',
    fields,
    children: [{ ref: '51', fields: { order_id: '3', order_record_id, ...line } }],
  });
  expect(
    merged(invoice({}, '105'), invoice({ discount_rate: 5 }, '101', { outbound_count: '8' }), {
      '51': ['order_id', 'order_record_id'],
    }),
  ).toEqual([{ ref: '51', fields: { order_id: '3', order_record_id: '105', outbound_count: '8' } }]);
});

it('[OB18] an allocation keeps the comment of the first form if the second one changes its amount', () => {
  const receipt = (ref: string, cash_collection_amount: string, cash_collection_comment: string) => ({
    kind: 'receipt',
    fields: { amount: '100' },
    children: [
      { ref, fields: { refer_id: '3', refer_type: 1, cash_collection_amount, cash_collection_comment } },
    ],
  });
  expect(
    merged(receipt('local:a', '50', 'new'), receipt('local:b', '60', 'old'), {
      'local:b': ['refer_id', 'refer_type', 'cash_collection_comment'],
    }),
  ).toMatchObject([
    { ref: 'local:a', fields: { cash_collection_amount: '60', cash_collection_comment: 'new' } },
  ]);
});

it('[OB18] a contact of a lead keeps the e-mail that the first form gave it', () => {
  const lead = (fields: object) => ({ kind: 'lead', children: [{ ref: 'local:a', fields }] });
  expect(
    merged(lead({ name: 'Bo', email: 'bo@new.example' }), lead({ tel: '1', email: 'bo@old.example' }), {
      'local:a': ['email'],
    }),
  ).toMatchObject([{ fields: { name: 'Bo', tel: '1', email: 'bo@new.example' } }]);
});

it('[OB70] a line that only a discarded edit had entered is left out of an edit that lists it, unless its form changed it', () => {
  const { outbox } = outboxBench();
  outbox.pause(true);
  const known = { ref: '51', fields: { order_id: '3', order_record_id: '101' } };
  const added = { ref: 'local:b', fields: { order_id: '3', order_record_id: '0', outbound_count: '8' } };
  const invoice = (fields: object, line: object) => ({
    kind: 'outboundInvoice',
    schema: 1,
    target: '7',
    fields,
    children: [known, line],
  });
  const first = outbox.submit({ command: invoice({}, added), base: null });
  if (!first.ok) throw new Error(JSON.stringify(first));
  outbox.discard(first.id);
  const listed = { ref: 'local:b', fields: { order_id: '3', order_record_id: '0' } };
  const unchangedIn = { '51': ['order_id', 'order_record_id'], 'local:b': ['order_id', 'order_record_id'] };
  // The form was opened before the first edit was discarded. The user has changed the discount in it.
  const changed = invoice(
    { discount_rate: 5 },
    { ...listed, fields: { ...listed.fields, outbound_count: '9' } },
  );
  expect(outbox.submit({ command: changed, base: null, unchangedIn })).toMatchObject({
    ok: false,
    issues: [{ path: ['children'], code: 'child-discarded' }],
  });
  const saved = outbox.submit({ command: invoice({ discount_rate: 5 }, listed), base: null, unchangedIn });
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  expect(outbox.get(saved.id)!.intent.command).toMatchObject({
    fields: { discount_rate: 5 },
    children: [known],
  });
});
