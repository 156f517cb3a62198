import { beforeEach, expect, it } from 'vitest';
import {
  dismissToast,
  lifeIn,
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

it('shows a message until its item is sent and a moment longer, and ends it when the user is needed', () => {
  const saved = { text: 'Saved', itemId: 'local:1', lifeMs: 6000 };
  expect(lifeIn({ text: 'Saved', lifeMs: 6000 }, undefined)).toBe(6000);
  expect(lifeIn(saved, 'queued')).toBeGreaterThan(6000);
  expect(lifeIn(saved, 'applied')).toBeLessThan(6000);
  expect(lifeIn(saved, 'other')).toBe(0);
});
