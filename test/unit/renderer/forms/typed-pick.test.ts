/** The text of a company in a picker. */
import { describe, expect, it } from 'vitest';
import { shownName } from '../../../../src/renderer/forms/fields/typed-pick';

const RECENT = [{ id: '7', name: 'Acme' }];

describe('the text of the chosen company', () => {
  it.each([
    ['is its name', '7', 'Acme GmbH', 'Acme GmbH'],
    ['is the name in the list if the form knows none', '7', undefined, 'Acme'],
    ['is its id if nobody knows its name', '8', undefined, '#8'],
    ['is its id if its name is empty', '8', '', '#8'],
    ['is empty without a company', '', undefined, ''],
  ])('%s', (_, id, name, text) => {
    expect(shownName(id, name, RECENT)).toBe(text);
  });
});
