/** What a picker of a company takes as typed text. */
import { describe, expect, it } from 'vitest';
import { shownName, typedText } from '../../../../src/renderer/forms/fields/typed-pick';

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
    // Saving would look for typed text, find nothing or another company, and not keep this one.
    expect(typedText(text, shownName(id, name, RECENT))).toBe('');
  });
});

it('other text is typed, without the spaces around it', () => {
  expect(typedText(' Acm ', '#8')).toBe('Acm');
  expect(typedText('', '#8')).toBe('');
  expect(typedText('  ', '')).toBe('');
});
