import { describe, expect, it } from 'vitest';
import { shellKey } from '../../../src/renderer/app/shell-key';
import { letterOf } from '../../../src/renderer/ui/screen-keys';

const key = (name: string, more: object = {}) => ({
  key: name,
  code: '',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  ...more,
});
const page = { menuHasKeys: false };
const macApp = { menuHasKeys: true };

describe('global shortcuts', () => {
  it.each([
    ['k', 'palette'],
    ['K', 'palette'],
    [',', 'settings'],
    ['1', 1],
    ['9', 9],
    ['0', null],
    ['a', null],
  ])('%s with Ctrl or ⌘ means %s', (name, meaning) => {
    expect(shellKey(key(name, { ctrlKey: true }), page)).toBe(meaning);
    expect(shellKey(key(name, { metaKey: true }), page)).toBe(meaning);
    expect(shellKey(key(name), page)).toBeNull();
  });

  it('count the keys above the letters as digits where a digit needs Shift, as on a French keyboard', () => {
    const first = { code: 'Digit1', ctrlKey: true };
    expect(shellKey(key('&', first), page)).toBe(1);
    expect(shellKey(key('ç', { code: 'Digit9', ctrlKey: true }), page)).toBe(9);
    expect(shellKey(key('1', { ...first, shiftKey: true }), page)).toBe(1);
    expect(shellKey(key('à', { code: 'Digit0', ctrlKey: true }), page)).toBeNull();
    // On other keyboards Shift makes another key of it.
    expect(shellKey(key('!', { ...first, shiftKey: true }), page)).toBeNull();
    expect(shellKey(key('&', { code: 'Digit1' }), page)).toBeNull();
  });

  it('count the place of a letter on a keyboard of another script, and nowhere else', () => {
    const place = { code: 'KeyK', ctrlKey: true };
    for (const letter of ['л', 'Л', 'κ', 'ن']) expect(shellKey(key(letter, place), page)).toBe('palette');
    // The letter that is typed counts on a Latin keyboard: K is elsewhere on a Dvorak keyboard.
    expect(shellKey(key('t', place), page)).toBeNull();
    expect(shellKey(key('k', { code: 'KeyV', ctrlKey: true }), page)).toBe('palette');
    expect(shellKey(key('Process', place), page)).toBeNull();
    expect(letterOf(key('ё', { code: 'Backquote' }))).toBe('ё');
    expect(letterOf(key('ü', { code: 'KeyU' }))).toBe('ü');
    expect(letterOf(key('ArrowUp', { code: 'ArrowUp' }))).toBe('arrowup');
  });

  it('are ignored during text composition, or with Alt', () => {
    expect(shellKey(key('1', { ctrlKey: true, altKey: true }), page)).toBeNull();
    expect(shellKey(key('k', { ctrlKey: true, isComposing: true }), page)).toBeNull();
  });

  it('act once in the macOS app, whose menu handles ⌘', () => {
    for (const name of ['k', ',', '1', '9'])
      expect(shellKey(key(name, { metaKey: true }), macApp)).toBeNull();
    // the menu's own "Find" comes in as this
    expect(shellKey(key('k', { ctrlKey: true }), macApp)).toBe('palette');
  });
});
