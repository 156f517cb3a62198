import { writingOf } from '../client/languages';

/**
 * Whole sentences one after the other, as the language sets them: Chinese leaves no gap after its full stop.
 */
export const sentences = (parts: readonly string[], locale: string): string =>
  parts.filter((part) => part !== '').join(writingOf(locale).sentenceGap);
