import { formatServerTime } from '#shared/domain/time';
import { useServerOffset } from '../client/queries';

/** Today in the server's time zone (`YYYY-MM-DD`). */
export const useServerToday = (): string =>
  formatServerTime(Date.now(), useServerOffset() ?? -new Date().getTimezoneOffset() * 60_000).slice(0, 10);
