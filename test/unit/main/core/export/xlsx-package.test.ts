/** The parts of a workbook that spreadsheet programs require; some readers ignore missing ones. */
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Cell } from '#core/export/cell-value';
import { createXlsxWriter } from '#core/export/xlsx-writer';

type Kinds = Parameters<typeof createXlsxWriter>[0];

const partsOf = (kinds: readonly string[], rows: readonly Cell[][], sheet = 'Orders') => {
  const columns = kinds.map((kind) => ({ kind })) as Kinds;
  const writer = createXlsxWriter(
    columns,
    kinds.map((kind, index) => `${kind} ${index}`),
    sheet,
  );
  for (const row of rows) writer.row(row);
  writer.end();
  let text = '';
  for (let piece = writer.take(); piece.length > 0; piece = writer.take()) text += piece;
  const files = unzipSync(new Uint8Array(Buffer.from(text, 'base64')));
  return new Map(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
};
const sheetIn = (parts: Map<string, string>): string => parts.get('xl/worksheets/sheet1.xml') ?? '';
const text = (value: string): Cell => ({ kind: 'text', text: value });
const targets = (parts: Map<string, string>, rels: string): string[] =>
  [...(parts.get(rels) ?? '').matchAll(/Type="[^"]*\/(\w+)" Target="([^"]*)"/g)].map(
    ([, type, target]) => `${type} ${target}`,
  );

describe('a workbook', () => {
  it('names all of its parts: by their types, and by who belongs to whom', () => {
    const parts = partsOf(['text'], []);
    expect([...parts.keys()].toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    expect(targets(parts, '_rels/.rels')).toEqual(['officeDocument xl/workbook.xml']);
    expect(targets(parts, 'xl/_rels/workbook.xml.rels')).toEqual([
      'worksheet worksheets/sheet1.xml',
      'styles styles.xml',
    ]);
    const typed = [...(parts.get('[Content_Types].xml') ?? '').matchAll(/PartName="\/([^"]*)"/g)];
    expect(typed.map(([, name]) => name).toSorted()).toEqual([
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ]);
  });

  it.each([
    ['Orders [2026]: all/none', 'Orders  2026   all none'],
    ["'quoted'", 'quoted'],
    ['x'.repeat(40), 'x'.repeat(31)],
    [' : ', 'Sheet1'],
    ['R&D', 'R&amp;D'],
  ])('has a sheet name that Excel accepts: %s', (name, safe) => {
    expect(partsOf(['text'], [], name).get('xl/workbook.xml')).toContain(`<sheet name="${safe}" sheetId="1"`);
  });

  it('gives each column a width by its kind', () => {
    const sheet = sheetIn(partsOf(['id', 'longText', 'enum'], []));
    const widths = [...sheet.matchAll(/<col min="(\d+)" max="(\d+)" width="(\d+)"/g)];
    expect(widths.map(([, min, max, width]) => [min, max, width])).toEqual([
      ['1', '1', '20'],
      ['2', '2', '44'],
      ['3', '3', '18'],
    ]);
  });

  it('counts columns beyond Z, and filters all of them', () => {
    const many = Array.from({ length: 704 }, () => 'text');
    const sheet = sheetIn(
      partsOf(many, [
        many.map((_, index) => text(`v${index}`)),
        [text('only'), ...many.slice(1).map((): Cell => ({ kind: 'empty' }))],
      ]),
    );
    const cell = (at: string): string | undefined =>
      new RegExp(`<c r="${at}"[^>]*>.*?<t[^>]*>([^<]*)</t>`).exec(sheet)?.[1];
    expect(['A2', 'Z2', 'AA2', 'AZ2', 'BA2', 'ZZ2', 'AAA2', 'AAB2'].map(cell)).toEqual(
      [0, 25, 26, 51, 52, 701, 702, 703].map((index) => `v${index}`),
    );
    expect(sheet).toContain('<autoFilter ref="A1:AAB3"/>');
    expect(sheet).toMatch(/<row r="3"><c r="A3"[^>]*>(?:(?!<c ).)*<\/c><\/row>/);
  });

  it('sets its head apart, and nothing else', () => {
    const sheet = sheetIn(partsOf(['text'], [[text('plain')]]));
    expect(sheet).toMatch(/<c r="A1" t="inlineStr" s="\d+"><is>/);
    expect(sheet).toContain('<c r="A2" t="inlineStr"><is><t xml:space="preserve">plain</t></is></c>');
  });

  it('has a number where a double has all digits, in whatever way it is written', () => {
    const sheet = sheetIn(
      partsOf(
        ['number'],
        [
          '1e3',
          '-2.5E2',
          '1.5e-3',
          '007',
          '.50',
          '1e400',
          '1e21',
          '1e-7',
          '1.234567890123456789e3',
          'n/a',
        ].map((digits) => [{ kind: 'number', text: digits }]),
      ),
    );
    const values = [...sheet.matchAll(/<c r="A(\d+)"(?: t="inlineStr")?>(?:<v>|<is><t[^>]*>)([^<]*)/g)];
    expect(values.map(([, row, value]) => `${row} ${value}`)).toEqual([
      '2 1000',
      '3 -250',
      '4 0.0015',
      '5 7',
      '6 0.5',
      '7 1e400',
      '8 1e21',
      '9 0.0000001',
      '10 1.234567890123456789e3',
      '11 n/a',
    ]);
    expect([...sheet.matchAll(/<v>/g)]).toHaveLength(6);
  });

  it('comes in pieces while its rows are written, so that a long list is never held as a whole', () => {
    const writer = createXlsxWriter([{ kind: 'text' }], ['Text'], 'Orders');
    writer.take();
    let noise = 1;
    const word = (): string => {
      noise = (noise * 48_271) % 2_147_483_647;
      return noise.toString(36);
    };
    let early = 0;
    for (let row = 0; row < 20_000; row += 1) {
      writer.row([text(Array.from({ length: 12 }, word).join(' '))]);
      early += writer.take().length;
    }
    writer.end();
    let late = 0;
    for (let piece = writer.take(); piece.length > 0; piece = writer.take()) late += piece.length;
    expect(early).toBeGreaterThan(3 * late);
  });
});
