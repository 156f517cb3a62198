import { formatServerTime } from '#shared/domain/time';
import { useServerOffset } from '../client/queries';

/** Today in the server's zone (`YYYY-MM-DD`), so that "today" means what the service means. */
export const useServerToday = (): string =>
  formatServerTime(Date.now(), useServerOffset() ?? -new Date().getTimezoneOffset() * 60_000).slice(0, 10);
