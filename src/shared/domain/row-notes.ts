/**
 * What a list marks in a row besides its values. Paper and files say it in words, because nobody sees the mark there
 * and the values may not be in the CRM. Pure.
 */
import { isLocalRef } from './intent';

/**
 * `draft`: an order that nobody approved. `unsent`: a record that is not in the CRM yet. `changed`: an edit that is not
 * in the CRM yet. `deleted`: a deleted record that is in the list because of such an edit.
 */
export type RowNote = 'draft' | 'unsent' | 'changed' | 'deleted';

interface MarkedRow {
  id: string;
  removed?: boolean | undefined;
  draft?: boolean | undefined;
  pending?: { intents: readonly { state: string }[] } | undefined;
}

/** `ofRemoved`: the row is in the list of removed records, where all are deleted. */
export const rowNotes = (row: MarkedRow, ofRemoved: boolean): RowNote[] => {
  const isPending = row.pending?.intents.some(({ state }) => state !== 'applied') === true;
  const notes: RowNote[] = row.draft === true ? ['draft'] : [];
  if (isPending) notes.push(isLocalRef(row.id) ? 'unsent' : 'changed');
  if (row.removed === true && !ofRemoved) notes.push('deleted');
  return notes;
};
