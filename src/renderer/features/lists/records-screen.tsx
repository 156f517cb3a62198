import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Column, Row } from '#shared/contract/records';
import type { TravelPin } from '#shared/contract/travel';
import type { ResourceName } from '#shared/domain/resources';
import { layoutOf, usePreferences } from '../../client/preferences';
import { setParams, useRoute } from '../../navigation/router';
import { useSync } from '../../client/events';
import { isMissing } from '../../client/missing-kinds';
import { preloadRecord, useColumns } from '../../client/queries';
import { formatNumber } from '../../format/decimal';
import { HintButton } from '../../ui/hint-button';
import { later, usePreloadSoon } from '../../ui/later';
import { PageHeader } from '../../ui/layout';
import { usePopup } from '../../ui/popup';
import { DialogBoundary } from '../../ui/dialog-boundary';
import { hasPage, openCustomerPage } from '../../navigation/customer-route';
import { NewButton } from '../../forms/windows/new-button';
import { ExportDialog, ListFileMenu, preloadFileMenu } from '../documents/public';
import { ColumnChooser, preloadColumnPanel } from './column-chooser';
import { FilterButton, FilterChips, preloadFilterPanels } from './filter-bar';
import { shownColumns } from '../../records/list-columns';
import { ListFooter, preloadFooter } from './list-footer';
import css from './list.module.css';
import { ListSearch } from './list-search';
import { filterColumns } from '../../records/filter-columns';
import { filtersParam, placeOfList, readFilters } from '../../records/list-view';
import { closePanel, openFromList, readOpen } from '../../records/panel-state';
import { RecordPanel } from '../panel/public';
import {
  asTravelKind,
  listPin,
  preloadTakeAlong,
  recordPin,
  useTakeAlong,
  useTakeAlongKey,
} from '../travel/public';
import { LoadingGrid } from './grid/loading-rows';
import { preloadGridMenus } from './grid/grid-menus';
import { RecordGrid, ROW_HEIGHTS, viewKey } from './grid/record-grid';
import type { CellRange } from './grid/use-grid-keys';
import { inListOrder, useRowSelection } from './grid/row-selection';
import { useSavedViews } from '../../records/saved-views';
import { useCopy } from './grid/use-copy';
import { EmptyList } from './empty-list';
import { useListCursor } from './use-list-cursor';
import { useListView } from './use-list-view';
import { useStepKeys } from './use-step-keys';
import { preloadViewLayers, SaveViewButton, ViewTabs } from './view-tabs';

const ViewMenu = later(async () => (await import('./view-menu')).ViewMenu);

/** The parts that the buttons of a list open, the most used first. */
const SOON = [
  preloadFilterPanels,
  preloadGridMenus,
  preloadColumnPanel,
  preloadFooter,
  ViewMenu.preload,
  preloadFileMenu,
  preloadViewLayers,
  preloadTakeAlong,
];

const NO_COLUMNS: Column[] = [];

const ViewButton = ({ removed }: { removed: boolean }) => {
  const { t } = useTranslation();
  const { target, button, popup } = usePopup('menu');
  return (
    <>
      <HintButton {...button} ref={target} variant="default" size={30} label={t('list.view')}>
        <IconAdjustmentsHorizontal size={15} />
      </HintButton>
      {popup ? <ViewMenu popup={popup} removed={removed} /> : null}
    </>
  );
};

/**
 * The screen of one resource: a header with search, filters and columns, the grid, and the panel of the
 * opened record beside it.
 */
