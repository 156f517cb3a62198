/**
 * Parses the pages of the guide (`docs/guide`): the subset of Markdown that they use. Any other line is a
 * paragraph. Pure. The text is part of the project, and nothing in it becomes HTML.
 */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong'; text: string }
  | { kind: 'code'; text: string };
export type Block =
  | { kind: 'title' | 'heading' | 'paragraph'; content: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'image'; name: string; alt: string };

const INLINE = /\*\*([^*]+)\*\*|`([^`]+)`/g;

export const readInline = (text: string): Inline[] => {
  const parts: Inline[] = [];
  let from = 0;
  const plain = (until: number): void => {
    if (until > from) parts.push({ kind: 'text', text: text.slice(from, until) });
  };
  for (const match of text.matchAll(INLINE)) {
    plain(match.index);
    const [whole, strong, code] = match;
    parts.push(strong === undefined ? { kind: 'code', text: code ?? '' } : { kind: 'strong', text: strong });
    from = match.index + whole.length;
  }
  plain(text.length);
  return parts;
};

const cellsOf = (line: string): Inline[][] =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => readInline(cell.trim()));

const readTable = (lines: readonly string[]): Block => {
  const [head = '', , ...rows] = lines;
  return { kind: 'table', head: cellsOf(head), rows: rows.map(cellsOf) };
};

const LIST = /^(?:- |\d+\. )/;
const IMAGE = /^!\[([^\]]*)\]\(([\w.-]+)\)$/;

const readBlock = (lines: readonly string[]): Block[] => {
  const [first = ''] = lines;
  if (first.startsWith('|')) return [readTable(lines)];
  if (LIST.test(first)) {
    const items = lines.map((line) => readInline(line.replace(LIST, '')));
    return [{ kind: 'list', ordered: !first.startsWith('- '), items }];
  }
  return lines.map((line): Block => {
    const image = IMAGE.exec(line);
    if (image) return { kind: 'image', alt: image[1] ?? '', name: image[2] ?? '' };
    const [, marks = '', text = line] = /^(#{1,2}) (.*)$/.exec(line) ?? [];
    const content = readInline(text);
    if (marks === '#') return { kind: 'title', content };
    return { kind: marks === '##' ? 'heading' : 'paragraph', content };
  });
};

/** Blocks are separated by empty lines. */
export const readGuide = (source: string): Block[] =>
  source
    .trim()
    .split(/\r?\n\s*\r?\n/)
    .flatMap((part) => readBlock(part.split(/\r?\n/)));

/** Returns the text of a page's title. */
export const titleOf = (source: string): string => /^# (.+)$/m.exec(source)?.[1]?.trim() ?? '';
