/**
 * Online means that the service answered recently, whatever the operating system says. It receives every
 * outcome of the client. A captive portal counts as offline, because its answers are not the service's.
 */
import { isAnswer, isUnreached, type Outcome } from '../../api/classify-read';
import type { Clock } from '../../ports/ports';
import type { SyncState } from '#shared/contract/sync';

export interface Connectivity {
  onOutcome(outcome: Outcome): void;
  signInNeeded(): void;
  reset(): void;
  state(): Pick<SyncState, 'connectivity' | 'since' | 'lastAnswerAt'>;
}

export const createConnectivity = (clock: Clock, onChange: () => void): Connectivity => {
  let current: Pick<SyncState, 'connectivity' | 'since' | 'lastAnswerAt'> = {
    connectivity: 'unknown',
    since: clock.now(),
    lastAnswerAt: null,
  };
  const become = (connectivity: SyncState['connectivity'], lastAnswerAt = current.lastAnswerAt): void => {
    const changed = connectivity !== current.connectivity;
    current = { connectivity, since: changed ? clock.now() : current.since, lastAnswerAt };
    if (changed) onChange();
  };
  return {
    onOutcome: (outcome) => {
      if (isUnreached(outcome)) become('offline');
      else if (isAnswer(outcome)) become('online', clock.now());
    },
    signInNeeded: () => become('sign-in'),
    reset: () => {
      current = { connectivity: 'unknown', since: clock.now(), lastAnswerAt: null };
      onChange();
    },
    state: () => current,
  };
};
