/**
 * The other fields of a record, which are sent along if the service empties the fields that an edit leaves
 * out.
 */
import { describe, expect, it } from 'vitest';
import { fieldsLeftOut, withLeftOutFields } from '#core/outbox/delivery/left-out-fields';
import { snapshotOf } from '#core/outbox/compare/server-snapshot';
import type { Command } from '#shared/domain/intent';
import { commandSchema } from '#shared/domain/intent-schema';

const edit: Command = {
  kind: 'company',
  schema: 1,
  target: '7',
  fields: { pool_id: '0', address: 'Kai 2' },
  children: [{ ref: '1', fields: { name: 'Ann' } }],
};
const RECORD = {
  company_id: 7,
  name: 'Acme',
  address: 'Kai 1',
  group_id: 12,
  trail_status: { status_id: 3, name: 'open' },
  star: '4',
  biz_type: '2',
  category_ids: [[1, 11], [2]],
  product_group_ids: [5],
  tag: [{ tag_id: 8 }],
  remark: '',
  customers: [{ customer_id: 1, name: 'Ann', email: 'ann@x.example', gender: 1 }],
};

describe('fields that an edit leaves out', () => {
  it('[OB52] are filled in as a valid command has them', () => {
    const whole = withLeftOutFields(edit, snapshotOf('company', RECORD));
    expect(commandSchema.safeParse(whole).error).toBeUndefined();
    expect(whole.fields).toEqual({
      pool_id: '0',
      address: 'Kai 2',
      name: 'Acme',
      group_id: '12',
      trail_status: '3',
      star: 4,
      biz_type: 2,
      category_ids: [['1', '11'], ['2']],
      product_group_ids: ['5'],
      cus_tag: ['8'],
    });
    expect(whole.children[0]?.fields).toEqual({ name: 'Ann', email: 'ann@x.example', gender: 1 });
    expect(fieldsLeftOut(whole, snapshotOf('company', RECORD))).toEqual([]);
  });

  it.each([
    ['a name in place of an id', { group_id: 'North' }],
    ['an object in a list of ids', { product_group_ids: [{ id: 5 }] }],
    ['no list', { category_ids: 'all' }],
    ['a day in place of a time', { next_follow_up_time: '2026-01-01' }],
    ['images', { image_list: [{ url: 'x' }] }],
    ['too long a text', { remark: 'x'.repeat(20_001) }],
  ])('[OB52] are not filled in if they cannot be sent back: %s', (_, odd) => {
    const now = snapshotOf('company', { ...RECORD, ...odd });
    const [key = ''] = Object.keys(odd);
    const whole = withLeftOutFields(edit, now);
    expect(whole.fields).not.toHaveProperty(key);
    expect(fieldsLeftOut(whole, now)).toEqual([key]);
  });
});
