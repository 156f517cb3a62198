/**
 * The envelope of every answer (contract A), and the errors of the OAuth endpoints, which have no
 * envelope (contract B).
 */
import { z } from 'zod';
import { isObject } from '../domain/is-object';
import { scalarText } from '../domain/nested-values';
import { parseServerTime } from '../domain/time';

/** A number, also in digits. */
const codeSchema = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,6}$/)
    .transform(Number),
]);

/**
 * The words of a message. Some services send a list of words, or an object of words by field, in place of a text; an
 * empty list means that there are none.
 */
export const messageText = (message: unknown): string => {
  if (Array.isArray(message)) return joined(message.map(messageText));
  if (isObject(message))
    return joined(Object.entries(message).map(([field, words]) => `${field}: ${messageText(words)}`));
  return scalarText(message);
};
const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('; ');

/** A time of the service; anything else tells no time. */
const timeText = (now: unknown): string | null =>
  typeof now === 'string' && parseServerTime(now) !== undefined ? now : null;

/** `code` 200 is success; some endpoints answer 0 with `msg` (contract B, "Errors"). */
export const envelopeSchema = z.looseObject({
  code: codeSchema,
  message: z.unknown().optional().transform(messageText),
  msg: z.unknown().optional().transform(messageText),
  now: z.unknown().optional().transform(timeText),
  data: z.unknown().optional(),
});

/** Only the word of the error decides; the other members may be empty or of any form. */
export const oauthErrorSchema = z.looseObject({ error: z.string() });

/** A token that a header can carry. With any other, every request would fail before it is sent. */
export const accessTokenSchema = z.string().regex(/^[\x20-\x7e]+$/);

export const tokenSchema = z.looseObject({
  /** In seconds; some servers send digits. A value of another form says nothing about the lifetime. */
  expires_in: z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,9}(?:\.\d+)?$/)
        .transform(Number),
    ])
    .nullish()
    .catch(null),
  access_token: accessTokenSchema,
  refresh_token: z.string().nullish().catch(null),
});
