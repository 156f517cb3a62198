/**
 * What the shell shows while the window is not in use: a number on the icon for items that need attention,
 * and a notification for a new failure. A success is not announced.
 */
import type { OutboxSummary } from '#shared/contract/outbox';
import { needAttention, sentByItself } from '#shared/domain/left-to-send';

export type Alert = { type: 'failed'; count: number } | { type: 'sign-in' };
export interface AlertState {
  account: string | null;
  /** Items that need attention; the badge shows their number. */
  needAttention: number;
  needsSignIn: boolean;
}

/** Compares with the earlier state. Nothing is announced that already existed when the account opened. */
export const alertsOf = (
  before: AlertState | null,
  account: string | null,
  summary: Pick<
    OutboxSummary,
    'needsUser' | 'replaced' | 'needsSignIn' | 'waiting' | 'held' | 'blocked' | 'paused'
  >,
): { state: AlertState; alerts: Alert[] } => {
  const state = { account, needAttention: needAttention(summary), needsSignIn: summary.needsSignIn };
  if (before === null || before.account !== account) return { state, alerts: [] };
  const alerts: Alert[] = [];
  if (state.needAttention > before.needAttention)
    alerts.push({ type: 'failed', count: state.needAttention - before.needAttention });
  // Only if edits are sent after it: otherwise an expired sign-in is not urgent.
  if (state.needsSignIn && !before.needsSignIn && sentByItself(summary) > 0) alerts.push({ type: 'sign-in' });
  return { state, alerts };
};

/** A filled dot in BGRA, `size` pixels square, for the Windows task bar. The number is in its description. */
export const badgePixels = (size: number): Buffer => {
  const pixels = Buffer.alloc(size * size * 4);
  const middle = (size - 1) / 2;
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const cover = Math.max(0, Math.min(1, size / 2 - Math.hypot(x - middle, y - middle)));
      const at = (y * size + x) * 4;
      // Premultiplied alpha, like Chromium's bitmaps.
      pixels.set([0x2f * cover, 0x36 * cover, 0xd9 * cover, 0xff * cover].map(Math.round), at);
    }
  return pixels;
};
