/**
 * The rate limits of the accounts, one throttle each (HT4). A wait is stored in the account's folder, so that
 * it also holds after a restart, for a sign-in to an account whose databases are not open. A wait of one address of a
 * CRM does not hold at another one.
 */
import { createThrottle, type Throttle } from '../../api/throttle';
import type { Files, Ports } from '../../ports/ports';
import type { Profile } from '../files/account-file';

/** The file in an account's folder: when the wait ends, in epoch ms, its length in ms, and the address. */
export const RATE_LIMIT = 'rate-limit';

/** Returns the rate limit of an account at its present address. */
export type ThrottleOf = (account: Pick<Profile, 'id' | 'baseUrl'>) => Throttle;

interface ThrottlePorts extends Pick<Ports, 'clock' | 'log'> {
  files: Pick<Files, 'ensureDirectory' | 'readText' | 'writeText'>;
}

export const createAccountThrottles = (
  { clock, files, log }: ThrottlePorts,
  directoryOf: (accountId: string) => string,
): ThrottleOf => {
  const throttles = new Map<string, Throttle>();
  const made: ThrottleOf = ({ id, baseUrl }) => {
    const throttle = createThrottle(clock);
    const directory = directoryOf(id);
    const name = `${directory}/${RATE_LIMIT}`;
    const attempt = <T>(what: string, body: () => T): T | null => {
      try {
        return body();
      } catch (cause) {
        log.warn(`a rate limit could not be ${what}`, { cause: String(cause) });
        return null;
      }
    };
    // An earlier version stored no address.
    const [end, length, address = baseUrl] = (attempt('read', () => files.readText(name)) ?? '').split(' ');
    const [until, forMs] = [Number(end ?? NaN), Number(length ?? NaN)];
    const isWait = Number.isFinite(until) && Number.isFinite(forMs) && address === baseUrl;
    throttle.restore(isWait ? { until, forMs } : null, (wait) =>
      attempt('kept for the next start', () => {
        files.ensureDirectory(directory);
        files.writeText(name, `${wait.until} ${wait.forMs} ${baseUrl}`);
      }),
    );
    return throttle;
  };
  return (account) => {
    const key = `${account.id} ${account.baseUrl}`;
    const throttle = throttles.get(key) ?? made(account);
    throttles.set(key, throttle);
    return throttle;
  };
};
