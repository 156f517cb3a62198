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
import { Kbd } from '../../../ui/layout';
import { type ColumnActions } from './column-actions';
import type { ShownColumn } from '../../../records/list-columns';
import { MOST_SORTS, type Sort } from '../../../records/list-view';
import { useLabel } from '../../../records/use-label';

interface ColumnMenuProps {
  resource: ResourceName;
  column: ShownColumn;
  at: { x: number; y: number };
  sort: Sort;
  /** The list is in an order that the user chose. */
  sorted: boolean;
  first: boolean;
  last: boolean;
  actions: ColumnActions;
  onClose: () => void;
}

const ICON = 14;

/** What can be done with a column, at the pointer or below its header. */
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
  const item = (
    words: string,
    Icon: typeof IconX,
    act: () => void,
    more: { disabled?: boolean; keys?: string } = {},
  ) => (
    <Menu.Item
      leftSection={<Icon size={ICON} />}
      disabled={more.disabled === true}
      {...(more.keys === undefined ? {} : { rightSection: <Kbd>{more.keys}</Kbd> })}
      onClick={act}
    >
      {words}
    </Menu.Item>
  );
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      width={250}
      offset={2}
      transitionProps={{ duration: 0 }}
      withinPortal
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('lists.columnMenu', { name: label(column) })}
          style={{
            position: 'fixed',
            left: at.x,
            top: at.y,
            width: 0,
            height: 0,
            padding: 0,
            border: 0,
            pointerEvents: 'none',
          }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {column.sort === 'none' ? null : (
          <>
            {item(t('lists.sortAsc'), IconArrowUp, () => actions.sort(key, 'asc'))}
            {item(t('lists.sortDesc'), IconArrowDown, () => actions.sort(key, 'desc'))}
            {joins ? item(t('lists.thenAsc'), IconArrowUp, () => actions.sort(key, 'asc', true)) : null}
            {joins ? item(t('lists.thenDesc'), IconArrowDown, () => actions.sort(key, 'desc', true)) : null}
            {sorted && mine ? item(t('lists.unsort'), IconX, () => actions.unsort(key)) : null}
            <Menu.Divider />
          </>
        )}
        {item(t('lists.filterBy'), IconFilter, () => actions.filter(key))}
        <Menu.Divider />
        {column.pinned
          ? item(t('lists.unpin'), IconPinnedOff, () => actions.pin(key, false))
          : item(t('lists.pin'), IconPin, () => actions.pin(key, true))}
        {item(t('lists.moveLeft'), IconArrowLeft, () => actions.nudge(key, -1), {
          disabled: first,
          keys: 'Alt ⇧ ←',
        })}
        {item(t('lists.moveRight'), IconArrowRight, () => actions.nudge(key, 1), {
          disabled: last,
          keys: 'Alt ⇧ →',
        })}
        {item(t('lists.fit'), IconArrowsHorizontal, () => actions.fit(key))}
        {item(t('lists.hide'), IconEyeOff, () => actions.hide(key), { disabled: first && last })}
      </Menu.Dropdown>
    </Menu>
  );
};
