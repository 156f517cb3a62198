/**
 * The spell check on Windows and Linux. Chromium downloads the dictionaries of a session's languages from
 * Google. It does so for the system's language as soon as the session is created, whether the spell check is
 * on or not (electron/electron#22995). So every session gets an empty list of languages in the same turn in
 * which it is created, and later the languages that the user chose. Typed words stay on this computer. macOS
 * has its own spell check, which downloads nothing.
 */
import type { App, Session } from 'electron';

type SpellingSession = Pick<
  Session,
  'setSpellCheckerEnabled' | 'setSpellCheckerLanguages' | 'availableSpellCheckerLanguages'
>;

/** The languages to choose from; none if the system has its own spell check. */
export const spellingLanguages = (
  session: Pick<SpellingSession, 'availableSpellCheckerLanguages'>,
  platform: NodeJS.Platform,
): string[] => (platform === 'darwin' ? [] : [...session.availableSpellCheckerLanguages].toSorted());

/**
 * Sets the languages of the spell check. Unknown ones, for example of another version, are ignored. For a new
 * session, call it in the turn that created the session.
 */
export const checkSpelling = (
  session: SpellingSession,
  platform: NodeJS.Platform,
  languages: readonly string[],
): void => {
  if (platform === 'darwin') return;
  const known = new Set(session.availableSpellCheckerLanguages);
  const wanted = languages.filter((language) => known.has(language));
  // Set the languages first, also an empty list, because the spell check downloads dictionaries for its
  // current languages.
  session.setSpellCheckerLanguages(wanted);
  session.setSpellCheckerEnabled(wanted.length > 0);
};

/**
 * Gives every session that is created from now on no languages, also those of libraries: electron-updater has one of
 * its own. Electron emits the event in the turn that creates the session.
 */
export const keepSpellingOff = (app: Pick<App, 'on'>, platform: NodeJS.Platform): void =>
  void app.on('session-created', (session) => checkSpelling(session, platform, []));
