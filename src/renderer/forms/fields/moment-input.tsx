/**
 * An input for a day with or without a time, typed or picked. Its value is the service's time; the user sees
 * and types the computer's time. While the service's time zone is unknown, the user types the service's time,
 * and the input says so.
 */
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/zh-cn';
import { DateInput, type DateInputProps } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { hasTimeOfDay, localToServer, serverToLocal } from '#shared/domain/time';
import { writingOf } from '../../client/languages';
import { usePreferences } from '../../client/preferences';
import { useServerOffset } from '../../client/queries';
import { localTextOf, parseTypedMoment } from '../../format/typed-moment';
import { useCalendarNames } from '../../ui/use-calendar-names';
import { useTypedDay } from '../../ui/use-typed-day';
import { movedToDay, shownMoment } from './moment-value';

/**
 * Parses typed text as a moment; a day without a time means the whole day. A weekday or the number of a day is the next
 * one in a plan. In a document it is the last one: whoever types `friday` for a receipt has the money already.
 */
const typedMoment = (typed: string, isPlan: boolean): string | null => {
  const moment = parseTypedMoment(typed, { now: new Date(), forward: isPlan, isPlan });
  return moment ? localTextOf(moment) : null;
};

/** Fields of a push whose day is to come: the next follow-up, and the expected closing of an opportunity. */
export const isPlanField = (name: string): boolean =>
  name === 'next_follow_up_time' || name === 'account_date';

const withTimeIfAny = (text: string): string => text.slice(0, hasTimeOfDay(text) ? 16 : 10);

interface MomentInputProps extends Pick<
  DateInputProps,
  'label' | 'aria-label' | 'description' | 'error' | 'disabled' | 'withAsterisk' | 'inputWrapperOrder'
> {
  value: string;
  /** True for the time of a plan, which is in the future. */
  isPlan: boolean;
  onChange: (value: string) => void;
  /** Called with true if the input contains text that is not a day, otherwise with false. */
  onUnread?: (isUnread: boolean) => void;
}

export const MomentInput = ({
  value,
  isPlan,
  error,
  description,
  onChange,
  onUnread,
  ...names
}: MomentInputProps) => {
  const { t } = useTranslation();
  const language = usePreferences((state) => state.language);
  const offsetMs = useServerOffset();
  const calendarNames = useCalendarNames();
  const local = value === '' ? null : serverToLocal(value, offsetMs);
  const picked = useRef(false);
  const typed = useTypedDay(value, (text) => typedMoment(text, isPlan), onUnread);
  const wrong = error ?? (typed.isWrong ? t('form.issue.unread-day') : undefined);
  const hint = description ?? (offsetMs === null ? t('form.serviceTime') : undefined);
  const change = (moment: string | null): void => {
    const isPicked = picked.current;
    picked.current = false;
    typed.settle();
    if (moment === null) return onChange('');
    if (isPicked) return onChange(movedToDay(value, moment.slice(0, 10), offsetMs));
    onChange(localToServer(moment.length === 10 ? `${moment} 00:00:00` : moment, offsetMs));
  };
  return (
    <DateInput
      {...names}
      {...(hint === undefined ? {} : { description: hint })}
      {...(wrong === undefined ? {} : { error: wrong })}
      {...typed.props}
      size="xs"
      value={local}
      withTime
      valueFormat={(text) => (text === local ? shownMoment(value, offsetMs) : withTimeIfAny(text))}
      placeholder={t('form.typedMoment')}
      ariaLabels={calendarNames}
      locale={writingOf(language).calendarLocale}
      firstDayOfWeek={1}
      clearable
      // A click on the selected day keeps it; the day is removed by its button, or as text.
      allowDeselect={false}
      highlightToday
      weekendDays={[]}
      leftSection={<IconCalendar size={14} color="var(--text-faint)" />}
      leftSectionPointerEvents="none"
      // Closed while there is an error, because the calendar would cover it.
      popoverProps={{
        withinPortal: true,
        transitionProps: { duration: 80 },
        disabled: wrong !== undefined,
      }}
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      getDayProps={() => ({ onClick: () => (picked.current = true) })}
      onChange={change}
    />
  );
};
