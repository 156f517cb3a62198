import { expect, it } from 'vitest';
import { valuesForNew } from '../../../../src/renderer/forms/values/anew-values';

it('a record begun anew has the base’s values under the edit’s, new contacts, and no number of the old one', () => {
  const values = valuesForNew(
    'company',
    {
      fields: { name: 'Harbor GmbH', serial_id: 'C100', remark: 'old' },
      children: [
        { ref: '71', fields: { name: 'Anna', email: 'anna@harbor.example' } },
        { ref: '72', fields: { name: 'Ben' } },
      ],
    },
    {
      fields: { remark: 'new' },
      children: [
        { ref: '71', fields: { tel: '0401' } },
        { ref: '72', fields: {}, remove: true },
        { ref: 'local:c', fields: { name: 'Cleo' } },
      ],
    },
    () => 'local:new',
  );
  expect(values.fields).toEqual({ name: 'Harbor GmbH', remark: 'new' });
  expect(values.children.map(({ fields }) => fields)).toEqual([
    { name: 'Anna', email: 'anna@harbor.example', tel: '0401' },
    { name: 'Cleo' },
  ]);
  expect(values.children.map(({ ref }) => ref)).toEqual(['local:new', 'local:new']);
});

it('a receipt begun anew has each allocation once, and neither the number nor the creator of the old one', () => {
  const allocation = (amount: string) => ({
    refer_type: 2,
    refer_id: '41',
    cash_collection_amount: amount,
  });
  const values = valuesForNew(
    'receipt',
    {
      fields: { amount: '100', cash_collection_invoice_no: 'SK1', create_user: '7' },
      children: [{ ref: 'local:known-0', fields: allocation('100') }],
    },
    { fields: { amount: '80' }, children: [{ ref: 'local:changed', fields: allocation('80') }] },
    () => 'local:new',
  );
  expect(values.fields).toEqual({ amount: '80' });
  expect(values.children.map(({ fields }) => fields.cash_collection_amount)).toEqual(['80']);
});

it('a rate of 0, which is none, is left out, because a form does not take it', () => {
  const fields = { amount: '100', exchange_rate: '0', exchange_rate_usd: '0.0000' };
  const anew = (edit: Record<string, unknown>) =>
    valuesForNew('receipt', { fields, children: [] }, { fields: edit, children: [] }, () => 'local:new');
  expect(anew({}).fields).toEqual({ amount: '100' });
  expect(anew({ exchange_rate: '712' }).fields).toEqual({ amount: '100', exchange_rate: '712' });
});

it('custom fields are those of the record under those of the edit', () => {
  const values = valuesForNew(
    'company',
    { fields: { name: 'Harbor' }, children: [{ ref: '71', fields: {} }], custom: { 501: 'red', 502: 'old' } },
    { fields: {}, custom: { 502: 'new' }, children: [{ ref: '71', fields: {}, custom: { 601: 'x' } }] },
    () => 'local:new',
  );
  expect(values.custom).toEqual({ 501: 'red', 502: 'new' });
  expect(values.children[0]?.custom).toEqual({ 601: 'x' });
});

it('text of the edit stays as the user typed it, and text of the record is readable', () => {
  const typed = 'Option <a> or <b>?\n\nAsk again';
  const html = '<p>R&amp;D</p>';
  let made = 0;
  const values = valuesForNew(
    'company',
    { fields: { name: html, remark: 'old' }, children: [{ ref: '71', fields: { name: html, remark: 'r' } }] },
    {
      fields: { remark: typed },
      children: [
        { ref: '71', fields: { remark: typed } },
        { ref: 'local:c', fields: { name: typed, birth: '1970-01-01' } },
      ],
    },
    () => `local:${(made += 1)}`,
  );
  expect(values.fields).toEqual({ name: 'R&D', remark: typed });
  expect(values.children.map(({ fields }) => fields)).toEqual([
    { name: 'R&D', remark: typed },
    { name: typed, birth: '1970-01-01' },
  ]);
});
