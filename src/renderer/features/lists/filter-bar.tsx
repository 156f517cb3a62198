import { Button, CloseButton, Popover, ScrollArea, TextInput } from '@mantine/core';
import { IconChevronLeft, IconFilter } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/contract/records';
import { RESOURCE_INFO, type ResourceName } from '#shared/domain/resources';
import { useFacets } from '../../client/queries';
import { useFormat } from '../../format/use-format';
import { displayText } from '../../format/values';
import { filterKindOf, filterText, type ListFilter } from '../../records/filter-model';
import { FilterEditor } from './filter-editor-later';
import { ServiceDays } from '../../ui/service-days';
import css from './list.module.css';
import { useLabel } from '../../records/use-label';

interface FilterProps {
  resource: ResourceName;
  columns: Column[];
  filters: ListFilter[];
  onChange: (filters: ListFilter[]) => void;
}

/** Escape closes the editor, unless a calendar or a list in it has used the key. */
const onEscape =
  (close: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.defaultPrevented && !event.nativeEvent.isComposing) close();
  };

/** Puts a field's filter in place of the one it had. */
const withFilter = (filters: ListFilter[], field: string, filter: ListFilter | undefined): ListFilter[] => {
  const index = filters.findIndex((other) => other.field === field);
  if (index < 0) return filter ? [...filters, filter] : filters;
  return filter ? filters.with(index, filter) : filters.toSpliced(index, 1);
};

/** `asked`: a field whose editor was asked for elsewhere, with a count so that it can be asked for again. */
export const FilterButton = ({
  resource,
  columns,
  filters,
  onChange,
  asked,
}: FilterProps & { asked?: { field: string; times: number } | undefined }) => {
  const { t } = useTranslation();
  const label = useLabel(resource);
  const [opened, setOpened] = useState(false);
  const [column, setColumn] = useState<Column>();
  const toggle = (open: boolean): void => {
    setOpened(open);
    setColumn(undefined);
  };
  useEffect(() => {
    if (asked === undefined) return;
    setOpened(true);
    setColumn(columns.find(({ key }) => key === asked.field));
  }, [asked, columns]);
  return (
    <Popover
      opened={opened}
      onChange={toggle}
      position="bottom-end"
      width={300}
      trapFocus
      returnFocus
      closeOnEscape={false}
    >
      <Popover.Target>
        <Button
          variant="default"
          className={css.filterButton ?? ''}
          leftSection={<IconFilter size={14} />}
          aria-label={t('list.filter')}
          onClick={() => toggle(!opened)}
        >
          <span className={css.filterText}>{t('list.filter')}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} onKeyDown={onEscape(() => toggle(false))}>
        {column === undefined ? (
          <FieldMenu resource={resource} columns={columns} onField={setColumn} />
        ) : (
          <>
            <button type="button" className={css.editorHead} onClick={() => setColumn(undefined)}>
              <IconChevronLeft size={14} />
              {label(column)}
            </button>
            <Suspense fallback={null}>
              <FilterEditor
                resource={resource}
                column={column}
                filter={filters.find(({ field }) => field === column.key)}
                onApply={(filter) => {
                  onChange(withFilter(filters, column.key, filter));
                  toggle(false);
                }}
              />
            </Suspense>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  );
};

/**
 * Lower comes first: the list's usual columns in their order, then its other fields, those of details, and
 * ids.
 */
const usefulness = (resource: ResourceName, { key, kind, fromDetail }: Column): number => {
  const at = RESOURCE_INFO[resource].defaultColumns.indexOf(key);
  return at >= 0 ? at : kind === 'id' ? 1_002 : fromDetail === true ? 1_001 : 1_000;
};

/** Every field that can be filtered, found by name; the usual ones first. */
const FieldMenu = ({
  resource,
  columns,
  onField,
}: {
  resource: ResourceName;
  columns: Column[];
  onField: (column: Column) => void;
}) => {
  const { t } = useTranslation();
  const label = useLabel(resource);
  const [find, setFind] = useState('');
  // The fields that the list shows unless one chose others are those that one filters by.
  const shown = [...columns]
    .sort((a, b) => usefulness(resource, a) - usefulness(resource, b))
    .filter((candidate) => label(candidate).toLowerCase().includes(find.trim().toLowerCase()));
  return (
    <>
      <div className={css.menuSearch}>
        <TextInput
          placeholder={t('list.findField')}
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
          data-autofocus
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || !shown[0]) return;
            // Else the same Enter would submit the editor that takes the focus now.
            event.preventDefault();
            onField(shown[0]);
          }}
        />
      </div>
      <ScrollArea.Autosize mah="min(340px, 100vh - 140px)" type="auto">
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

