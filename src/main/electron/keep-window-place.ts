/**
 * Restores and stores a window's position: read before the window is created, written shortly after a move, before
 * hiding and at closing.
 *
 * Nothing is written while the window is hidden or minimized: on some systems it is then no longer maximized and has
 * other bounds. Hiding on Wayland and minimizing on X11 emit `unmaximize`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { BrowserWindow, Screen } from 'electron';
import { keepPlace, placeFor, readPlaces, writePlaces, type WindowPlace } from './window-state';

const WRITE_AFTER_MS = 500;

export interface PlaceKeeper {
  /** Returns null if the window has no stored position on the current displays. */
  find(): WindowPlace | null;
  watch(window: BrowserWindow): void;
  /** Writes the position now. Call before the window is hidden. */
  keep(window: BrowserWindow): void;
}

const readText = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
};

export const createPlaceKeeper = (file: string, screen: Pick<Screen, 'getAllDisplays'>): PlaceKeeper => {
  const keep = (window: BrowserWindow): void => {
    if (window.isDestroyed() || window.isMinimized() || !window.isVisible()) return;
    const place = { bounds: window.getNormalBounds(), maximized: window.isMaximized() };
    try {
      writeFileSync(
        file,
        writePlaces(keepPlace(readPlaces(readText(file)), screen.getAllDisplays(), place)),
        { mode: 0o600 },
      );
    } catch {
      /* On a full disk only the window's position is lost. */
    }
  };
  return {
    find: () => placeFor(readPlaces(readText(file)), screen.getAllDisplays()),
    watch: (window) => {
      let timer: NodeJS.Timeout | undefined;
      const soon = (): void => {
        clearTimeout(timer);
        timer = setTimeout(() => keep(window), WRITE_AFTER_MS);
      };
      for (const event of ['resize', 'move', 'maximize', 'unmaximize'] as const)
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Electron declares one overload for each event
        window.on(event as 'resize', soon);
      window.on('close', () => {
        clearTimeout(timer);
        keep(window);
      });
    },
    keep,
  };
};
