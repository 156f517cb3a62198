/**
 * What a window may do: nothing but show Satchel. Permissions are denied but for copying, navigation and new
 * windows refused, requests to anywhere but the app's own files cancelled, and web addresses opened in the
 * system's browser only when they are plain (a CRM's homepage field is hostile input).
 */
import type { App, Session, Shell, WebContents } from 'electron';

export const APP_SCHEME = 'satchel-app';
export const APP_ORIGIN = `${APP_SCHEME}://app`;

/** Windows hands longer ones to programs cut off. */
const LONGEST_URL = 2000;
/**
 * Anything invisible, and the backslash that Windows reads as a slash: an address that needs them is a trick.
 */
// oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused here
const TRICKY = /[\u0000-\u0020\u007F-\u00A0\u200B-\u200F\u2028-\u202F\u2060-\u206F\uFEFF\\]/;
const PHONE = /^tel:\+?[\d().-]{3,40}$/;
const MAIL_HEADERS = new Set(['subject', 'body', 'cc', 'bcc']);

/**
 * A mail address with the headers that only fill in a message; `attach` and the like name files of this
 * computer.
 */
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
 * An address that may leave the app, normalised; null for everything else. Web addresses, mail and phone
 * only: these are handed to a browser, a mail program or a dialler, never to a program that the address
 * chooses.
 */
export const externalUrl = (text: string): string | null => {
  if (text.length > LONGEST_URL || TRICKY.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  switch (url.protocol) {
    case 'mailto:':
      return mailUrl(url);
    case 'tel:':
      return PHONE.test(text) ? text : null;
    // Plain http stays: many homepages in a CRM are old, and the browser warns better than a link that does
    // nothing.
    case 'https:':
    case 'http:':
      return url.hostname !== '' && url.username === '' && url.password === '' ? url.href : null;
    default:
      return null;
  }
};

/** True for a message from the page itself: the app's own origin, in the main frame. */
export const isTrustedSender = (frame: { url: string; parent: unknown } | null): boolean =>
  frame !== null && frame.parent === null && isAppUrl(frame.url);

const isAppUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.protocol === `${APP_SCHEME}:` && url.host === 'app';
};

/** What the page may load: its own files, and images drawn into itself. Developer tools load theirs. */
const MAY_LOAD = new Set([`${APP_SCHEME}:`, 'data:', 'blob:', 'devtools:']);

/**
 * A file the page made itself, e.g. an exported list: the user is asked where it goes. Nothing comes from
 * elsewhere.
 */
const isOwnFile = (url: string): boolean => url.startsWith(`blob:${APP_ORIGIN}/`);

/**
 * Copying what the user asked to copy is the one thing the app's own page may do: Chromium lets it write
 * plain content, and only right after a click or a key. Without it every "Copy" fails in silence. Reading the
 * clipboard is another permission.
 */
const mayCopy = (
  permission: string,
  { isMainFrame, requestingUrl }: { isMainFrame?: boolean; requestingUrl?: string },
): boolean =>
  permission === 'clipboard-sanitized-write' &&
  isMainFrame === true &&
  requestingUrl !== undefined &&
  isAppUrl(requestingUrl);

/** Everything else a page could ask for is refused, and no request of any window leaves for the network. */
export const confineSession = (session: Session): void => {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(mayCopy(permission, details)),
  );
  session.setPermissionCheckHandler((_contents, permission, _origin, details) =>
    mayCopy(permission, details),
  );
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event, item) => {
    if (!isOwnFile(item.getURL())) event.preventDefault();
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
    // Rejects where no program takes the link: then nothing opens.
    if (allowed !== null) shell.openExternal(allowed).catch(() => undefined);
    return { action: 'deny' };
  });
};

/** Confines every window this app will ever make. */
export const confineWindows = (app: App, shell: Pick<Shell, 'openExternal'>): void => {
  app.on('web-contents-created', (_event, contents) => confine(contents, shell));
};