/** Where a field's values come from, or that the service's own list takes it as a filter too. */
const FieldNote = ({ column }: { column: Column }) => {
  const { t } = useTranslation();
  if (column.serviceFilter) return <span title={t('lists.serviceHint')}>{t('lists.service')}</span>;
  return column.fromDetail ? <span>{t('list.fromDetail')}</span> : null;
};

const Chip = ({
  resource,
  column,
  filter,
  onChange,
}: {
  resource: ResourceName;
  column: Column;
  filter: ListFilter;
  onChange: (filter: ListFilter | undefined) => void;
}) => {
  const { t } = useTranslation();
  const label = useLabel(resource);
  const [opened, setOpened] = useState(false);
  const needsNames = filter.op === 'in' && filterKindOf(column) === 'values';
  const facets = useFacets(resource, column.key, needsNames).data;
  const format = useFormat([column]);
  const valueLabel = (value: string): string => {
    const facet = facets?.find((candidate) => candidate.value === value);
    return facet && facet.label !== value ? facet.label : displayText(column, value, {}, format) || value;
  };
  const text = filterText(filter, column, {
    locale: format.locale,
    valueLabel,
    t: (key, options) => t(key, options ?? {}),
  });
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={300}
      trapFocus
      returnFocus
      closeOnEscape={false}
      withRoles={false}
    >
      <Popover.Target>
        <span className={css.chip}>
          <button
            type="button"
            className={css.chipText}
            aria-haspopup="dialog"
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            <b>{label(column)}</b> {text}
          </button>
          <CloseButton
            size={18}
            iconSize={12}
            aria-label={t('list.removeFilter', { name: label(column) })}
            onClick={() => onChange(undefined)}
          />
        </span>
      </Popover.Target>
      <Popover.Dropdown
        p={0}
        role="dialog"
        aria-label={label(column)}
        onKeyDown={onEscape(() => setOpened(false))}
      >
        <Suspense fallback={null}>
          <FilterEditor
            resource={resource}
            column={column}
            filter={filter}
            onApply={(next) => {
              onChange(next);
              setOpened(false);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
};

/** The active filters, each a chip that opens its editor; nothing when there are none. */
export const FilterChips = ({
  resource,
  columns,
  filters,
  onChange,
  children,
}: FilterProps & { children?: ReactNode }) => {
  const { t } = useTranslation();
  if (filters.length === 0) return null;
  const hasDays = columns.some(
    (column) => filterKindOf(column) === 'dates' && filters.some(({ field }) => field === column.key),
  );
  return (
    <div className={css.chips}>
      {filters.map((filter) => {
        const column = columns.find(({ key }) => key === filter.field);
        return column ? (
          <Chip
            key={filter.field}
            resource={resource}
            column={column}
            filter={filter}
            onChange={(next) => onChange(withFilter(filters, filter.field, next))}
          />
        ) : null;
      })}
      <Button variant="subtle" color="gray" size="compact-xs" onClick={() => onChange([])}>
        {t('list.clearFilters')}
      </Button>
      {children}
      {hasDays ? <ServiceDays /> : null}
    </div>
  );
};
