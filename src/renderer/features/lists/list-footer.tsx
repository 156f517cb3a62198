import { IconSum } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column, Totals } from '#shared/contract/records';
import type { ResourceName } from '#shared/domain/resources';
import { layoutOf, type ListPlace, usePreferences } from '../../client/preferences';
import { core } from '../../client/client';
import { ask, queryKeys } from '../../client/query-keys';
import { formatTotal, formatNumber } from '../../format/decimal';
import { giveFocusBack } from '../../ui/give-focus';
import { HintButton } from '../../ui/hint-button';
import { later } from '../../ui/later';
import { usePopup } from '../../ui/popup';
import css from './list.module.css';
import type { FullView } from '../../records/list-view';
import type { CellRange } from './grid/use-grid-keys';
import { inListOrder, type SelectedRows } from './grid/row-selection';
import { MOST_SUMMED, totalsOfSelected } from './selection-totals';
import { footerSums, useDraftsNote } from './drafts-in-sums';
import { addableIn, isConverted, isCurrencyOfDetails, summable, totalFields } from './total-fields';
import type { TotalsMenuProps } from './totals-menu';
import type { Copied, Copier } from './grid/use-copy';
import { useLabel } from '../../records/use-label';
import { Hint } from '../../ui/hint';

const TotalsMenu = later(async () => (await import('./totals-menu')).TotalsMenu);
const RangeTotals = later(async () => (await import('./range-totals')).RangeTotals);
const SelectionActions = later(async () => (await import('./selection-actions')).SelectionActions);
/** Preloads the choice of the amounts, the sums of selected cells, and the actions for selected rows. */
export const preloadFooter = (): Promise<unknown> =>
  Promise.all([SelectionActions.preload(), TotalsMenu.preload(), RangeTotals.preload()]);

interface FooterProps {
  view: FullView;
  place: ListPlace;
  all: Column[];
  shown: Column[];
  total: number | undefined;
  rows: SelectedRows;
  /** The selected cells. */
  range: CellRange | undefined;
  copier: Copier;
  onExport: () => void;
  /** Adds the selected rows to Travel. */
  onTakeAlong: (() => void) | undefined;
  onOpenOnly: ((id: string) => void) | undefined;
}

/** Number of sums shown; the tooltip shows all. */
const SHOWN_SUMS = 4;

const Sums = ({
  resource,
  label,
  column,
  of,
  isCurrencyUnread,
}: {
  resource: ResourceName;
  label: string;
  column: Column;
  of: Totals['fields'][number];
  /** Amounts without a currency are in unknown ones. */
  isCurrencyUnread: boolean;
}) => {
  const { t } = useTranslation();
  const { sums, ...drafts } = footerSums(of);
  const note = useDraftsNote(resource)(drafts);
  const locale = usePreferences((state) => state.language);
  const isUnread = ({ currency }: (typeof sums)[number]): boolean => isCurrencyUnread && currency === '';
  const text = (entry: (typeof sums)[number]): string => {
    const { currency, sum, count } = entry;
    if (isUnread(entry)) return t('lists.unknownCurrency', { count, formatted: formatNumber(count, locale) });
    return currency === ''
      ? `${formatTotal(sum, locale, '')} · ${t('lists.noCurrency')}`
      : formatTotal(sum, locale, currency);
  };
  const inFull = [
    ...sums.map((entry) =>
      isUnread(entry)
        ? text(entry)
        : `${text(entry)} · ${t('lists.records', { count: entry.count, formatted: formatNumber(entry.count, locale) })}`,
    ),
    ...(isConverted(column) ? [t('lists.atTheirRates')] : []),
    ...(note === '' ? [] : [note]),
  ].join('\n');
  return (
    <Hint label={inFull} multiline disabled={sums.length === 0}>
      <span className={css.sum}>
        <b>{label}</b>
        {sums.length === 0 ? (
          <span>—</span>
        ) : (
          <span className={css.sumParts}>
            {sums.slice(0, SHOWN_SUMS).map((entry) => (
              <span key={entry.currency} className="num selectable">
                {text(entry)}
              </span>
            ))}
          </span>
        )}
        {sums.length > SHOWN_SUMS ? <span>+{sums.length - SHOWN_SUMS}</span> : null}
        {note === '' ? null : <small>{note}</small>}
      </span>
    </Hint>
  );
};

const TotalsButton = (props: TotalsMenuProps) => {
  const { t } = useTranslation();
  const { target, button, popup } = usePopup('menu');
  return (
    <>
      <HintButton {...button} ref={target} size={22} label={t('lists.totals')}>
        <IconSum size={14} />
      </HintButton>
      {popup ? <TotalsMenu popup={popup} {...props} /> : null}
    </>
  );
};

