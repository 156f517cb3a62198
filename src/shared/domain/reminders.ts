/** Whether follow-ups are reminded of: a setting that both shells and the window read. On at first. */
export const REMINDERS_KEY = 'reminders';
export const remindersWanted = (settings: Readonly<Record<string, unknown>>): boolean =>
  settings[REMINDERS_KEY] !== false;

/** How often it is looked for follow-ups that have come due. */
export const REMIND_EVERY_MS = 10_000;

/**
 * The spans to ask about, one after the other without a gap. A clock that was set back begins anew, so that
 * nothing is reminded of twice.
 */
export const createSpans = (now: number): ((now: number) => { after: number; until: number } | null) => {
  let asked = now;
  return (until) => {
    const after = asked;
    asked = until;
    return until > after ? { after, until } : null;
  };
};
