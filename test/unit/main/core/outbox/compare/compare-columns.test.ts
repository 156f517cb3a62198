import { describe, expect, it } from 'vitest';
import { columnComparison } from '#core/outbox/compare/compare-columns';

const delivered = (values: Record<string, unknown>) => new Map(Object.entries(values));

describe('a column that shows a delivered value', () => {
  it('is found under its own name, and compared in the form of an answer', () => {
    const of = columnComparison(
      'company',
      delivered({ trail_status: '3', cus_tag: ['1', '2'], short_name: 'Mine', user_id: '5' }),
      {
        trail_status: { status_id: '3', status_name: 'Quoted' },
        tag: [{ tag_id: '2' }, { tag_id: '1' }],
        short_name: 'Theirs',
        user_id: ['5', '6'],
        city: 'Bremen',
      },
    );
    expect(of('trail_status')).toBe('same');
    expect(of('tag')).toBe('same');
    expect(of('short_name')).toBe('different');
    // No answer has the owner in a form that can be compared with E3's.
    expect(of('user_id')).toBe('unknown');
    expect(of('city')).toBeNull();
  });

  it('is the nested one of a document', () => {
    const of = columnComparison('receipt', delivered({ handler: ['7'], capital_account_id: '4' }), {
      handler_info: [{ user_id: '8', nickname: 'Ben' }],
      capital_account_info: { id: '4', name: 'HSBC' },
    });
    expect(of('handler_info')).toBe('different');
    expect(of('capital_account_info')).toBe('same');
  });

  it('differs when a colleague emptied it', () => {
    expect(columnComparison('company', delivered({ fax: '5' }), { fax: '' })('fax')).toBe('different');
  });
});
