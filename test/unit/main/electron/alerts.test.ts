import { describe, expect, it } from 'vitest';
import { alertsOf, badgePixels } from '../../../../src/main/electron/alerts';

const summary = (needsUser: number, needsSignIn = false, waiting = 0, held = 0) => ({
  needsUser,
  replaced: 0,
  needsSignIn,
  waiting,
  held,
  blocked: 0,
  paused: false,
});

describe('alerts', () => {
  it('are not shown for old items when the account opens, or for a success', () => {
    const opened = alertsOf(null, 'a', summary(3));
    expect(opened.alerts).toEqual([]);
    expect(alertsOf(opened.state, 'a', summary(1)).alerts).toEqual([]);
    expect(alertsOf(opened.state, 'b', summary(9)).alerts).toEqual([]);
  });
  it('show the number of new failures', () => {
    const { state } = alertsOf(null, 'a', summary(1));
    expect(alertsOf(state, 'a', summary(3)).alerts).toEqual([{ type: 'failed', count: 2 }]);
  });
  it('count a delivered edit that a late attempt replaced, like the sidebar', () => {
    const { state } = alertsOf(null, 'a', summary(1));
    const now = alertsOf(state, 'a', { ...summary(1), replaced: 2 });
    expect([now.state.needAttention, now.alerts]).toEqual([3, [{ type: 'failed', count: 2 }]]);
  });
  it('request a sign-in once, and only while edits wait', () => {
    const { state } = alertsOf(null, 'a', summary(0));
    expect(alertsOf(state, 'a', summary(0, true, 0)).alerts).toEqual([]);
    const asked = alertsOf(state, 'a', summary(0, true, 2));
    expect(asked.alerts).toEqual([{ type: 'sign-in' }]);
    expect(alertsOf(asked.state, 'a', summary(0, true, 2)).alerts).toEqual([]);
  });
  it('request no sign-in for refused items, which are not sent after it', () => {
    const { state } = alertsOf(null, 'a', summary(2, false, 2));
    expect(alertsOf(state, 'a', summary(2, true, 2)).alerts).toEqual([]);
    expect(alertsOf(state, 'a', summary(2, true, 3)).alerts).toEqual([{ type: 'sign-in' }]);
  });
  it('request no sign-in for items on hold, or while sending is paused', () => {
    const { state } = alertsOf(null, 'a', summary(1, false, 3));
    expect(alertsOf(state, 'a', summary(1, true, 3, 2)).alerts).toEqual([]);
    expect(alertsOf(state, 'a', { ...summary(1, true, 3, 1), blocked: 1 }).alerts).toEqual([]);
    expect(alertsOf(state, 'a', { ...summary(1, true, 3), paused: true }).alerts).toEqual([]);
    expect(alertsOf(state, 'a', summary(1, true, 3, 1)).alerts).toEqual([{ type: 'sign-in' }]);
  });
  it('draw a round dot: opaque in the middle, nothing in the corners', () => {
    const pixels = badgePixels(32);
    expect(pixels).toHaveLength(32 * 32 * 4);
    expect(pixels[(16 * 32 + 16) * 4 + 3]).toBe(255);
    expect(pixels[3]).toBe(0);
  });
});
