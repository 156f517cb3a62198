/** Asks the core regularly which follow-ups have come due, as long as the app runs. */
import type { DueFollowUp } from '#shared/contract/follow-ups';
import { createSpans, REMIND_EVERY_MS } from '#shared/domain/reminders';

export interface RemindersOptions {
  due(span: { after: number; until: number }): Promise<DueFollowUp[]> | undefined;
  wanted(): boolean;
  remind(due: readonly DueFollowUp[]): void;
  now(): number;
  every(intervalMs: number, body: () => void): void;
}

export const startReminders = ({ due, wanted, remind, now, every }: RemindersOptions): void => {
  const next = createSpans(now());
  every(REMIND_EVERY_MS, () => {
    const span = next(now());
    if (span === null || !wanted()) return;
    // If the core cannot answer, there is no reminder. The day plan still shows what is overdue.
    due(span)
      ?.then(remind)
      .catch(() => undefined);
  });
};
