import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/contract/records';
import { type ListPlace, setListLayout } from '../../client/preferences';
import type { Popup } from '../../ui/popup';
import { PopupMenu } from '../../ui/popup-layers';
import css from './list.module.css';
import { isConverted } from './total-fields';

export interface TotalsMenuProps {
  place: ListPlace;
  fields: Column[];
  chosen: readonly string[];
  label: (column: Column) => string;
}

const MOST_TOTALS = 3;

/** The menu in which the user chooses the fields that the footer adds up. */
export const TotalsMenu = ({ popup, place, fields, chosen, label }: TotalsMenuProps & { popup: Popup }) => {
  const { t } = useTranslation();
  const toggle = (key: string): void =>
    setListLayout(place, {
      totals: chosen.includes(key)
        ? chosen.filter((other) => other !== key)
        : [...chosen, key].slice(-MOST_TOTALS),
    });
  return (
    <PopupMenu popup={popup} position="top-start" width={240} closeOnItemClick={false}>
      <Menu.Label>{t('lists.totals')}</Menu.Label>
      {fields.map((column) => (
        <Menu.CheckboxItem
          key={column.key}
          checked={chosen.includes(column.key)}
          checkIcon={<IconCheck size={14} />}
          onChange={() => toggle(column.key)}
        >
          {label(column)}
          {isConverted(column) ? <small className={css.totalsNote}>{t('lists.atTheirRates')}</small> : null}
        </Menu.CheckboxItem>
      ))}
    </PopupMenu>
  );
};
