import { ActionIcon } from '@mantine/core';
import { IconCalendarPlus, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { View } from '#shared/contract/records';
import { formatServerTime, localToServer, parseServerTime } from '#shared/domain/time';
import { usePreferences } from '../../client/preferences';
import { useUnknownDates } from '../../client/follow-up-dates';
import { useServerOffset, useTopRows } from '../../client/queries';
import { followUpTimeOf } from '../../format/follow-up-time';
import { dayText } from '../../format/local-day';
import { formatRelativeServer, formatServerText } from '../../format/time';
import { useLineFocus } from '../../ui/use-line-focus';
import { useNow } from '../../ui/use-now';
import { goTo } from '../../navigation/router';
import { openCustomerPage } from '../../navigation/customer-route';
import { openNew } from '../../navigation/form-route';
import { openPlan } from '../../navigation/plan-state';
import { useNewKinds } from '../../navigation/new-dialog-state';
import { chooseFollowUps, SHOWN } from './choose-follow-ups';
import { Card, mineBy } from './today-parts';
import { NotRead } from '../../ui/not-read';
import css from './today-follow-ups.module.css';
import todayCss from './today.module.css';
import { Hint } from '../../ui/hint';

const DAY_MS = 86_400_000;
/** Follow-ups that are late for longer are only counted here; the list still has them. */
const OVERDUE_DAYS = 30;
const AHEAD_DAYS = 14;
const COLUMNS = ['name', 'short_name', 'next_follow_up_time'];
/** The most rows of one answer. The days without a time come first in a day. */
const MOST_TODAY = 500;
/**
 * How many coming follow-ups are read. They are sorted again by the clock of this computer: by the clock of the
 * service, a day without a time can come before a time of the day before.
 */
const MOST_AHEAD = 50;

/**
 * Lists the next follow-ups, overdue ones first, then by day and time of this computer. "Done" opens a note about the
 * customer; the calendar button sets the next date.
 */
export const TodayFollowUps = ({ now, person }: { now: string; person: string | null }) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const offset = useServerOffset();
  const clock = useNow(60_000);
  const lines = useLineFocus<HTMLUListElement>('li[data-follow-up]');
  const canNote = useNewKinds().includes('trailNote');
  const unknown = useUnknownDates();
  const midnight = Date.parse(`${now.slice(0, 10)}T00:00:00Z`);
  const from = formatServerTime(midnight - OVERDUE_DAYS * DAY_MS);
  const last = formatServerTime(midnight + AHEAD_DAYS * DAY_MS).slice(0, 10);
  const minute = now.slice(0, 16);
  /** `begin` null: all that are due before `end`. */
  const between = (begin: string | null, end: string): View => ({
    resource: 'company',
    filters: [
      {
        field: 'next_follow_up_time',
        op: 'between',
        ...(begin === null ? {} : { from: begin }),
        to: end,
      },
      ...mineBy('user_id', person),
    ],
    sort: [{ field: 'next_follow_up_time', direction: 'asc' }],
  });
  const coming = useTopRows(between(from, last), SHOWN, COLUMNS);
  const { data } = coming;
  const local = new Date(clock);
  // A day without a time is stored as its midnight, which has passed although the day is not over.
  const today = dayText(local);
  const [dayBegin = today] = [today, localToServer(`${today} 00:00:01`, offset)].toSorted();
  const beforeToday = formatServerTime((parseServerTime(dayBegin) ?? midnight) - 1_000);
  const older = useTopRows(between(null, beforeToday), 1, []);
  const passedToday = useTopRows(between(dayBegin, minute), MOST_TODAY, COLUMNS).data?.rows ?? [];
  const first = data?.rows ?? [];
  const next = useTopRows(between(minute, last), MOST_AHEAD, COLUMNS).data?.rows ?? first;
  const { followUps, lateToday, lateBefore } = chooseFollowUps(
    { first, passedToday, next },
    ({ values }) => followUpTimeOf(values.next_follow_up_time, local, offset),
    today,
  );
  // As in the day plan, what was due earlier today is not under "Overdue".
  const overdue = (older.data?.total ?? 0) + lateBefore;
  const withoutRows = (): ReactNode => {
    // Until they are read, a query has the answer about the person before.
    const unread = [coming, older].filter((one) => one.data === undefined || one.isPlaceholderData);
    if (unread.length > 0)
      return (
        <NotRead
          failed={unread.some((one) => one.isError)}
          onRetry={() => {
            for (const one of unread) void one.refetch();
          }}
        />
      );
    if (overdue > 0) return <p className={todayCss.none}>{t('today.overdueLong', { count: overdue })}</p>;
    return unknown === null ? <p className={todayCss.none}>{t('today.noFollowUps')}</p> : null;
  };
  return (
    <Card
      title={t('today.followUps')}
      note={
        <>
          {overdue > 0 ? (
            <span className={todayCss.late}>{t('today.overdue', { count: overdue })}</span>
          ) : null}
          {lateToday > 0 ? (
            <span className={todayCss.late}>{t('today.lateToday', { count: lateToday })}</span>
          ) : null}
        </>
      }
      onMore={() => goTo('agenda', person === null ? { who: 'all' } : {})}
    >
      {!data || data.rows.length === 0 ? (
        withoutRows()
      ) : (
        <ul {...lines}>
          {followUps.map(({ row, late }) => {
            const due = row.values.next_follow_up_time;
            const name = String(row.values.name || row.values.short_name || row.id);
            return (
              <li key={row.id} className={css.due} data-follow-up={row.id}>
                <button
                  type="button"
                  className={css.dueName}
                  onClick={() => openCustomerPage({ resource: 'company', id: row.id })}
                >
                  <span className="truncate name-text" dir="auto">
                    {name}
                  </span>
                </button>
                <span
                  className={`${todayCss.when} ${late ? todayCss.late : ''}`}
                  title={formatServerText(due, locale, offset)}
                >
                  {formatRelativeServer(due, locale, offset, clock)}
                </span>
                <span className={css.dueActions}>
                  {canNote ? (
                    <Hint label={t('today.done')}>
                      <ActionIcon
                        size={24}
                        aria-label={t('today.doneFor', { name })}
                        onClick={() => openNew('trailNote', { resource: 'company', id: row.id })}
                      >
                        <IconCheck size={15} />
                      </ActionIcon>
                    </Hint>
                  ) : null}
                  <Hint label={t('today.plan')}>
                    <ActionIcon
                      size={24}
                      aria-label={t('today.planFor', { name })}
                      onClick={() => openPlan(row.id)}
                    >
                      <IconCalendarPlus size={15} />
                    </ActionIcon>
                  </Hint>
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {data && unknown !== null ? <p className={todayCss.none}>{unknown}</p> : null}
    </Card>
  );
};
