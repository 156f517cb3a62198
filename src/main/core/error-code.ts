/** What an error of Node or SQLite calls itself. */
import { isObject } from '#shared/domain/is-object';

/** The `code` of an error, such as `ENOENT` or `SQLITE_NOTADB`; an empty text if it has none. */
export const errorCodeOf = (error: unknown): string =>
  isObject(error) && typeof error.code === 'string' ? error.code : '';
