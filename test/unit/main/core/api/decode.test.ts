import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createDriftMeter } from '../../../../../src/main/core/api/decode';
import { leadItemSchema } from '../../../../../src/shared/http-api/lead';
import { wire } from '../../../../../src/shared/http-api/scalars';
import { purchaseOrderItemSchema } from '../../../../../src/shared/http-api/purchase-order';

const good = {
  lead_id: 5,
  name: 'A',
  short_name: '',
  serial_id: 'L1',
  order_time: '',
  create_time: '2026-01-01 00:00:00',
  update_time: '2026-01-01 00:00:00',
  edit_time: '',
};

describe('drift', () => {
  it('[HT6] counts missing, strange and unknown fields every time', () => {
    const meter = createDriftMeter();
    const { name: _, ...nameless } = good;
    for (let i = 0; i < 3; i += 1)
      meter.check('lead', leadItemSchema, { ...nameless, serial_id: 12, extra: 'Jane Roe +49 170' });
    expect(meter.drain()).toEqual([
      { resource: 'lead', field: 'name', kind: 'missing', count: 3, sample: '' },
      { resource: 'lead', field: 'serial_id', kind: 'type', count: 3, sample: 'number 99' },
      { resource: 'lead', field: 'extra', kind: 'unknown', count: 3, sample: 'string aaaa aaa +99 999' },
    ]);
    expect(meter.drain()).toEqual([]);
  });
  it.each([
    ['１３８００１３８０００', '99999999999'],
    ['٠٥٠ ١٢٣', '999 999'],
    ['नमिता', 'aaaaa'],
    ['A① ½', 'a9 9'],
  ])('[HT6] a sample of %s has none of its letters and digits', (extra, wanted) => {
    const meter = createDriftMeter();
    meter.check('lead', leadItemSchema, { ...good, extra });
    const [unknown] = meter.drain();
    expect(unknown?.sample).toBe(`string ${wanted}`);
  });
  it('[HT6] a valid record after a strange one counts as valid', () => {
    const meter = createDriftMeter();
    meter.check('lead', leadItemSchema, { ...good, create_time: '2026-01-01' });
    meter.check('lead', leadItemSchema, good);
    expect(meter.drain()).toMatchObject([{ field: 'create_time', kind: 'type', count: 1 }]);
  });
  it.each<[string, z.ZodType, unknown, unknown]>([
    ['a time and other digits', z.iso.date(), '2026-01-01', '2026 Jan 1'],
    ['a time and an id', z.string().regex(/^\d{4}-/), '2026-01-01 10:00:00', '1234567890123456789'],
    ['a time and words', z.string().regex(/^\d{4}-/), '2026-01-01 10:00:00', '12 January, 10:00'],
    ['objects of another kind', z.object({ a: z.string() }), { a: 'x' }, { a: 5 }],
    ['objects with other keys', z.strictObject({ a: z.string() }), { a: 'x' }, { b: 'x' }],
    ['lists of another kind', z.array(z.string()), ['x'], [5]],
    ['an object and a list', z.object({}), {}, []],
    ['an object and nothing', z.object({}), {}, null],
    ['whole numbers and others', z.int(), 5, 5.5],
    ['amounts and numbers of absurd size', wire.money(), 5, 1e41],
    ['decimals and integers', z.string().regex(/^\d+\.\d+$/), '1.5', '15'],
    ['short and long integers', z.string().max(15), '123', '1234567890123456'],
  ])('[HT6] tells %s apart', (_, schema, fits, strays) => {
    const meter = createDriftMeter();
    const record = z.object({ field: schema });
    meter.check('lead', record, { field: fits });
    expect(meter.drain()).toEqual([]);
    meter.check('lead', record, { field: strays });
    expect(meter.drain()).toMatchObject([{ field: 'field', kind: 'type', count: 1 }]);
  });
  it('[HT6] a sample of an object names fields, but no person or number that is a key', () => {
    const meter = createDriftMeter();
    const extra = { user_id: 1, 'Mia Chen': 2, 张三: 3, '13800138000': 4, 'mia@example.com': 5 };
    meter.check('lead', leadItemSchema, { ...good, extra });
    expect(meter.drain()).toMatchObject([{ sample: 'object {user_id, ?, ?, ?, ?}' }]);
  });
  it('[HT6] custom field ids do not count as drift', () => {
    const meter = createDriftMeter();
    meter.check('purchaseOrder', purchaseOrderItemSchema, { '2300001': 5 });
    expect(meter.drain().filter((drift) => drift.kind === 'unknown')).toEqual([]);
  });
});
