import { MultiSelect, Select } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { REPORT_COUNTS, type ReportCount } from '#shared/http-api/report';
import { usePreferences } from '../../app/preferences';
import { setParams, useRoute } from '../../app/router';
import { useActivity, useUsers } from '../../client/queries';
import { formatNumber } from '../../format/decimal';
import { formatMoment } from '../../format/time';
import { DayInput } from '../../ui/day-input';
import { EmptyState, PageHeader, Skeleton } from '../../ui/layout';
import { useNow } from '../../ui/use-now';
import { useServerToday } from '../records/filter-editor';
import { PRESETS, type Preset, presetRange } from '../records/filter-model';
import css from './activity.module.css';

const ActivityChart = lazy(async () => ({ default: (await import('./activity-chart')).ActivityChart }));
const MOST_BARS = 24;
type SortKey = ReportCount | 'name';
interface ReportRow { userId: string; name: string; counts: Partial<Record<ReportCount, number>> }

const ActivityTable = ({ rows, onMetric }: { rows: ReportRow[]; onMetric: (metric: ReportCount) => void }) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const [sort, setSort] = useState<{ key: SortKey; descending: boolean }>({ key: 'customer_remark_count', descending: true });
  const sorted = rows.toSorted((a, b) => {
    const order = sort.key === 'name' ? a.name.localeCompare(b.name, locale) : (a.counts[sort.key] ?? 0) - (b.counts[sort.key] ?? 0);
    return sort.descending ? -order : order;
  });
  const choose = (key: SortKey): void => {
    setSort({ key, descending: sort.key === key ? !sort.descending : key !== 'name' });
    if (key !== 'name') onMetric(key);
  };
  const head = (key: SortKey, label: string) => (
    <th key={key} scope="col" aria-sort={sort.key === key ? (sort.descending ? 'descending' : 'ascending') : 'none'}><button type="button" onClick={() => choose(key)}>{label}{sort.key === key ? (sort.descending ? ' ↓' : ' ↑') : ''}</button></th>
  );
  const figure = (value: number) => (value === 0 ? <span className={css.zero}>0</span> : formatNumber(value, locale));
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <thead><tr>{head('name', t('activity.person'))}{REPORT_COUNTS.map((key) => head(key, t(`count.${key}`)))}</tr></thead>
        <tbody>{sorted.map((row) => <tr key={row.userId || row.name}><td>{row.name}</td>{REPORT_COUNTS.map((key) => <td key={key}>{figure(row.counts[key] ?? 0)}</td>)}</tr>)}</tbody>
        <tfoot><tr><td>{t('activity.total')}</td>{REPORT_COUNTS.map((key) => <td key={key}>{formatNumber(rows.reduce((sum, { counts }) => sum + (counts[key] ?? 0), 0), locale)}</td>)}</tr></tfoot>
      </table>
    </div>
  );
};

/** E8's figures per person over a range of days, as last read, with one figure as bars. */
export const ActivityScreen = () => {
  const { t } = useTranslation();
  const { params } = useRoute();
  const locale = usePreferences((state) => state.language);
  const now = useNow();
  const today = useServerToday();
  const preset = PRESETS.find((name) => name === params.range) ?? (params.from ? undefined : 'last30');
  const { from, to } = preset ? presetRange(preset, today) : { from: params.from ?? today, to: params.to ?? today };
  const people = params.people ? params.people.split(',') : [];
  const metric = REPORT_COUNTS.find((key) => key === params.metric) ?? 'customer_remark_count';
  const { data } = useActivity(from, to, people);
  const users = useUsers().data ?? [];
  const rows = (data?.rows ?? []).map((row) => (row.name === '' ? { ...row, name: t('activity.allPeople') } : row));
  const bars = rows.map(({ name, counts }) => ({ name, value: counts[metric] ?? 0 })).toSorted((a, b) => b.value - a.value).slice(0, MOST_BARS);
  const setDay = (key: 'from' | 'to', value: string): void => { if (value !== '') setParams({ range: undefined, from, to, [key]: value }); };
  const asOf = !data ? '' : data.asOf === null ? t('activity.never') : t('activity.asOf', { time: formatMoment(data.asOf, locale, now) });
  return (
    <>
      <PageHeader title={t('screen.activity')} count={data?.state === 'offline' && data.asOf !== null ? `${asOf} · ${t('activity.staleOffline')}` : asOf} />
      <div className={css.tools}>
        <Select aria-label={t('activity.range')} w={150} allowDeselect={false} placeholder="—" value={preset ?? null} data={PRESETS.map((name) => ({ value: name, label: t(`list.preset.${name}`) }))}
          onChange={(value) => setParams({ range: value as Preset, from: undefined, to: undefined })} />
        <div style={{ width: 136 }}><DayInput aria-label={t('list.from')} value={from} max={to} onChange={(day) => setDay('from', day)} /></div>
        <div style={{ width: 136 }}><DayInput aria-label={t('list.to')} value={to} min={from} onChange={(day) => setDay('to', day)} /></div>
        <MultiSelect className={css.people ?? ''} aria-label={t('activity.people')} placeholder={people.length === 0 ? t('activity.allPeople') : ''} searchable clearable value={people}
          data={users.map(({ id, values }) => ({ value: id, label: String(values.nickname || values.full_name || id) }))} onChange={(value) => setParams({ people: value.join(',') })} />
      </div>
      <div className={css.body}>
        {data && rows.length > 0 ? (
          <>
            <section className={css.card}>
              <div className={css.cardHead}>
                <h2>{t('activity.chart')}</h2>
                <Select aria-label={t('activity.metric')} w={170} allowDeselect={false} value={metric} data={REPORT_COUNTS.map((key) => ({ value: key, label: t(`count.${key}`) }))} onChange={(value) => setParams({ metric: value ?? undefined })} />
              </div>
              <div className={css.chart}><Suspense fallback={<Skeleton width="100%" height={200} />}><ActivityChart data={bars} label={t(`count.${metric}`)} /></Suspense></div>
            </section>
            <section className={css.card}><ActivityTable rows={rows} onMetric={(key) => setParams({ metric: key })} /></section>
          </>
        ) : !data || data.state === 'loading' ? (
          <section className={css.card}><div className={css.chart}><Skeleton width="100%" height={200} /></div></section>
        ) : data.state === 'failed' && data.error ? (
          <EmptyState title={t(`errors.${data.error.code}.title`)} hint={t(`errors.${data.error.code}.next`)} />
        ) : data.state === 'offline' ? <EmptyState title={t('activity.never')} hint={t('activity.offline')} /> : <EmptyState title={t('activity.empty')} />}
      </div>
    </>
  );
};
