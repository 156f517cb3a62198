/**
 * What a window may do: nothing but show Satchel. Permissions are denied, navigation and new windows refused, web
 * addresses opened in the system's browser only when they are plain https or mail (a CRM's homepage field is hostile input).
 */
import type { App, Session, Shell, WebContents } from 'electron';

export const APP_SCHEME = 'satchel-app';
export const APP_ORIGIN = `${APP_SCHEME}://app`;

/** An address that may leave the app, normalised; null for everything else. */
export const externalUrl = (text: string): string | null => {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  if (url.protocol === 'mailto:') return url.href;
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== '' && url.username === '' && url.password === '' ? url.href : null;
};

/** True for a message from the page itself: the app's own origin, in the main frame. */
export const isTrustedSender = (frame: { url: string; parent: unknown } | null): boolean => {
  if (!frame || frame.parent !== null) return false;
  try {
    const url = new URL(frame.url);
    return url.protocol === `${APP_SCHEME}:` && url.host === 'app';
  } catch {
    return false;
  }
};

export const denyPermissions = (session: Session): void => {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
};

const confine = (contents: WebContents, shell: Shell): void => {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    const allowed = externalUrl(url);
    if (allowed) void shell.openExternal(allowed);
    return { action: 'deny' };
  });
};

/** Confines every window this app will ever make. */
export const confineWindows = (app: App, shell: Shell): void => {
  app.on('web-contents-created', (_event, contents) => confine(contents, shell));
};
