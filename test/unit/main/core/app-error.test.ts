/** The error of the core. */
import { expect, it } from 'vitest';
import { AppError } from '#core/app-error';

it('keeps the error that caused it, which the log of a crash shows', () => {
  const cause = new Error('disk I/O error');
  expect(new AppError('database-corrupt', 'a record cannot be read', { cause }).cause).toBe(cause);
  expect('cause' in new AppError('no-account', 'no account is open')).toBe(false);
});
