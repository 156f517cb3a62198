import { matchedParts } from './matched-parts';

/** A text with the words that were looked for marked in it. */
export const Highlighted = ({ text, wanted }: { text: string; wanted: string }) =>
  matchedParts(text, wanted).map(({ part, matched }, index) =>
    matched ? <mark key={index}>{part}</mark> : part,
  ); // oxlint-disable-line react/no-array-index-key -- parts of one text have no other identity
