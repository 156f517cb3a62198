/** How the windows show the forms of the live service. */
import { describe, expect, it } from 'vitest';
import type { Column, RecordView } from '#shared/contract/records';
import { waysOf } from '../../../src/renderer/format/channels';
import { documentModel } from '../../../src/renderer/features/documents/document-model';
import { buildCommand } from '../../../src/renderer/forms/saving/form-command';
import { valuesOf } from '../../../src/renderer/forms/values/form-values';
import { groupFields } from '../../../src/renderer/features/panel/field-groups';
import { lineColumns } from '../../../src/renderer/features/panel/line-columns';
import { formatMoney, formatNumber } from '../../../src/renderer/format/decimal';
import { labelOf } from '../../../src/renderer/format/use-format';
import { displayText, type FormatContext } from '../../../src/renderer/format/values';
import { toneOf } from '../../../src/renderer/format/tone';
import { filesIn } from '../../../src/renderer/format/file-refs';

const FORMAT: FormatContext = {
  locale: 'en',
  word: (key) => (key.startsWith('document.') ? key : ''),
  offsetMs: null,
  userName: () => undefined,
  lookupName: () => undefined,
};
const column = (key: string, kind: Column['kind'], more: Partial<Column> = {}): Column => ({
  key,
  kind,
  sort: 'none',
  ...more,
});
const text = (of: Column, value: unknown): string => displayText(of, value, {}, FORMAT);

describe('values', () => {
  it('a state is shown by its title, whatever its number', () => {
    const status = column('end_status', 'status');
    expect(text(status, { title: '已完成', link_status: 60 })).toBe('已完成');
    expect(toneOf(status, { title: '已完成', link_status: 60 })).toBe('green');
    expect(toneOf(status, { title: '未备货', link_status: 10 })).toBe('gray');
  });
  it('HTML is shown as the text that a person reads', () => {
    expect(text(column('content', 'longText'), '<p>Price &lt; 5</p><p>OK</p>')).toBe('Price < 5\nOK');
    expect(text(column('remark', 'text'), '<script>x</script><p>y</p>')).toBe('y');
  });
  it('a floating-point error is removed, real digits are not', () => {
    expect(formatMoney(510.04499999999996, 'en', 'USD')).toBe('USD\u00a0510.045');
    expect(formatNumber('0.30000000000000004', 'en')).toBe('0.3');
    expect(formatNumber('1234567890123456789.25', 'en')).toBe('1,234,567,890,123,456,789.25');
  });
  it('a nested object without a name shows its values, never its JSON', () => {
    expect(text(column('x', 'list'), [{ cost: '20', percent_type: '0', note: 'sea' }])).toBe('20 sea');
    expect(text(column('x', 'list'), [{ department_id: '1', department_name: 'Export' }])).toBe('Export');
  });
});

describe('labels', () => {
  it('never show a raw key', () => {
    const word = (key: string): string => (key === 'field.any.bank_info' ? 'Bank details' : '');
    expect(labelOf('order', { key: 'bank_info' }, word)).toBe('Bank details');
    expect(labelOf('order', { key: 'cost_with_tax_total' }, word)).toBe('Cost with tax total');
    expect(labelOf('order', { key: '70330001', customName: 'Finish' }, word)).toBe('Finish');
  });
  it('unknown fields are in a separate group', () => {
    const columns = [column('amount', 'money'), column('odd_key', 'text', { other: true })];
    const { groups } = groupFields('receipt', columns, () => false);
    expect(groups.at(-1)).toEqual(['rest', [columns[1]]]);
  });
});

