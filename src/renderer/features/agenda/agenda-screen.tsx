/**
 * The day plan: follow-ups by day or week, as a list or a calendar, with overdue ones first. `S` plans the
 * next date of the focused follow-up, arrows move between follow-ups. All data is read from disk.
 */
import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { IconCalendarOff, IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row, View } from '#shared/contract/records';
import { formatServerTime, isDay } from '#shared/domain/time';
import { usePreferences } from '../../client/preferences';
import { setParams, useRoute } from '../../navigation/router';
import { useUnknownDates } from '../../client/follow-up-dates';
import { useAppState, useServerOffset } from '../../client/queries';
import { dayText } from '../../format/local-day';
import { formatNumber } from '../../format/decimal';
import { formatWeekday } from '../../format/time';
import { showToast } from '../../forms/windows/toast-state';
import { offProps } from '../../ui/off-props';
import { BusyButton } from '../../ui/busy-button';
import { Kbd, PageHeader } from '../../ui/layout';
import { isSaved, saveFile } from '../../ui/save-file';
import { hasModifier } from '../../ui/screen-keys';
import { useLineFocus } from '../../ui/use-line-focus';
import { useNow } from '../../ui/use-now';
import { goToFiltered } from '../../records/go-to-filtered';
import { useWhose, WhoseSwitch } from '../today/public';
import { NotRead } from '../../ui/not-read';
import { AgendaCard, AgendaLine } from './agenda-entry';
import {
  type AgendaDay,
  agendaOf,
  dayReached,
  lateBefore,
  type FollowUp,
  followUpsOf,
  shiftDay,
  weekOfDay,
} from './agenda-model';
import { MOST, readForFile, useAgenda, useFileCount } from './agenda-queries';
import css from './agenda.module.css';
import { calendarFile } from './calendar-file';
import { Hint } from '../../ui/hint';

const DAY_MS = 86_400_000;
/** Number of days ahead that the calendar file includes. */
const FILE_DAYS = 92;

const ARROW_STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 1],
  ['ArrowRight', 1],
  ['ArrowUp', -1],
  ['ArrowLeft', -1],
]);

/** Arrows move the focus to the next or previous follow-up in the order of the page. */
const stepByArrows = (event: KeyboardEvent<HTMLElement>): void => {
  const by = ARROW_STEPS.get(event.key) ?? 0;
  if (by === 0 || hasModifier(event) || !(event.target as HTMLElement).hasAttribute('data-step')) return;
  const steps = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-step]')];
  const next = steps[steps.indexOf(event.target as HTMLElement) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
};

const DayHead = ({ day, today }: { day: string; today: string }) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const tomorrowName = day === shiftDay(today, 1) ? t('agenda.tomorrow') : '';
  const name = day === today ? t('agenda.today') : tomorrowName;
  return (
    <h2 className={css.dayHead} data-today={day === today}>
      {name === '' ? null : <span>{name}</span>}
      <span className={name === '' ? '' : css.dayDate}>{formatWeekday(day, locale)}</span>
    </h2>
  );
};

/** Opens the list of customers with these follow-ups. */
const openList = ({ filters = [] }: View): void => goToFiltered('company', filters, 'next_follow_up_time');

/** Says that not all follow-ups are shown, and leads to the list of all. */
const CutNote = ({ view }: { view: View }) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  return (
    <button type="button" className={css.older} onClick={() => openList(view)}>
      {t('agenda.cut', { most: formatNumber(MOST, locale) })}
    </button>
  );
};

interface LateProperties {
  late: FollowUp[];
  /** The list of all late ones, if not all are shown. */
  cut: View | null;
  older: { view: View; total: number };
}

const LateSection = ({ late, cut, older }: LateProperties) => {
  const { t } = useTranslation();
  const all = late.length + older.total;
  if (all === 0) return null;
  return (
    <section className={css.section} aria-label={t('agenda.overdue')}>
      <h2 className={css.dayHead} data-late>
        <span>{t('agenda.overdue')}</span>
        <span className={css.dayDate}>{cut === null ? all : `${all}+`}</span>
      </h2>
      {cut === null ? null : <CutNote view={cut} />}
      <ul>
        {late.map((followUp) => (
          <AgendaLine key={followUp.id} followUp={followUp} withDay />
        ))}
      </ul>
      {older.total === 0 ? null : (
        <button type="button" className={css.older} onClick={() => openList(older.view)}>
          {t(late.length === 0 ? 'today.overdueLong' : 'agenda.older', { count: older.total })}
        </button>
      )}
    </section>
  );
};

