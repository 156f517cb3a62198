/** The setting for reminders of follow-ups; both shells and the window read it. On by default. */
export const REMINDERS_KEY = 'reminders';
export const remindersWanted = (settings: Readonly<Record<string, unknown>>): boolean =>
  settings[REMINDERS_KEY] !== false;

/** How often the app checks for follow-ups that have come due. */
export const REMIND_EVERY_MS = 10_000;

/** How far back each check looks. So a follow-up is still reported if its edit or answer arrived a little late. */
const LOOK_BACK_MS = 120_000;

interface Due {
  id: string;
  time: string;
}

/** Decides which time range to ask about, and which follow-ups of the answer are new. */
export interface ReminderWatch {
  /**
   * The range to ask about at `now` (epoch milliseconds). It begins at the previous check, or two minutes
   * ago if that is earlier, but never before the start. Returns null if the range is empty.
   */
  span(now: number): { after: number; until: number } | null;
  /**
   * Call if a range could not be asked about: the next one contains it too. The first check after a long sleep of the
   * computer has a long range, and may come before the core or the connection works again.
   */
  missed(span: { after: number }): void;
  /** The follow-ups that were not reported before. A follow-up that was moved to another time counts as new. */
  untold<One extends Due>(due: readonly One[]): One[];
}

/** Starts at `start`, in epoch milliseconds. If the clock is set back, it starts again at that time. */
export const createReminderWatch = (start: number): ReminderWatch => {
  let begun = start;
  let checked = start;
  const told = new Set<string>();
  return {
    span: (now) => {
      if (now < checked) begun = now;
      const after = Math.max(begun, Math.min(checked, now - LOOK_BACK_MS));
      checked = now;
      return now > after ? { after, until: now } : null;
    },
    missed: ({ after }) => {
      checked = Math.min(checked, after);
    },
    untold: (due) => {
      const found = due.filter(({ id, time }) => !told.has(`${id} ${time}`));
      for (const { id, time } of found) told.add(`${id} ${time}`);
      return found;
    },
  };
};
