import type { Column, Row } from '#shared/contract/records';
import { isNoDate } from '#shared/domain/time';
import { displayText, type FormatContext } from '../format/values';
import { toneOf } from '../format/tone';
import { Pill } from '../ui/pill';
import css from './grid.module.css';
import { cellHint } from './pending-mark';

const MARKER = '\u0000';
const frames = new WeakMap<FormatContext, readonly string[]>();
/**
 * "On the server: …" of each time on screen; the words around it are found once, for a look into the
 * catalogue takes longer than the rest of the cell.
 */
const serverTimeHint = (time: string, context: FormatContext): string => {
  let frame = frames.get(context);
  if (!frame) frames.set(context, (frame = context.word('panel.serverTime', { time: MARKER }).split(MARKER)));
  return frame.join(time);
};

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFEFC]/;

/**
 * What stands in a grid cell: text, or a state with its dot. Server time, and what is the user's own and not
 * yet confirmed, is on hover.
 */
export const CellContent = ({
  column,
  row,
  context,
}: {
  column: Column;
  row: Row;
  context: FormatContext;
}) => {
  const value = row.values[column.key];
  const text = displayText(column, value, row.values, context);
  const hint = cellHint(row, column.key, context);
  if (text === '')
    return (
      <span className={css.none} {...(hint === '' ? {} : { title: hint })}>
        —
      </span>
    );
  const tone = toneOf(column, value);
  if (tone !== undefined)
    return hint === '' ? (
      <Pill tone={tone}>{text}</Pill>
    ) : (
      <span className="truncate" title={hint}>
        <Pill tone={tone}>{text}</Pill>
      </span>
    );
  const isTime = column.kind === 'dateTime' || column.kind === 'date';
  const hover = isTime && !isNoDate(value) ? serverTimeHint(String(value), context) : text;
  // A name in Arabic or Hebrew is cut at its own end, not at its beginning.
  const direction = RIGHT_TO_LEFT.test(text) ? { dir: 'auto' as const } : {};
  return (
    <span className="truncate" {...direction} title={hint === '' ? hover : `${hover}\n${hint}`}>
      {text}
    </span>
  );
};
