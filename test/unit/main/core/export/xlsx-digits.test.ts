/** Digits that a spreadsheet would round stay text. */
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { createXlsxWriter } from '#core/export/xlsx-writer';

const sheetOf = (texts: readonly string[]): string => {
  const writer = createXlsxWriter([{ kind: 'number' }], ['Amount'], 'Sheet');
  for (const text of texts) writer.row([{ kind: 'number', text }]);
  writer.end();
  let text = '';
  for (let piece = writer.take(); piece.length > 0; piece = writer.take()) text += piece;
  const whole = unzipSync(new Uint8Array(Buffer.from(text, 'base64')));
  return strFromU8(whole['xl/worksheets/sheet1.xml']!);
};

describe('a number in a workbook', () => {
  it('is a number up to fifteen digits, and text beyond', () => {
    const sheet = sheetOf(['123456789012345', '1234567890123456', '0.1234567890123456', '-12.50']);
    expect(sheet).toContain('<v>123456789012345</v>');
    expect(sheet).toMatch(/<v>-12\.50?<\/v>/);
    for (const digits of ['1234567890123456', '0.1234567890123456']) {
      expect(sheet).not.toContain(`<v>${digits}</v>`);
      expect(sheet).toContain(`>${digits}</t>`);
    }
  });
});
