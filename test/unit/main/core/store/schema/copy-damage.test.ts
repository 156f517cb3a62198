/** Which errors of a statement mean that the cache is damaged. */
import { expect, it } from 'vitest';
import { AppError } from '#core/app-error';
import { isCopyDamaged } from '#core/store/schema/sqlite-errors';

const failure = (code: string): Error => Object.assign(new Error('no answer'), { code });

it.each(['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_IOERR_SHORT_READ', 'SQLITE_CONSTRAINT_UNIQUE'])(
  '%s: the content of the file is wrong',
  (code) => expect(isCopyDamaged(failure(code))).toBe(true),
);
it.each(['SQLITE_ERROR', 'SQLITE_MISMATCH', 'SQLITE_RANGE'])(
  '%s: nothing but the content of the file explains it',
  (code) => expect(isCopyDamaged(failure(code))).toBe(true),
);
it('a stored value that cannot be read', () => {
  expect(isCopyDamaged(new AppError('database-corrupt', 'a stored list cannot be read'))).toBe(true);
});
it.each(['SQLITE_FULL', 'SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_IOERR_READ', 'ENOSPC', 'EROFS'])(
  '%s: the disk explains it',
  (code) => expect(isCopyDamaged(failure(code))).toBe(false),
);
it.each(['SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_PROTOCOL', 'SQLITE_INTERRUPT', 'SQLITE_NOMEM'])(
  '%s: another user of the file, or memory, explains it',
  (code) => expect(isCopyDamaged(failure(code))).toBe(false),
);
it('an error of our own code says nothing about the file', () => {
  expect(isCopyDamaged(new TypeError('The database connection is not open'))).toBe(false);
});
