import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { VirtualItem } from '@tanstack/react-virtual';
import { type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResourceName } from '#shared/domain/resources';
import { setListLayout, usePreferences } from '../../app/preferences';
import { isNumeric } from '../../format/values';
import { useLabel } from './use-label';
import css from './grid.module.css';
import { MAX_WIDTH, MIN_WIDTH, moveColumn, type ShownColumn } from './list-columns';

interface HeadProps {
  resource: ResourceName; columns: ShownColumn[]; items: VirtualItem[]; width: number;
  sort: { field: string; direction: 'asc' | 'desc' } | undefined;
  active: number | undefined;
  onSort: (key: string) => void;
}

const DRAG_TYPE = 'application/x-satchel-column';

/** The sticky header: click sorts, the right edge resizes, dragging reorders. */
export const GridHead = ({ resource, columns, items, width, sort, active, onSort }: HeadProps) => {
  const label = useLabel(resource);
  const { t } = useTranslation();
  const [over, setOver] = useState<string>();
  const widths = usePreferences((state) => state.lists[resource]?.widths);

  const resize = (event: PointerEvent<HTMLElement>, column: ShownColumn): void => {
    event.preventDefault();
    event.stopPropagation();
    const handle = event.currentTarget;
    const startX = event.clientX;
    handle.setPointerCapture(event.pointerId);
    const move = (at: globalThis.PointerEvent): void =>
      setListLayout(resource, { widths: { ...widths, [column.key]: Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, column.width + at.clientX - startX))) } });
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), { once: true });
  };
  const drop = (key: string, target: string): void => {
    setOver(undefined);
    setListLayout(resource, { columns: moveColumn(columns.map((column) => column.key), key, target) });
  };

  const head = (column: ShownColumn, index: number, left: number | undefined) => {
    const sorted = sort?.field === column.key ? sort.direction : undefined;
    const sortable = column.sort !== 'none';
    const Arrow = sorted === 'asc' ? IconArrowUp : IconArrowDown;
    return (
      <div key={column.key} id={`h${index}`} role="columnheader" aria-colindex={index + 1} aria-sort={sorted === undefined ? 'none' : sorted === 'asc' ? 'ascending' : 'descending'}
        className={`${css.th} ${left === undefined ? css.pinned : ''} ${active === index ? css.active : ''}`} data-sortable={sortable} data-sorted={sorted !== undefined} data-numeric={isNumeric(column.kind)} data-drop={over === column.key}
        style={{ width: column.width, ...(left === undefined ? {} : { left }) }} draggable onClick={() => { if (sortable) onSort(column.key); }}
        onDragStart={(event) => event.dataTransfer.setData(DRAG_TYPE, column.key)} onDragOver={(event) => { event.preventDefault(); setOver(column.key); }} onDragLeave={() => setOver(undefined)}
        onDrop={(event) => drop(event.dataTransfer.getData(DRAG_TYPE), column.key)}>
        <span className="truncate" title={column.fromDetail ? `${label(column)} (${t('list.fromDetail')})` : label(column)}>{label(column)}</span>
        {sorted === undefined ? null : <Arrow size={13} aria-hidden style={{ flex: 'none' }} />}
        <span className={css.handle} onPointerDown={(event) => resize(event, column)} onClick={(event) => event.stopPropagation()} draggable onDragStart={(event) => { event.preventDefault(); event.stopPropagation(); }} />
      </div>
    );
  };

  const [first] = columns;
  return (
    <div className={css.head} role="row" aria-rowindex={1} style={{ width }}>
      {first ? head(first, 0, undefined) : null}
      {items.map((item) => {
        const column = columns[item.index];
        return column ? head(column, item.index, item.start) : null;
      })}
    </div>
  );
};
