import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/zh-cn';
import { DateInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { writingOf } from '../client/languages';
import { usePreferences } from '../client/preferences';
import { parseTypedMoment } from '../format/typed-moment';

interface DayInputProps {
  value: string;
  label?: string;
  'aria-label'?: string;
  min?: string;
  max?: string;
  /** True if a bare weekday means the next one; in a filter it means the last. */
  forward?: boolean;
  onChange: (day: string) => void;
}

/**
 * A day, `YYYY-MM-DD` or `''`, picked or typed: in figures, or as "tomorrow", "+3d", "25.11.". Written the same
 * in every language and system.
 */
export const DayInput = ({ value, min, max, forward = false, onChange, ...names }: DayInputProps) => {
  const { t } = useTranslation();
  const language = usePreferences((state) => state.language);
  return (
    <DateInput
      {...names}
      size="xs"
      value={value === '' ? null : value}
      valueFormat="YYYY-MM-DD"
      dateParser={(typed) => parseTypedMoment(typed, { now: new Date(), forward })?.day ?? null}
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      placeholder="YYYY-MM-DD"
      locale={writingOf(language).calendarLocale}
      firstDayOfWeek={1}
      highlightToday
      hideOutsideDates
      weekendDays={[]}
      rightSection={<IconCalendar size={14} color="var(--text-faint)" />}
      rightSectionPointerEvents="none"
      popoverProps={{ withinPortal: false, position: 'bottom-start' }}
      {...(min === undefined ? {} : { minDate: min })}
      {...(max === undefined ? {} : { maxDate: max })}
      onChange={(day) => onChange(day ?? '')}
    />
  );
};
