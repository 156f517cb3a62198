/** The documents of a stored record, as columns of its document table and as values. */
import { isObject } from '#shared/domain/is-object';
import { parseLossless } from '#shared/http-api/lossless-json';
import { AppError } from '../../app-error';

/** The exact JSON text of the list item and of the details; null until the details are read. */
export type Documents = [raw: string, detail: string | null];

/** Parses a document as `parseLossless` does. Throws AppError `database-corrupt` if it is not an object. */
export const parseDocument = (text: string): Record<string, unknown> => asDocument(parseLossless(text));

/** Like `parseDocument`; null without details. */
export const parseDetail = (text: string | null): Record<string, unknown> | null =>
  text === null ? null : parseDocument(text);

/** Only objects are stored, so anything else means that the file was changed. */
export const asDocument = (value: unknown): Record<string, unknown> => {
  if (!isObject(value)) throw new AppError('database-corrupt', 'a record of the local copy is not an object');
  return value;
};
