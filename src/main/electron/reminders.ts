/** Asks the core regularly which follow-ups have come due, as long as the app runs. */
import type { DueFollowUp } from '#shared/contract/follow-ups';
import { createReminderWatch, REMIND_EVERY_MS } from '#shared/domain/reminders';

export interface RemindersOptions {
  due(span: { after: number; until: number }): Promise<DueFollowUp[]> | undefined;
  wanted(): boolean;
  remind(due: readonly DueFollowUp[]): void;
  now(): number;
  every(intervalMs: number, body: () => void): void;
}

export const startReminders = ({ due, wanted, remind, now, every }: RemindersOptions): void => {
  const watch = createReminderWatch(now());
  every(REMIND_EVERY_MS, () => {
    const span = watch.span(now());
    if (span === null || !wanted()) return;
    // If the core cannot answer, the next check asks about the same minutes again.
    due(span)
      ?.then((found) => {
        const untold = watch.untold(found);
        if (untold.length > 0) remind(untold);
      })
      .catch(() => undefined);
  });
};
