/**
 * What the user chose about the desktop app itself; kept with the settings under `desktop`, read by the
 * shell. All of it is off at first, and whatever cannot be read counts as off. Without a schema library: the
 * settings' screen loads this too.
 */
import { isObject } from '../domain/is-object';

export const DESKTOP_KEY = 'desktop';
export const MOST_SPELLING_LANGUAGES = 5;
const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z\d]{2,8})*$/;

export interface DesktopChoices {
  /** An icon in the system's tray; closing the window then leaves Satchel running. Windows and Linux. */
  tray: boolean;
  /**
   * Languages whose spelling is checked, as the shell names them. Windows and Linux; macOS asks its own
   * checker.
   */
  spelling: string[];
}

export const readDesktopChoices = (kept: unknown): DesktopChoices => {
  const { tray, spelling } = isObject(kept) ? kept : {};
  return { tray: tray === true, spelling: isSpelling(spelling) ? spelling : [] };
};

const isSpelling = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length <= MOST_SPELLING_LANGUAGES &&
  value.every((language) => typeof language === 'string' && LANGUAGE.test(language));
