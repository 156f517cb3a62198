import { describe, expect, it } from 'vitest';
import { bareCompanyName, companyMailDomain } from '../../../../src/shared/domain/company-name';

describe('a company is identified by its name without legal form and punctuation', () => {
  it.each([
    [
      ['Acme Trading GmbH', 'ACME TRADING', 'Acme-Trading G.m.b.H.', 'Acme Trading GmbH & Co. KG'],
      'acme trading',
    ],
    [['Casa Lighting Pty Ltd', 'Casa Lighting', 'Casa  Lighting Co., Ltd.'], 'casa lighting'],
    [['Pampas S.r.l.', 'Pampas SRL', 'PAMPAS'], 'pampas'],
    [["O'Malley & Sons Inc.", 'O’Malley & Sons'], 'omalley & sons'],
    [['宁波东升进出口有限公司', '宁波东升进出口', '宁波东升进出口股份有限公司'], '宁波东升进出口'],
    [['株式会社さくら', 'さくら株式会社', 'さくら'], 'さくら'],
  ])('%j', (spellings, bare) => {
    for (const name of spellings) expect(bareCompanyName(name)).toBe(bare);
  });
  it('keeps a name that is only a legal form, or that ends in such letters', () => {
    expect(bareCompanyName('AG')).toBe('ag');
    expect(bareCompanyName('有限公司')).toBe('有限公司');
    expect(bareCompanyName('Ikea')).toBe('ikea');
    expect(bareCompanyName('Pizza')).toBe('pizza');
    expect(bareCompanyName('')).toBe('');
  });
});
it('company mail has a domain, public mail does not', () => {
  expect(companyMailDomain('Anna@Nordlicht.Example')).toBe('nordlicht.example');
  expect(companyMailDomain('anna@gmail.com')).toBe('');
  expect(companyMailDomain('12345@qq.com')).toBe('');
  expect(companyMailDomain('anna')).toBe('');
  expect(companyMailDomain('a@b')).toBe('');
});
