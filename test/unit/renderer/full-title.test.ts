import { describe, expect, it } from 'vitest';
import { fullTitle } from '../../../src/renderer/records/full-title';

describe('the title of an opened record', () => {
  it('is the whole name if the list shortens it', () =>
    expect(fullTitle({ title: 'Acme Handels…', values: { name: 'Acme Handelsgesellschaft' } })).toBe(
      'Acme Handelsgesellschaft',
    ));
  it('is unchanged if the name differs, is missing, or ends in dots itself', () => {
    expect(fullTitle({ title: 'SO-1', values: { name: 'Acme' } })).toBe('SO-1');
    expect(fullTitle({ title: 'Called the plant…', values: {} })).toBe('Called the plant…');
    expect(fullTitle({ title: 'Called the plant…', values: { name: 'Acme' } })).toBe('Called the plant…');
  });
});
