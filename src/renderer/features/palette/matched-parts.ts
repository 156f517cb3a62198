/** Splits a text at the words of a search, to show why a record was found. Pure. */
import { lowerCased } from '#shared/domain/lower-case';

const MARKS = /[\u0300-\u036f]/g;

/**
 * The text without case, width and accents, as the search compares it, and the place in the text of each of its parts.
 */
const plainWithPlaces = (text: string): { plain: string; places: number[] } => {
  let [plain, at] = ['', 0];
  const places: number[] = [];
  for (const character of text) {
    const form = lowerCased(character.normalize('NFKD')).replaceAll(MARKS, '');
    for (let i = 0; i < form.length; i += 1) places.push(at);
    plain += form;
    at += character.length;
  }
  return { plain, places: [...places, at] };
};

export const matchedParts = (text: string, wanted: string): { part: string; matched: boolean }[] => {
  const words = plainWithPlaces(wanted)
    .plain.trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (words.length === 0) return [{ part: text, matched: false }];
  // Match the longest words first; otherwise a shorter word could mark only the beginning of a longer one.
  const pattern = new RegExp(words.toSorted((a, b) => b.length - a.length).join('|'), 'gu');
  const { plain, places } = plainWithPlaces(text);
  const parts: { part: string; matched: boolean }[] = [];
  const take = (from: number, to: number, matched: boolean): void => {
    if (from < to) parts.push({ part: text.slice(from, to), matched });
  };
  let done = 0;
  for (const match of plain.matchAll(pattern)) {
    const from = Math.max(done, places[match.index] ?? 0);
    const to = places[match.index + match[0].length] ?? text.length;
    take(done, from, false);
    take(from, to, true);
    done = Math.max(done, to);
  }
  take(done, text.length, false);
  return parts;
};
