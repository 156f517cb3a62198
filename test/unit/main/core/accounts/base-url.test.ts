import { expect, it } from 'vitest';
import { checkBaseUrl, isSameService } from '../../../../../src/main/core/accounts/sign-in/base-url';

it.each([
  ['https://crm.example.com/', 'https://crm.example.com'],
  [' crm.example.com ', 'https://crm.example.com'],
  ['https://crm.example.com/api/v1/user/list', 'https://crm.example.com/api'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://localhost:9', 'http://localhost:9'],
  ['HTTPS://CRM.Example.com', 'https://crm.example.com'],
  ['https://crm.example.com:1', 'https://crm.example.com:1'],
  ['https://crm.example.com:65535', 'https://crm.example.com:65535'],
  ['http://[::1]:8080/crm/v1', 'http://[::1]:8080/crm'],
  ['https://crm.example.com/v1x/', 'https://crm.example.com/v1x'],
  ['https://客户.example', 'https://客户.example'],
  ['https://crm_test.example.com', 'https://crm_test.example.com'],
  ['https://crm.example.com:443/', 'https://crm.example.com'],
  ['https：／／crm。example。com：8443／api', 'https://crm.example.com:8443/api'],
  ['crm.example.com:0443/api', 'https://crm.example.com/api'],
  ['https://crm.example.com:80', 'https://crm.example.com:80'],
  ['http://localhost:80', 'http://localhost'],
  ['http://[::1]:80', 'http://[::1]'],
  ['http://localhost:443', 'http://localhost:443'],
])('[AU8] accepts %s', (typed, baseUrl) => {
  expect(checkBaseUrl(typed)).toEqual({ ok: true, baseUrl });
});

it.each([
  ['http://crm.example.com', 'not-https'],
  ['http://127.0.0.1.evil.example', 'not-https'],
  ['https://user:pw@crm.example.com', 'shape'],
  ['https://crm.example.com?x=1', 'shape'],
  ['ftp://crm.example.com', 'shape'],
  ['', 'shape'],
  ['https://', 'shape'],
  ['https://-', 'host'],
  ['https://crm.example.com:99999', 'host'],
  ['https://crm.example.com:65536', 'host'],
  ['https://crm.example.com:0', 'host'],
  ['https://crm.example.com#x', 'shape'],
  ['http://localhost.example', 'not-https'],
])('[AU8] refuses %s', (typed, why) => {
  expect(checkBaseUrl(typed)).toEqual({ ok: false, why });
});

it.each([
  ['客户.example', 'xn--ubt06m.example'],
  ['crm.bücher.example', 'crm.xn--bcher-kva.example'],
  ['пример.испытание', 'XN--E1AFMKFD.xn--80akhbyknj4f'],
])('[AU8] %s and %s are the same service', (read, copied) => {
  const address = (host: string): string => {
    const url = checkBaseUrl(`https://${host}:8443/api`);
    return url.ok ? url.baseUrl : url.why;
  };
  expect(isSameService(address(read), address(copied))).toBe(true);
  expect(isSameService(address(read), address('crm.example'))).toBe(false);
});

it('[AU8] a host that only looks encoded is compared as it is', () => {
  for (const host of ['xn--.example', 'xn--99999999999.example', 'xn--a-é.example'])
    expect(isSameService(`https://${host}`, `https://${host}`)).toBe(true);
});

it('[AU8] an address with its default port is the same service, also one that was stored so', () => {
  expect(isSameService('https://crm.example.com:443', 'https://crm.example.com')).toBe(true);
  expect(isSameService('https://crm.example.com:444', 'https://crm.example.com')).toBe(false);
  expect(isSameService('https://crm.example.com/a', 'https://crm.example.com')).toBe(false);
  // The demo's address is none that a user may type.
  expect(isSameService('demo:', 'demo:')).toBe(true);
});
