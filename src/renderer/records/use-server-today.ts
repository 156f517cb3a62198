import { formatServerTime } from '#shared/domain/time';
import { useServerOffset } from '../client/queries';
import { useNow } from '../ui/use-now';

/** Today in the server's time zone (`YYYY-MM-DD`). A window that stays open over midnight changes with it. */
export const useServerToday = (): string => {
  const now = useNow(60_000);
  const offsetMs = useServerOffset() ?? -new Date(now).getTimezoneOffset() * 60_000;
  return formatServerTime(now, offsetMs).slice(0, 10);
};
