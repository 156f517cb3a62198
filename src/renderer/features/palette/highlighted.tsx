import { matchedParts } from './matched-parts';

/** A text in which the search words are marked. */
export const Highlighted = ({ text, wanted }: { text: string; wanted: string }) =>
  matchedParts(text, wanted).map(({ part, matched }, index) =>
    matched ? <mark key={index}>{part}</mark> : part,
  ); // oxlint-disable-line react/no-array-index-key -- parts of one text have no other identity
