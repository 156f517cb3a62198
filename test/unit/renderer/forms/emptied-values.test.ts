/** What was emptied or removed in the draft of a new record, against the item that another form saved. */
import { expect, it } from 'vitest';
import { emptiedSince, withoutEmptied } from '../../../../src/renderer/forms/values/emptied-values';
import {
  type FormChild,
  type FormValues,
  NO_VALUES,
} from '../../../../src/renderer/forms/values/form-values';

const fields = (of: FormValues['fields']): FormValues => ({ ...NO_VALUES, fields: of });
const children = (...of: FormChild[]): FormValues => ({ ...NO_VALUES, children: of });

/** `item` after the draft changed from `before` to `now`. */
const after = (item: FormValues, before: FormValues, now: FormValues): FormValues =>
  withoutEmptied(item, emptiedSince(NO_VALUES, before, now));

it('an emptied text is empty although the item has it without the space at its end', () => {
  const { fields: left } = after(
    fields({ remark: 'met in Canton' }),
    fields({ remark: 'met in Canton \n' }),
    fields({ remark: '' }),
  );
  expect(left).toEqual({ remark: '' });
});

it('an emptied custom field of a contact is empty', () => {
  const contact = { ref: 'local:a', fields: { name: 'Ana' } };
  const red = { ...contact, custom: { '501': 'red', '502': 'big' } };
  const [left] = after(
    children(red),
    children(red),
    children({ ...contact, custom: { '501': '', '502': 'big' } }),
  ).children;
  expect(left?.custom).toEqual({ '501': '', '502': 'big' });
});

it('a removed contact stays if the other form filled in a field of it', () => {
  const ana = { ref: 'local:a', fields: { name: 'Ana', main_customer_flag: '1' } };
  const row = { ref: 'local:b', fields: { name: '' } };
  const filledIn = [
    { ...ana, fields: { ...ana.fields, email: 'ana@n.example' } },
    { ...row, fields: { name: 'Bo' } },
  ];
  expect(after(children(...filledIn), children(ana, row), NO_VALUES).children).toEqual(filledIn);
});

it('a removed contact that only became the main one is removed', () => {
  const ana = { ref: 'local:a', fields: { name: 'Ana' } };
  const item = { ...ana, fields: { name: 'Ana', main_customer_flag: '1' } };
  expect(after(children(item), children(ana), NO_VALUES).children).toEqual([]);
});

it('a removed line is removed also if the service needs the details of its product', () => {
  const line = { ref: 'local:l', fields: { product_id: '5', outbound_count: '1,000' } };
  const item = { ...line, fields: { product_id: '5', outbound_count: '1000', product_unit: 'pc' } };
  expect(after(children(item), children(line), NO_VALUES).children).toEqual([]);
});
