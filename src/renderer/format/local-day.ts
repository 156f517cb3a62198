/** The day and the time of day of a date on this computer, as the texts that are compared and stored. Pure. */

export const two = (value: number): string => String(value).padStart(2, '0');

/** `YYYY-MM-DD`. */
export const dayText = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** `HH:MM`. */
export const localClock = (date: Date): string => `${two(date.getHours())}:${two(date.getMinutes())}`;
