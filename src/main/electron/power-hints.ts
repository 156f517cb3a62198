/**
 * Waking up and unlocking are hints that the network may be back. The core is asked to check. Only an answer
 * of the service decides that the app is online.
 */
import type { PowerMonitor } from 'electron';

/** Wi-Fi takes a moment after waking. The second check is for slow networks. */
const LOOK_AFTER_MS = [1_500, 8_000] as const;

export const onPowerHints = (powerMonitor: Pick<PowerMonitor, 'on'>, probe: () => void): void => {
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
