/** Custom fields are sent as text; of a number, as plain digits (contract B: the types of custom fields). */
import { describe, expect, it } from 'vitest';
import { askedIn, ownFieldsIn } from '../../../../src/renderer/forms/fields/asked-fields';
import { customNumberIssues } from '../../../../src/renderer/forms/values/custom-values';
import { buildCommand } from '../../../../src/renderer/forms/saving/form-command';
import { type FormValues, NO_VALUES } from '../../../../src/renderer/forms/values/form-values';

const field = (id: string, type: number, isList = 0) => ({
  id,
  name: id,
  raw: { field_type: type, is_list: isList },
});
const LISTED = [
  field('11', 5),
  field('12', 1),
  field('13', 4),
  field('14', 10),
  field('15', 13),
  field('21', 5, 1),
];
const asked = askedIn('outboundInvoice', LISTED, null);

const invoice = (own: Record<string, string>, ofLine: Record<string, string> = {}): FormValues => ({
  ...NO_VALUES,
  custom: own,
  children: [{ ref: 'local:a', fields: { product_id: '3' }, custom: ofLine }],
});
const sent = (values: FormValues) => {
  const meaning = { kind: 'outboundInvoice', target: null, start: NO_VALUES, values, asked } as const;
  const { custom, children } = buildCommand(meaning).command;
  return [custom, children[0]?.custom];
};

it('the types of custom fields are those of the contract; a yes or no is typed as text', () => {
  const typed = ownFieldsIn('outboundInvoice', LISTED, 'record').map(({ id, type }) => [id, type]);
  expect(typed).toEqual([
    ['11', 'number'],
    ['12', 'text'],
    ['13', 'date'],
    ['14', 'dateTime'],
    ['15', 'text'],
  ]);
});

describe('a number', () => {
  it('is sent in plain digits, of the record and of a line; other text as it is typed', () => {
    expect(sent(invoice({ 11: '1,234.5', 12: '1,234.5' }, { 21: '１２' }))).toEqual([
      { 11: '1234.5', 12: '1,234.5' },
      { 21: '12' },
    ]);
  });
  it('that is none is reported at its field', () => {
    const values = invoice({ 11: '0,500', 12: 'text' }, { 21: 'a dozen' });
    expect(customNumberIssues({ start: NO_VALUES, values }, asked.numbers)).toEqual({
      'fields.11': { code: 'number' },
      'local:a.21': { code: 'number' },
    });
  });
  it('of the CRM, an emptied one and one of a removed line are left alone', () => {
    const start = invoice({ 11: 'about 5' }, { 21: 'a dozen' });
    expect(customNumberIssues({ start, values: start }, asked.numbers)).toEqual({});
    const emptied = invoice({ 11: '' }, { 21: '' });
    expect(customNumberIssues({ start, values: emptied }, asked.numbers)).toEqual({});
    const [line] = invoice({}, { 21: 'x' }).children;
    const removed = { ...NO_VALUES, children: [{ ...line!, remove: true as const }] };
    expect(customNumberIssues({ start, values: removed }, asked.numbers)).toEqual({});
  });
});

describe('a text', () => {
  it('is sent without the spaces and invisible marks around it', () => {
    expect(sent(invoice({ 12: ' Halle 4\u200b ' }, { 12: '\ufeffred' }))).toEqual([
      { 12: 'Halle 4' },
      { 12: 'red' },
    ]);
  });
  it('of nothing but spaces is not sent', () => {
    expect(sent(invoice({ 12: ' ' }, { 12: '\u200b' }))).toEqual([undefined, undefined]);
  });
  it('is sent empty when the user empties it, and not at all when only spaces around it change', () => {
    const start = invoice({ 12: 'red ', 15: 'yes' });
    const values = { ...start, custom: { 12: 'red', 15: ' ' } };
    const edit = { kind: 'outboundInvoice', target: '7', start, values, asked } as const;
    expect(buildCommand(edit).command.custom).toEqual({ 15: '' });
  });
});
