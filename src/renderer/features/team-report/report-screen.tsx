import { Button } from '@mantine/core';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { REPORT_COUNTS, type ReportCount } from '#shared/http-api/report';
import { usePreferences } from '../../client/preferences';
import { setParams, useRoute } from '../../navigation/router';
import { core } from '../../client/client';
import { ask, queryKeys } from '../../client/query-keys';
import { sentences } from '../../format/sentences';
import { formatNumber } from '../../format/decimal';
import { formatMoment, formatServerText } from '../../format/time';
import { EmptyState, PageHeader, Skeleton } from '../../ui/layout';
import { showToast } from '../../forms/windows/toast-state';
import { saveFile } from '../../ui/save-file';
import { useNow } from '../../ui/use-now';
import { NotRead } from '../../ui/not-read';
import { useServerToday } from '../../records/use-server-today';
import type { DayRange } from '../../format/day-range';
import {
  type Comparison,
  comparable,
  COMPARISONS,
  comparedWith,
  namesOf,
  PRESETS,
  rangeOf,
  readRange,
  type ReportRow,
  signed,
  tableCsv,
  type TableWords,
  totalOf,
} from './report-model';
import { ReportTable, sortRows, type TableSort } from './report-table';
import { ReportTools } from './report-tools';
import css from './team-report.module.css';
import { PeopleBars } from './people-bars';

const STILL_LOADING_MS = 700;
const AGAIN_MS = 60_000;

/**
 * Reads the figures of a range: first from disk, then again while the core downloads them. It never shows the
 * figures of another range meanwhile.
 */
const useReport = (range: DayRange | null, userIds: string[]) =>
  useQuery({
    ...ask(queryKeys.activity(range?.from, range?.to, userIds), () =>
      core.activity.get({ start: range?.from ?? '', end: range?.to ?? '', userIds }),
    ),
    enabled: range !== null,
    refetchInterval: (query) => (query.state.data?.state === 'loading' ? STILL_LOADING_MS : AGAIN_MS),
  });

type ActivityReport = Awaited<ReturnType<typeof core.activity.get>>;

const LoadingFigures = () => (
  <div aria-hidden>
    <div className={css.tiles}>
      {REPORT_COUNTS.map((key) => (
        <div key={key} className={css.tile}>
          <Skeleton width="70%" />
          <Skeleton width="35%" height={16} />
        </div>
      ))}
    </div>
    <div className={css.beside}>
      <section className={css.card}>
        <div className={css.loading}>
          {[88, 74, 61, 50, 42, 30].map((width) => (
            <Skeleton key={width} width={`${width}%`} />
          ))}
        </div>
      </section>
    </div>
  </div>
);

interface FiguresProps {
  rows: readonly ReportRow[];
  /** Those of `rows` whose sums are compared with those of `before`. */
  compared: readonly ReportRow[];
  before: readonly ReportRow[] | null;
  metric: ReportCount;
  period: string;
  sort: TableSort;
  onSort: (sort: TableSort) => void;
}

