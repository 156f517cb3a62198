/** The limits of the contract allow what the window asks for. */
import { expect, it } from 'vitest';
import { exportRequestSchema } from '#shared/contract/export';
import { recordsContract } from '#shared/contract/records';
import { MOST_SELECTED } from '../../../src/renderer/features/lists/grid/row-selection';

it('as many records can be exported as can be selected', () => {
  const request = {
    view: { resource: 'order' },
    ids: Array.from({ length: MOST_SELECTED }, (_, at) => String(at)),
    format: 'csv',
    columns: [{ key: 'order_no', label: 'No.' }],
    words: { yes: 'Yes', no: 'No', sheet: 'Orders', enums: {} },
  };
  expect(exportRequestSchema.safeParse(request).success).toBe(true);
});

it('a window may read five hundred rows at once, as it does when all rows of a list are selected', async () => {
  const { inputSchema } = recordsContract.page['~orpc'];
  const asked = { view: { resource: 'order' }, start: 0, limit: 500 };
  expect(inputSchema?.safeParse(asked).success).toBe(true);
  expect(inputSchema?.safeParse({ ...asked, limit: 501 }).success).toBe(false);
});

it('a CRM may have many custom fields with long names: all columns can be read and exported', () => {
  const columns = Array.from({ length: 700 }, (_, at) => ({ key: `c${at}`, label: '客户要求 '.repeat(100) }));
  const request = {
    view: { resource: 'order' },
    format: 'xlsx',
    columns,
    words: { yes: 'Yes', no: 'No', sheet: 'Orders', enums: {} },
  };
  expect(exportRequestSchema.safeParse(request).success).toBe(true);
  const asked = { view: { resource: 'order' }, start: 0, limit: 500, columns: columns.map(({ key }) => key) };
  expect(recordsContract.page['~orpc'].inputSchema?.safeParse(asked).success).toBe(true);
});
