import { describe, expect, it } from 'vitest';
import { toLookupItems } from '../../../../../src/main/core/api/lookup-items';

describe('lookup items', () => {
  it('[PL13] flattens trees with their parents', () => {
    const items = toLookupItems([
      { id: 1, name: 'A', parent_id: 0, prefix: '', node: [{ id: '2', name: 'B', parent_id: 1, node: [] }] },
    ]);
    expect(items.map(({ id, name, parentId }) => ({ id, name, parentId }))).toEqual([
      { id: '1', name: 'A', parentId: undefined },
      { id: '2', name: 'B', parentId: '1' },
    ]);
  });
  it('[PL13] names scales by their range, and accepts plain strings and stages', () => {
    expect(
      toLookupItems([
        { code: 1, name: { min: 0, max: 59 } },
        { code: '2', name: { min: 60, max: 149 } },
        { code: 6, name: { min: 5000, max: 0 } },
      ]).map((i) => i.name),
    ).toEqual(['<59', '60–149', '≥5000']);
    expect(toLookupItems(['T/T'])).toEqual([{ id: 'T/T', name: 'T/T' }]);
    expect(toLookupItems([{ status_id: 3, status_name: 'Won', status_color: '#0f0' }])).toMatchObject([
      { id: '3', name: 'Won', color: '#0f0' },
    ]);
    expect(toLookupItems({ list: [{ warehouse_id: 7, name: 'Main' }] })).toMatchObject([
      { id: '7', name: 'Main' },
    ]);
    expect(toLookupItems(null)).toEqual([]);
  });
  it('[PL13] takes the first name that is not empty, otherwise the id', () => {
    const items = toLookupItems([
      { capital_account_id: 4, name: '', capital_name: 'Lamps Trading' },
      { user_id: '5', nickname: '', full_name: 'Ann Reis' },
      { user_id: '6', nickname: ' ', full_name: '', email: 'ben@lamps.example' },
      { code: 7, name: '' },
    ]);
    expect(items.map(({ name }) => name)).toEqual(['Lamps Trading', 'Ann Reis', 'ben@lamps.example', '7']);
  });
  it('[PL13] an object of PHP in place of a list keeps the codes of its items', () => {
    const codes = (data: unknown): string[] => toLookupItems(data).map(({ id, name }) => `${id} ${name}`);
    expect(codes({ 0: { code: '7', name: 'Retail' }, 2: { code: 9, name: 'Trade' } })).toEqual([
      '7 Retail',
      '9 Trade',
    ]);
    expect(codes({ 1: { status_id: 31, status_name: 'Won' } })).toEqual(['31 Won']);
    expect(codes({ count: 2, list: { 1: { warehouse_id: 7, name: 'Main' } } })).toEqual(['7 Main']);
    expect(codes([{ id: 1, name: 'A', node: { 4: { id: 2, name: 'B', node: {} } } }])).toEqual([
      '1 A',
      '2 B',
    ]);
    expect(codes({ 1: 'Manufacturer', 2: { name: 'Trade' } })).toEqual(['1 Manufacturer', '2 Trade']);
  });
  it('[PL13] a list that is an empty object, or null, has no items', () => {
    expect(toLookupItems({ count: 0, list: {} })).toEqual([]);
    expect(toLookupItems({ count: 0, list: null })).toEqual([]);
    expect(toLookupItems({ list: [] })).toEqual([]);
  });
});
