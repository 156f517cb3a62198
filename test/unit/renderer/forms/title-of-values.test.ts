import { describe, expect, it } from 'vitest';
import type { IntentKind } from '#shared/domain/intent';
import { NO_VALUES, type FormValues } from '../../../../src/renderer/forms/values/form-values';
import {
  firstWords,
  savedName as savedNameIn,
  titleOfValues as titleIn,
} from '../../../../src/renderer/forms/values/title-of-values';

const titleOfValues = (kind: IntentKind, of: FormValues): string => titleIn(kind, of, 'en-US');
const savedName = (kind: IntentKind, of: FormValues) => savedNameIn(kind, of, 'en-US');
const values = (fields: FormValues['fields'], names: FormValues['names'] = {}): FormValues => ({
  ...NO_VALUES,
  fields,
  names,
});
const acme = { 'company~7': 'Acme GmbH' };

describe('the name of a draft', () => {
  it('of a note is its first words and its customer', () => {
    const content = '  Called Mr. Li\nHe wants a price.';
    expect(titleOfValues('trailNote', values({ content }))).toBe('Called Mr. Li');
    expect(titleOfValues('trailNote', values({ content, company_id: '7' }, acme))).toBe(
      'Called Mr. Li · Acme GmbH',
    );
    expect(titleOfValues('trailNote', values({ company_id: '7' }, acme))).toBe('Acme GmbH');
    expect(titleOfValues('trailNote', values({ lead_id: '9' }, { 'lead~9': 'Fair lead' }))).toBe('Fair lead');
  });
  it('of a company without a name is its first contact', () => {
    const child = { ref: 'local:1', fields: { main_customer_flag: '1', email: 'li@acme.example' } };
    expect(titleOfValues('company', { ...NO_VALUES, children: [child] })).toBe('li@acme.example');
    expect(titleOfValues('company', NO_VALUES)).toBe('');
  });
  it('of a receipt is its amount and its customer', () => {
    expect(
      titleOfValues('receipt', values({ amount: '1234.50', currency: 'USD', company_id: '7' }, acme)),
    ).toBe('USD\u00a01,234.50 · Acme GmbH');
    expect(titleOfValues('receipt', values({ currency: 'USD', company_id: '7' }, acme))).toBe('Acme GmbH');
  });
  it('is cut after a whole word, and Chinese after any character', () => {
    const words = firstWords('The customer asked about the delivery time of the second order again');
    expect(words).toBe('The customer asked about the delivery time of the second…');
    expect(firstWords('客'.repeat(90))).toBe(`${'客'.repeat(60)}…`);
  });
});

describe('the message after a save', () => {
  it('names a note by its customer, or else by its words', () => {
    expect(savedName('trailNote', values({ content: 'Hello', company_id: '7' }, acme))).toEqual({
      key: 'trailNote',
      name: 'Acme GmbH',
    });
    expect(savedName('trailNote', values({ content: 'Hello' }))).toEqual({ key: 'noteText', name: 'Hello' });
  });
  it('names any other kind by its own name', () => {
    expect(savedName('company', values({ name: 'Acme GmbH' }))).toEqual({
      key: 'company',
      name: 'Acme GmbH',
    });
  });
});
