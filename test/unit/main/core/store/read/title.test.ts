import { describe, expect, it } from 'vitest';
import { titleOf } from '#core/store/read/record-reader';

describe('the title of a record', () => {
  it('is whole up to 160 characters, and cut beyond', () => {
    const name = 'x'.repeat(160);
    expect(titleOf('company', { name }, '1')).toBe(name);
    expect(titleOf('company', { name: `${name}y` }, '1')).toBe(`${name}…`);
  });
  it('is the id if no title field has text', () => {
    expect(titleOf('company', { name: '  ' }, '42')).toBe('42');
    expect(titleOf('company', {}, '42')).toBe('42');
  });
});
