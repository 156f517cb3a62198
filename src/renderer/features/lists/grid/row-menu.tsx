/**
 * What can be done with one row, at the pointer or below the active cell. Shows only what this record takes.
 */
import { Menu } from '@mantine/core';
import {
  IconArrowsMaximize,
  IconCalendarDue,
  IconCheckbox,
  IconCopy,
  IconExternalLink,
  IconFilter,
  IconHash,
  IconLuggage,
  IconPencil,
  IconPrinter,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Row } from '#shared/contract/records';
import { RESOURCE_INFO, type ResourceName } from '#shared/domain/resources';
import { Kbd, MOD_KEY } from '../../../ui/layout';
import { isPrintable } from '../../../navigation/document-ref';
import { openDocument } from '../../../navigation/document-route';
import { EDITABLE } from '../../../navigation/edit-here';
import { openEdit } from '../../../navigation/form-route';
import { openPlan } from '../../../navigation/plan-state';
import { recordPin, useTakeAlong } from '../../travel/public';

interface RowMenuProps {
  resource: ResourceName;
  row: Row;
  at: { x: number; y: number };
  marked: boolean;
  onOpen: () => void;
  onOpenFully: (() => void) | undefined;
  onMark: () => void;
  onCopy: () => void;
  onFilter: () => void;
  onClose: () => void;
}

const ICON = 14;
const AT_POINTER = { position: 'fixed', width: 0, height: 0, padding: 0, border: 0 } as const;

export const RowMenu = ({
  resource,
  row,
  at,
  marked,
  onOpen,
  onOpenFully,
  onMark,
  onCopy,
  onFilter,
  onClose,
}: RowMenuProps) => {
  const { t } = useTranslation();
  const travel = useTakeAlong();
  const { numberField } = RESOURCE_INFO[resource];
  const number = numberField === undefined ? '' : String(row.values[numberField] ?? '');
  const editable = row.removed === true ? undefined : EDITABLE[resource];
  const pin = row.removed === true ? null : recordPin(resource, row.id);
  const item = (words: string, Icon: typeof IconCopy, act: () => void, keys?: string) => (
    <Menu.Item
      leftSection={<Icon size={ICON} />}
      {...(keys === undefined ? {} : { rightSection: <Kbd>{keys}</Kbd> })}
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
          aria-label={t('lists.rowMenu')}
          style={{ ...AT_POINTER, left: at.x, top: at.y, pointerEvents: 'none' }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {item(t('lists.open'), IconExternalLink, onOpen, 'Enter')}
        {onOpenFully ? item(t('customer.openPage'), IconArrowsMaximize, onOpenFully) : null}
        {editable ? item(t(`form.edit.${editable}`), IconPencil, () => openEdit(editable, row.id)) : null}
        {resource === 'company' && row.removed !== true
          ? item(t('lists.planFollowUp'), IconCalendarDue, () => openPlan(row.id), 'S')
          : null}
        {pin === null
          ? null
          : item(t(travel.has(pin) ? 'travel.leave' : 'travel.take'), IconLuggage, () =>
              travel.toggle([pin]),
            )}
        {isPrintable(resource)
          ? item(t(resource === 'company' ? 'document.statement' : 'document.print'), IconPrinter, () =>
              openDocument(resource, row.id),
            )
          : null}
        <Menu.Divider />
        {number === ''
          ? null
          : item(
              t('lists.copyNumber', { number }),
              IconHash,
              () => void navigator.clipboard.writeText(number).catch(() => undefined),
            )}
        {item(t('lists.copyCell'), IconCopy, onCopy, `${MOD_KEY} C`)}
        {item(t('lists.filterByColumn'), IconFilter, onFilter)}
        {item(t(marked ? 'lists.unmarkRow' : 'lists.markRow'), IconCheckbox, onMark, 'Space')}
      </Menu.Dropdown>
    </Menu>
  );
};
