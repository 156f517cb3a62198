import { beforeEach, expect, it } from 'vitest';
import {
  dismissToast,
  shownToast,
  showToast,
  useToasts,
} from '../../../../src/renderer/forms/windows/toast-state';

const text = (): string | undefined => shownToast(useToasts.getState())?.text;

beforeEach(() => useToasts.setState({ short: null, reminder: null, serial: 0 }));

it('shows a reminder again after a message that came later', () => {
  showToast({ text: 'Follow-up now: Nord', stays: true });
  showToast({ text: 'Saved' });
  expect(text()).toBe('Saved');
  dismissToast();
  expect(text()).toBe('Follow-up now: Nord');
  dismissToast();
  expect(text()).toBeUndefined();
});

it('keeps Undo on the screen while a reminder comes', () => {
  showToast({ text: 'Saved' });
  showToast({ text: 'Follow-up now: Nord', stays: true });
  expect(text()).toBe('Saved');
  dismissToast();
  expect(text()).toBe('Follow-up now: Nord');
});

it('replaces a message by the next, and a reminder by the next reminder', () => {
  showToast({ text: 'Follow-up now: Nord', stays: true });
  showToast({ text: '2 follow-ups are due', stays: true });
  showToast({ text: 'Saved' });
  showToast({ text: 'Draft saved' });
  expect(text()).toBe('Draft saved');
  dismissToast();
  expect(text()).toBe('2 follow-ups are due');
});
