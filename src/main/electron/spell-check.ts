/**
 * Spelling on Windows and Linux. Chromium fetches the dictionary of a language from Google as soon as its
 * checker is on, and it is on by default whatever a window's preferences say (electron/electron#22995): so it
 * is turned off for every session before there is a window, and on only for languages that the user chose.
 * The words themselves stay on this computer. macOS has a checker of its own, which fetches nothing.
 */
import type { Session } from 'electron';

type SpellingSession = Pick<
  Session,
  'setSpellCheckerEnabled' | 'setSpellCheckerLanguages' | 'availableSpellCheckerLanguages'
>;

/** Languages that can be chosen; none where the system checks by itself. */
export const spellingLanguages = (
  session: Pick<SpellingSession, 'availableSpellCheckerLanguages'>,
  platform: NodeJS.Platform,
): string[] => (platform === 'darwin' ? [] : [...session.availableSpellCheckerLanguages].toSorted());

/** Checks these languages and no other; unknown ones, of another version, are left out. */
export const checkSpelling = (
  session: SpellingSession,
  platform: NodeJS.Platform,
  languages: readonly string[],
): void => {
  if (platform === 'darwin') return;
  const known = new Set(session.availableSpellCheckerLanguages);
  const wanted = languages.filter((language) => known.has(language));
  // The languages go first: turned on with those of the system, it would fetch theirs.
  if (wanted.length > 0) session.setSpellCheckerLanguages(wanted);
  session.setSpellCheckerEnabled(wanted.length > 0);
};