describe('lines', () => {
  const line = {
    '70330002': 'Glossy',
    '70330001': '',
    product_name: 'Lamp',
    count: '2.5',
    unit: 'Box',
    product_unit: 'Box',
    vat_rate: '0',
    tax_refund_rate: '13',
    odd: 'x',
    master_id: '0',
  };
  it('columns without labels and numbers without meaning are hidden', () => {
    const words = new Set(['product_name', 'count', 'product_unit', 'unit', 'vat_rate', 'tax_refund_rate']);
    expect(lineColumns([line], (key) => words.has(key))).toEqual({
      shown: ['product_name', 'count', 'product_unit', 'tax_refund_rate'],
      more: ['70330002', 'odd'],
    });
  });
  it('a number in at least one line keeps its column', () => {
    const other = { ...line, vat_rate: '9' };
    expect(lineColumns([line, other], () => true).shown).toContain('vat_rate');
  });
  it.each([
    ['quotation', {}, 'document.to_party'],
    ['purchaseOrder', { supplier_info: { name: 'Maker' } }, 'document.to_supplier'],
  ] as const)('of a %s are printed', (resource, supplier, party) => {
    const record = {
      resource,
      id: '1',
      title: 'N1',
      columns: [column('product_list', 'lines'), column('supplier_info', 'supplier')],
      values: {
        currency: 'USD',
        product_list: [
          { product_name: 'Lamp', count: '2.5', product_unit: 'Box', unit_price: '4', cost_amount: '10' },
        ],
        ...supplier,
      },
      detailState: 'held',
    } as unknown as RecordView;
    const model = documentModel(record, FORMAT);
    expect(model.lines).toMatchObject([{ product: 'Lamp', quantity: '2.5', unit: 'Box' }]);
    expect(model.party).toMatchObject({ title: party });
  });
});

describe('forms', () => {
  it('HTML is edited as text, and not sent if unchanged', () => {
    const values = valuesOf('company', { fields: { remark: '<p>a &amp; b</p>' }, children: [] });
    expect(values.fields.remark).toBe('a & b');
    const built = buildCommand({ kind: 'company', target: '7', start: values, values });
    expect(built.changed).toBe(false);
  });
});

describe('contacts and files', () => {
  it('an account of an unknown kind is shown under its own name', () => {
    const ways = waysOf({
      whatsapp: '+86 139',
      contact: [
        { type: 'whatsapp', value: '+86 139' },
        { type: 'telegram', value: 'ann' },
      ],
    });
    expect(ways.map(({ channel, name, text: shown }) => [channel, name, shown])).toEqual([
      ['whatsapp', undefined, '+86 139'],
      ['other', 'telegram', 'ann'],
    ]);
  });
  it('a file is a link to its URL, and a script is not a link', () => {
    const file = { file_name: 'a.pdf', file_url: 'https://files.example/a.pdf' };
    expect(filesIn([file])).toEqual([{ name: 'a.pdf', href: 'https://files.example/a.pdf' }]);
    expect(filesIn([{ file_name: 'x', file_url: 'javascript:alert(1)' }])).toEqual([]);
    expect(filesIn([{ file_id: 1, file_name: 'no address' }])).toEqual([]);
    const preview = { file_name: 'b.png', file_url: ' ', file_preview_url: 'https://files.example/b.png' };
    expect(filesIn([preview])).toEqual([{ name: 'b.png', href: 'https://files.example/b.png' }]);
    expect(filesIn([{ src: 'https://files.example/c.png' }])).toMatchObject([
      { href: 'https://files.example/c.png' },
    ]);
    expect(filesIn('x')).toEqual([]);
  });
  it('files are links also in an object with numbers as keys, and one without a URL is named beside the others', () => {
    const file = { file_name: 'a.pdf', file_url: 'https://files.example/a.pdf' };
    expect(filesIn({ 0: file, 2: { ...file, file_name: 'b.pdf' } }).map(({ name }) => name)).toEqual([
      'a.pdf',
      'b.pdf',
    ]);
    expect(filesIn([file, { file_id: 1, file_name: 'c.pdf' }, { file_name: '' }, 'x'])).toEqual([
      { name: 'a.pdf', href: 'https://files.example/a.pdf' },
      { name: 'c.pdf', href: null },
    ]);
    expect(filesIn([{ name: 'Ann', email: 'ann@x.example' }])).toEqual([]);
  });
});
