import { useTranslation } from 'react-i18next';
import { useServerOffset } from '../client/queries';
import { otherZone } from './zone';

/**
 * Returns the hint "Days are those of your CRM" for filters, totals and documents. Returns null if the service
 * has this computer's time zone, or if its zone is unknown.
 */
export const useServiceDays = (): string | null => {
  const { t } = useTranslation();
  const zone = otherZone(useServerOffset(), -new Date().getTimezoneOffset() * 60_000);
  return zone === null ? null : t('common.serviceDays', { zone });
};
