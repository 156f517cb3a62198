/** Shows sum, average and count of the cells of a range in the footer, as a spreadsheet does. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/contract/records';
import { usePreferences } from '../../client/preferences';
import { ask, queryKeys } from '../../client/query-keys';
import { formatMoney, formatNumber, formatSum } from '../../format/decimal';
import type { FullView } from '../../records/list-view';
import { useLabel } from '../../records/use-label';
import { rowsBetween } from '../../records/read-rows';
import type { CellRange } from './grid/use-grid-keys';
import css from './list.module.css';
import { MOST_SUMMED } from './selection-totals';
import { draftColumns, footerSums, isDraftRow, useDraftsNote } from './drafts-in-sums';
import { type RangeSum, rangeSums } from './range-sums';
import { Hint } from '../../ui/hint';

/** Number of currencies shown; the tooltip shows all. */
const SHOWN = 2;

/** While the pointer extends a range, its rows are read only after a pause of this length. */
const REST_MS = 100;
const useAtRest = ({ top, bottom }: CellRange): { top: number; bottom: number } => {
  const [rest, setRest] = useState({ top, bottom });
  useEffect(() => {
    const timer = setTimeout(() => setRest({ top, bottom }), REST_MS);
    return () => clearTimeout(timer);
  }, [top, bottom]);
  return rest;
};

/** `columns`: the columns that `addableIn` returns. */
export const RangeTotals = ({
  view,
  range,
  columns,
  isCurrencyUnread,
}: {
  view: FullView;
  range: CellRange;
  columns: readonly Column[];
  /** Amounts without a currency are in unknown ones. */
  isCurrencyUnread: boolean;
}) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const label = useLabel(view.resource);
  const { top, bottom } = useAtRest(range);
  const keys = [...columns.map(({ key }) => key), 'currency', ...draftColumns(view.resource)];
  const draftsNote = useDraftsNote(view.resource);
  const tooMany = bottom - top >= MOST_SUMMED;
  const { data: rows } = useQuery({
    ...ask(queryKeys.rangeRows(view, top, bottom, keys), () => rowsBetween(view, top, bottom, keys)),
    enabled: !tooMany,
    placeholderData: keepPreviousData,
  });
  if (tooMany) return <span>{t('lists.rangeTooLarge', { most: formatNumber(MOST_SUMMED, locale) })}</span>;
  const text = (decimal: string, { currency }: RangeSum): string => {
    if (currency === null) return formatNumber(decimal, locale);
    return currency === ''
      ? `${formatMoney(decimal, locale)} · ${t('lists.noCurrency')}`
      : formatSum(decimal, locale, currency);
  };
  const figures = (key: 'lists.rangeSum' | 'lists.rangeFigures', sum: RangeSum): string => {
    const count = formatNumber(sum.count, locale);
    return isCurrencyUnread && sum.currency === ''
      ? t('lists.unknownCurrency', { count: sum.count, formatted: count })
      : t(key, { sum: text(sum.sum, sum), average: text(sum.average, sum), count });
  };
  const added = rangeSums(columns, rows ?? [], (row) => isDraftRow(view.resource, row));
  // With several columns there is room only for the sums; the tooltips show the other figures.
  const shownFigures = added.length > 1 ? 'lists.rangeSum' : 'lists.rangeFigures';
  return added.map(({ column, ...of }) => {
    const { sums, ...drafts } = footerSums(of);
    const note = draftsNote(drafts);
    const inFull = [
      ...sums.map((sum) => figures('lists.rangeFigures', sum)),
      ...(note === '' ? [] : [note]),
    ].join('\n');
    return (
      <Hint key={column.key} label={inFull} multiline>
        <span className={css.sum}>
          <b>{label(column)}</b>
          {sums.slice(0, SHOWN).map((sum) => (
            <span key={sum.currency} className="num selectable">
              {figures(shownFigures, sum)}
            </span>
          ))}
          {sums.length > SHOWN ? <span>+{sums.length - SHOWN}</span> : null}
          {note === '' ? null : <small>{note}</small>}
        </span>
      </Hint>
    );
  });
};