export const RecordsScreen = ({ resource, leading }: { resource: ResourceName; leading?: ReactNode }) => {
  const { t } = useTranslation();
  usePreloadSoon(SOON);
  const { params } = useRoute();
  const locale = usePreferences((state) => state.language);
  const shelf = useSavedViews(resource);
  const place = placeOfList(resource, params, shelf.views);
  const layout = usePreferences((state) => layoutOf(state.lists, place));
  const density = usePreferences((state) => state.density);
  const sync = useSync(({ state }) => state?.resources.find((entry) => entry.resource === resource)?.state);
  const read = useColumns(resource);
  const all = read.data ?? NO_COLUMNS;
  const columns = useMemo(() => shownColumns(resource, all, layout), [resource, all, layout]);
  const view = useListView(resource, all);
  const filterable = useMemo(() => filterColumns(resource, all), [resource, all]);
  const filters = useMemo(() => readFilters(params.f), [params.f]);
  const [total, setTotal] = useState<number>();
  const [range, setRange] = useState<CellRange>();
  const [asked, setAsked] = useState<{ field: string; times: number }>();
  const [exporting, setExporting] = useState(false);
  const openExport = useCallback(() => setExporting(true), []);
  const closeExport = useCallback(() => setExporting(false), []);
  const rows = useRowSelection(view, viewKey(view));
  const copier = useCopy(view, columns);
  const area = useRef<HTMLDivElement>(null);
  const open = readOpen(params);
  const what = t(`list.what.${resource}`);
  const focusGrid = useCallback(
    (): void => area.current?.querySelector<HTMLElement>('[role="grid"]')?.focus(),
    [],
  );
  const onFilter = useCallback(
    (field: string): void => setAsked((before) => ({ field, times: (before?.times ?? 0) + 1 })),
    [],
  );
  const onOpen = useCallback(
    (row: Row, index: number): void => openFromList(view, { resource, id: row.id }, index),
    [view, resource],
  );
  const queries = useQueryClient();
  const onPress = useCallback(
    (row: Row): void => preloadRecord(queries, resource, row.id),
    [queries, resource],
  );
  const onOpenFully = useMemo(
    () => (hasPage(resource) ? (row: Row): void => openCustomerPage({ resource, id: row.id }) : undefined),
    [resource],
  );
  useListCursor(view, open);
  useStepKeys(view, open?.id);
  const hasSelection = rows.count(total ?? 0) > 0;
  const pins = (): readonly TravelPin[] => {
    const kind = asTravelKind(resource);
    const opened = open && !hasSelection ? recordPin(open.resource, open.id) : null;
    if (opened !== null) return [opened];
    if (kind === undefined || !hasSelection) return [];
    return rows.selection.kind === 'some'
      ? inListOrder(rows.selection.ids).flatMap((id) => recordPin(kind, id) ?? [])
      : [
          listPin({
            view: { ...view, resource: kind },
            params,
            views: shelf.views,
            otherwise: t(`resource.${resource}`),
          }),
        ];
  };
  const travel = useTakeAlong();
  useTakeAlongKey(pins);
  const selection =
    rows.selection.kind === 'some' && rows.selection.ids.size > 0
      ? inListOrder(rows.selection.ids)
      : undefined;
  const clear = (): void => {
    setParams({ q: undefined, f: undefined, removed: undefined });
    focusGrid();
  };
  // Do not show 0: this list was never downloaded.
  const isAbsent = sync !== undefined && isMissing(sync) && total === 0;
  const narrowed = view.filters.length > 0 || view.search !== '' || view.removed;
  const filterProps = {
    resource,
    columns: filterable,
    filters,
    onChange: (next: typeof filters): void => setParams({ f: filtersParam(next) }),
  };
  return (
    <div className={css.screen}>
      <div className={css.list} ref={area}>
        <PageHeader
          {...(leading === undefined ? { title: t(`resource.${resource}`) } : { leading })}
          count={total === undefined || isAbsent ? undefined : formatNumber(total, locale)}
          countShown={leading === undefined}
          isCountLive={false}
        >
          <ListSearch
            resource={resource}
            value={view.search}
            onChange={(text) => setParams({ q: text === '' ? undefined : text })}
            onDone={focusGrid}
          />
          <FilterButton {...filterProps} asked={asked} onAskedClosed={focusGrid} />
          <ColumnChooser resource={resource} place={place} columns={all} shown={columns} />
          <ViewButton removed={view.removed} />
          <ListFileMenu onExport={openExport} />
          <NewButton resource={resource} />
        </PageHeader>
        <ViewTabs shelf={shelf} params={params} allLabel={t('lists.all')} />
        <FilterChips {...filterProps}>
          <SaveViewButton onSave={shelf.save} />
        </FilterChips>
        {columns.length === 0 ? (
          <LoadingGrid
            rowHeight={ROW_HEIGHTS[density]}
            failed={read.isError}
            onRetry={() => void read.refetch()}
          />
        ) : (
          <RecordGrid
            view={view}
            place={place}
            columns={columns}
            rowHeight={ROW_HEIGHTS[density]}
            label={t('list.grid', { what })}
            openId={open?.resource === resource ? open.id : undefined}
            rows={rows}
            copier={copier}
            sorted={params.s !== undefined}
            empty={<EmptyList resource={resource} sync={sync} onClear={narrowed ? clear : undefined} />}
            onOpen={onOpen}
            onPress={onPress}
            onOpenFully={onOpenFully}
            onClose={closePanel}
            onFilter={onFilter}
            onTotal={setTotal}
            onRange={setRange}
          />
        )}
        {isAbsent ? null : (
          <ListFooter
            view={view}
            place={place}
            all={all}
            shown={columns}
            total={total}
            rows={rows}
            range={range}
            copier={copier}
            onExport={openExport}
            onTakeAlong={asTravelKind(resource) === undefined ? undefined : () => travel.toggle(pins())}
            onOpenOnly={(id) => {
              const index = rows.selection.kind === 'some' ? rows.selection.ids.get(id) : undefined;
              openFromList(view, { resource, id }, index ?? 0);
            }}
          />
        )}
        {exporting ? (
          <DialogBoundary onClose={closeExport}>
            <ExportDialog
              view={view}
              columns={all}
              shown={columns}
              total={total}
              {...(selection === undefined ? {} : { selection })}
              onClose={closeExport}
            />
          </DialogBoundary>
        ) : null}
      </div>
      {open ? <RecordPanel key="panel" resource={open.resource} id={open.id} onClosed={focusGrid} /> : null}
    </div>
  );
};
