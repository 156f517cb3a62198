/**
 * A correction of a contact or line was copied into a later edit. Then the user chooses in a conflict about the whole
 * contact or line. This choice is not copied. The later edit comes into conflict itself, and nothing that the user
 * chose against is sent.
 */
import { expect, it } from 'vitest';
import type { Command, CommandChild } from '#shared/domain/intent';
import { conflictKey, mergedCommand } from '../../../../../../src/renderer/features/outbox/merge';
import { crmBench, refusing } from '../../../../../support/outbox/fake-crm';
import { accepted } from '../../../../../support/outbox/outbox-bench';

type Json = Record<string, unknown>;
interface Case {
  kind: 'company' | 'outboundInvoice';
  /** The contacts or lines of the record as the forms showed them, and as a colleague left them. */
  was: Json[];
  now: Json[];
  first: CommandChild[];
  corrected: CommandChild[];
  later: CommandChild[];
}

const ann = { customer_id: 51, name: 'Ann', tel: '1' };
const line = (outbound_record_id: number, outbound_count: string) => ({
  outbound_record_id,
  outbound_count,
  order_id: 3,
  order_record_id: 4,
});
const listed = (ref: string, over: object = {}) => ({
  ref,
  fields: { order_id: '3', order_record_id: '4', ...over },
});
const tel = (of: string) => [{ ref: '51', fields: { tel: of } }];
const count = (of: string) => [listed('51', { outbound_count: of }), listed('52')];

/** What the first edit adds, so that the later one has to wait for it. */
const NEW = {
  company: {
    added: { ref: 'local:n', fields: { name: 'Neu' } },
    later: { ref: 'local:n', fields: { tel: '77' } },
    stored: { customer_id: 53, name: 'Neu' },
  },
  outboundInvoice: {
    added: listed('local:n', { product_id: '1', sku_id: '2', outbound_count: '4', sale_price: '1' }),
    later: listed('local:n', { outbound_count: '3' }),
    stored: { ...line(53, '4'), product_id: 1, sku_id: 2, sale_price: '1' },
  },
};

/** The later edit after a choice of this side against the correction of the first edit. */
const afterChoice = async (pick: 'mine' | 'theirs', { kind, was, now, first, corrected, later }: Case) => {
  const { crm, gateway, outbox, pushes, time } = crmBench();
  const put = (children: Json[]): void =>
    crm.put(
      kind,
      kind === 'company'
        ? { company_id: 7, name: 'Acme', customers: children }
        : { outbound_invoice_id: 7, serial_id: 'INV-7', record_list: children },
    );
  const command = (children: CommandChild[]): Command => ({
    kind,
    schema: 1,
    target: '7',
    fields: kind === 'company' ? { pool_id: '0' } : {},
    children,
  });
  const shown = was.map(({ customer_id: contact, outbound_record_id: record, ...fields }) => ({
    ref: String(contact ?? record),
    fields,
  }));
  const submit = (children: CommandChild[]): string => {
    const base = { fields: {}, children: shown, readAt: '2026-01-01 09:00:00' };
    const done = outbox.submit({ command: command(children), base });
    if (!done.ok) throw new Error(JSON.stringify(done));
    return done.id;
  };
  const item = (id: string) => outbox.get(id)!.intent;
  put(was);
  gateway.push = refusing('Not today');
  const refused = submit([...first, NEW[kind].added]);
  await time.advance(10_000);
  outbox.pause(true);
  const waiting = submit([...later, NEW[kind].later]);
  const correction = { command: command([...corrected, NEW[kind].added]) };
  expect(outbox.edit(refused, correction)).toMatchObject({ ok: true });
  const copied = item(waiting).command.children[0];
  put(now);
  outbox.pause(false);
  await time.advance(10_000);
  const { conflicts, version } = item(refused);
  expect(conflicts).toMatchObject([{ child: '51', field: '*' }]);
  const choices = Object.fromEntries(conflicts.map((one) => [conflictKey(one), { pick } as const]));
  const merged = mergedCommand(item(refused), choices, () => 'local:again')!;
  gateway.push = async () => {
    const { stored } = NEW[kind];
    put([...now, stored]);
    return accepted({ company_id: 7, outbound_invoice_id: 7, customers: [stored], record_list: [stored] });
  };
  pushes.length = 0;
  expect(outbox.edit(refused, { ...merged, version })).toMatchObject({ ok: true });
  await time.advance(60_000);
  expect(item(refused).state).toBe('applied');
  return { copied, later: item(waiting), sent: pushes.map(({ body }) => body).join('\n') };
};

const REMOVED_CONTACT: Case = {
  kind: 'company',
  was: [ann],
  now: [],
  first: tel('2'),
  corrected: tel('999'),
  later: tel('3'),
};
const REMOVED_LINE: Case = {
  kind: 'outboundInvoice',
  was: [line(51, '5'), line(52, '1')],
  now: [line(52, '1')],
  first: count('6'),
  corrected: count('999'),
  later: count('8'),
};

it.each([
  ['contact', REMOVED_CONTACT],
  ['line', REMOVED_LINE],
])('[OB43] a %s that stays removed is asked about again in the later edit', async (_what, of) => {
  const { copied, later, sent } = await afterChoice('theirs', of);
  expect(JSON.stringify(copied)).toContain('999');
  expect(later).toMatchObject({ state: 'conflict', conflicts: [{ child: '51', field: '*' }] });
  expect(sent).not.toContain('999');
});

it('[OB43] a contact that is added again is asked about again in the later edit, and not added twice', async () => {
  const { later, sent } = await afterChoice('mine', REMOVED_CONTACT);
  expect(later).toMatchObject({ state: 'conflict', conflicts: [{ child: '51', field: '*' }] });
  expect(sent.match(/999/g)).toHaveLength(1);
});

it('[OB43] a line that is kept is not removed by the later edit', async () => {
  const { later, sent } = await afterChoice('theirs', {
    ...REMOVED_LINE,
    now: [line(51, '9'), line(52, '1')],
    corrected: [{ ref: '51', fields: {}, remove: true }, listed('52')],
    later: [listed('51'), listed('52', { outbound_count: '2' })],
  });
  expect(later).toMatchObject({ state: 'applied', conflicts: [] });
  expect(sent).not.toContain('"remove"');
});
