/** Which contact or line is meant, where the service gives no id. */
import { describe, expect, it } from 'vitest';
import { childKey, pairChildren, sameChild } from '#shared/domain/child-key';

const child = (ref: string, fields: Record<string, unknown>) => ({ ref, fields });

describe('a contact or line without an id', () => {
  it('has the e-mail of a lead’s contact, or the document of an allocation, as its key', () => {
    expect(childKey('lead', { email: ' Ann@X.example ' })).toBe('ann@x.example');
    expect(childKey('receipt', { refer_type: 2, refer_id: '3' })).toBe(
      childKey('receipt', { refer_type: '2', refer_id: 3n }),
    );
    expect(childKey('receipt', { refer_type: 2 })).toBe('');
    expect(childKey('company', { email: 'ann@x.example' })).toBe('');
  });

  it('is the same as another with its key, and two with ids of the service are not', () => {
    const held = [child('71', { email: 'a@x.example' }), child('local:known-1', { email: 'b@x.example' })];
    expect(sameChild('lead', held, child('local:n', { email: 'A@x.example' }))?.ref).toBe('71');
    expect(sameChild('lead', held, child('72', { email: 'a@x.example' }))).toBeUndefined();
    expect(sameChild('lead', held, child('72', { email: 'b@x.example' }))?.ref).toBe('local:known-1');
    expect(sameChild('lead', held, child('local:n', {}))).toBeUndefined();
  });

  it('has one partner: a second allocation for the same document stays, and a ref counts before a key', () => {
    const held = [child('local:a', { refer_type: 2, refer_id: '3' }), child('local:b', { refer_id: '4' })];
    const items = [
      child('local:x', { refer_type: 2, refer_id: '3' }),
      child('local:y', { refer_type: 2, refer_id: '3' }),
    ];
    const first = pairChildren('receipt', held, items);
    expect([...first.pairs.values()].map(({ ref }) => ref)).toEqual(['local:x']);
    expect(first.others.map(({ ref }) => ref)).toEqual(['local:y']);
    const byRef = pairChildren('receipt', held, [
      items[0]!,
      child('local:a', { refer_type: 2, refer_id: '3' }),
    ]);
    expect(byRef.pairs.get(held[0]!)?.ref).toBe('local:a');
    expect(byRef.others.map(({ ref }) => ref)).toEqual(['local:x']);
  });
});
