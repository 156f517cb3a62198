/**
 * Waking up and unlocking are hints that the network may be back: the core is asked to look, and decides by
 * the answer. Nothing here ever says "online": only an answer of the service does.
 */
import type { PowerMonitor } from 'electron';

/** Wi-Fi takes a moment after waking; a second look catches the slow ones. */
const LOOK_AFTER_MS = [1_500, 8_000] as const;

export const hearPower = (powerMonitor: Pick<PowerMonitor, 'on'>, probe: () => void): void => {
  let timers: NodeJS.Timeout[] = [];
  const cancel = (): void => {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
  };
  const look = (): void => {
    cancel();
    timers = LOOK_AFTER_MS.map((delayMs) => setTimeout(probe, delayMs));
  };
  powerMonitor.on('resume', look);
  powerMonitor.on('unlock-screen', look);
  powerMonitor.on('suspend', cancel);
};
