/**
 * JSON as the service keeps it: integers beyond 2^53 are bigint in memory and bare digits in text, so that an
 * id of 19 digits passes through an edit unharmed. Bodies from outside go through the same reader.
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

/** The text of a document; the engine's own writer serves where no bigint needs care. */
export const writeExact = (value: unknown): string =>
  hasBigInt(value) ? stringifyLossless(value) : JSON.stringify(value);

/** An id as it stands in a document: a number where a double holds it, else a bigint. */
export const jsonId = (id: string): number | bigint => (id.length < 16 ? Number(id) : BigInt(id));
