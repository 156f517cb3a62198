import { useTranslation } from 'react-i18next';

/** The names of the buttons of a calendar that show only an arrow. */
export const useCalendarNames = () => {
  const { t } = useTranslation();
  const [earlier, later] = [t('common.earlier'), t('common.later')];
  return {
    previousMonth: earlier,
    nextMonth: later,
    previousYear: earlier,
    nextYear: later,
    previousDecade: earlier,
    nextDecade: later,
  };
};
