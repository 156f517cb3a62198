/**
 * The envelope of every answer (contract A), and the errors of the OAuth endpoints, which have no
 * envelope (contract B).
 */
import { z } from 'zod';

/** `code` 200 is success; some endpoints answer 0 with `msg` (contract B, "Errors"). */
export const envelopeSchema = z.looseObject({
  code: z.int(),
  message: z.string().optional(),
  msg: z.string().optional(),
  now: z.string().optional(),
  data: z.unknown().optional(),
});
export type Envelope = z.infer<typeof envelopeSchema>;

export const oauthErrorSchema = z.looseObject({
  error: z.string(),
  error_description: z.string().optional(),
  hint: z.string().optional(),
  message: z.string().optional(),
});
export const tokenSchema = z.looseObject({
  token_type: z.string(),
  expires_in: z.number().optional(),
  access_token: z.string().min(1),
  refresh_token: z.string().optional(),
});
