import { useTranslation } from 'react-i18next';
import { useServerOffset } from '../client/queries';
import { otherZone } from './zone';

/**
 * The sentence that days are the service's, for filters, totals and documents; null where the service has this
 * computer's time zone, or its zone is unknown, because then no day can differ.
 */
export const useServiceDays = (): string | null => {
  const { t } = useTranslation();
  const zone = otherZone(useServerOffset(), -new Date().getTimezoneOffset() * 60_000);
  return zone === null ? null : t('common.serviceDays', { zone });
};
