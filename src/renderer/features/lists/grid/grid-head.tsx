import { IconArrowDown, IconArrowUp, IconChevronDown } from '@tabler/icons-react';
import type { VirtualItem } from '@tanstack/react-virtual';
import { memo, type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResourceName } from '#shared/domain/resources';
import { isNumeric } from '../../../format/values';
import type { ColumnActions } from './column-actions';
import css from '../../../records/grid.module.css';
import type { ShownColumn } from '../../../records/list-columns';
import type { Sort } from '../../../records/list-view';
import { useLabel } from '../../../records/use-label';

interface HeadProps {
  resource: ResourceName;
  columns: ShownColumn[];
  items: VirtualItem[];
  /** The number of pinned columns and the left position of each. */
  pinned: number;
  lefts: readonly number[];
  width: number;
  sort: Sort;
  active: number | undefined;
  actions: ColumnActions;
  onMenu: (index: number, at?: { x: number; y: number }) => void;
  /** Whether all or some of the rows are selected. The box at the left selects all rows or none. */
  selected: 'all' | 'some' | undefined;
  onSelectAll: () => void;
}

const DRAG_TYPE = 'application/x-satchel-column';

/**
 * The sticky header. A click sorts by a column; with Shift, the column is added to the sort order. The right
 * edge resizes a column, and a double click on it fits the width. Dragging reorders. Memoized, so that
 * scrolling does not render it again.
 */
export const GridHead = memo(
  ({
    resource,
    columns,
    items,
    pinned,
    lefts,
    width,
    sort,
    active,
    actions,
    onMenu,
    selected,
    onSelectAll,
  }: HeadProps) => {
    const label = useLabel(resource);
    const { t } = useTranslation();
    const [over, setOver] = useState<string>();

    const resize = (event: PointerEvent<HTMLElement>, column: ShownColumn): void => {
      event.preventDefault();
      event.stopPropagation();
      const handle = event.currentTarget;
      const startX = event.clientX;
      handle.setPointerCapture(event.pointerId);
      const move = (at: globalThis.PointerEvent): void =>
        actions.resize(column.key, column.width + at.clientX - startX);
      handle.addEventListener('pointermove', move);
      handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
        once: true,
      });
    };

    const head = (column: ShownColumn, index: number, left: number, stands: boolean) => {
      const place = sort.findIndex(({ field }) => field === column.key);
      const sorted = sort[place]?.direction;
      const sortable = column.sort !== 'none';
      const Arrow = sorted === 'asc' ? IconArrowUp : IconArrowDown;
      const direction = sorted === 'asc' ? 'ascending' : 'descending';
      return (
        <div
          key={column.key}
          id={`h${index}`}
          role="columnheader"
          aria-colindex={index + 1}
          aria-sort={sorted === undefined ? 'none' : direction}
          className={`${css.th} ${stands ? css.pinned : ''} ${active === index ? css.active : ''}`}
          data-sortable={sortable}
          data-sorted={sorted !== undefined}
          data-numeric={isNumeric(column.kind)}
          data-drop={over === column.key}
          style={{ width: column.width, left }}
          draggable
          onClick={(event) => {
            if (sortable) actions.cycle(column.key, event.shiftKey);
          }}
          onContextMenu={(event) => {
            event.preventDefault();
            onMenu(index, { x: event.clientX, y: event.clientY });
          }}
          onDragStart={(event) => event.dataTransfer.setData(DRAG_TYPE, column.key)}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(column.key);
          }}
          onDragLeave={() => setOver(undefined)}
          onDrop={(event) => {
            setOver(undefined);
            actions.drop(event.dataTransfer.getData(DRAG_TYPE), column.key);
          }}
        >
          <span
            className={`truncate ${css.thText}`}
            title={column.fromDetail ? `${label(column)} · ${t('list.fromDetail')}` : label(column)}
          >
            {label(column)}
          </span>
          {sorted === undefined ? null : (
            <span className={css.sortMark}>
              <Arrow size={13} aria-hidden />
              {sort.length > 1 ? <i>{place + 1}</i> : null}
            </span>
          )}
          <button
            type="button"
            tabIndex={-1}
            className={css.thMenu}
            aria-label={t('lists.columnMenu', { name: label(column) })}
            onClick={(event) => {
              event.stopPropagation();
              onMenu(index);
            }}
          >
            <IconChevronDown size={13} />
          </button>
          <span
            className={css.handle}
            onPointerDown={(event) => resize(event, column)}
            onClick={(event) => event.stopPropagation()}
            onDoubleClick={(event) => {
              event.stopPropagation();
              actions.fit(column.key);
            }}
            draggable
            onDragStart={(event) => {
              event.preventDefault();
              event.stopPropagation();
            }}
          />
        </div>
      );
    };

    return (
      <div className={css.head} role="row" aria-rowindex={1} style={{ width }}>
        <span className={`${css.gutter} ${css.pinned}`} aria-hidden onClick={onSelectAll}>
          <i className={css.box} data-on={selected} />
        </span>
        {columns.slice(0, pinned).map((column, index) => head(column, index, lefts[index] ?? 0, true))}
        {items.map((item) => {
          const column = columns[item.index];
          return column ? head(column, item.index, item.start, false) : null;
        })}
      </div>
    );
  },
);
GridHead.displayName = 'GridHead';
