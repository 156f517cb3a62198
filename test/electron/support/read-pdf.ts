/**
 * Reads the text of a PDF that Chromium wrote: each font's table from glyphs to characters, and the glyphs on
 * the pages. It is no general reader: it knows only what Skia writes, which is enough to check the content of
 * a file.
 */
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

export interface PdfText {
  pages: number;
  text: string;
}

const OBJECT = /(\d+) 0 obj\s*(<<(?:(?!endobj)[\s\S])*?>>)\s*stream\r?\n/g;

/** The decompressed streams by the number of their object. */
const streamsOf = (bytes: Buffer): Map<string, string> => {
  const streams = new Map<string, string>();
  const latin = bytes.toString('latin1');
  for (const found of latin.matchAll(OBJECT)) {
    const [all, id = '', dictionary = ''] = found;
    const from = found.index + all.length;
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1]);
    const raw = bytes.subarray(from, from + length);
    if (dictionary.includes('/FlateDecode')) streams.set(id, inflateSync(raw).toString('latin1'));
  }
  return streams;
};

const fromHex = (hex: string): string =>
  (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('');

/** The code of a glyph has `digits` hexadecimal digits; `characters` maps it to text. */
interface Font {
  digits: number;
  characters: Map<number, string>;
}

const numberOf = (hex: string): number => Number.parseInt(hex, 16);

/** Reads the map from glyph to characters from a `ToUnicode` table. */
const fontOf = (map: string): Font => {
  const characters = new Map<number, string>();
  for (const [, part = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', text = ''] of part.matchAll(/<([\da-f]+)>\s*<([\da-f]+)>/gi))
      characters.set(numberOf(glyph), fromHex(text));
  for (const [, part = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, first = '', last = '', text = ''] of part.matchAll(
      /<([\da-f]+)>\s*<([\da-f]+)>\s*<([\da-f]+)>/gi,
    ))
      for (let glyph = numberOf(first); glyph <= numberOf(last); glyph += 1)
        characters.set(glyph, String.fromCharCode(numberOf(text) + glyph - numberOf(first)));
  return { digits: /begincodespacerange\s*<([\da-f]+)>/i.exec(map)?.[1]?.length ?? 4, characters };
};

/**
 * A string of a content stream as hexadecimal digits. In the stream it is written as digits, or as characters
 * in brackets.
 */
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const asHex = (text: string): string =>
  text.startsWith('<')
    ? text.slice(1, -1)
    : Buffer.from(
        text
          .slice(1, -1)
          .replaceAll(/\\([0-7]{1,3}|[\s\S])/g, (_all, sign: string) =>
            /^\d/.test(sign) ? String.fromCharCode(Number.parseInt(sign, 8)) : (ESCAPED[sign] ?? sign),
          ),
        'latin1',
      ).toString('hex');

const SHOWN = /\/(F\d+) [\d.]+ Tf|(<[\da-f]+>|\((?:[^\\()]|\\[\s\S])*\))/gi;

const textOf = (content: string, fonts: ReadonlyMap<string, Font>): string => {
  let font: Font | undefined;
  let text = '';
  for (const [, name, shown] of content.matchAll(SHOWN)) {
    if (name !== undefined) font = fonts.get(name);
    if (shown === undefined || !font) continue;
    const hex = asHex(shown);
    for (let at = 0; at < hex.length; at += font.digits)
      text += font.characters.get(numberOf(hex.slice(at, at + font.digits))) ?? '';
  }
  return text;
};

/** Throws if the file is not a PDF. */
export const readPdf = (file: string): PdfText => {
  const bytes = readFileSync(file);
  const latin = bytes.toString('latin1');
  if (!latin.startsWith('%PDF-')) throw new Error('not a PDF');
  const streams = streamsOf(bytes);
  const fonts = new Map<string, Font>();
  for (const [, id = '', map = ''] of latin.matchAll(
    /(\d+) 0 obj\s*<<(?:(?!endobj)[\s\S])*?\/ToUnicode (\d+) 0 R/g,
  ))
    fonts.set(`F${id}`, fontOf(streams.get(map) ?? ''));
  const contents = [...streams.values()].filter((content) => content.includes(' Tf'));
  return {
    pages: [...latin.matchAll(/\/Type \/Page\b/g)].length,
    text: contents.map((content) => textOf(content, fonts)).join('\n'),
  };
};
