/**
 * The only error class of the core. `code` crosses the IPC, and the renderer has its text. `message` is safe
 * to show and to log (never a token or the content of a record). `cause` and `details` stay in the log.
 */
import type { ErrorCode } from '#shared/contract/errors';

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    more: { cause?: unknown; details?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message, more.cause === undefined ? {} : { cause: more.cause });
    this.code = code;
    this.details = more.details ?? {};
  }
}
