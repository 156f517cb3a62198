/**
 * JSON as the service stores it: integers above 2^53 are bigint in memory and plain digits in text, so that
 * an edit does not change an id of 19 digits. Request bodies use the same parser.
 */
import { stringifyLossless } from '#shared/http-api/lossless-json';

export type Json = Record<string, unknown>;

const LONG = /\d{16}/;
const keepDigits = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' &&
  !Number.isSafeInteger(value) &&
  context?.source !== undefined &&
  /^-?\d{16,}$/.test(context.source)
    ? BigInt(context.source)
    : value;

/** Parses JSON; integers that a double cannot hold become bigint. Throws SyntaxError. */
export const parseExact = (text: string): unknown =>
  LONG.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);

export const parseDoc = (text: string): Json => parseExact(text) as Json;

const hasBigInt = (value: unknown): boolean =>
  typeof value === 'bigint' ||
  (value !== null && typeof value === 'object' && Object.values(value).some(hasBigInt));

/** The text of a document. Without a bigint it uses JSON.stringify. */
export const writeExact = (value: unknown): string =>
  hasBigInt(value) ? stringifyLossless(value) : JSON.stringify(value);

/** An id as in a document: a number if a double can represent it, otherwise a bigint. */
export const jsonId = (id: string): number | bigint => (id.length < 16 ? Number(id) : BigInt(id));
