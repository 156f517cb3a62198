/**
 * The rate limits of the accounts, one throttle each (HT4). A wait is stored in the account's folder, so that
 * it also holds after a restart, for a sign-in to an account whose databases are not open.
 */
import { createThrottle, type Throttle } from '../../api/throttle';
import type { Files, Ports } from '../../ports/ports';

/** The file in an account's folder: when the wait ends, in epoch ms, and its length in ms. */
export const RATE_LIMIT = 'rate-limit';

interface ThrottlePorts extends Pick<Ports, 'clock' | 'log'> {
  files: Pick<Files, 'ensureDirectory' | 'readText' | 'writeText'>;
}

export const createAccountThrottles = (
  { clock, files, log }: ThrottlePorts,
  directoryOf: (accountId: string) => string,
): ((accountId: string) => Throttle) => {
  const throttles = new Map<string, Throttle>();
  const made = (accountId: string): Throttle => {
    const throttle = createThrottle(clock);
    const directory = directoryOf(accountId);
    const name = `${directory}/${RATE_LIMIT}`;
    const attempt = <T>(what: string, body: () => T): T | null => {
      try {
        return body();
      } catch (cause) {
        log.warn(`a rate limit could not be ${what}`, { cause: String(cause) });
        return null;
      }
    };
    const [until = NaN, forMs = NaN] = (attempt('read', () => files.readText(name)) ?? '')
      .split(' ')
      .map(Number);
    const isWait = Number.isFinite(until) && Number.isFinite(forMs);
    throttle.restore(isWait ? { until, forMs } : null, (wait) =>
      attempt('kept for the next start', () => {
        files.ensureDirectory(directory);
        files.writeText(name, `${wait.until} ${wait.forMs}`);
      }),
    );
    return throttle;
  };
  return (accountId) => {
    const throttle = throttles.get(accountId) ?? made(accountId);
    throttles.set(accountId, throttle);
    return throttle;
  };
};
