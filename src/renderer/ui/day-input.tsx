import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/zh-cn';
import { DateInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { usePreferences } from '../app/preferences';

interface DayInputProps {
  value: string;
  label?: string;
  'aria-label'?: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}

/** A day, `YYYY-MM-DD` or `''`, typed or picked; the same in every language and system. */
export const DayInput = ({ value, min, max, onChange, ...names }: DayInputProps) => {
  const zh = usePreferences((state) => state.language === 'zh-CN');
  return (
    <DateInput
      {...names}
      size="xs"
      value={value === '' ? null : value}
      valueFormat="YYYY-MM-DD"
      placeholder="YYYY-MM-DD"
      locale={zh ? 'zh-cn' : 'en'}
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
