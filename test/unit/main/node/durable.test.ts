/** Steps on a file that another program holds for a moment. */
import { expect, it } from 'vitest';
import { patiently } from '../../../../src/main/node/durable';

const failing = (code: string, times: number) => {
  const seen = { tries: 0 };
  const step = (): string => {
    seen.tries += 1;
    if (seen.tries <= times) throw Object.assign(new Error(code), { code });
    return 'done';
  };
  return { seen, step };
};

it.each(['EBUSY', 'EACCES', 'EPERM', 'EIO'])('waits until a file can be used again (%s)', (code) => {
  const { seen, step } = failing(code, 3);
  expect(patiently(step)).toBe('done');
  expect(seen.tries).toBe(4);
});

it('gives up at once after another error, and in the end after one of these', () => {
  const missing = failing('ENOENT', 1);
  expect(() => patiently(missing.step)).toThrow('ENOENT');
  expect(missing.seen.tries).toBe(1);
  expect(() => patiently(failing('EBUSY', Infinity).step)).toThrow('EBUSY');
});
