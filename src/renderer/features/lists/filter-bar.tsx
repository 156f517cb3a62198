import { Button, CloseButton } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/contract/records';
import { NO_VALUE } from '#shared/domain/fields';
import type { ResourceName } from '#shared/domain/resources';
import { useFacets } from '../../client/queries';
import { useFormat } from '../../format/use-format';
import { displayText } from '../../format/values';
import { filterKindOf, filterText, isFilterable, type ListFilter } from '../../records/filter-model';
import { FilterEditor } from './filter-editor-later';
import { giveFocusBack } from '../../ui/give-focus';
import { later } from '../../ui/later';
import { usePopup } from '../../ui/popup';
import { ServiceDays } from '../../ui/service-days';
import { UnreadDetails } from '../../records/unread-details';
import css from './list.module.css';
import { useLabel } from '../../records/use-label';

const FilterPanel = later(async () => (await import('./filter-panels')).FilterPanel);
const ChipPanel = later(async () => (await import('./filter-panels')).ChipPanel);
export const preloadFilterPanels = (): Promise<unknown> =>
  Promise.all([FilterPanel.preload(), ChipPanel.preload(), FilterEditor.preload()]);

/** Removes a chip by its button. The focus goes to the same button of the chip beside it, otherwise to the list. */
const removeChip = (button: Element, remove: () => void): void => {
  const chip = button.parentElement;
  const beside = [chip?.nextElementSibling, chip?.previousElementSibling];
  const next = beside.map((one) => one?.querySelector('[data-remove]') ?? null).find((one) => one !== null);
  remove();
  giveFocusBack(next ?? null);
};

interface FilterProps {
  resource: ResourceName;
  columns: readonly Column[];
  filters: ListFilter[];
  onChange: (filters: ListFilter[]) => void;
}

/** Replaces the filter of a field. */
const withFilter = (filters: ListFilter[], field: string, filter: ListFilter | undefined): ListFilter[] => {
  const index = filters.findIndex((other) => other.field === field);
  if (index < 0) return filter ? [...filters, filter] : filters;
  return filter ? filters.with(index, filter) : filters.toSpliced(index, 1);
};

/**
 * `asked`: the field whose editor another part of the screen opens. The count changes with each request, so
 * that the same field can be requested again. `onAskedClosed` is called when this editor closes: the focus
 * belongs to the part that asked, because the menu item that had it is gone.
 */
export const FilterButton = ({
  resource,
  columns,
  filters,
  onChange,
  asked,
  onAskedClosed,
}: FilterProps & { asked?: { field: string; times: number } | undefined; onAskedClosed: () => void }) => {
  const { t } = useTranslation();
  const { target, button, popup, setOpened } = usePopup('dialog');
  const [column, setColumn] = useState<Column>();
  const isAsked = useRef(false);
  const toggle = (open: boolean): void => {
    setOpened(open);
    setColumn(undefined);
    if (isAsked.current) onAskedClosed();
    isAsked.current = false;
  };
  useEffect(() => {
    if (asked === undefined) return;
    isAsked.current = true;
    setOpened(true);
    setColumn(columns.find(({ key }) => key === asked.field));
    // Only a new request opens it. The columns also change when the CRM has a new custom field.
    // eslint-disable-next-line react/exhaustive-deps
  }, [asked]);
  return (
    <>
      <Button
        {...button}
        ref={target}
        variant="default"
        className={css.filterButton ?? ''}
        leftSection={<IconFilter size={14} />}
        aria-label={t('list.filter')}
        onClick={() => toggle(!button['aria-expanded'])}
      >
        <span className={css.filterText}>{t('list.filter')}</span>
      </Button>
      {popup ? (
        <FilterPanel
          popup={{ ...popup, onChange: toggle }}
          resource={resource}
          columns={columns.filter(isFilterable)}
          filters={filters}
          column={column}
          onColumn={setColumn}
          onApply={(field, filter) => {
            onChange(withFilter(filters, field, filter));
            toggle(false);
          }}
        />
      ) : null}
    </>
  );
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
  const { target, button, popup } = usePopup<HTMLSpanElement>('dialog');
  const needsNames = filter.op === 'in' && filterKindOf(column) === 'values';
  // The chip names at most two values.
  const values = needsNames ? filter.values.slice(0, 2) : [];
  const facets = useFacets(resource, column.key, { enabled: needsNames, values }).data;
  const format = useFormat([column]);
  const valueLabel = (value: string): string => {
    if (value === NO_VALUE) return t('list.noValue');
    const facet = facets?.find((candidate) => candidate.value === value);
    return facet && facet.label !== value ? facet.label : displayText(column, value, {}, format) || value;
  };
  const text = filterText(filter, column, {
    locale: format.locale,
    valueLabel,
    t: (key, options) => t(key, options ?? {}),
  });
  return (
    <>
      <span className={css.chip} ref={target}>
        <button {...button} type="button" className={css.chipText}>
          <b>{label(column)}</b> {text}
        </button>
        <CloseButton
          size={24}
          iconSize={12}
          data-remove
          aria-label={t('list.removeFilter', { name: label(column) })}
          onClick={({ currentTarget }) => removeChip(currentTarget, () => onChange(undefined))}
        />
      </span>
      {popup ? (
        <ChipPanel popup={popup} resource={resource} column={column} filter={filter} onApply={onChange} />
      ) : null}
    </>
  );
};

/** A filter of a field that this list does not have. It is not applied, and can only be removed. */
const UnknownChip = ({ field, onRemove }: { field: string; onRemove: () => void }) => {
  const { t } = useTranslation();
  return (
    <span className={css.chip}>
      <span className={css.chipText}>{t('list.unknownField', { name: field })}</span>
      <CloseButton
        size={24}
        iconSize={12}
        data-remove
        aria-label={t('list.removeFilter', { name: field })}
        onClick={({ currentTarget }) => removeChip(currentTarget, onRemove)}
      />
    </span>
  );
};

/** Shows the active filters as chips; each chip opens its editor. Renders nothing if there are no filters. */
export const FilterChips = ({
  resource,
  columns,
  filters,
  onChange,
  children,
}: FilterProps & { children?: ReactNode }) => {
  const { t } = useTranslation();
  const fields = filters.map(({ field }) => field);
  if (filters.length === 0) return null;
  const hasDays = columns.some(
    (column) => filterKindOf(column) === 'dates' && filters.some(({ field }) => field === column.key),
  );
  return (
    <div className={css.chips}>
      {filters.map((filter) => {
        const column = columns.find((one) => one.key === filter.field && isFilterable(one));
        // Nothing is known about the filter before the fields are read.
        if (columns.length === 0) return null;
        const change = (next: ListFilter | undefined): void =>
          onChange(withFilter(filters, filter.field, next));
        return column ? (
          <Chip key={filter.field} resource={resource} column={column} filter={filter} onChange={change} />
        ) : (
          <UnknownChip key={filter.field} field={filter.field} onRemove={() => change(undefined)} />
        );
      })}
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        onClick={() => {
          onChange([]);
          giveFocusBack(null);
        }}
      >
        {t('list.clearFilters')}
      </Button>
      {children}
      {hasDays ? <ServiceDays /> : null}
      <UnreadDetails className={css.chipsNote} resource={resource} columns={columns} fields={fields} />
    </div>
  );
};
