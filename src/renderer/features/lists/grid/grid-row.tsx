import type { VirtualItem } from '@tanstack/react-virtual';
import { memo, type MouseEvent } from 'react';
import type { Row } from '#shared/contract/records';
import { type FormatContext, isMono, isNumeric } from '../../../format/values';
import { Skeleton } from '../../../ui/layout';
import { CellContent } from '../../../records/cell';
import css from '../../../records/grid.module.css';
import type { ShownColumn } from '../../../records/list-columns';
import { DraftMark } from '../../../records/draft-mark';
import { cellMarkOf, PendingMark } from '../../../records/pending-mark';
import type { CellRange } from './use-grid-keys';

interface GridRowProps {
  row: Row | undefined;
  /** True if the row cannot be read from the damaged copy. */
  unreadable: boolean;
  index: number;
  start: number;
  height: number;
  width: number;
  columns: ShownColumn[];
  items: VirtualItem[];
  pinned: number;
  lefts: readonly number[];
  format: FormatContext;
  selected: boolean;
  open: boolean;
  /** The column of the active cell; undefined on all other rows. */
  active: number | undefined;
  range: CellRange | undefined;
  /** True if the `S` key plans the next follow-up with the company of the row. */
  plans: boolean;
  onClick: (event: MouseEvent, row: Row | undefined, index: number, column: number) => void;
  /** Called when the button is pressed; the click follows when it is released. */
  onPress: (row: Row) => void;
  onOpenFully: (row: Row) => void;
  onSelect: (index: number, through: boolean) => void;
  onMenu: (event: MouseEvent, row: Row | undefined, index: number, column: number) => void;
  /** True if others changed the record since the user last opened it. */
  unread: boolean;
}

const withoutRow = ({
  unreadable,
  index,
  at,
  format,
}: {
  unreadable: boolean;
  index: number;
  at: number;
  format: FormatContext;
}) =>
  unreadable ? (
    <span className={`truncate ${css.none}`}>{at === 0 ? format.word('list.unreadable') : ''}</span>
  ) : (
    <Skeleton width={`${40 + ((index * 7 + at * 13) % 40)}%`} />
  );

/** One cell: its text, or a grey bar while the row is loading. */
const GridCell = ({
  row,
  unreadable,
  index,
  at,
  column,
  left,
  stands,
  active,
  inRange,
  format,
}: {
  row: Row | undefined;
  unreadable: boolean;
  index: number;
  at: number;
  column: ShownColumn;
  left: number;
  stands: boolean;
  active: boolean;
  inRange: boolean;
  format: FormatContext;
}) => (
  <div
    id={`c${index}-${at}`}
    role="gridcell"
    aria-colindex={at + 1}
    data-numeric={isNumeric(column.kind)}
    data-mono={isMono(column.kind)}
    data-time={column.kind === 'dateTime' || column.kind === 'date'}
    data-own={row && cellMarkOf(row, column.key)}
    className={`${css.cell} ${stands ? css.pinned : ''} ${active ? css.active : ''} ${inRange ? css.inRange : ''}`}
    style={{ width: column.width, left }}
    {...(inRange ? { 'aria-selected': true } : {})}
  >
    {row && at === 0 ? <PendingMark row={row} word={format.word} /> : null}
    {row && at === 0 ? <DraftMark row={row} word={format.word} /> : null}
    {row ? (
      <CellContent column={column} row={row} context={format} />
    ) : (
      withoutRow({ unreadable, index, at, format })
    )}
  </div>
);

/**
 * A row of the grid. Memoized, so that it renders only when its own data changes. The box at the left selects
 * the row with the pointer; Space does the same.
 */
export const GridRow = memo(
  ({
    row,
    unreadable,
    index,
    start,
    height,
    width,
    columns,
    items,
    pinned,
    lefts,
    format,
    selected,
    open,
    active,
    range,
    plans,
    onClick,
    onPress,
    onOpenFully,
    onSelect,
    onMenu,
    unread,
  }: GridRowProps) => {
    const cell = (column: ShownColumn, at: number, left: number, stands: boolean) => (
      <GridCell
        key={column.key}
        row={row}
        unreadable={unreadable}
        index={index}
        at={at}
        column={column}
        left={left}
        stands={stands}
        active={active === at}
        inRange={range !== undefined && at >= range.left && at <= range.right}
        format={format}
      />
    );
    return (
      <div
        role="row"
        aria-rowindex={index + 2}
        aria-selected={selected || open}
        data-removed={row?.removed ?? false}
        aria-description={unread ? format.word('changes.unread') : undefined}
        data-follow-up={plans ? row?.id : undefined}
        className={css.row}
        style={{ height, width, top: start }}
        onPointerDown={() => {
          if (row) onPress(row);
        }}
        onClick={(event) => onClick(event, row, index, columnOf(event))}
        onContextMenu={(event) => onMenu(event, row, index, columnOf(event))}
        onDoubleClick={() => {
          if (row) onOpenFully(row);
        }}
      >
        <span
          className={`${css.gutter} ${css.pinned}`}
          aria-hidden
          onClick={(event) => {
            event.stopPropagation();
            onSelect(index, event.shiftKey);
          }}
        >
          {unread ? <i className={css.unread} title={format.word('changes.unread')} /> : null}
          <i className={css.box} data-on={selected ? 'all' : undefined} />
        </span>
        {columns.slice(0, pinned).map((column, at) => cell(column, at, lefts[at] ?? 0, true))}
        {items.map((item) => {
          const column = columns[item.index];
          return column ? cell(column, item.index, item.start, false) : null;
        })}
      </div>
    );
  },
);
GridRow.displayName = 'GridRow';

const columnOf = (event: MouseEvent): number =>
  Math.max(
    0,
    Number((event.target as HTMLElement).closest('[role="gridcell"]')?.getAttribute('aria-colindex') ?? 1) -
      1,
  );
