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

  it('is quoted if necessary', () => {
    expect(csvRow(['a,b', 'say "no"', 'two\r\nlines', ' edge'])).toBe(
      '"a,b","say ""no""","two\r\nlines"," edge"\r\n',
    );
  });
});
