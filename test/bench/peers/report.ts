/**
 * The comparison as a table in Markdown: medians of the rounds, as ratios of processor time to the reference.
 */
import { cpus, totalmem } from 'node:os';
import { megabytes } from '../measure';
import type { SubjectName } from './child';

export interface PeerFigures {
  rows: Map<string, { wallMs: number; cpuMs: number }[]>;
  sizeBytes: number | null;
  memoryBytes: number;
  idsLost: number | null;
  /** Questions to which it returns other records than the first store. */
  differs?: string[];
}

/** Reopening has its aim in milliseconds of wall time, because a user waits for it at each start. */
const REOPEN_AIM_MS = 6;

interface Line {
  row: string;
  title: string;
  /** The highest ratio; `words`: no more than the reference with a word index takes; `reopen`: REOPEN_AIM_MS. */
  aim: number | 'words' | 'reopen';
  /** The store that the ratio refers to. */
  to: SubjectName;
}
const LINES: readonly Line[] = [
  { row: 'fill', title: 'first copy, until every index and word is searchable', aim: 'words', to: 'bare' },
  { row: 'resync', title: 'the same list again, 1 % changed', aim: 1.1, to: 'bare' },
  { row: 'one', title: 'one record', aim: 1.5, to: 'bare' },
  { row: 'newest', title: 'newest 50', aim: 1.5, to: 'bare' },
  { row: 'filtered', title: 'status filter, newest first, first window', aim: 2, to: 'bare' },
  { row: 'unindexed', title: 'sort without an index, first window', aim: 1, to: 'bare' },
  { row: 'common', title: 'word of many records, newest 30', aim: 1.5, to: 'bare+words' },
  { row: 'rare', title: 'word of few records', aim: 2, to: 'bare+words' },
  { row: 'reopen', title: 'reopen and first page', aim: 'reopen', to: 'bare' },
];

const TITLES: Readonly<Record<SubjectName, string>> = {
  bare: 'bare better-sqlite3',
  'bare+words': 'bare, trigram words',
  satchel: 'Satchel',
  pouchdb: 'PouchDB (LevelDB)',
  rxdb: 'RxDB (memory)',
  watermelondb: 'WatermelonDB (SQLite)',
};

export const median = (values: readonly number[]): number => {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

const short = (value: number): string =>
  Number.isNaN(value)
    ? '–'
    : value >= 100
      ? value.toFixed(0)
      : value >= 10
        ? value.toFixed(1)
        : value.toFixed(2);

const verdictOf = (value: number, most: number, unit: string): string =>
  Number.isNaN(value) || Number.isNaN(most)
    ? ''
    : `≤ ${short(most)}${unit}: ${value <= most ? 'met' : '**missed**'}`;

const cpuOf = (figures: ReadonlyMap<SubjectName, PeerFigures>, name: SubjectName, row: string): number =>
  median((figures.get(name)?.rows.get(row) ?? []).map(({ cpuMs }) => cpuMs));
const wallOf = (figures: ReadonlyMap<SubjectName, PeerFigures>, name: SubjectName, row: string): number =>
  median((figures.get(name)?.rows.get(row) ?? []).map(({ wallMs }) => wallMs));

/** Describes the machine in a line. */
export const machine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, ${megabytes(totalmem())} of memory, Node ${process.versions.node}`;

export const peersReport = (
  figures: ReadonlyMap<SubjectName, PeerFigures>,
  { orders, asked }: { orders: number; asked: number },
): string => {
  const names = [...figures.keys()].filter((name) => name !== 'bare');
  const lines = LINES.map(({ row, title, aim, to }) => {
    const reference = cpuOf(figures, to, row);
    const ratioOf = (name: SubjectName): number => cpuOf(figures, name, row) / reference;
    const own = ratioOf('satchel');
    const wall = wallOf(figures, 'satchel', row);
    const verdict =
      aim === 'reopen'
        ? verdictOf(wall, REOPEN_AIM_MS, ' ms')
        : verdictOf(own, aim === 'words' ? ratioOf('bare+words') : aim, '');
    const cells = names.map((name) => (name === to ? '1' : short(ratioOf(name))));
    return `| ${title} | ${short(reference)} ms | ${cells.join(' | ')} | ${short(wall)} ms | ${verdict} |`;
  });
  const bare = figures.get('bare')?.sizeBytes ?? Number.NaN;
  const own = (figures.get('satchel')?.sizeBytes ?? Number.NaN) / bare;
  const sizes = names.map((name) => short((figures.get(name)?.sizeBytes ?? Number.NaN) / bare));
  const memory = names.map((name) => megabytes(figures.get(name)?.memoryBytes ?? 0));
  const lost = names.map((name) => String(figures.get(name)?.idsLost ?? '–'));
  const leads = LINES.flatMap(({ row, title }) => {
    const ahead = names.filter(
      (name) =>
        !name.startsWith('bare') &&
        name !== 'satchel' &&
        cpuOf(figures, name, row) < cpuOf(figures, 'satchel', row),
    );
    return ahead.length === 0 ? [] : [`- ${title}: ${ahead.map((name) => TITLES[name]).join(', ')}`];
  });
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)}: ${machine()}. \`npm run bench -- peers --rows ${asked}\`, ${orders} orders. Ratios of processor time, bare better-sqlite3 = 1; words to bare better-sqlite3 with a trigram index.`,
    '',
    `| | bare, CPU | ${names.map((name) => TITLES[name]).join(' | ')} | Satchel, wall | aim |`,
    `|---|---|${names.map(() => '---|').join('')}---|---|`,
    ...lines,
    `| size on the disk | ${megabytes(bare)} | ${sizes.join(' | ')} | | ${verdictOf(own, 1.2, '')} |`,
    `| resident memory after the first copy | ${megabytes(figures.get('bare')?.memoryBytes ?? 0)} | ${memory.join(' | ')} | | |`,
    `| ids lost | ${figures.get('bare')?.idsLost ?? '–'} | ${lost.join(' | ')} | | |`,
    '',
    leads.length === 0 ? 'No peer leads in any row.' : `Rows in which a peer leads:\n\n${leads.join('\n')}`,
  ].join('\n');
};
