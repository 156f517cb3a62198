/**
 * The note beside an outbox whose damaged file is being copied into a new one. It lists the files that were
 * already set aside before. All later ones are still to be copied, so a start after a kill continues the copying.
 */
import type { Files } from '../../ports/ports';

const SALVAGE = 'outbox.salvage';
const ASIDE = /^outbox\.db\.aside-(\d+)$/;

const asidesOf = (files: Files, directory: string): string[] =>
  files
    .list(directory)
    .filter((name) => ASIDE.test(name))
    .toSorted((a, b) => Number(ASIDE.exec(a)?.[1]) - Number(ASIDE.exec(b)?.[1]));

/** Returns true if the rows of a damaged outbox are not all copied yet, because Satchel ended too early. */
export const isBeingSalvaged = (files: Files, directory: string): boolean =>
  files.exists(`${directory}/${SALVAGE}`);

/** The damaged outboxes that were set aside and are not salvaged yet, in the order of their damage. */
export const notSalvaged = (files: Files, directory: string): string[] => {
  const text = files.readText(`${directory}/${SALVAGE}`);
  if (text === null) return [];
  const asides = asidesOf(files, directory);
  const before = namesIn(text) ?? asides.slice(0, -1);
  return asides.filter((name) => !before.includes(name)).map((name) => `${directory}/${name}`);
};

/** Null if the text is damaged. */
const namesIn = (text: string): unknown[] | null => {
  try {
    const names: unknown = JSON.parse(text);
    return Array.isArray(names) ? names : null;
  } catch {
    return null;
  }
};

/** Call before the damaged outbox is renamed. A note that exists already is kept. */
export const beginSalvage = (files: Files, directory: string): void => {
  if (!isBeingSalvaged(files, directory))
    files.writeText(`${directory}/${SALVAGE}`, JSON.stringify(asidesOf(files, directory)));
};

/** Call after the rows are copied. */
export const endSalvage = (files: Files, directory: string): void => {
  if (isBeingSalvaged(files, directory)) files.remove(`${directory}/${SALVAGE}`);
};