interface DaysProperties {
  days: AgendaDay[];
  today: string;
  /** Not all follow-ups of this day and of those after it were read; null if all were. */
  cutFrom: string | null;
  /** False if there may be follow-ups that are not on this computer. */
  isKnown: boolean;
}

const DayLists = ({ days, today, cutFrom, isKnown }: DaysProperties) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const nothing = isKnown ? 'agenda.nothing' : 'money.unknown';
  return days.map(({ day, followUps }) => (
    <section key={day} className={css.section} aria-label={formatWeekday(day, locale)}>
      <DayHead day={day} today={today} />
      {followUps.length === 0 ? (
        <p className={css.none}>{t(cutFrom !== null && day >= cutFrom ? 'agenda.notShown' : nothing)}</p>
      ) : (
        <ul>
          {followUps.map((followUp) => (
            <AgendaLine key={followUp.id} followUp={followUp} />
          ))}
        </ul>
      )}
    </section>
  ));
};

const DayColumns = ({ days, today }: DaysProperties) => {
  const locale = usePreferences((state) => state.language);
  return (
    <div className={css.columns} data-days={days.length}>
      {days.map(({ day, followUps }) => (
        <section
          key={day}
          className={css.column}
          data-today={day === today}
          aria-label={formatWeekday(day, locale)}
        >
          <h2 className={css.columnHead}>{formatWeekday(day, locale)}</h2>
          <ul className={css.cards}>
            {followUps.map((followUp) => (
              <AgendaCard key={followUp.id} followUp={followUp} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
};

export const AgendaScreen = () => {
  const { t } = useTranslation();
  const { params } = useRoute();
  const locale = usePreferences((state) => state.language);
  const account = useAppState().data?.account;
  const offsetMs = useServerOffset();
  const now = useNow(60_000);
  const lines = useLineFocus<HTMLDivElement>('li[data-follow-up]');
  const { person } = useWhose();
  const unknown = useUnknownDates();
  const shape = params.as === 'calendar' ? 'calendar' : 'list';
  const span = params.span === 'day' ? 'day' : 'week';
  const today = dayText(new Date(now));
  const anchor = isDay(params.day ?? '') ? (params.day ?? today) : today;
  // A list by week begins at the chosen day (by default today), so that it does not begin with past days. A
  // calendar shows the week from Monday.
  const week =
    shape === 'calendar' ? weekOfDay(anchor) : Array.from({ length: 7 }, (_, at) => shiftDay(anchor, at));
  const days = span === 'day' ? [anchor] : week;
  const first = days[0] ?? today;
  const last = days.at(-1) ?? today;
  const hasToday = days.includes(today);

  const read = useAgenda({ first, last, today, person, hasToday });
  const followUps = (rows: readonly Row[] | undefined): FollowUp[] =>
    followUpsOf(rows ?? [], new Date(now), offsetMs);
  const agenda = agendaOf(followUps(read.days.rows), days);
  const allLate = lateBefore(followUps(read.late.rows), today);
  // The rows also contain today's. If they reach today, all late ones were read.
  const isLateCut = read.late.isCut && dayReached(read.late.rows?.at(-1), offsetMs) < today;
  const cutFrom = read.days.isCut ? dayReached(read.days.rows?.at(-1), offsetMs) : null;
  // The rows also contain the day after the last one. If they reach it, all of the shown days were read.
  const isCut = cutFrom !== null && cutFrom <= last;
  // Those of the shown days are under their days.
  const late = lateBefore(allLate, first);
  const count = agenda.reduce((sum, day) => sum + day.followUps.length, 0);

  const to = formatServerTime(now + FILE_DAYS * DAY_MS).slice(0, 10);
  const inFile = useFileCount(today, to, person);
  const save = useMutation({
    mutationFn: () => readForFile(today, to, person),
    onSuccess: async ({ rows, localIds }) => {
      // The days that were read are those of the service, and one more before them.
      const planned = followUps(rows).filter(({ day }) => day >= today);
      if (planned.length === 0) return showToast({ text: unknown ?? t('agenda.noneToSave') });
      const text = calendarFile(planned, {
        accountId: account?.id ?? '',
        now,
        offsetMs,
        localIds,
        title: (name) => t('agenda.entry', { name }),
      });
      const file = new Blob([text], { type: 'text/calendar;charset=utf-8' });
      const { outcome } = await saveFile(file, `${t('screen.agenda')} ${today}.ics`);
      if (outcome === 'failed') showToast({ text: t('savedFile.failed') });
      else if (isSaved({ outcome }) && unknown !== null) showToast({ text: unknown });
    },
    onError: () => showToast({ text: t('agenda.saveFailed') }),
  });
  const move = (by: number): void => {
    const day = shiftDay(anchor, by * (span === 'day' ? 1 : 7));
    setParams({ day: day === today ? undefined : day });
  };
  const title =
    span === 'day'
      ? formatWeekday(anchor, locale)
      : `${formatWeekday(first, locale)} – ${formatWeekday(last, locale)}`;
  const Days = shape === 'calendar' ? DayColumns : DayLists;
  const parts = hasToday ? [read.late, read.days] : [read.days];
  const isRead = parts.every(({ rows }) => rows !== undefined);
  const unread = parts.filter(({ failed }) => failed);
  const retry = (): void => {
    for (const part of unread) part.retry();
  };
  const isEmpty = count === 0 && (!hasToday || allLate.length + read.older.total === 0);
  // Follow-ups that are not known may be on any day, so the total number is not known either.
  const countText = (): string | undefined => {
    if (!isRead || (unknown !== null && count === 0)) return undefined;
    return t(isCut || unknown !== null ? 'agenda.countAtLeast' : 'agenda.count', { count });
  };
  return (
    <div className={css.screen}>
      <PageHeader title={t('screen.agenda')} count={countText()}>
        <WhoseSwitch />
        <Hint label={inFile === 0 ? (unknown ?? t('agenda.saveCalendarNote')) : t('agenda.saveCalendarNote')}>
          <BusyButton
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} aria-hidden />}
            disabled={inFile === 0}
            isBusy={save.isPending}
            onClick={() => save.mutate()}
          >
            {t('agenda.saveCalendar')}
          </BusyButton>
        </Hint>
      </PageHeader>
      <div className={css.tools}>
        <div className={css.steps}>
          <ActionIcon aria-label={t('agenda.earlier')} onClick={() => move(-1)}>
            <IconChevronLeft size={16} />
          </ActionIcon>
          <Button
            variant="default"
            size="compact-xs"
            {...offProps(anchor === today, () => setParams({ day: undefined }))}
          >
            {t('agenda.today')}
          </Button>
          <ActionIcon aria-label={t('agenda.later')} onClick={() => move(1)}>
            <IconChevronRight size={16} />
          </ActionIcon>
          <strong className={css.range} aria-live="polite">
            {title}
          </strong>
        </div>
        <span className={css.hint}>
          <Kbd>S</Kbd> {t('agenda.snoozeHint')}
        </span>
        <SegmentedControl
          aria-label={t('agenda.span')}
          value={span}
          onChange={(value) => setParams({ span: value === 'day' ? 'day' : undefined })}
          data={[
            { value: 'day', label: t('agenda.day') },
            { value: 'week', label: t(shape === 'calendar' ? 'agenda.week' : 'agenda.sevenDays') },
          ]}
        />
        <SegmentedControl
          aria-label={t('agenda.shape')}
          value={shape}
          onChange={(value) => setParams({ as: value === 'calendar' ? 'calendar' : undefined })}
          data={[
            { value: 'list', label: t('agenda.list') },
            { value: 'calendar', label: t('agenda.calendar') },
          ]}
        />
      </div>
      <div className={css.body} {...lines} onKeyDown={stepByArrows}>
        {!isRead ? (
          <NotRead failed={unread.length > 0} onRetry={retry} lines={8} />
        ) : (
          <>
            {hasToday ? (
              <LateSection late={late} cut={isLateCut ? read.late.view : null} older={read.older} />
            ) : null}
            {isEmpty ? (
              <p className={css.empty}>
                <IconCalendarOff size={18} aria-hidden />
                {unknown ?? t('agenda.empty')}
              </p>
            ) : (
              <>
                {unknown === null ? null : <p className={css.note}>{unknown}</p>}
                {isCut ? <CutNote view={read.days.view} /> : null}
                <Days days={agenda} today={today} cutFrom={cutFrom} isKnown={unknown === null} />
              </>
            )}
          </>
        )}
      </div>
    </div>
  );
};
