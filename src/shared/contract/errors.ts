/**
 * Error codes that cross the typed IPC. Stacks stay in the log. The renderer has the text of a code in the
 * user's language (`errors.*`).
 */
import { z } from 'zod';

export const ERROR_CODES = [
  'offline',
  'timeout',
  'captive-portal',
  'tls',
  'bad-base-url',
  'unauthorized',
  'invalid-client',
  'invalid-grant',
  'invalid-scope',
  'forbidden',
  'rate-limited',
  'server-error',
  'bad-answer',
  'not-offered',
  'refused',
  'no-account',
  'account-mismatch',
  'account-unproved',
  'other-crm',
  'same-address',
  'other-account',
  'not-found',
  'bad-input',
  'database-from-future',
  'database-corrupt',
  'outbox-corrupt',
  'cache-locked',
  'outbox-locked',
  'no-keychain',
  'code-mistyped',
  'code-wrong',
  'code-gone',
  'code-outdated',
  'data-in-use',
  'disk-full',
  'disk-read-only',
  'internal',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The error of a failed call: its code, and facts (never a token) for the details line. */
export const failureSchema = z.object({ code: z.enum(ERROR_CODES), detail: z.string().optional() });
export type Failure = z.infer<typeof failureSchema>;
