import { describe, expect, it } from 'vitest';
import { carryIntoLaterEdit } from '#core/outbox/edits/fold-edit';
import type { Command } from '#shared/domain/intent';

const command = (
  fields: Command['fields'],
  children: Command['children'] = [],
  target: string | null = null,
): Command => ({ kind: 'company', schema: 1, target, fields, children });

describe('[OB36] edited while a later edit of it waits', () => {
  it('hands the successor what was changed now, and nothing else', () => {
    const later = command({ pool_id: '0', remark: 'second', tel: '1' }, [], 'local:a');
    expect(
      carryIntoLaterEdit(
        command({ remark: 'first', tel: '1', address: 'x' }),
        command({ remark: 'third', tel: '1', address: 'y' }),
        later,
      ).fields,
    ).toEqual({ pool_id: '0', remark: 'third', tel: '1' });
  });
  it('does so for contacts, and drops what speaks of a contact taken back', () => {
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
  it('keeps an edit of a contact the service has, though the earlier edit no longer speaks of it', () => {
    const later = command({}, [{ ref: '51', fields: { tel: '2' } }], '900');
    expect(
      carryIntoLaterEdit(
        command({}, [{ ref: '51', fields: { tel: '1' } }], '900'),
        command({}, [], '900'),
        later,
      ),
    ).toBe(later);
  });
  it('leaves a successor alone that says nothing of it', () => {
    const later = command({ tel: '1' }, [], 'local:a');
    expect(carryIntoLaterEdit(command({ remark: 'a' }), command({ remark: 'b' }), later)).toBe(later);
  });
});
