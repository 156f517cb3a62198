/** Marks for pending work in lists: the state of a record, and its pending cells. */
import type { Row } from '#shared/contract/records';
import { formatServerText } from '../format/time';
import type { FormatContext } from '../format/values';
import css from './grid.module.css';

export type Mark = 'waiting' | 'sending' | 'checking' | 'needs' | 'delivered';

/** The most urgent state of a row's pending work; undefined if there is none. */
export const markOf = ({ pending }: Pick<Row, 'pending'>): Mark | undefined => {
  if (pending === undefined || pending.intents.length === 0) return undefined;
  if (pending.needsUser) return 'needs';
  const states = new Set(pending.intents.map(({ state }) => state));
  if (states.has('uncertain')) return 'checking';
  if (states.has('sending')) return 'sending';
  return states.has('queued') ? 'waiting' : 'delivered';
};

/** Returns true for a record that is not in the copy on disk. It is marked as a whole, not cell by cell. */
const isNew = (row: Row): boolean =>
  row.id.startsWith('local:') || row.pending?.fields.includes('create_time') === true;

export const cellMarkOf = (row: Row, key: string): 'pending' | 'sent' | undefined => {
  if (row.asSent?.[key] !== undefined) return 'sent';
  return !isNew(row) && row.pending?.fields.includes(key) === true ? 'pending' : undefined;
};

/** The hint of a marked cell; `''` for other cells. */
export const cellHint = (row: Row, key: string, { word, locale, offsetMs }: FormatContext): string => {
  const mark = cellMarkOf(row, key);
  if (mark === undefined) return '';
  if (mark === 'pending') return `${word('pending.cell')} · ${word(`pending.${markOf(row) ?? 'waiting'}`)}`;
  const at = row.asSent?.[key]?.at ?? null;
  return at === null
    ? word('pending.sentSometime')
    : word('pending.sent', { time: formatServerText(at, locale, offsetMs) });
};

/** If `inline`, the mark is before a text; otherwise it is in the padding of a row's first cell. */
export const PendingMark = ({
  row,
  word,
  inline = false,
}: {
  row: Pick<Row, 'pending'>;
  word: FormatContext['word'];
  inline?: boolean;
}) => {
  const mark = markOf(row);
  if (mark === undefined) return null;
  const text = word(`pending.${mark}`);
  return (
    <span className={`${css.mark} ${inline ? css.inline : ''}`} data-mark={mark} title={text}>
      <span className="visually-hidden">{text}</span>
    </span>
  );
};
