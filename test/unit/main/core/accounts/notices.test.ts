import { expect, it } from 'vitest';
import { createNotices } from '#core/accounts/notices';

const ABOUT_A = { code: 'sign-in-not-kept', detail: '' };
const RESTARTED = { code: 'core-restarted', detail: 'why' };
const made = () => {
  const notices = createNotices();
  notices.set(ABOUT_A.code, ABOUT_A.detail, 'a');
  notices.set(RESTARTED.code, RESTARTED.detail, null);
  return notices;
};

it('a message about an account is shown while that account is open, and over no other', () => {
  const notices = made();
  expect(notices.shown('a')).toEqual([ABOUT_A, RESTARTED]);
  for (const other of ['b', null]) expect(notices.shown(other)).toEqual([RESTARTED]);
});

it('only what is shown is dismissed', () => {
  const notices = made();
  notices.dismiss('sign-in-not-kept', 'b');
  notices.dismiss('core-restarted', 'b');
  expect(notices.shown('a')).toEqual([ABOUT_A]);
  notices.dismiss('sign-in-not-kept', 'a');
  expect(notices.shown('a')).toEqual([]);
});

it('a later message with the same code replaces the earlier one of its account', () => {
  const notices = made();
  notices.set('sign-in-not-kept', 'later', 'a');
  notices.set('sign-in-not-kept', 'of another', 'b');
  expect(notices.shown('a')).toEqual([{ ...ABOUT_A, detail: 'later' }, RESTARTED]);
  expect([notices.delete('sign-in-not-kept', 'a'), notices.delete('sign-in-not-kept', 'a')]).toEqual([
    true,
    false,
  ]);
  expect(notices.shown('b')).toEqual([RESTARTED, { ...ABOUT_A, detail: 'of another' }]);
});
