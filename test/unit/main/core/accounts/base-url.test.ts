import { expect, it } from 'vitest';
import { checkBaseUrl } from '../../../../../src/main/core/accounts/sign-in/base-url';

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
