/**
 * The menu of one row, opened at the pointer or below the active cell. It shows only the actions that the
 * record supports.
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
import { MOD_KEY } from '../../../ui/layout';
import { isPrintable } from '../../../navigation/document-ref';
import { openDocument } from '../../../navigation/document-route';
import { EDITABLE } from '../../../navigation/edit-here';
import { openEdit } from '../../../navigation/form-route';
import { useNewKinds } from '../../../navigation/new-dialog-state';
import { openPlan } from '../../../navigation/plan-state';
import { recordPin, useTakeAlong } from '../../travel/public';
import { GridMenu, GridMenuItem } from './grid-menu';

interface RowMenuProps {
  resource: ResourceName;
  row: Row;
  at: { x: number; y: number };
  selected: boolean;
  onOpen: () => void;
  onOpenFully: (() => void) | undefined;
  onSelect: () => void;
  onCopy: () => void;
  onFilter: () => void;
  onClose: () => void;
}

export const RowMenu = ({
  resource,
  row,
  at,
  selected,
  onOpen,
  onOpenFully,
  onSelect,
  onCopy,
  onFilter,
  onClose,
}: RowMenuProps) => {
  const { t } = useTranslation();
  const travel = useTakeAlong();
  const { numberField } = RESOURCE_INFO[resource];
  const number = numberField === undefined ? '' : String(row.values[numberField] ?? '');
  const kinds = useNewKinds();
  const edited = row.removed === true ? undefined : EDITABLE[resource];
  const editable = edited !== undefined && kinds.includes(edited) ? edited : undefined;
  const pin = row.removed === true ? null : recordPin(resource, row.id);
  return (
    <GridMenu label={t('lists.rowMenu')} at={at} onClose={onClose}>
      <GridMenuItem label={t('lists.open')} icon={IconExternalLink} keys="Enter" onChoose={onOpen} />
      {onOpenFully ? (
        <GridMenuItem label={t('customer.openPage')} icon={IconArrowsMaximize} onChoose={onOpenFully} />
      ) : null}
      {editable ? (
        <GridMenuItem
          label={t(`form.edit.${editable}`)}
          icon={IconPencil}
          onChoose={() => openEdit(editable, row.id)}
        />
      ) : null}
      {resource === 'company' && row.removed !== true ? (
        <GridMenuItem
          label={t('lists.planFollowUp')}
          icon={IconCalendarDue}
          keys="S"
          onChoose={() => openPlan(row.id)}
        />
      ) : null}
      {pin === null ? null : (
        <GridMenuItem
          label={t(travel.has(pin) ? 'travel.leave' : 'travel.take')}
          icon={IconLuggage}
          onChoose={() => travel.toggle([pin])}
        />
      )}
      {isPrintable(resource) ? (
        <GridMenuItem
          label={t(resource === 'company' ? 'document.statement' : 'document.print')}
          icon={IconPrinter}
          onChoose={() => openDocument(resource, row.id)}
        />
      ) : null}
      <Menu.Divider />
      {number === '' ? null : (
        <GridMenuItem
          label={t('lists.copyNumber', { number })}
          icon={IconHash}
          onChoose={() => void navigator.clipboard.writeText(number).catch(() => undefined)}
        />
      )}
      <GridMenuItem label={t('lists.copyCell')} icon={IconCopy} keys={`${MOD_KEY} C`} onChoose={onCopy} />
      <GridMenuItem label={t('lists.filterByColumn')} icon={IconFilter} onChoose={onFilter} />
      <GridMenuItem
        label={t(selected ? 'lists.deselectRow' : 'lists.selectRow')}
        icon={IconCheckbox}
        keys="Space"
        onChoose={onSelect}
      />
    </GridMenu>
  );
};
