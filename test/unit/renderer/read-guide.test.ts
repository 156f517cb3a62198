import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readGuide, readInline, titleOf } from '../../../src/renderer/features/help/read-guide';
import { en, zhCn } from '../../support/catalogues';

const FOLDER = join(import.meta.dirname, '../../../docs/guide');
const LANGUAGES = ['en', 'zh-CN'] as const;
const filesOf = (language: string): string[] => readdirSync(join(FOLDER, language)).sort();
const pageOf = (language: string, file: string): string => readFileSync(join(FOLDER, language, file), 'utf8');
const textsOf = (catalogue: object): string[] =>
  Object.values(catalogue).flatMap((member: string | object) =>
    typeof member === 'string' ? [member] : textsOf(member),
  );
/** Numbers of the guide stand for placeholders of a text. */
const withoutNumbers = (text: string): string => text.replaceAll(/\{\{\w+\}\}|\d+/g, '#');
/** The icon of a button, which has no text. */
const ICONS = ['Σ'];

describe('the guide', () => {
  it('has the same pages and pictures in both languages, each page with a title', () => {
    expect(filesOf('zh-CN')).toEqual(filesOf('en'));
    for (const language of LANGUAGES)
      for (const file of filesOf(language).filter((name) => name.endsWith('.md'))) {
        const source = pageOf(language, file);
        expect(titleOf(source), file).not.toBe('');
        const blocks = readGuide(source);
        expect(blocks.map(({ kind }) => kind)).toEqual(readGuide(pageOf('en', file)).map(({ kind }) => kind));
        const pictures = blocks.filter((block) => block.kind === 'image').map(({ name }) => name);
        expect(filesOf(language)).toEqual(expect.arrayContaining(pictures));
      }
  });

  it.each([
    ['en', en],
    ['zh-CN', zhCn],
  ])('%s: names buttons and states as the screens do', (language, catalogue) => {
    const texts = textsOf(catalogue).map(withoutNumbers);
    const bold = filesOf(language)
      .filter((name) => name.endsWith('.md'))
      .flatMap((file) =>
        [...pageOf(language, file).matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name ?? ''),
      );
    expect(bold.length).toBeGreaterThan(80);
    const isShown = (name: string): boolean =>
      texts.some((text) => text.includes(withoutNumbers(name).replace(/[.。]$/, '')));
    expect(bold.filter((name) => !ICONS.includes(name) && !isShown(name))).toEqual([]);
  });

  it('is parsed without markup left in the text', () => {
    for (const language of LANGUAGES)
      for (const file of filesOf(language).filter((name) => name.endsWith('.md')))
        expect(JSON.stringify(readGuide(pageOf(language, file))), file).not.toMatch(
          /\*\*|`|"text":"(?:#|- |\||!\[|\d+\. )/,
        );
  });
});

it('parses titles, lists, tables, pictures and paragraphs', () => {
  expect(readInline('Press `S`, then **1**.')).toEqual([
    { kind: 'text', text: 'Press ' },
    { kind: 'code', text: 'S' },
    { kind: 'text', text: ', then ' },
    { kind: 'strong', text: '1' },
    { kind: 'text', text: '.' },
  ]);
  const text = (words: string) => [{ kind: 'text', text: words }];
  expect(
    readGuide('# A\n\n## B\n\n1. one\n2. two\n\n- three\n\n![P](p.png)\n\n| a | b |\n|---|---|\n| c | d |\n'),
  ).toEqual([
    { kind: 'title', content: text('A') },
    { kind: 'heading', content: text('B') },
    { kind: 'list', ordered: true, items: [text('one'), text('two')] },
    { kind: 'list', ordered: false, items: [text('three')] },
    { kind: 'image', alt: 'P', name: 'p.png' },
    { kind: 'table', head: [text('a'), text('b')], rows: [[text('c'), text('d')]] },
  ]);
  expect(readGuide('<b>no HTML</b>')).toEqual([{ kind: 'paragraph', content: text('<b>no HTML</b>') }]);
});
