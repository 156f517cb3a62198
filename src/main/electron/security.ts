/**
 * Limits a window to showing Satchel. All permissions except copying are denied, navigation and new windows
 * are refused, and requests to anything except the app's own files are cancelled. A web address opens in the
 * system's browser only if it is plain, because a CRM's homepage field is untrusted input.
 */
import type { App, DownloadItem, Session, Shell, WebContents } from 'electron';

export const APP_SCHEME = 'satchel-app';
export const APP_ORIGIN = `${APP_SCHEME}://app`;

/** Windows cuts longer ones off when it passes them to programs. */
const LONGEST_URL = 2000;
/**
 * Invisible characters, and the backslash that Windows treats as a slash. Only a malicious address needs
 * them.
 */
// oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused here
const TRICKY = /[\u0000-\u0020\u007F-\u00A0\u200B-\u200F\u2028-\u202F\u2060-\u206F\uFEFF\\]/;
const PHONE = /^tel:\+?[\d().-]{3,40}$/;
const MAIL_HEADERS = new Set(['subject', 'body', 'cc', 'bcc']);

/** A mail address with harmless headers only; headers such as `attach` name files of this computer. */
const mailUrl = (url: URL): string | null =>
  /^[^/?#@:]+@[^/?#@:]+$/.test(decodeURIComponentSafe(url.pathname)) &&
  [...url.searchParams.keys()].every((name) => MAIL_HEADERS.has(name.toLowerCase()))
    ? url.href
    : null;

const decodeURIComponentSafe = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
};

/**
 * The normalised address if it may be opened outside the app; otherwise null. Only web, mail and phone
 * addresses: they open a browser, a mail program or a dialler, never a program that the address chooses.
 */
export const externalUrl = (text: string): string | null => {
  if (text.length > LONGEST_URL || TRICKY.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  switch (url.protocol) {
    case 'mailto:':
      return mailUrl(url);
    case 'tel:':
      return PHONE.test(text) ? text : null;
    // http is allowed: many homepages in a CRM are old, and a browser warning is better than a link without
    // effect.
    case 'https:':
    case 'http:':
      return url.hostname !== '' && url.username === '' && url.password === '' ? url.href : null;
    default:
      return null;
  }
};

/** Returns true for a message from the app's own origin in the main frame. */
export const isTrustedSender = (frame: { url: string; parent: unknown } | null): boolean =>
  frame !== null && frame.parent === null && isAppUrl(frame.url);

const isAppUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.protocol === `${APP_SCHEME}:` && url.host === 'app';
};

/** What the page may load: its own files, images from memory, and the files of the developer tools. */
const MAY_LOAD = new Set([`${APP_SCHEME}:`, 'data:', 'blob:', 'devtools:']);

/** Returns true for a file that the page made itself, e.g. an exported list. Other downloads are refused. */
const isOwnFile = (url: string): boolean => url.startsWith(`blob:${APP_ORIGIN}/`);

/**
 * The only permission of the app's own page is to write to the clipboard. Chromium allows plain content only,
 * and only right after a click or key. Without it every "Copy" fails silently. Reading the clipboard is
 * another permission.
 */
const mayCopy = (
  permission: string,
  { isMainFrame, requestingUrl }: { isMainFrame?: boolean; requestingUrl?: string },
): boolean =>
  permission === 'clipboard-sanitized-write' &&
  isMainFrame === true &&
  requestingUrl !== undefined &&
  isAppUrl(requestingUrl);

/**
 * Refuses every other permission, and cancels every network request of any window. `onOwnFile` is called when
 * the download of a file begins that the page made.
 */
export const confineSession = (session: Session, onOwnFile: (item: DownloadItem) => void): void => {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(mayCopy(permission, details)),
  );
  session.setPermissionCheckHandler((_contents, permission, _origin, details) =>
    mayCopy(permission, details),
  );
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event, item) => {
    if (!isOwnFile(item.getURL())) return event.preventDefault();
    onOwnFile(item);
  });
  session.webRequest.onBeforeRequest((details, answer) =>
    answer({ cancel: !URL.canParse(details.url) || !MAY_LOAD.has(new URL(details.url).protocol) }),
  );
};

const confine = (contents: WebContents, shell: Pick<Shell, 'openExternal'>): void => {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    const allowed = externalUrl(url);
    // Rejects if no program opens the link; then nothing happens.
    if (allowed !== null) shell.openExternal(allowed).catch(() => undefined);
    return { action: 'deny' };
  });
};

/** Limits every window that this app creates. */
export const confineWindows = (app: App, shell: Pick<Shell, 'openExternal'>): void => {
  app.on('web-contents-created', (_event, contents) => confine(contents, shell));
};
