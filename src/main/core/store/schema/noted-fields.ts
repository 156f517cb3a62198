/** The changed fields of an unseen change, as the table `change` stores them: each with the person who changed it. */
import { parseStored } from './stored-document';

/** A field, and the id of the person who changed it last; '' if the record does not say who. */
export type NotedField = readonly [field: string, person: string];

/**
 * Rows of earlier versions have the fields alone; `person` is the one of the whole row. Throws AppError
 * `database-corrupt`.
 */
export const parseNotedFields = (text: string, person: string): NotedField[] => {
  const stored = parseStored(text);
  return (Array.isArray(stored) ? stored : []).flatMap((one: unknown): NotedField[] => {
    if (typeof one === 'string') return [[one, person]];
    return Array.isArray(one) && typeof one[0] === 'string' ? [[one[0], String(one[1] ?? '')]] : [];
  });
};
