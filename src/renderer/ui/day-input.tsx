import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/zh-cn';
import { DateInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { writingOf } from '../client/languages';
import { useServerOffset } from '../client/queries';
import { usePreferences } from '../client/preferences';
import { parseTypedMoment } from '../format/typed-moment';
import { useCalendarNames } from './use-calendar-names';
import { useTypedDay } from './use-typed-day';
import { serviceClock } from '../format/zone';

interface DayInputProps {
  value: string;
  label?: string;
  'aria-label'?: string;
  /** True for a day to come: one without a year is the next such day, otherwise it is the nearest one. */
  isPlan?: boolean;
  /** True if a weekday alone means the next one, as in a plan; in a filter over past days it means the last one. */
  forward?: boolean;
  onChange: (day: string) => void;
  error?: string;
  /** Called with true if the input contains text that is not a day, otherwise with false. */
  onUnread?: (isUnread: boolean) => void;
}

/**
 * An input for a day of the service, `YYYY-MM-DD` or `''`. The user picks a day or types a date, "tomorrow",
 * "+3d" or "25.11.". The format is the same in every language and system.
 */
export const DayInput = ({
  value,
  isPlan = false,
  forward = isPlan,
  error,
  onChange,
  onUnread,
  ...names
}: DayInputProps) => {
  const { t } = useTranslation();
  const language = usePreferences((state) => state.language);
  const offsetMs = useServerOffset();
  const calendarNames = useCalendarNames();
  const typed = useTypedDay(
    value,
    (text) =>
      parseTypedMoment(text, { now: serviceClock(Date.now(), offsetMs), forward, isPlan, isDay: true })
        ?.day ?? null,
    onUnread,
  );
  const wrong = error ?? (typed.isWrong ? t('common.unreadDay') : undefined);
  return (
    <DateInput
      {...names}
      {...typed.props}
      {...(wrong === undefined ? {} : { error: wrong })}
      size="xs"
      value={value === '' ? null : value}
      valueFormat="YYYY-MM-DD"
      clearable
      // A click on the selected day keeps it; the day is removed by its button, or as text.
      allowDeselect={false}
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      placeholder="YYYY-MM-DD"
      ariaLabels={calendarNames}
      locale={writingOf(language).calendarLocale}
      firstDayOfWeek={1}
      highlightToday
      hideOutsideDates
      weekendDays={[]}
      rightSection={<IconCalendar size={14} color="var(--text-faint)" />}
      rightSectionPointerEvents="none"
      // Closed while there is an error, because the calendar would cover it.
      popoverProps={{ withinPortal: false, position: 'bottom-start', disabled: wrong !== undefined }}
      onChange={(day) => {
        typed.settle();
        onChange(day ?? '');
      }}
    />
  );
};
