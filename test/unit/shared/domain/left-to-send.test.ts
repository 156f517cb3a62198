import { describe, expect, it } from 'vitest';
import { toSendAndCheck, unsettledCount } from '#shared/domain/left-to-send';

describe('items that need no decision', () => {
  const apart = (counts: Record<string, number>, undecided = 0) => {
    const waiting = Object.values(counts).reduce((sum, n) => sum + n, 0);
    const needsUser = (counts.rejected ?? 0) + (counts.conflict ?? 0) + undecided;
    return toSendAndCheck({ waiting, needsUser, counts });
  };

  it('are either still to send, or were sent and are being checked', () => {
    expect(apart({ queued: 2, sending: 1, uncertain: 2 })).toEqual({ toSend: 3, checking: 2 });
    expect(apart({ queued: 1, rejected: 2, conflict: 1 })).toEqual({ toSend: 1, checking: 0 });
    expect(apart({})).toEqual({ toSend: 0, checking: 0 });
  });

  it('do not include those in doubt that the user decides', () => {
    expect(apart({ queued: 1, uncertain: 3, rejected: 1 }, 2)).toEqual({ toSend: 1, checking: 1 });
    expect(apart({ uncertain: 2 }, 2)).toEqual({ toSend: 0, checking: 0 });
  });
});

it('items are not finished until they are delivered, and checked if they have to be', () => {
  expect(unsettledCount({ waiting: 3, replaced: 2 })).toBe(5);
  expect(unsettledCount({ waiting: 3 })).toBe(3);
});
