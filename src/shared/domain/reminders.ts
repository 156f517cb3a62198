/** The setting for reminders of follow-ups; both shells and the window read it. On by default. */
export const REMINDERS_KEY = 'reminders';
export const remindersWanted = (settings: Readonly<Record<string, unknown>>): boolean =>
  settings[REMINDERS_KEY] !== false;

/** How often the app checks for follow-ups that have come due. */
export const REMIND_EVERY_MS = 10_000;

/**
 * Returns consecutive time ranges without gaps. If the clock was set back, they start again at the current
 * time, so that no reminder is repeated.
 */
export const createSpans = (now: number): ((now: number) => { after: number; until: number } | null) => {
  let asked = now;
  return (until) => {
    const after = asked;
    asked = until;
    return until > after ? { after, until } : null;
  };
};
