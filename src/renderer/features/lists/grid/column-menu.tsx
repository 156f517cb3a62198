import { Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconArrowsHorizontal,
  IconEyeOff,
  IconFilter,
  IconPin,
  IconPinnedOff,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ResourceName } from '#shared/domain/resources';
import type { ColumnActions } from './column-actions';
import { GridMenu, GridMenuItem } from './grid-menu';
import type { ShownColumn } from '../../../records/list-columns';
import { isFilterable } from '../../../records/filter-model';
import { MOST_SORTS, type Sort } from '../../../records/list-view';
import { useLabel } from '../../../records/use-label';

interface ColumnMenuProps {
  resource: ResourceName;
  column: ShownColumn;
  at: { x: number; y: number };
  sort: Sort;
  /** True if the user chose the order of the list. */
  sorted: boolean;
  first: boolean;
  last: boolean;
  actions: ColumnActions;
  onClose: () => void;
}

/** The menu of a column, opened at the pointer or below its header. */
export const ColumnMenu = ({
  resource,
  column,
  at,
  sort,
  sorted,
  first,
  last,
  actions,
  onClose,
}: ColumnMenuProps) => {
  const { t } = useTranslation();
  const label = useLabel(resource);
  const { key } = column;
  const mine = sort.find(({ field }) => field === key);
  const joins = sorted && mine === undefined && sort.length < MOST_SORTS;
  return (
    <GridMenu label={t('lists.columnMenu', { name: label(column) })} at={at} onClose={onClose}>
      {column.sort === 'none' ? null : (
        <>
          <GridMenuItem
            label={t('lists.sortAsc')}
            icon={IconArrowUp}
            onChoose={() => actions.sort(key, 'asc')}
          />
          <GridMenuItem
            label={t('lists.sortDesc')}
            icon={IconArrowDown}
            onChoose={() => actions.sort(key, 'desc')}
          />
          {joins ? (
            <>
              <GridMenuItem
                label={t('lists.thenAsc')}
                icon={IconArrowUp}
                onChoose={() => actions.sort(key, 'asc', true)}
              />
              <GridMenuItem
                label={t('lists.thenDesc')}
                icon={IconArrowDown}
                onChoose={() => actions.sort(key, 'desc', true)}
              />
            </>
          ) : null}
          {sorted && mine ? (
            <GridMenuItem label={t('lists.unsort')} icon={IconX} onChoose={() => actions.unsort(key)} />
          ) : null}
          <Menu.Divider />
        </>
      )}
      {isFilterable(column) ? (
        <GridMenuItem label={t('lists.filterBy')} icon={IconFilter} onChoose={() => actions.filter(key)} />
      ) : null}
      <Menu.Divider />
      <GridMenuItem
        label={t(column.pinned ? 'lists.unpin' : 'lists.pin')}
        icon={column.pinned ? IconPinnedOff : IconPin}
        onChoose={() => actions.pin(key, !column.pinned)}
      />
      <GridMenuItem
        label={t('lists.moveLeft')}
        icon={IconArrowLeft}
        keys="Alt ⇧ ←"
        disabled={first}
        onChoose={() => actions.nudge(key, -1)}
      />
      <GridMenuItem
        label={t('lists.moveRight')}
        icon={IconArrowRight}
        keys="Alt ⇧ →"
        disabled={last}
        onChoose={() => actions.nudge(key, 1)}
      />
      <GridMenuItem label={t('lists.fit')} icon={IconArrowsHorizontal} onChoose={() => actions.fit(key)} />
      <GridMenuItem
        label={t('lists.hide')}
        icon={IconEyeOff}
        disabled={first && last}
        onChoose={() => actions.hide(key)}
      />
    </GridMenu>
  );
};
