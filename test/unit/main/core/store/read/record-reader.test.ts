/** Rows of a list are called unreadable only if the copy is damaged. */
import { expect, it } from 'vitest';
import type { SqlDatabase } from '#core/ports/ports';
import { RecordReader } from '#core/store/read/record-reader';

/** A reader whose statements all fail in the same way. */
const readerThatFails = (error: Error): RecordReader => {
  const statement = {
    raw: () => statement,
    pluck: () => statement,
    all: () => {
      throw error;
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part that the reader uses
  return new RecordReader({ prepare: () => statement } as unknown as SqlDatabase, 'company');
};

it('a list that cannot be read for another reason than damage fails as a whole', () => {
  const busy = readerThatFails(Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' }));
  expect(() => busy.readableRows([1, 2], ['name'])).toThrow('database is locked');
  const damaged = readerThatFails(Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' }));
  expect(damaged.readableRows([1, 2], ['name'])).toMatchObject([{ unreadable: true }, { unreadable: true }]);
});
