/** Asks the core regularly which follow-ups have come due, as long as the app runs. */
import type { PowerSaveBlocker } from 'electron';
import type { DueFollowUp } from '#shared/contract/follow-ups';
import { createReminderWatch, REMIND_EVERY_MS } from '#shared/domain/reminders';

/**
 * How long before a follow-up the app begins to stay awake. It is longer than macOS delays a check, and short enough
 * not to use up a battery.
 */
const SOON_MS = 5 * 60_000;

export interface RemindersOptions {
  due(span: { after: number; until: number }): Promise<DueFollowUp[]> | undefined;
  wanted(): boolean;
  remind(due: readonly DueFollowUp[]): void;
  now(): number;
  every(intervalMs: number, body: () => void): void;
  /** Called at each check with true if a follow-up comes due soon. Absent where the system delays no timers. */
  stayAwake?: (isWanted: boolean) => void;
}

export const startReminders = ({ due, wanted, remind, now, every, stayAwake }: RemindersOptions): void => {
  const watch = createReminderWatch(now());
  const lookAhead = async (): Promise<void> => {
    const after = now();
    const soon = wanted() ? await due({ after, until: after + SOON_MS }) : [];
    stayAwake?.(soon !== undefined && soon.length > 0);
  };
  every(REMIND_EVERY_MS, () => {
    if (stayAwake) void lookAhead().catch(() => stayAwake(false));
    const span = watch.span(now());
    if (span === null || !wanted()) return;
    const answer = due(span);
    if (answer === undefined) return watch.missed(span);
    answer
      .then((found) => {
        const untold = watch.untold(found);
        if (untold.length > 0) remind(untold);
      })
      .catch(() => watch.missed(span));
  });
};

/**
 * Keeps the app and the computer from falling asleep while it is wanted. macOS delays the timers of an app without a
 * visible window ("App Nap"), so a reminder could come minutes late.
 */
export const stayAwakeBy = (
  blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>,
): ((isWanted: boolean) => void) => {
  let id: number | null = null;
  return (isWanted) => {
    if (isWanted) id ??= blocker.start('prevent-app-suspension');
    else if (id !== null) {
      blocker.stop(id);
      id = null;
    }
  };
};
