import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { INTERPOLATION } from '../../../src/renderer/i18n/i18n';
import { safeFileName } from '#shared/domain/safe-file-name';

const words = i18next.createInstance();
await words.init({
  lng: 'en',
  interpolation: INTERPOLATION,
  resources: { en: { translation: { saved: 'Note for {{name}} saved. {{count}} s.' } } },
});

describe('a name inside a sentence', () => {
  it('has its own direction if it is Arabic or Hebrew', () => {
    expect(words.t('saved', { name: 'شركة النور', count: 6 })).toBe(
      'Note for \u2068شركة النور\u2069 saved. 6 s.',
    );
    expect(words.t('saved', { name: 'חברת (2) Ltd', count: 6 })).toContain('\u2068חברת (2) Ltd\u2069');
  });
  it('is otherwise as it is, markup included', () => {
    expect(words.t('saved', { name: '<b>A</b> & "B"', count: 6 })).toBe(
      'Note for <b>A</b> & "B" saved. 6 s.',
    );
    expect(words.t('saved', { name: '宁波', count: 6 })).toBe('Note for 宁波 saved. 6 s.');
  });
  it('has no marks of direction in the name of a file', () => {
    expect(safeFileName('Statement \u2068שלום\u2069.csv')).toBe('Statement שלום.csv');
  });
});
