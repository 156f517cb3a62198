/**
 * How the user opens Satchel while it runs: a second start, a link, a click on the Dock of macOS. A link that arrives
 * before the window exists waits for it: a keychain that asks for a password waits for the user.
 *
 * If Satchel is quitting, a window would close again at once. Satchel is then started again when it has ended. Of
 * several such starts the last link is opened, as before the window exists.
 */
import type { App } from 'electron';
import type { RecordLink } from '#shared/contract/shell';
import { ownArguments, parseStartOptions } from '../node/start-options';
import { linkIn, parseDeepLink } from './deep-link';

/** The part of the desktop app that a start uses. */
export interface Opened {
  focus(): void;
  openLink(link: RecordLink): void;
}

export interface StartFacts {
  /** The arguments of this start, without the program. */
  args: readonly string[];
  /** The file of an AppImage: the program in it is gone when the app has ended. */
  appImage: string | undefined;
}

/** Listens from now on. Call the returned function when the window exists. */
export const listenForStarts = (
  app: Pick<App, 'on' | 'relaunch'>,
  { args, appImage }: StartFacts,
): ((desktop: Opened) => void) => {
  let desktop: Opened | null = null;
  let waitingLink = linkIn(args);
  const withoutLinks = args.filter((arg) => parseDeepLink(arg) === null);

  const follow = (link: RecordLink): void => {
    if (desktop) desktop.openLink(link);
    else waitingLink = link;
  };
  let isQuitting = false;
  // Satchel may quit before its window exists, for example while databases are being encrypted. Quitting that has begun
  // is never given up.
  app.on('before-quit', () => (isQuitting = true));
  /** The arguments of the next start; null if there is none. */
  let next: readonly string[] | null = null;
  let hasEnded = false;
  let startsAgain = false;
  /** Electron starts as many copies as it is asked for, so it is asked once, when all starts are known. */
  const relaunch = (): void => {
    if (next === null || startsAgain) return;
    startsAgain = true;
    app.relaunch({ args: [...next], ...(appImage === undefined ? {} : { execPath: appImage }) });
  };
  const startAgain = (args: readonly string[]): void => {
    if (next === null || linkIn(args) !== null) next = args;
    if (hasEnded) relaunch();
  };
  app.on('will-quit', () => {
    hasEnded = true;
    relaunch();
  });

  /**
   * Chromium changes the order of a second start's arguments and adds its own, so an option and its value may be
   * apart. It passes none of another user of the computer. Then the arguments of this start are used: it has the same
   * data folder.
   */
  const argumentsOf = (argv: readonly string[]): string[] => {
    const passed = argv.slice(1);
    if (argv.length > 0 && parseStartOptions(ownArguments(passed)).ok) return passed;
    return [...withoutLinks, ...passed.filter((arg) => parseDeepLink(arg) !== null)];
  };

  app.on('second-instance', (_event, argv) => {
    if (isQuitting) return startAgain(argumentsOf(argv));
    const link = linkIn(argv);
    if (link) follow(link);
    else desktop?.focus();
  });
  // macOS passes links and clicks on the Dock to the app that runs, and starts no second one.
  app.on('open-url', (event, url) => {
    event.preventDefault();
    const link = parseDeepLink(url);
    if (!link) return;
    if (isQuitting) return startAgain([...withoutLinks, url]);
    follow(link);
  });
  app.on('activate', () => {
    if (isQuitting) return startAgain(withoutLinks);
    desktop?.focus();
  });

  return (made) => {
    desktop = made;
    if (waitingLink) made.openLink(waitingLink);
    waitingLink = null;
  };
};
