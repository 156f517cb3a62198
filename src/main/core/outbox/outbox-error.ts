/**
 * Raised when `outbox.db` cannot be opened as this account's outbox; `code` is worded by the renderer.
 * Expected outcomes of calls are returned, not thrown.
 */
import type { ErrorCode } from '#shared/contract/errors';

export class OutboxError extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OutboxError';
    this.code = code;
  }
}
