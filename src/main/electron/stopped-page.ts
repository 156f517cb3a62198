/**
 * The page that is shown if the core does not run, or if the app's page keeps crashing. It says what happened
 * and offers two actions. It works without the renderer and without scripts: its buttons are links, and the
 * refused navigation counts as the click.
 */
import type { BrowserWindow } from 'electron';
import { APP_ORIGIN } from './security';
import type { ShellWords } from './words';

export const STOPPED_PATH = '/stopped';
const STOPPED_URL = `${APP_ORIGIN}${STOPPED_PATH}`;
const RESTART_URL = `${STOPPED_URL}/restart`;
const LOGS_URL = `${STOPPED_URL}/logs`;

export interface StoppedFacts {
  title: string;
  body: string;
  detail: string;
  /** The state ends by itself, so there are no actions. */
  passes?: boolean;
  /** Only the page stopped; the core still runs. */
  coreRuns?: boolean;
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.55 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif; }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center;
  background: light-dark(#fbfaf8, #16171a); color: light-dark(#26241f, #e9e7e2);
}
main { max-width: 30rem; padding: 2rem; }
h1 { font-size: 1.25rem; margin: 0 0 .5rem; }
p { margin: 0 0 1rem; color: light-dark(#5b574e, #b5b1a8); }
code {
  display: block; padding: .6rem .8rem; margin: 0 0 1.25rem; border-radius: 6px;
  background: light-dark(#f0ede7, #232529); font: 12px/1.5 ui-monospace, monospace; overflow-wrap: anywhere;
}
a {
  display: inline-block; padding: .5rem .95rem; margin-right: .5rem; border-radius: 6px; text-decoration: none;
  border: 1px solid light-dark(#d8d3c8, #3a3d43); color: inherit;
}
a.first { background: #176b5c; border-color: #176b5c; color: #fff; }
a:focus-visible { outline: 2px solid #176b5c; outline-offset: 2px; }`;

/** The HTML of the page, with the placeholder of the nonce in its style tag. */
export const stoppedPage = (facts: StoppedFacts, words: ShellWords): string => {
  const detail =
    facts.detail === '' ? '' : `<p>${escape(words.stoppedDetail)}</p><code>${escape(facts.detail)}</code>`;
  const buttons =
    facts.passes === true
      ? ''
      : `<a class="first" href="${RESTART_URL}">${escape(words.restart)}</a>` +
        `<a href="${LOGS_URL}">${escape(words.openLogs)}</a>`;
  const head = `<meta charset="utf-8"><title>Satchel</title><style nonce="__CSP_NONCE__">${STYLE}</style>`;
  const main = `<h1>${escape(facts.title)}</h1><p>${escape(facts.body)}</p>${detail}${buttons}`;
  return `<!doctype html><html><head>${head}</head><body><main>${main}</main></body></html>`;
};

export const showStopped = (window: BrowserWindow): void =>
  void window.loadURL(STOPPED_URL).catch(() => undefined);

/**
 * Listens for the page's two links while the window shows this page. It uses `will-frame-navigate`, the first
 * event of a navigation, because the shell refuses the navigation there and Electron then fires no
 * `will-navigate`.
 */
export const onStoppedPageLinks = (
  window: BrowserWindow,
  actions: { restart(): void; openLogFolder(): void },
): void => {
  window.webContents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || window.webContents.getURL() !== STOPPED_URL) return;
    if (event.url === RESTART_URL) actions.restart();
    if (event.url === LOGS_URL) actions.openLogFolder();
  });
};
