/**
 * Tells the core whether this window is in use, and which kinds of record it shows; the pull's timetable
 * depends on both. A window is in use if it is visible, has the focus or had input within the last minute,
 * and had a key, click, scroll or pointer movement within a quarter of an hour. It shows the kinds that its
 * mounted components query. It also tells the time zone of the computer, which the core's process does not notice.
 */
import type { QueryCache } from '@tanstack/react-query';
import type { ResourceName } from '#shared/domain/resources';
import { core, useConnection } from './client';
import { readComputerZone } from './computer-zone';
import { kindsShown } from './query-keys';

const RENEW_MS = 60_000;
const IDLE_MS = 15 * 60_000;
const JUST_USED_MS = 60_000;
/** Long enough for all components of a screen to start their queries. */
const SHOWN_AFTER_MS = 250;
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** Runs as long as the page exists. */
export const tellAttention = (queries: QueryCache): void => {
  const windowId = crypto.randomUUID();
  let [told, toldAt, usedAt] = [false, 0, Date.now()];
  let toldKinds: readonly ResourceName[] = [];
  let toldZone = readComputerZone();
  const look = (): void => {
    const timeZone = readComputerZone();
    const now = Date.now();
    // If the clock was set back, the rest is counted from now.
    usedAt = Math.min(usedAt, now);
    const idleMs = now - usedAt;
    const inUse =
      document.visibilityState === 'visible' &&
      idleMs < IDLE_MS &&
      (document.hasFocus() || idleMs < JUST_USED_MS);
    if (!useConnection.getState().connected) return;
    const shows = inUse ? kindsShown(queries) : [];
    const showsMore = shows.some((kind) => !toldKinds.includes(kind));
    const isKnown = inUse === told && !showsMore && timeZone === toldZone;
    if (isKnown && (!inUse || Math.abs(now - toldAt) < RENEW_MS)) return;
    [told, toldAt, toldKinds, toldZone] = [inUse, now, shows, timeZone];
    // If the core does not receive it, the next connection repeats it.
    core.sync.attend({ windowId, inUse, shows, timeZone }).catch(() => {
      [told, toldZone] = [false, ''];
    });
  };
  const used = (): void => {
    const wasIdle = Date.now() - usedAt > JUST_USED_MS;
    usedAt = Date.now();
    if (wasIdle || !told) look();
  };
  for (const name of INPUTS) window.addEventListener(name, used, { capture: true, passive: true });
  for (const name of ['focus', 'blur', 'pageshow'] as const) window.addEventListener(name, look);
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pagehide', () => {
    void core.sync.attend({ windowId, inUse: false }).catch(() => undefined);
  });
  setInterval(look, RENEW_MS / 4);
  let isLookAhead = false;
  queries.subscribe(({ type }) => {
    if (type !== 'observerAdded' || isLookAhead) return;
    isLookAhead = true;
    // Check once for all queries of a screen.
    setTimeout(() => {
      isLookAhead = false;
      look();
    }, SHOWN_AFTER_MS);
  });
  useConnection.subscribe((now, before) => {
    if (now.epoch === before.epoch) return;
    told = false;
    look();
  });
  look();
};
