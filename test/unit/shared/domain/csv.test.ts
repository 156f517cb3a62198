/** Values that a spreadsheet would change or execute. */
import { describe, expect, it } from 'vitest';
import { csvCell, csvRow } from '#shared/domain/csv';

describe('a cell of a CSV file', () => {
  it.each([
    ['123456789012345', '123456789012345'],
    ['1234567890123456', '1234567890123456\t'],
    ['6222021234567890123', '6222021234567890123\t'],
    ['0071', '0071\t'],
    ['0.5', '0.5'],
    ['-12.50', '-12.50'],
    ['123456789012.3456', '123456789012.3456\t'],
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['+49 40 1234', "'+49 40 1234"],
    ['-', "'-"],
  ])('%s is written as %s', (text, cell) => expect(csvCell(text)).toBe(cell));

  it.each([
    ...['1E5', '202E12', '12e03', '1.5e-3', '.5E2', '1E+05'],
    ...['1-2', '3/4', '12-2026', '2026-05-04', '1/2/26', '1.2.2026', '1 1/2'],
    ...['10:30', '16:9', '9:05 pm', '2026-05-04 10:30:00', '2026-05-04T10:30'],
    ...['MAR1', 'dec-2021', '1-May', '4 March 2026', 'Sept 5, 2026', '5月4日', '2026年5月'],
    ...['1,5', '1,234,567.50'],
    ...['(0571)', '(100)', '(1,234.5)'],
    ...['8517.10', '2.0', '0.50', '007.5'],
  ])('text %s stays text, because a spreadsheet would make another number or a date of it', (text) =>
    expect(csvCell(text)).toBe(`${text}\t`),
  );
  it.each([
    ...['E5', '1E', '1E5X', 'A-1-2', '1-2-3-4', 'PO-2026-05', '1--2', '3/4"', '12345-678', '10:30-12:00'],
    ...['(a)', '(1-2)', '(86) 138', '8517.1', '10'],
    ...['May', 'Marc 1', 'March', 'Mary 5', 'MARK12', 'DECO-21', '5月', '1.5', '1, 2', '192.168.1.1'],
  ])('text %s is written as it is', (text) => {
    expect(csvCell(text)).toBe(text);
  });
  it('has the same protection with spaces around its text, which a spreadsheet ignores', () => {
    expect(csvCell(' 6222021234567890123')).toBe(' 6222021234567890123\t');
    expect(csvCell('0071 ')).toBe('0071 \t');
    expect(csvCell(' 3/4 ')).toBe(' 3/4 \t');
    expect(csvCell('  =1+1')).toBe("'  =1+1");
    expect(csvCell('\u3000＝1')).toBe("'\u3000＝1");
    expect(csvCell(' -12.5 ')).toBe(' -12.5 ');
    expect(csvCell(' a - b ')).toBe(' a - b ');
  });
  it('that is a number or a date is written for calculating, as far as its digits are safe', () => {
    const cells = ['2026-05-04', '2026-05-04 10:30:00', '12.5', '12.50', '-3', '1234567890123456'];
    expect(cells.map((text) => csvCell(text, 'value'))).toEqual([
      ...cells.slice(0, -1),
      '1234567890123456\t',
    ]);
    expect(csvRow(['1-2', { value: '2026-05-04' }])).toBe('"1-2\t",2026-05-04\r\n');
  });

  it.each(['123456.0000000000', '-123456.7890000000', '0.1000000000000000', '123456789012345.00'])(
    'number %s is written for calculating: zeros at its end are no digits that a spreadsheet could lose',
    (text) => expect(csvCell(text, 'value')).toBe(text),
  );
  it.each(['1234567890123456.0', '123456789012345.10', '0.12345678901234560'])(
    'number %s has too many digits also without the zeros at its end',
    (text) => expect(csvCell(text, 'value')).toBe(`${text}\t`),
  );

  it('is quoted if necessary', () => {
    expect(csvRow(['a,b', 'say "no"', 'two\r\nlines', ' edge'])).toBe(
      '"a,b","say ""no""","two\r\nlines"," edge"\r\n',
    );
  });
  it('stays one cell for an import that splits at semicolons and tabs too, as that of LibreOffice does', () => {
    expect(csvRow(['M8;=1+1', 'a\tb', 'plain'])).toBe('"M8;=1+1","a\tb",plain\r\n');
  });
});
