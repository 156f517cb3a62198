import { describe, expect, it } from 'vitest';
import { comparedFacts } from '../../../../src/renderer/forms/kinds/compared-facts';
import type { FormValues } from '../../../../src/renderer/forms/values/form-values';

const valuesOf = (name: string, emails: readonly string[]): FormValues => ({
  fields: { name, tel: '555 0100' },
  children: emails.map((email, at) => ({ ref: String(at), fields: { email } })),
  names: {},
});

describe('what is looked for among the other records', () => {
  it('of a new record is all that the user typed', () => {
    expect(comparedFacts(valuesOf(' Nordlicht ', ['a@b.example', 'a@b.example', '']), null)).toEqual({
      names: ['Nordlicht'],
      emails: ['a@b.example'],
      phones: ['555 0100'],
    });
  });
  it('is found without the invisible marks of a pasted text', () => {
    const pasted = valuesOf('\u200bNordlicht', ['a@b.example\u200b']);
    expect(comparedFacts(pasted, null)).toMatchObject({ names: ['Nordlicht'], emails: ['a@b.example'] });
  });
  it('of an edit is what the edit added', () => {
    const before = valuesOf('Nordlicht', ['a@b.example']);
    expect(comparedFacts(before, before)).toEqual({ names: [], emails: [], phones: [] });
    expect(comparedFacts(valuesOf('Nordlicht AG', ['a@b.example', 'new@b.example']), before)).toEqual({
      names: ['Nordlicht AG'],
      emails: ['new@b.example'],
      phones: [],
    });
  });
});
