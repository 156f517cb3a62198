/** A cell of an exported table shows what the list shows, typed for a spreadsheet. */
import { describe, expect, it } from 'vitest';
import { cellOf, type Naming } from '#core/export/cell-value';
import { CATALOGUE } from '#core/store/schema/catalogue';
import type { Column } from '#shared/contract/records';
import { displayText } from '../../../../../src/renderer/format/values';

const naming: Naming = {
  words: {
    yes: 'Yes',
    no: 'No',
    sheet: 'Sheet',
    enums: { orderStatus: { 1: 'Open' }, country: { DE: 'Germany' } },
  },
  user: (id) => ({ 7: 'Mia Chen' })[id],
  lookup: (name, id) => (name === 'origin' ? { 3: 'Fair' }[id] : undefined),
  serverOffsetMs: null,
};
const cell = (kind: Column['kind'], value: unknown, { key = 'x', options }: Partial<Column> = {}) =>
  cellOf({ key, kind, ...(options === undefined ? {} : { options }) }, value, naming);
const text = (value: string) => ({ kind: 'text', text: value });
const EMPTY = { kind: 'empty' };

describe('a cell', () => {
  it.each([undefined, null, ''])('is empty for %j', (value) => {
    const kinds = [
      ...['money', 'company', 'text', 'longText', 'phone', 'enum', 'status', 'flag', 'int', 'number', 'rate'],
      ...['date', 'dateTime', 'id', 'idList', 'list', 'lines', 'json', 'user', 'users', 'contacts', 'lead'],
    ] as Column['kind'][];
    for (const kind of kinds) expect([kind, cell(kind, value)]).toEqual([kind, EMPTY]);
  });
  it.each([[{}], [[]]])('is empty for %j, which services send for a value that is missing', (value) => {
    for (const kind of ['text', 'longText', 'number', 'money', 'dateTime', 'list', 'json'] as const)
      expect([kind, cell(kind, value)]).toEqual([kind, EMPTY]);
  });
  it('of a typed value that is an object is its name or its facts', () => {
    expect(cell('text', { id: 7, name: 'Oak' }, { key: '70340001' })).toEqual(text('Oak'));
    expect(cell('longText', { 0: 'Spring', 2: 'Autumn' })).toEqual(text('Spring Autumn'));
  });
  it('of an id is text, of a person the name, of no id empty', () => {
    expect(cell('id', '9007199254740993')).toEqual(text('9007199254740993'));
    expect(cell('id', 7, { key: 'create_user' })).toEqual(text('Mia Chen'));
    expect(cell('id', 8, { key: 'create_user' })).toEqual(text('8'));
    expect(cell('id', 0)).toEqual(EMPTY);
    expect(cell('user', { user_id: 7 })).toEqual(text('Mia Chen'));
    expect(cell('user', { user_id: 7, nickname: 'M' })).toEqual(text('M'));
    expect(cell('users', [{ nickname: 'M' }, 7, 0])).toEqual(text('M, Mia Chen'));
  });
  it('of people names them also if their list is an object with numbers as keys', () => {
    expect(cell('users', { 0: { nickname: 'M' }, 2: { user_id: 7 } })).toEqual(text('M, Mia Chen'));
    expect(cell('users', { user_id: 7 })).toEqual(text('Mia Chen'));
    expect(cell('departments', { 1: { department_id: 0, name: 'Sales' } })).toEqual(text('Sales'));
  });
  it('of the team of an opportunity has its names, as the list does, also if the CRM gives bare ids', () => {
    const { kind } = CATALOGUE.opportunity.fields.find(({ key }) => key === 'handler')!;
    const format = { locale: 'en', userName: naming.user };
    const listed = displayText({ key: 'handler', kind, sort: 'none' }, ['7', '8'], {}, format as never);
    expect([listed, cell(kind, ['7', '8'], { key: 'handler' })]).toEqual([
      'Mia Chen, 8',
      text('Mia Chen, 8'),
    ]);
  });
  it('of a choice has its word, otherwise its code', () => {
    expect(cell('enum', 1, { options: 'orderStatus' })).toEqual(text('Open'));
    expect(cell('enum', 2, { options: 'orderStatus' })).toEqual(text('2'));
    expect(cell('status', 3, { options: 'origin' })).toEqual(text('Fair'));
    expect(cell('status', { id: 4, status_name: 'Won' }, { options: 'origin' })).toEqual(text('Won'));
    expect(cell('idList', [3, 4], { options: 'origin' })).toEqual(text('Fair, 4'));
    expect(cell('idList', [3, 4])).toEqual(text('3, 4'));
  });
  it('of a renamed status has the name that the CRM gives it now', () => {
    const earlier = { status_id: 3, status_name: 'Trade fair' };
    expect(cell('status', earlier, { options: 'origin' })).toEqual(text('Fair'));
    expect(cell('status', earlier)).toEqual(text('Trade fair'));
  });
  it('of a choice is empty for a code 0 without a name, because nothing was chosen', () => {
    expect([cell('enum', 0, { options: 'origin' }), cell('status', '0', { options: 'origin' })]).toEqual([
      EMPTY,
      EMPTY,
    ]);
  });
  it('of a country has its name in the language of the window, otherwise its text', () => {
    expect(cell('text', 'DE', { key: 'country' })).toEqual(text('Germany'));
    expect(cell('text', '德国', { key: 'country' })).toEqual(text('德国'));
    expect(cell('enum', 'DE', { key: 'x', options: 'country' })).toEqual(text('Germany'));
    expect(cell('text', 'DE', { key: 'name' })).toEqual(text('DE'));
  });
  it('of a custom field with several choices names them', () => {
    expect(cell('text', ['Red', 'Blue'], { key: '70330001' })).toEqual(text('Red, Blue'));
    expect(cell('text', [], { key: '70330001' })).toEqual(EMPTY);
  });
  it('of a flag is yes or no', () => {
    expect([cell('flag', 1), cell('flag', '0'), cell('flag', 2)]).toEqual([
      text('Yes'),
      text('No'),
      text('2'),
    ]);
  });
  it('of an amount is a number without the error of a float, otherwise its text', () => {
    expect(cell('money', 510.04499999999996)).toEqual({ kind: 'number', text: '510.045' });
    expect(cell('money', '1234567890123456.78')).toEqual({ kind: 'number', text: '1234567890123456.78' });
    expect(cell('money', -1.1368683772161603e-13)).toEqual({ kind: 'number', text: '0' });
    expect(cell('number', -2.5e-7)).toEqual({ kind: 'number', text: '-0.00000025' });
    expect(cell('money', 'on request')).toEqual(text('on request'));
  });
  it('of a company or a list has the names, otherwise the ids', () => {
    expect(cell('company', { company_id: 5, name: 'Acme' })).toEqual(text('Acme'));
    expect(cell('company', { company_id: 5, name: '' })).toEqual(text('5'));
    expect(cell('company', 5)).toEqual(text('5'));
    expect(cell('company', 0)).toEqual(EMPTY);
    // As the list on the screen does.
    expect(cell('list', [{ tag_name: 'A' }, { other: 1, more: 'x' }])).toEqual(text('A, 1 x'));
    expect(cell('list', [{ cost_name: 'Freight', cost: 5 }])).toEqual(text('Freight'));
    // A path of ids, such as that of a category.
    expect(cell('list', [[1, 3], [1, 9], []], { options: 'origin' })).toEqual(text('Fair, 9'));
    expect(cell('departments', [{ department_id: 3, department_name: 'Sales' }])).toEqual(text('Sales'));
  });
  it('of a text with markup has the text that the list shows', () => {
    expect(cell('longText', '<p>1 Street</p><p>Town &amp; Sons</p>')).toEqual(text('1 Street\nTown & Sons'));
  });
  it('of lines counts them', () => {
    expect(cell('lines', [{ id: 1 }, { id: 2 }])).toEqual({ kind: 'number', text: '2' });
    expect(cell('lines', [])).toEqual(EMPTY);
  });
  it('of a time is typed, and empty without a date', () => {
    expect(cell('dateTime', '2026-05-04 12:00:00')).toEqual({
      kind: 'dateTime',
      text: '2026-05-04 12:00:00',
    });
    expect(cell('date', '2026-05-04')).toEqual({ kind: 'date', text: '2026-05-04' });
    expect(cell('dateTime', '2026-05-04 00:00:00')).toEqual({ kind: 'date', text: '2026-05-04' });
    expect(cell('date', '0000-00-00')).toEqual(EMPTY);
    expect(cell('date', 'soon')).toEqual(text('soon'));
  });
  it('of a text that is an empty date of the service is empty, as in the list', () => {
    expect(cell('text', '1970-01-01 08:00:00')).toEqual(EMPTY);
    expect(cell('text', '1970-01-01')).toEqual(EMPTY);
    expect(cell('text', '2026-05-04')).toEqual(text('2026-05-04'));
    expect(cell('text', 'since 1970-01-01')).toEqual(text('since 1970-01-01'));
  });
  it('of a number or a time that has another form has the text that the list shows', () => {
    const format = { locale: 'en', offsetMs: null, word: () => '', userName: () => undefined };
    const listed = (kind: Column['kind'], value: unknown): string =>
      displayText({ key: '70330001', kind, sort: 'scan' }, value, {}, format as never);
    for (const kind of ['number', 'money', 'rate', 'int', 'date', 'dateTime'] as const)
      for (const value of [['Red', 'Blue'], { name: 'Red' }, true, [], 'soon']) {
        const shown = listed(kind, value);
        expect([kind, cell(kind, value)]).toEqual([kind, shown === '' ? EMPTY : text(shown)]);
      }
  });
  it('of text keeps it, and shows what has no other form as JSON', () => {
    expect(cell('text', 5)).toEqual(text('5'));
    expect(cell('json', { a: 1 })).toEqual(text('{"a":1}'));
  });
});
