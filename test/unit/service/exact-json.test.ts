/** Ids of the service keep every digit. */
import { expect, it } from 'vitest';
import { jsonId, parseExact, writeExact } from '#service/store/exact-json';

it.each(['7', '123456789012345', '9007199254740993', '9223372036854775807'])(
  'the id %s is written as it was read',
  (id) => {
    expect(writeExact({ id: jsonId(id) })).toBe(`{"id":${id}}`);
    expect(writeExact(parseExact(`{"id":${id}}`))).toBe(`{"id":${id}}`);
  },
);