const Figures = ({ rows, compared, before, metric, period, sort, onSort }: FiguresProps) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const number = (value: number): string => formatNumber(value, locale);
  const choose = (key: ReportCount): void => setParams({ metric: key });
  const [total, earlier] = [totalOf(rows, metric), before === null ? null : totalOf(before, metric)];
  const by = earlier === null ? 0 : totalOf(compared, metric) - earlier;
  const comparedText =
    by === 0
      ? t('activity.togetherSame', { total: number(total) })
      : t(by > 0 ? 'activity.togetherMore' : 'activity.togetherLess', {
          total: number(total),
          by: number(Math.abs(by)),
        });
  const together = earlier === null ? t('activity.together', { total: number(total) }) : comparedText;
  const best = rows.reduce<ReportRow | undefined>(
    (most, row) => ((row.counts[metric] ?? 0) > (most?.counts[metric] ?? 0) ? row : most),
    undefined,
  );
  const most =
    best && rows.length > 1
      ? t('activity.most', { name: best.name, count: number(best.counts[metric] ?? 0) })
      : '';
  /** Null without a comparison, and for a person whose earlier figures are missing. */
  const earlierOf = (userId: string): number | null => {
    const counts = before?.find((row) => row.userId === userId)?.counts;
    return counts === undefined ? null : (counts[metric] ?? 0);
  };
  return (
    <>
      <div className={css.tiles} role="group" aria-label={t('activity.figures')}>
        {REPORT_COUNTS.map((key) => {
          const now = totalOf(rows, key);
          return (
            <button
              key={key}
              type="button"
              className={css.tile}
              aria-pressed={key === metric}
              onClick={() => choose(key)}
              title={t('activity.pickFigure', { name: t(`count.${key}`) })}
            >
              <span className={`${css.tileLabel} truncate`}>{t(`count.${key}`)}</span>
              <span className={`${css.tileValue} num`}>
                {number(now)}
                {before === null ? null : (
                  <span className={css.delta}>
                    {signed(totalOf(compared, key) - totalOf(before, key), number)}
                  </span>
                )}
              </span>
            </button>
          );
        })}
      </div>
      <div className={css.beside}>
        <figure className={css.card}>
          <figcaption className={css.caption}>
            <h2>{t('activity.chartTitle', { what: t(`count.${metric}`) })}</h2>
            <p>{period}</p>
            <p>{sentences([together, most], locale)}</p>
          </figcaption>
          <PeopleBars
            bars={rows.map(({ userId, name, counts }) => ({
              id: userId || name,
              name,
              now: counts[metric] ?? 0,
              before: earlierOf(userId),
            }))}
          />
        </figure>
        <section className={css.card}>
          <ReportTable
            rows={rows}
            compared={compared}
            before={before}
            metric={metric}
            sort={sort}
            onSort={onSort}
            onMetric={choose}
          />
        </section>
      </div>
    </>
  );
};

interface NoFiguresProps {
  report: ActivityReport | undefined;
  /** The figures on disk cannot be read. */
  failed: boolean;
  onRetry: () => void;
}

const NoFigures = ({ report, failed, onRetry }: NoFiguresProps) => {
  const { t } = useTranslation();
  if (!report && failed) return <NotRead failed onRetry={onRetry} />;
  if (!report || report.state === 'loading') return <LoadingFigures />;
  if (report.state === 'failed' && report.error)
    return (
      <EmptyState
        title={
          report.error.code === 'forbidden'
            ? t('list.noPermission', { what: t('screen.activity') })
            : t(`errors.${report.error.code}.title`)
        }
        hint={t(`errors.${report.error.code}.next`)}
      />
    );
  const isOffline = report.state === 'offline';
  return (
    <EmptyState
      icon={<IconChartBar size={28} stroke={1.4} />}
      title={t(isOffline ? 'activity.never' : 'activity.empty')}
      hint={t(isOffline ? 'activity.offline' : 'activity.emptyHint')}
    />
  );
};

/**
 * The figures of E8 per person for a range of days, compared with another range: totals, bars, and a table
 * that can be saved as a file.
 */
