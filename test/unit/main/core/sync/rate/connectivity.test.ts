import { beforeEach, describe, expect, it } from 'vitest';
import { createConnectivity, type Connectivity } from '#core/sync/rate/connectivity';
import type { Outcome } from '#core/api/classify-read';

const OK: Outcome = { kind: 'ok', body: {}, data: {}, now: null, text: '' };
const UNREACHED: Outcome = { kind: 'offline', reason: 'connect', detail: '' };

describe('whether the service is reached', () => {
  let now = 0;
  let changes = 0;
  let connectivity: Connectivity;
  const get = (outcome: Outcome, at: number) => {
    now = at;
    connectivity.onOutcome(outcome);
    return connectivity.state();
  };
  beforeEach(() => {
    now = 0;
    changes = 0;
    connectivity = createConnectivity({ now: () => now }, () => {
      changes += 1;
    });
  });

  it('is online again with the first answer after a time without one', () => {
    expect(get(UNREACHED, 1_000)).toEqual({ connectivity: 'offline', since: 1_000, lastAnswerAt: null });
    expect(get(OK, 5_000)).toEqual({ connectivity: 'online', since: 5_000, lastAnswerAt: 5_000 });
    expect(changes).toBe(2);
  });

  it('keeps the time since which it is offline, and the time of the last answer', () => {
    get(OK, 1_000);
    get(UNREACHED, 2_000);
    expect(get(UNREACHED, 9_000)).toEqual({ connectivity: 'offline', since: 2_000, lastAnswerAt: 1_000 });
    expect(changes).toBe(2);
  });

  it('is online after the sign-in that was needed is answered', () => {
    get(OK, 1_000);
    connectivity.signInNeeded();
    expect(connectivity.state().connectivity).toBe('sign-in');
    expect(get(OK, 3_000).connectivity).toBe('online');
  });

  it('is not changed by an answer that may come from something in front of the service', () => {
    get(UNREACHED, 1_000);
    expect(get({ kind: 'not-offered' } as Outcome, 2_000).connectivity).toBe('offline');
    expect(get({ kind: 'forbidden', isUnexplained: true } as Outcome, 3_000).connectivity).toBe('offline');
  });
});
