import { describe, expect, it } from 'vitest';
import { carryIntoLaterEdit, foldBases, withoutListedLines } from '#core/outbox/edits/fold-edit';
import { mergeEdit } from '#core/outbox/edits/merge-edit';
import type { Command, Snapshot } from '#shared/domain/intent';

const command = (
  fields: Command['fields'],
  children: Command['children'] = [],
  target: string | null = null,
): Command => ({ kind: 'company', schema: 1, target, fields, children });

describe('[OB36] an intent that is edited while a later edit of its record waits', () => {
  it('copies only the current change to the successor', () => {
    const later = command({ pool_id: '0', remark: 'second', tel: '1' }, [], 'local:a');
    expect(
      carryIntoLaterEdit(
        command({ remark: 'first', tel: '1', address: 'x' }),
        command({ remark: 'third', tel: '1', address: 'y' }),
        later,
      ).fields,
    ).toEqual({ pool_id: '0', remark: 'third', tel: '1' });
  });
  it('does so for contacts, and removes edits of a contact that was removed', () => {
    const later = command(
      {},
      [
        { ref: 'local:c', fields: { tel: '2' } },
        { ref: 'local:d', fields: { tel: '3' } },
      ],
      'local:a',
    );
    const before = command({}, [
      { ref: 'local:c', fields: { tel: '1' } },
      { ref: 'local:d', fields: { tel: '1' } },
    ]);
    expect(
      carryIntoLaterEdit(before, command({}, [{ ref: 'local:c', fields: { tel: '9' } }]), later).children,
    ).toEqual([{ ref: 'local:c', fields: { tel: '9' } }]);
  });
  it('keeps an edit of an existing contact that the earlier edit no longer contains', () => {
    const later = command({}, [{ ref: '51', fields: { tel: '2' } }], '900');
    expect(
      carryIntoLaterEdit(
        command({}, [{ ref: '51', fields: { tel: '1' } }], '900'),
        command({}, [], '900'),
        later,
      ),
    ).toBe(later);
  });
  it('does not change a successor without these fields', () => {
    const later = command({ tel: '1' }, [], 'local:a');
    expect(carryIntoLaterEdit(command({ remark: 'a' }), command({ remark: 'b' }), later)).toBe(later);
  });
});

describe('[OB18] an edit from a form that was opened before another edit removed a line of the invoice', () => {
  const invoice = (children: Command['children']): Command => ({
    kind: 'outboundInvoice',
    schema: 1,
    target: '9',
    fields: {},
    children,
  });
  const removes = invoice([
    { ref: '51', fields: {}, remove: true },
    { ref: '52', fields: { order_record_id: '102' } },
  ]);
  const base = {
    fields: {},
    children: [
      { ref: '51', fields: { order_record_id: 101, sale_price: '5' } },
      { ref: '52', fields: { order_record_id: 102 } },
    ],
    readAt: null,
  };
  const added = { ref: 'local:n', fields: { product_id: '3' } };

  it('does not bring the line back by listing it', () => {
    const edit = invoice([{ ref: '51', fields: { order_record_id: '101' } }, added]);
    expect(withoutListedLines(removes, edit, base).children).toEqual([added]);
  });
  it.each([
    ['changes it', { ref: '51', fields: { order_record_id: '101', sale_price: '6' } }, base],
    [
      'sets a custom field of it',
      { ref: '51', fields: { order_record_id: '101' }, custom: { 7: 'x' } },
      base,
    ],
    ['does not know how it was', { ref: '51', fields: { order_record_id: '101' } }, null],
    ['removes it too', { ref: '51', fields: {}, remove: true }, base],
  ] as const)('keeps it if it %s', (_, line, seen) => {
    const edit = invoice([line, added]);
    expect(withoutListedLines(removes, edit, seen as never).children).toEqual([line, added]);
  });
  it('is the same edit if nothing was removed', () => {
    const edit = invoice([{ ref: '51', fields: { order_record_id: '101' } }]);
    expect(withoutListedLines(invoice([]), edit, base)).toBe(edit);
  });
});

describe('[OB20] a field that was entered before the record was read', () => {
  const READ = '2026-11-29 08:00:00';
  const pending = command({ address: 'early' }, [], '5');
  const early: Snapshot = { fields: { name: 'Acme' }, children: [], readAt: null };
  const readAt = (later: Command['fields'], waits = pending, first = early) =>
    foldBases(first, { ...early, readAt: READ }, waits, command(later, [], waits.target))?.readAt;

  it('stays so if a later edit sets other fields, or the same value', () => {
    expect([readAt({ remark: 'x' }), readAt({ address: 'early' })]).toEqual([null, null]);
  });
  it('is no longer so if a later edit gives it another value and its form has shown the record', () => {
    expect(readAt({ address: 'later' })).toBe(READ);
    expect(readAt({ address: 'later' }, command({ address: 'early' }, [], 'local:a'))).toBeNull();
    const seen = { ...early, fields: { address: '' } };
    expect(readAt({ address: 'later' }, pending, seen)).toBeNull();
  });
  it('does not make a field early that only a later edit sets and whose form has shown the record', () => {
    const folded = (seen: string | null) =>
      foldBases(early, { ...early, readAt: seen }, pending, command({ remark: 'x' }, [], '5')) as Snapshot;
    const both = command({ address: 'early', remark: 'x' }, [], '5');
    const theirs = { fields: { address: 'filled in', remark: 'theirs' }, children: [], readAt: READ };
    const merged = (base: Snapshot) => mergeEdit(both, base, { ...theirs, hasChildren: true }, () => []);
    expect(merged(folded(READ))).toEqual({
      kind: 'conflict',
      conflicts: [{ field: 'remark', base: null, mine: 'x', theirs: 'theirs' }],
    });
    expect(merged(folded(null))).toMatchObject({ kind: 'send', unread: ['address', 'remark'] });
  });
  it('is no longer so if it is a field of a contact that the service has', () => {
    const contact = (ref: string, post: string) => command({}, [{ ref, fields: { post } }], '5');
    const after = (ref: string) =>
      foldBases(early, { ...early, readAt: READ }, contact(ref, 'early'), contact(ref, 'later'))?.readAt;
    expect([after('51'), after('local:new')]).toEqual([READ, null]);
  });
});
