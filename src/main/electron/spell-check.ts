/**
 * Spelling on Windows and Linux. Chromium fetches the dictionaries of a session's languages from Google: as
 * soon as the session is made, for the system's language, whether its checker is on or not
 * (electron/electron#22995). So every session is told that it has no languages in the same turn in which it
 * is made, and is given those that the user chose later. The words themselves stay on this computer. macOS
 * has a checker of its own, which fetches nothing.
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

/**
 * Checks these languages and no other; unknown ones, of another version, are left out. For a new session
 * this is called in the turn that made it.
 */
export const checkSpelling = (
  session: SpellingSession,
  platform: NodeJS.Platform,
  languages: readonly string[],
): void => {
  if (platform === 'darwin') return;
  const known = new Set(session.availableSpellCheckerLanguages);
  const wanted = languages.filter((language) => known.has(language));
  // The languages go first, none too: the checker fetches for those that it has.
  session.setSpellCheckerLanguages(wanted);
  session.setSpellCheckerEnabled(wanted.length > 0);
};
