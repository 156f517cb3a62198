/**
 * The window's position for each set of displays: a desk with two screens and a laptop alone each have their
 * own. A position is restored only if enough of the window is on a display to drag it.
 */
import { z } from 'zod';

export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface DisplayFacts {
  bounds: Rectangle;
  workArea: Rectangle;
  scaleFactor: number;
}

const rectangleSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(200).max(20_000),
  height: z.int().min(150).max(20_000),
});
const placeSchema = z.object({ bounds: rectangleSchema, maximized: z.boolean() });
export type WindowPlace = z.infer<typeof placeSchema>;
const fileSchema = z.object({ places: z.record(z.string(), placeSchema) });
export type WindowPlaces = z.infer<typeof fileSchema>['places'];

const MOST_PLACES = 12;
/** How many pixels of the window's top edge must be on a display, so that the user can drag it. */
const GRIP = { width: 120, height: 32 };

/** Parses the file's text; damaged or foreign text gives no positions. */
export const readPlaces = (text: string | null): WindowPlaces => {
  try {
    const parsed = fileSchema.safeParse(JSON.parse(text ?? ''));
    return parsed.success ? parsed.data.places : {};
  } catch {
    return {};
  }
};

export const writePlaces = (places: WindowPlaces): string => JSON.stringify({ places });

/** The key of a set of displays; the order of the list does not matter. */
export const displaysKey = (displays: readonly DisplayFacts[]): string =>
  displays
    .map(({ bounds: { x, y, width, height }, scaleFactor }) => `${x},${y},${width}x${height}@${scaleFactor}`)
    .toSorted()
    .join(' ');

const overlap = (a: Rectangle, b: Rectangle): { width: number; height: number } => ({
  width: Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x),
  height: Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y),
});

/**
 * The position to open at, clipped to the display's work area; null if the user could not reach it with the
 * mouse.
 */
export const placeFor = (places: WindowPlaces, displays: readonly DisplayFacts[]): WindowPlace | null => {
  const place = places[displaysKey(displays)];
  if (!place) return null;
  const { bounds } = place;
  const grip = { x: bounds.x, y: bounds.y, width: bounds.width, height: GRIP.height };
  const home = displays.find(({ workArea }) => {
    const seen = overlap(grip, workArea);
    return seen.width >= GRIP.width && seen.height >= GRIP.height;
  });
  if (!home) return null;
  return {
    bounds: {
      ...bounds,
      width: Math.min(bounds.width, home.workArea.width),
      height: Math.min(bounds.height, home.workArea.height),
    },
    maximized: place.maximized,
  };
};

/** Stores a position, and deletes the sets of displays that were not used for the longest time. */
export const keepPlace = (
  places: WindowPlaces,
  displays: readonly DisplayFacts[],
  place: WindowPlace,
): WindowPlaces => {
  const key = displaysKey(displays);
  const others = Object.entries(places)
    .filter(([name]) => name !== key)
    .slice(-(MOST_PLACES - 1));
  return Object.fromEntries([...others, [key, place]]);
};
