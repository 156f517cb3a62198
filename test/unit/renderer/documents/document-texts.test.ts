/** Texts on a printed document: what the screens show of a text that the service stores as HTML. */
import { expect, it } from 'vitest';
import type { RecordView } from '#shared/contract/records';
import { documentModel } from '../../../../src/renderer/features/documents/document-model';
import type { FormatContext } from '../../../../src/renderer/format/values';

const format: FormatContext = {
  locale: 'en',
  offsetMs: null,
  userName: () => undefined,
  lookupName: () => undefined,
  word: (key, options) => String(options?.text ?? key),
};
const record = (resource: RecordView['resource'], lines: string, values: object): RecordView => ({
  resource,
  id: '1',
  title: 'x',
  subtitle: '',
  columns: [{ key: lines, kind: 'lines', sort: 'none' }],
  values: { ...values },
  fetchedAt: 0,
  detailAt: null,
  detailState: 'held',
  raw: '{}',
});

it('are readable in the lines and the address of a document, as in its panel', () => {
  const receipt = documentModel(
    record('receipt', 'record_list', {
      record_list: [{ refer_id: 7, cash_collection_comment: '<p>First part</p><p>of three</p>' }],
    }),
    format,
  );
  expect(receipt.lines[0]?.comment).toBe('First part\nof three');
  const order = documentModel(
    record('order', 'product_list', {
      company_address: '<div>1 Road</div><div>Hamburg</div>',
      product_list: [{ product_name: '<b>Lamp</b>', product_model: 'A &amp; <i>B</i>', count: 1 }],
    }),
    format,
  );
  expect(order.party.lines).toEqual(['1 Road\nHamburg']);
  expect(order.lines[0]?.product).toBe('Lamp');
  expect(order.notes).toEqual(['A & B']);
});
