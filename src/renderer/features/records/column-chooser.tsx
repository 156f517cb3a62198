import { ActionIcon, Button, Checkbox, Popover, ScrollArea, TextInput, Tooltip } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/contract/records';
import type { ResourceName } from '#shared/domain/resources';
import { setListLayout, setPreferences, usePreferences } from '../../app/preferences';
import { shownKeys } from './list-columns';
import css from './list.module.css';
import { useLabel } from './use-label';

/** All fields of a resource, found by name, ticked when shown. New ones join at the end; the header reorders. */
export const ColumnChooser = ({ resource, columns }: { resource: ResourceName; columns: Column[] }) => {
  const { t } = useTranslation();
  const label = useLabel(resource);
  const [find, setFind] = useState('');
  const layout = usePreferences((state) => state.lists[resource]);
  const keys = shownKeys(resource, columns, layout);
  const chosen = new Set(keys);
  const toggle = (key: string): void => setListLayout(resource, { columns: chosen.has(key) ? keys.filter((other) => other !== key) : [...keys, key] });
  const found = columns.filter((column) => label(column).toLowerCase().includes(find.trim().toLowerCase()));
  const ordered = [...found.filter(({ key }) => chosen.has(key)), ...found.filter(({ key }) => !chosen.has(key))];
  const reset = (): void => {
    const { [resource]: _, ...lists } = usePreferences.getState().lists;
    setPreferences({ lists });
  };
  return (
    <Popover position="bottom-end" width={280} trapFocus>
      <Popover.Target><Tooltip label={t('list.columns')}><ActionIcon variant="default" size={30} aria-label={t('list.columns')}><IconColumns3 size={15} /></ActionIcon></Tooltip></Popover.Target>
      <Popover.Dropdown p={0}>
        <div className={css.menuSearch}><TextInput placeholder={t('list.findField')} value={find} onChange={(event) => setFind(event.currentTarget.value)} data-autofocus /></div>
        <ScrollArea.Autosize mah={380} type="auto"><div className={css.menu}>
          {ordered.map((column) => (
            <div key={column.key} className={css.columnRow}>
              <Checkbox size="xs" label={label(column)} checked={chosen.has(column.key)} disabled={keys.length === 1 && chosen.has(column.key)} onChange={() => toggle(column.key)} />
              {column.fromDetail ? <span>{t('list.fromDetail')}</span> : null}
            </div>
          ))}
        </div></ScrollArea.Autosize>
        <div className={css.menuFoot}><Button variant="subtle" color="gray" size="compact-xs" onClick={reset}>{t('list.resetColumns')}</Button></div>
      </Popover.Dropdown>
    </Popover>
  );
};
