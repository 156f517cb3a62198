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
 * The hint "On the server: …" of a time. The text is cached, because the catalogue lookup takes longer than
 * the rest of the cell.
 */
const serverTimeHint = (time: string, context: FormatContext): string => {
  let frame = frames.get(context);
  if (!frame) frames.set(context, (frame = context.word('panel.serverTime', { time: MARKER }).split(MARKER)));
  return frame.join(time);
};

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFEFC]/;

/**
 * The content of a grid cell: text, or a state with its dot. The hint shows the server time and whether a
 * value is pending.
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
  // Right-to-left text, so that a long Arabic or Hebrew name is cut at its end.
  const direction = RIGHT_TO_LEFT.test(text) ? { dir: 'auto' as const } : {};
  return (
    <span className="truncate" {...direction} title={hint === '' ? hover : `${hover}\n${hint}`}>
      {text}
    </span>
  );
};