export const ReportScreen = () => {
  const { t } = useTranslation();
  const { params } = useRoute();
  const locale = usePreferences((state) => state.language);
  const now = useNow();
  const today = useServerToday();
  const [sort, setSort] = useState<TableSort>({ key: 'customer_remark_count', descending: true });
  const preset = PRESETS.find((name) => name === params.range) ?? (params.from ? undefined : 'thisWeek');
  const range = preset ? rangeOf(preset, today) : readRange(params, today);
  const comparison: Comparison = COMPARISONS.find((name) => name === params.vs) ?? 'previous';
  const earlier = comparedWith(range, preset, comparison, today);
  const people = params.people ? params.people.split(',') : [];
  const metric = REPORT_COUNTS.find((key) => key === params.metric) ?? 'customer_remark_count';
  const { data, isError, refetch } = useReport(range, people);
  const compared = useReport(earlier, people).data;
  // Without a name it is one sum: of everyone, or of more people than are asked for one by one.
  const sumName =
    people.length === 0 ? t('activity.allPeople') : t('activity.chosenPeople', { count: people.length });
  const named = (list: readonly ReportRow[]): ReportRow[] =>
    list.map((row) => (row.name === '' ? { ...row, name: sumName } : row));
  const rows = named(data?.rows ?? []);
  const before = earlier !== null && compared && compared.asOf !== null ? named(compared.rows) : null;
  const listText = (names: readonly string[]): string => new Intl.ListFormat(locale).format(names);
  const dayText = (day: string): string => formatServerText(day, locale, null);
  const periodOf = ({ from, to }: DayRange): string =>
    from === to ? dayText(from) : t('activity.period', { from: dayText(from), to: dayText(to) });
  const period =
    earlier !== null && before !== null
      ? t('activity.against', { period: periodOf(range), before: periodOf(earlier) })
      : periodOf(range);
  const noteOf = ({ asOf, state }: ActivityReport): string => {
    if (asOf === null) return state === 'loading' ? t('activity.updating') : t('activity.never');
    const text = t('activity.asOf', { time: formatMoment(asOf, locale, now) });
    if (state === 'offline') return `${text} · ${t('activity.staleOffline')}`;
    return state === 'loading' ? `${text} · ${t('activity.updating')}` : text;
  };
  const note = data ? noteOf(data) : '';
  const missing = data?.missing ?? [];
  const missingBefore = before === null ? [] : (compared?.missing ?? []);
  const noBefore =
    earlier !== null &&
    compared !== undefined &&
    compared.asOf === null &&
    (compared.state === 'offline' || compared.state === 'failed');
  const save = async (): Promise<void> => {
    const names = namesOf(missing, missingBefore);
    const words: TableWords = {
      person: t('activity.person'),
      total:
        names.length === 0 ? t('activity.total') : t('activity.totalWithout', { names: listText(names) }),
      figure: (key) => t(`count.${key}`),
      before: (key) =>
        t('activity.csvBefore', {
          what: t(`count.${key}`),
          period: earlier === null ? '' : periodOf(earlier),
        }),
    };
    const text = tableCsv({ rows: sortRows(rows, sort, locale), before, missing, words });
    const { outcome } = await saveFile(
      new Blob([text], { type: 'text/csv;charset=utf-8' }),
      `${t('activity.csvName', { from: range.from, to: range.to })}.csv`,
    );
    if (outcome === 'failed') showToast({ text: t('savedFile.failed') });
  };
  return (
    <>
      <PageHeader title={t('screen.activity')} count={note}>
        <Button
          variant="default"
          leftSection={<IconDownload size={15} />}
          disabled={rows.length === 0}
          onClick={() => void save()}
        >
          {t('activity.csv')}
        </Button>
      </PageHeader>
      <ReportTools preset={preset} range={range} people={people} comparison={comparison} />
      <div className={css.body}>
        {noBefore && rows.length > 0 ? <p className={css.quiet}>{t('activity.noBefore')}</p> : null}
        {missing.length > 0 ? (
          <p className={css.quiet}>{t('activity.missing', { names: listText(namesOf(missing)) })}</p>
        ) : null}
        {missingBefore.length > 0 ? (
          <p className={css.quiet}>
            {t('activity.missingBefore', { names: listText(namesOf(missingBefore)) })}
          </p>
        ) : null}
        {rows.length > 0 ? (
          <Figures
            rows={rows}
            compared={comparable(rows, missingBefore)}
            before={before === null ? null : comparable(before, missing)}
            metric={metric}
            period={period}
            sort={sort}
            onSort={setSort}
          />
        ) : (
          <NoFigures report={data} failed={isError} onRetry={() => void refetch()} />
        )}
      </div>
    </>
  );
};
