/**
 * The envelope of every answer (contract A), and the errors of the OAuth endpoints, which have no
 * envelope (contract B).
 */
import { z } from 'zod';

/** A number, also in digits. */
const codeSchema = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,6}$/)
    .transform(Number),
]);

/** `code` 200 is success; some endpoints answer 0 with `msg` (contract B, "Errors"). */
export const envelopeSchema = z.looseObject({
  code: codeSchema,
  message: z.string().nullish(),
  msg: z.string().nullish(),
  now: z.string().nullish(),
  data: z.unknown().optional(),
});

export const oauthErrorSchema = z.looseObject({
  error: z.string(),
  error_description: z.string().optional(),
  hint: z.string().optional(),
  message: z.string().optional(),
});
/** A token that a header can carry. With any other, every request would fail before it is sent. */
export const accessTokenSchema = z.string().regex(/^[\x20-\x7e]+$/);

export const tokenSchema = z.looseObject({
  token_type: z.string().nullish(),
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
  refresh_token: z.string().nullish(),
});
