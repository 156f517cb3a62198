import { writingOf } from '../client/languages';

/** Joins sentences with the language's spacing: Chinese has no space after a full stop. */
export const sentences = (parts: readonly string[], locale: string): string =>
  parts.filter((part) => part !== '').join(writingOf(locale).sentenceGap);
