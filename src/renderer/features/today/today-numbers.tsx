import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Filter } from '#shared/contract/records';
import { OWNERS } from '#shared/domain/fields';
import { core } from '../../client/client';
import { ask, queryKeys } from '../../client/query-keys';
import { usePreferences } from '../../client/preferences';
import { MISSING_WORDS, useIncompleteKinds, useMissingKinds } from '../../client/missing-kinds';
import { formatNumber } from '../../format/decimal';
import { formatWeekday } from '../../format/time';
import { Skeleton } from '../../ui/layout';
import { ServiceDays } from '../../ui/service-days';
import { SparkBars } from './spark-bars';
import { goToFiltered } from '../../records/go-to-filtered';
import { mineBy } from './today-parts';
import { NotRead } from '../../ui/not-read';
import css from './today-numbers.module.css';
import { twoWeeks, type WeekDay, weekOf } from './week';

/** Each figure, and the field that contains the owner of a record. */
const FIGURES = [
  { kind: 'trail', owner: 'create_user_info' },
  { kind: 'quotation', owner: 'create_user_info' },
  { kind: 'order', owner: OWNERS },
  { kind: 'company', owner: 'user_id' },
] as const;

/**
 * Counts the records of this week and of last week by day, and compares this week with last week up to the
 * same time of day. `now` is the server's wall clock. Each figure links to the records of this week. The data
 * comes from disk, so it is shown without a connection.
 */
export const TodayNumbers = ({ now, person }: { now: string; person: string | null }) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const today = now.slice(0, 10);
  // Round down to ten minutes, so that the query does not change every minute; the difference does not
  // matter.
  const until = `${now.slice(11, 15)}0`;
  const { from, to, monday } = twoWeeks(today);
  const kinds = FIGURES.map(({ kind }) => kind);
  const { data, isError, refetch } = useQuery({
    ...ask(queryKeys.days(from, to, person, until), () =>
      core.timeline.days({ kinds, from, to, person, until }),
    ),
    placeholderData: keepPreviousData,
  });
  const unread = isError && data === undefined;
  const missing = useMissingKinds();
  const incomplete = useIncompleteKinds(kinds);
  const number = (count: number): string => formatNumber(count, locale);
  const titleOf = ({ day, now, before }: WeekDay): string => {
    const name = formatWeekday(day, locale);
    return now === null
      ? t('today.barAhead', { day: name, before: number(before) })
      : t('today.bar', { day: name, now: number(now), before: number(before) });
  };
  return (
    <section aria-label={t('today.numbers')}>
      <div className={css.sectionHead}>
        <h2 className={css.sectionTitle}>{t('today.numbers')}</h2>
        <ServiceDays />
      </div>
      {unread ? <NotRead failed onRetry={() => void refetch()} /> : null}
      <div className={css.tiles}>
        {FIGURES.map(({ kind, owner }) => {
          const why = missing[kind];
          if (why !== undefined)
            return (
              <div key={kind} className={css.tile} data-quiet>
                <span className={css.tileLabel}>{t(`today.number.${kind}`)}</span>
                <span className={css.tileAbsent}>{t(`missing.${MISSING_WORDS[why]}`)}</span>
              </div>
            );
          const week = data && weekOf(data.find((entry) => entry.kind === kind)?.days ?? [], today);
          const what = t(`today.number.${kind}`);
          const noCount = unread ? '–' : <Skeleton width={40} height={18} />;
          const noNote = unread ? null : <Skeleton width={90} />;
          // Records that are not here yet may be of this week or of the last.
          const isIncomplete = incomplete.includes(kind);
          const isUnknown = isIncomplete && week?.now === 0;
          const count = (now: number) =>
            isUnknown ? <span className={css.tileAbsent}>{t('money.unknown')}</span> : number(now);
          const filters: Filter[] = [
            { field: 'create_time', op: 'between', from: monday },
            ...mineBy(owner, person),
          ];
          return (
            <button key={kind} type="button" className={css.tile} onClick={() => goToFiltered(kind, filters)}>
              <span className={css.tileLabel}>{what}</span>
              <span className={css.tileRow}>
                <span className={css.tileValue}>{week ? count(week.now) : noCount}</span>
                {week && !isIncomplete ? (
                  <SparkBars
                    days={week.days}
                    titleOf={titleOf}
                    label={t('today.chart', {
                      what,
                      now: week.now,
                      before: week.beforeByNow,
                      all: week.before,
                      days: week.days.map(titleOf).join('; '),
                    })}
                  />
                ) : null}
              </span>
              <span className={css.tileNote}>
                {isIncomplete && week ? <span>{t('money.incomplete')}</span> : null}
                {/* The newest records come first, so most of last week may be missing. */}
                {week && !isIncomplete ? (
                  <>
                    <span>{t('today.byNow', { count: week.beforeByNow })}</span>
                    <span>{t('today.lastWeek', { count: week.before })}</span>
                  </>
                ) : null}
                {week ? null : noNote}
              </span>
            </button>
          );
        })}
      </div>
    </section>
  );
};
