import { expect, it } from 'vitest';
import { type CustomChange, customChangedByOthers } from '#core/outbox/compare/custom-changed';

const READ = '2026-11-27 10:00:00';
const changed = (
  mine: string | string[],
  seen: string | string[] | undefined,
  now: string | string[] | undefined,
  {
    own = [],
    readAt = READ,
    agreed = [],
  }: { own?: string[]; readAt?: string | null; agreed?: CustomChange[] } = {},
): ReturnType<typeof customChangedByOthers> =>
  customChangedByOthers(
    { custom: { '71': mine } },
    { readAt, ...(seen === undefined ? {} : { custom: { '71': seen } }) },
    { custom: now === undefined ? { '72': 'x' } : { '71': now } },
    { own: () => own, agreed },
  );

it('a value that the user saw, enters, or has written is nobody else’s', () => {
  expect(changed('new', 'old', 'old')).toBeNull();
  expect(changed('new', 'old', 'new')).toBeNull();
  expect(changed('new', 'old', 'mine', { own: ['mine'] })).toBeNull();
});

it('another value is somebody else’s, also if the user saw none', () => {
  expect(changed('new', 'old', 'theirs')).toEqual({ field: '71', theirs: 'theirs' });
  expect(changed('new', undefined, ['a', 'b'])).toEqual({ field: '71', theirs: 'a, b' });
  expect(changed('new', 'old', '')).toEqual({ field: '71', theirs: '' });
});

it('one value in several forms is one value', () => {
  expect(changed('new', '5', '5.00')).toBeNull();
  expect(changed('new', '2026-11-20', '2026-11-20 00:00:00')).toBeNull();
  expect(changed('new', ['b', 'a'], 'a,b')).toBeNull();
});

it('what is not shown now, or was entered before the record existed, is not compared', () => {
  expect(changed('new', 'old', undefined)).toBeNull();
  expect(changed('new', undefined, 'given', { readAt: null })).toBeNull();
  expect(
    customChangedByOthers(
      { custom: { '71': 'a' } },
      null,
      { custom: { '71': 'b' } },
      { own: () => [], agreed: [] },
    ),
  ).toBeNull();
});

it('a value that the user has agreed to replace is asked about once, another value again', () => {
  const agreed = [{ field: '71', theirs: 'theirs' }];
  expect(changed('new', 'old', 'theirs', { agreed })).toBeNull();
  expect(changed('new', 'old', 'later', { agreed })).toEqual({ field: '71', theirs: 'later' });
  expect(changed('new', 'old', 'theirs', { agreed: [{ field: '72', theirs: 'theirs' }] })).not.toBeNull();
});