const said = (
  copied: Copied,
  t: (key: string, options?: Record<string, unknown>) => string,
  number: (value: number) => string,
): string =>
  copied.kind === 'copied'
    ? t('lists.copied', { count: copied.rows, formatted: number(copied.rows) })
    : t(copied.kind === 'failed' ? 'lists.copyFailed' : 'lists.tooManyToCopy');

/** The bar below the grid: sums of the filtered list, or the actions for the selected rows. */
export const ListFooter = ({
  view,
  place,
  all,
  shown,
  total,
  rows,
  range,
  copier,
  onExport,
  onTakeAlong,
  onOpenOnly,
}: FooterProps) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const chosen = usePreferences((state) => layoutOf(state.lists, place)?.totals);
  const label = useLabel(view.resource);
  const fields = summable(all);
  const wanted = totalFields(all, shown, chosen);
  // The order does not change the sums, so every order uses the same query.
  const unsorted = { ...view, sort: [] };
  const { data } = useQuery({
    ...ask(queryKeys.totals(unsorted, wanted), () => core.records.totals({ view: unsorted, fields: wanted })),
    enabled: wanted.length > 0 && total !== undefined && total > 0,
    placeholderData: keepPreviousData,
  });
  const number = (value: number): string => formatNumber(value, locale);
  const selectedCount = rows.count(total ?? 0);
  const ids = rows.selection.kind === 'some' ? inListOrder(rows.selection.ids) : [];
  const [onlySelected] = ids.length === 1 ? ids : [];
  const sumsSelected = ids.length > 0 && ids.length <= MOST_SUMMED;
  const ofSelected = useQuery({
    ...ask(queryKeys.selectedTotals(unsorted, wanted, ids), () => totalsOfSelected(unsorted, ids, wanted)),
    enabled: wanted.length > 0 && sumsSelected,
    placeholderData: keepPreviousData,
  }).data;
  const selectedTotals = sumsSelected ? ofSelected : undefined;
  const readTotals = selectedCount === 0 || rows.selection.kind === 'all' ? data : selectedTotals;
  // Until the chosen amounts are added, and without a choice, the answer is the one before.
  const shownTotals = readTotals?.fields.filter(({ field }) => wanted.includes(field));
  const added = addableIn(range, shown);
  const isCurrencyUnread = isCurrencyOfDetails(all);
  const sumsOfRows = () =>
    range && added.length > 0 ? (
      <RangeTotals view={view} range={range} columns={added} isCurrencyUnread={isCurrencyUnread} />
    ) : (
      shownTotals?.map((of) => {
        const column = all.find(({ key }) => key === of.field);
        return column ? (
          <Sums
            key={of.field}
            resource={view.resource}
            label={label(column)}
            column={column}
            of={of}
            isCurrencyUnread={isCurrencyUnread}
          />
        ) : null;
      })
    );
  const sums = total === 0 ? null : sumsOfRows();
  const copied = copier.copied
    ? said(copier.copied, (key, options) => t(key, options ?? {}), number)
    : undefined;
  const [hadSelection, setHadSelection] = useState(false);
  if (selectedCount > 0 && !hadSelection) setHadSelection(true);
  const selectedText = t('lists.selected', { count: selectedCount, formatted: number(selectedCount) });
  const unlessSelected = hadSelection ? t('lists.selectionCleared') : '';
  const message = rows.tooMany ? t('lists.tooManySelected') : copied;
  return (
    <section className={css.footer} aria-label={t('lists.footer')}>
      <span role="status" className={selectedCount > 0 ? 'num' : 'visually-hidden'}>
        {selectedCount > 0 ? selectedText : unlessSelected}
      </span>
      {selectedCount > 0 ? (
        <>
          <SelectionActions
            onCopy={() => copier.copyRows(rows.selection, total ?? 0, true)}
            onExport={onExport}
            onTakeAlong={onTakeAlong}
            onOpen={onOpenOnly && onlySelected !== undefined ? () => onOpenOnly(onlySelected) : undefined}
            onClear={() => {
              rows.clear();
              giveFocusBack(null);
            }}
          />
          {sums}
        </>
      ) : (
        <>
          <span className="num">
            {total === undefined ? '' : t('lists.records', { count: total, formatted: number(total) })}
          </span>
          {fields.length > 0 ? (
            <TotalsButton place={place} fields={fields} chosen={wanted} label={label} />
          ) : null}
          {sums}
        </>
      )}
      <span className={css.footerGrow} />
      <span role="status" className={css.footerSaid}>
        {message}
      </span>
    </section>
  );
};
