/**
 * The line of the palette that Enter opens. It is remembered by its key, because results may change while it is
 * open.
 */
export interface ChosenLine {
  key: string;
  index: number;
}

/**
 * Returns the index of the active line: the chosen one wherever it is now, or the line at its place if it is gone. The
 * first line if none was chosen.
 */
export const activeIndex = (keys: readonly string[], chosen: ChosenLine | null): number => {
  if (chosen === null) return 0;
  const found = keys.indexOf(chosen.key);
  return found >= 0 ? found : Math.max(0, Math.min(chosen.index, keys.length - 1));
};
