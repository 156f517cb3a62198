/**
 * The user's choices about the desktop app. They are stored with the settings under `desktop`, and the shell
 * reads them. All are off by default, and an unreadable one counts as off. No schema library is used, because
 * the settings screen loads this too.
 */
import { isObject } from '../domain/is-object';

export const DESKTOP_KEY = 'desktop';
export const MOST_SPELLING_LANGUAGES = 5;
const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z\d]{2,8})*$/;

export interface DesktopChoices {
  /** Shows a tray icon; then Satchel keeps running when the window is closed. Windows and Linux. */
  tray: boolean;
  /**
   * The languages of the spell check, as the shell names them. Windows and Linux; macOS has its own spell
   * check.
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
