import { expect, it } from 'vitest';
import { failureIn } from '../../../src/renderer/client/failure-of';

it.each([
  ['it was refused', { data: { ok: false, error: { code: 'disk-full' } } as const }, { code: 'disk-full' }],
  ['the call failed', { isError: true, error: { code: 'disk-read-only' } }, { code: 'disk-read-only' }],
  ['it succeeded', { data: { ok: true } as const }, null],
  ['it still runs', {}, null],
])('what the user asked for failed, or not: %s', (_, answered, failure) => {
  expect(failureIn({ data: undefined, isError: false, error: null, ...answered })).toEqual(failure);
});
