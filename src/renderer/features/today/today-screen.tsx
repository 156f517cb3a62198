import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filter, Row, View } from '#shared/contract/records';
import type { ResourceName } from '#shared/domain/resources';
import { formatServerTime } from '#shared/domain/time';
import { usePreferences } from '../../app/preferences';
import { goTo } from '../../app/router';
import { placeOf } from '../../app/screens';
import { useSync } from '../../client/events';
import { useAppState, useColumns, useServerOffset, useTopRows } from '../../client/queries';
import { formatNumber } from '../../format/decimal';
import { formatLongDay, formatRelative, formatServerText, serverTextToEpoch } from '../../format/time';
import { Skeleton } from '../../ui/layout';
import { useNow } from '../../ui/use-now';
import { filtersParam } from '../records/list-view';
import { openOnScreen } from '../records/panel/panel-state';
import { RecordLine } from '../records/panel/panel-related';
import { Timeline } from '../records/panel/panel-trail';
import { SyncProgress } from '../sync/sync-progress';
import css from './today.module.css';

const DAY_MS = 86_400_000;
const open = (resource: ResourceName, row: Row): void => openOnScreen(placeOf(resource), { resource, id: row.id });
const goToFiltered = (resource: ResourceName, filters: Filter[], sort?: string): void => {
  const { screen, params } = placeOf(resource);
  goTo(screen, { ...params, f: filtersParam(filters) ?? '', ...(sort === undefined ? {} : { s: sort }) });
};

const Tile = ({ label, resource, filters }: { label: string; resource: ResourceName; filters: Filter[] }) => {
  const locale = usePreferences((state) => state.language);
  const { data } = useTopRows({ resource, filters }, 1, []);
  return (
    <button type="button" className={css.tile} onClick={() => goToFiltered(resource, filters)}>
      <div className={css.tileValue}>{data ? formatNumber(data.total, locale) : <Skeleton width={48} height={18} />}</div>
      <div className={`${css.tileLabel} truncate`} title={label}>{label}</div>
    </button>
  );
};

const Card = ({ title, onMore, children }: { title: string; onMore: () => void; children: ReactNode }) => {
  const { t } = useTranslation();
  return (
    <section className={css.card}>
      <div className={css.cardHead}><h2 className={css.cardTitle}>{title}</h2><button type="button" className={css.more} onClick={onMore}>{t('today.seeAll')}</button></div>
      {children}
    </section>
  );
};

const Loading = () => <div className={css.skeleton}>{[80, 55, 70, 45].map((width) => <Skeleton key={width} width={`${width}%`} />)}</div>;

const Documents = ({ view, limit, none }: { view: View; limit: number; none: string }) => {
  const { data } = useTopRows(view, limit);
  if (!data) return <Loading />;
  if (data.rows.length === 0) return <p className={css.none}>{none}</p>;
  return data.rows.map((row) => <RecordLine key={row.id} resource={view.resource} row={row} onOpen={() => open(view.resource, row)} />);
};

const FollowUps = ({ now }: { now: string }) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const offset = useServerOffset();
  const clock = useNow(60_000);
  const columns = useColumns('company').data;
  const known = columns?.some(({ key, sort }) => key === 'next_follow_up_time' && sort !== 'none') ?? false;
  const from = formatServerTime(Date.parse(`${now.slice(0, 10)}T00:00:00Z`) - 14 * DAY_MS);
  const filters: Filter[] = [{ field: 'next_follow_up_time', op: 'between', from }];
  const { data } = useTopRows({ resource: 'company', filters, sort: [{ field: 'next_follow_up_time', direction: 'asc' }] }, 6, ['name', 'next_follow_up_time'], known);
  if (!known || !data || data.rows.length === 0) return null;
  return (
    <Card title={t('today.followUps')} onMore={() => goToFiltered('company', filters, 'next_follow_up_time')}>
      {data.rows.map((row) => {
        const due = row.values.next_follow_up_time;
        const epoch = serverTextToEpoch(due, offset);
        return (
          <button type="button" key={row.id} className={css.due} onClick={() => open('company', row)}>
            <span className="truncate">{String(row.values.name ?? row.id)}</span>
            <span className={`${css.when} ${String(due) < now ? css.late : ''}`} title={formatServerText(due, locale, offset)}>{epoch === undefined ? '' : formatRelative(epoch, locale, clock)}</span>
          </button>
        );
      })}
    </Card>
  );
};

/** Where the day begins: what happened, what moves, what is due. Every line leads to its record or list. */
export const TodayScreen = () => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const account = useAppState().data?.account;
  const sync = useSync(({ state }) => state);
  const offset = useServerOffset();
  const clock = useNow(60_000);
  const serverNow = formatServerTime(clock, offset ?? -new Date().getTimezoneOffset() * 60_000);
  const weekAgo = formatServerTime(Date.parse(`${serverNow.slice(0, 10)}T00:00:00Z`) - 6 * DAY_MS).slice(0, 10);
  const hour = new Date(clock).getHours();
  const greeting = t(hour < 12 ? 'today.morning' : hour < 18 ? 'today.afternoon' : 'today.evening');
  const inReview: Filter[] = [{ field: 'approval_status', op: 'in', values: ['3'] }];
  const inMotion: Filter[] = [{ field: 'approval_status', op: 'in', values: ['0', '3'] }];
  const { data: trail } = useTopRows({ resource: 'trail' }, 9);
  return (
    <div className={css.screen}>
      <div className={css.page}>
        <h1 className={css.greeting}>{account?.selfName ? t('today.greeting', { greeting, name: account.selfName }) : greeting}</h1>
        <p className={css.day}>{formatLongDay(clock, locale)}</p>
        <div className={css.tiles}>
          <Tile label={t('today.trailWeek')} resource="trail" filters={[{ field: 'create_time', op: 'between', from: weekAgo }]} />
          <Tile label={t('today.ordersWeek')} resource="order" filters={[{ field: 'update_time', op: 'between', from: weekAgo }]} />
          <Tile label={t('today.quotations')} resource="quotation" filters={inReview} />
          <Tile label={t('today.companies')} resource="company" filters={[]} />
        </div>
        <div className={css.columns}>
          <Card title={t('today.recentTrail')} onMore={() => goTo('trail', {})}>
            {trail === undefined ? <Loading /> : trail.rows.length === 0 ? <p className={css.none}>{t('today.noTrail')}</p> : <Timeline rows={trail.rows} withCompany onOpen={(row) => open('trail', row)} />}
          </Card>
          <div className={css.stack}>
            {sync && (!sync.firstSyncDone || sync.freshAsOf === null) ? <section className={css.card} style={{ padding: 0 }}><SyncProgress state={sync} /></section> : null}
            <FollowUps now={serverNow} />
            <Card title={t('today.recentOrders')} onMore={() => goTo('orders', {})}><Documents view={{ resource: 'order' }} limit={6} none={t('today.noOrders')} /></Card>
            <Card title={t('today.motion')} onMore={() => goToFiltered('quotation', inMotion)}><Documents view={{ resource: 'quotation', filters: inMotion }} limit={5} none={t('today.noQuotations')} /></Card>
          </div>
        </div>
      </div>
    </div>
  );
};
