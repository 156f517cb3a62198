/** The documents of a stored record, as columns of its document table and as values; and other stored JSON. */
import { isObject } from '#shared/domain/is-object';
import { parseLossless } from '#shared/http-api/lossless-json';
import { AppError } from '../../app-error';

/** The exact JSON text of the list item and of the details; null until the details are read. */
export type Documents = [raw: string, detail: string | null];

/**
 * Parses JSON that Satchel wrote into the file. Throws AppError `database-corrupt`: it was valid JSON then, so
 * the file was altered.
 */
export const parseStored = (text: string, parse: (text: string) => unknown = JSON.parse): unknown => {
  try {
    return parse(text);
  } catch (cause) {
    throw new AppError('database-corrupt', 'a record of the local copy cannot be read', { cause });
  }
};

/** The same for a list of texts. */
export const parseTexts = (text: string): string[] => {
  const list = parseStored(text);
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string'))
    throw new AppError('database-corrupt', 'a list of the local copy is not one of texts');
  return list;
};

/** Parses a document as `parseLossless` does. Throws AppError `database-corrupt` if it is not an object. */
export const parseDocument = (text: string): Record<string, unknown> =>
  asDocument(parseStored(text, parseLossless));

/** Like `parseDocument`; null without details. */
export const parseDetail = (text: string | null): Record<string, unknown> | null =>
  text === null ? null : parseDocument(text);

/** Only objects are stored, so anything else means that the file was changed. */
export const asDocument = (value: unknown): Record<string, unknown> => {
  if (!isObject(value)) throw new AppError('database-corrupt', 'a record of the local copy is not an object');
  return value;
};
