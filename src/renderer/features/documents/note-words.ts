/** The words for what a list marks in a row, for paper and files. */
import type { RowNote } from '#shared/domain/row-notes';
import type { FormatContext } from '../../format/values';

export const noteWords = (word: FormatContext['word']): Record<RowNote, string> => ({
  draft: word('common.draft'),
  unsent: word('document.notSent'),
  changed: word('document.changeNotSent'),
  deleted: word('common.deleted'),
});
