import { ActionIcon, Button, Checkbox, ScrollArea, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconPin, IconPinFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/contract/records';
import type { ResourceName } from '#shared/domain/resources';
import { type ListLayout, type ListPlace, setPreferences, usePreferences } from '../../client/preferences';
import type { Popup } from '../../ui/popup';
import { PopupPanel } from '../../ui/popup-layers';
import { arranged, nudged, type ShownColumn, withoutColumn, withPin } from '../../records/list-columns';
import { arrangeColumns } from './grid/column-actions';
import css from './list.module.css';
import { useLabel } from '../../records/use-label';

export interface ChooserProps {
  resource: ResourceName;
  place: ListPlace;
  columns: Column[];
  shown: ShownColumn[];
}

/** The panel of the chooser. */
export const ColumnPanel = ({ popup, ...props }: ChooserProps & { popup: Popup }) => (
  <PopupPanel popup={popup} position="bottom-end" width={320} dropdown={{ p: 0 }}>
    <FieldList {...props} />
  </PopupPanel>
);

/** Rendered only while the panel is open, because each letter of a search renders the list again. */
const FieldList = ({ resource, place, columns, shown }: ChooserProps) => {
  const { t } = useTranslation();
  const label = useLabel(resource);
  const [find, setFind] = useState('');
  const [dragged, setDragged] = useState<string>();
  const keys = shown.map(({ key }) => key);
  const byKey = new Map(shown.map((column) => [column.key, column]));
  const put = (layout: ListLayout | undefined): void => arrangeColumns(place, shown, layout);
  const toggle = (key: string): void =>
    put(
      byKey.has(key)
        ? withoutColumn(shown, key)
        : {
            columns: [...keys, key],
            pinned: shown.filter(({ pinned }) => pinned).map((column) => column.key),
          },
    );
  const found = columns.filter((column) => label(column).toLowerCase().includes(find.trim().toLowerCase()));
  const ordered = [
    ...shown.filter(({ key }) => found.some((column) => column.key === key)),
    ...found.filter(({ key }) => !byKey.has(key)),
  ];
  const reset = (): void => {
    const { [place]: _, ...lists } = usePreferences.getState().lists;
    setPreferences({ lists });
  };
  return (
    <>
      <div className={css.menuSearch}>
        <TextInput
          placeholder={t('listTools.findField')}
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
          data-autofocus
        />
      </div>
      <ScrollArea.Autosize mah="min(380px, 100vh - 180px)" type="auto" offsetScrollbars="y">
        <div className={css.menu}>
          {ordered.length === 0 ? <div className={css.menuNone}>{t('form.nothingFound')}</div> : null}
          {ordered.map((column) => {
            const place = byKey.get(column.key);
            const icon = (name: string, Icon: typeof IconPin, act: () => void, disabled = false) => (
              <ActionIcon
                size={24}
                disabled={disabled}
                aria-label={t(name, { name: label(column) })}
                title={t(name, { name: label(column) })}
                onClick={act}
              >
                <Icon size={13} />
              </ActionIcon>
            );
            return (
              <div
                key={column.key}
                className={css.columnRow}
                data-shown={place !== undefined}
                data-dragged={dragged === column.key}
                draggable={place !== undefined}
                onDragStart={() => setDragged(column.key)}
                onDragEnd={() => setDragged(undefined)}
                onDragOver={(event) => {
                  if (dragged !== undefined && place) event.preventDefault();
                }}
                onDrop={() => {
                  if (dragged !== undefined) put(arranged(shown, dragged, column.key));
                }}
              >
                <Checkbox
                  size="xs"
                  label={label(column)}
                  checked={place !== undefined}
                  disabled={keys.length === 1 && place !== undefined}
                  onChange={() => toggle(column.key)}
                  classNames={{ root: css.facetBox ?? '', labelWrapper: css.facetLabel ?? '' }}
                />
                {column.fromDetail ? <span>{t('list.fromDetail')}</span> : null}
                {place ? (
                  <div className={css.columnTools} data-pinned={place.pinned}>
                    {icon(
                      place.pinned ? 'lists.unpinNamed' : 'lists.pinNamed',
                      place.pinned ? IconPinFilled : IconPin,
                      () => put(withPin(shown, column.key, !place.pinned)),
                    )}
                    {icon(
                      'lists.upNamed',
                      IconChevronUp,
                      () => put(nudged(shown, column.key, -1)),
                      keys[0] === column.key,
                    )}
                    {icon(
                      'lists.downNamed',
                      IconChevronDown,
                      () => put(nudged(shown, column.key, 1)),
                      keys.at(-1) === column.key,
                    )}
                  </div>
                ) : null}
              </div>
            );
          })}
        </div>
      </ScrollArea.Autosize>
      <div className={css.menuFoot}>
        <Button variant="subtle" color="gray" size="compact-xs" onClick={reset}>
          {t('listTools.resetColumns')}
        </Button>
      </div>
    </>
  );
};
