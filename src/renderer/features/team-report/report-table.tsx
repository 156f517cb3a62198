import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { REPORT_COUNTS, type ReportCount } from '#shared/http-api/report';
import { usePreferences } from '../../client/preferences';
import { formatNumber } from '../../format/decimal';
import { type ReportRow, signed, totalOf } from './report-model';
import css from './team-report.module.css';

export type SortKey = ReportCount | 'name';
export interface TableSort {
  key: SortKey;
  descending: boolean;
}

export const sortRows = (
  rows: readonly ReportRow[],
  { key, descending }: TableSort,
  locale: string,
): ReportRow[] =>
  rows.toSorted((a, b) => {
    const order =
      key === 'name' ? a.name.localeCompare(b.name, locale) : (a.counts[key] ?? 0) - (b.counts[key] ?? 0);
    return (descending ? -order : order) || a.name.localeCompare(b.name, locale);
  });

interface TableProps {
  rows: readonly ReportRow[];
  /** Those of `rows` whose sums are compared with those of `before`. */
  compared: readonly ReportRow[];
  before: readonly ReportRow[] | null;
  metric: ReportCount;
  sort: TableSort;
  onSort: (sort: TableSort) => void;
  onMetric: (metric: ReportCount) => void;
}

/** Shows every figure of every person. A click on a heading sorts by its figure and shows it in the chart. */
export const ReportTable = ({ rows, compared, before, metric, sort, onSort, onMetric }: TableProps) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const number = (value: number): string => formatNumber(value, locale);
  const choose = (key: SortKey): void => {
    onSort({ key, descending: sort.key === key ? !sort.descending : key !== 'name' });
    if (key !== 'name') onMetric(key);
  };
  const head = (key: SortKey, label: string) => {
    const Icon = sort.descending ? IconArrowDown : IconArrowUp;
    const direction = sort.descending ? 'descending' : 'ascending';
    return (
      <th
        key={key}
        scope="col"
        data-chosen={key === metric}
        aria-sort={sort.key === key ? direction : 'none'}
      >
        <button type="button" onClick={() => choose(key)}>
          {label}
          {sort.key === key ? <Icon size={12} aria-hidden /> : null}
        </button>
      </th>
    );
  };
  /** `by`: the difference that is shown. */
  const figure = (key: ReportCount, now: number, then: number | undefined, by = now - (then ?? now)) => (
    <td
      key={key}
      data-chosen={key === metric}
      title={then === undefined ? '' : `${t('activity.before')} ${number(then)}`}
    >
      <span className={now === 0 ? css.zero : ''}>{number(now)}</span>
      {by === 0 ? null : <span className={css.delta}>{signed(by, number)}</span>}
    </td>
  );
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-label={t('activity.table')}>
      <table className={css.table}>
        <thead>
          <tr>
            {head('name', t('activity.person'))}
            {REPORT_COUNTS.map((key) => head(key, t(`count.${key}`)))}
          </tr>
        </thead>
        <tbody>
          {sortRows(rows, sort, locale).map((row) => {
            const then = before?.find(({ userId }) => userId === row.userId)?.counts;
            return (
              <tr key={row.userId || row.name}>
                <th scope="row">{row.name}</th>
                {REPORT_COUNTS.map((key) => figure(key, row.counts[key] ?? 0, then && (then[key] ?? 0)))}
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('activity.total')}</th>
            {REPORT_COUNTS.map((key) =>
              before === null
                ? figure(key, totalOf(rows, key), undefined)
                : figure(
                    key,
                    totalOf(rows, key),
                    totalOf(before, key),
                    totalOf(compared, key) - totalOf(before, key),
                  ),
            )}
          </tr>
        </tfoot>
      </table>
    </div>
  );
};
