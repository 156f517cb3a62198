import type { Column, Row } from '#shared/contract/records';
import { isNoDate } from '#shared/domain/time';
import { displayText, type FormatContext } from '../../format/values';
import { toneOf } from '../../format/tone';
import { Pill } from '../../ui/pill';
import css from './grid.module.css';

/** What stands in a grid cell: text, or a state with its dot. Server time is on hover. */
export const CellContent = ({ column, row, context }: { column: Column; row: Row; context: FormatContext }) => {
  const value = row.values[column.key];
  const text = displayText(column, value, row.values, context);
  if (text === '') return <span className={css.none}>—</span>;
  const tone = toneOf(column, value);
  if (tone !== undefined) return <Pill tone={tone}>{text}</Pill>;
  const isTime = column.kind === 'dateTime' || column.kind === 'date';
  const hover = isTime && !isNoDate(value) ? context.word('panel.serverTime', { time: String(value) }) : text;
  return <span className="truncate" title={hover}>{text}</span>;
};
