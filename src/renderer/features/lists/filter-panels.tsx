/**
 * The popovers in which the user chooses filters: one at the filter button, one at the chip of each filter.
 */
import { ScrollArea, TextInput } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/contract/records';
import { RESOURCE_INFO, type ResourceName } from '#shared/domain/resources';
import type { ListFilter } from '../../records/filter-model';
import { FilterEditor } from './filter-editor-later';
import type { Popup } from '../../ui/popup';
import { PopupPanel } from '../../ui/popup-layers';
import css from './list.module.css';
import { useLabel } from '../../records/use-label';

interface FilterPanelProps {
  popup: Popup;
  resource: ResourceName;
  columns: readonly Column[];
  filters: ListFilter[];
  /** The field whose filter is edited; undefined while the user chooses the field. */
  column: Column | undefined;
  onColumn: (column: Column | undefined) => void;
  onApply: (field: string, filter: ListFilter | undefined) => void;
}

/** The user chooses the field first, then its filter. */
export const FilterPanel = ({
  popup,
  resource,
  columns,
  filters,
  column,
  onColumn,
  onApply,
}: FilterPanelProps) => {
  const label = useLabel(resource);
  return (
    <PopupPanel popup={popup} position="bottom-end" width={300} returnFocus dropdown={{ p: 0 }}>
      {column === undefined ? (
        <FieldMenu resource={resource} columns={columns} onField={onColumn} />
      ) : (
        <>
          <button type="button" className={css.editorHead} onClick={() => onColumn(undefined)}>
            <IconChevronLeft size={14} />
            {label(column)}
          </button>
          <FilterEditor
            resource={resource}
            column={column}
            filter={filters.find(({ field }) => field === column.key)}
            onApply={(filter) => onApply(column.key, filter)}
          />
        </>
      )}
    </PopupPanel>
  );
};

interface ChipPanelProps {
  popup: Popup;
  resource: ResourceName;
  column: Column;
  filter: ListFilter;
  onApply: (filter: ListFilter | undefined) => void;
}

/** The editor of a filter, at its chip. */
export const ChipPanel = ({ popup, resource, column, filter, onApply }: ChipPanelProps) => {
  const label = useLabel(resource);
  return (
    <PopupPanel
      popup={popup}
      position="bottom-start"
      width={300}
      returnFocus
      withRoles={false}
      dropdown={{ p: 0, role: 'dialog', 'aria-label': label(column) }}
    >
      <FilterEditor
        resource={resource}
        column={column}
        filter={filter}
        onApply={(next) => {
          onApply(next);
          popup.onChange(false);
        }}
      />
    </PopupPanel>
  );
};

/**
 * Sort key of the menu; lower values come first. The order is: the default columns of the list, its other
 * fields, fields from details, ids.
 */
const usefulness = (resource: ResourceName, { key, kind, fromDetail }: Column): number => {
  const at = RESOURCE_INFO[resource].defaultColumns.indexOf(key);
  if (at >= 0) return at;
  if (kind === 'id') return 1_002;
  return fromDetail === true ? 1_001 : 1_000;
};

/** Lists every field that can be filtered, with a search by name; the default columns come first. */
const FieldMenu = ({
  resource,
  columns,
  onField,
}: {
  resource: ResourceName;
  columns: readonly Column[];
  onField: (column: Column) => void;
}) => {
  const { t } = useTranslation();
  const label = useLabel(resource);
  const [find, setFind] = useState('');
  // Users filter most often by the default columns of the list.
  const shown = [...columns]
    .sort((a, b) => usefulness(resource, a) - usefulness(resource, b))
    .filter((candidate) => label(candidate).toLowerCase().includes(find.trim().toLowerCase()));
  return (
    <>
      <div className={css.menuSearch}>
        <TextInput
          placeholder={t('listTools.findField')}
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
          data-autofocus
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || !shown[0]) return;
            // Without this, the same Enter would submit the editor, which has the focus now.
            event.preventDefault();
            onField(shown[0]);
          }}
        />
      </div>
      <ScrollArea.Autosize mah="min(340px, 100vh - 140px)" type="auto" offsetScrollbars="y">
        <div className={css.menu}>
          {shown.length === 0 ? <div className={css.menuNone}>{t('form.nothingFound')}</div> : null}
          {shown.map((candidate) => (
            <button
              type="button"
              key={candidate.key}
              className={css.menuItem}
              onClick={() => onField(candidate)}
            >
              {label(candidate)}
              <FieldNote column={candidate} />
            </button>
          ))}
        </div>
      </ScrollArea.Autosize>
    </>
  );
};

/** Shows that the field comes from the details. */
const FieldNote = ({ column }: { column: Column }) => {
  const { t } = useTranslation();
  return column.fromDetail ? <span>{t('list.fromDetail')}</span> : null;
};
