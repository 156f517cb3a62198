import { describe, expect, it } from 'vitest';
import { externalUrl, isTrustedSender } from '../../../../src/main/electron/security';

describe('externalUrl', () => {
  it.each(['https://example.com/a?b=c', 'http://example.com/', 'mailto:someone@example.com'])('lets %s out', (url) => {
    expect(externalUrl(url)).toBe(url);
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'smb://host/share', 'ms-msdt:/id', 'https://user:pw@example.com/', 'satchel://open/order/1', 'example.com', '', 'http://'])(
    'keeps %s in',
    (url) => {
      expect(externalUrl(url)).toBeNull();
    },
  );
});

describe('isTrustedSender', () => {
  it('trusts the main frame of the app origin only', () => {
    expect(isTrustedSender({ url: 'satchel-app://app/#/orders', parent: null })).toBe(true);
    expect(isTrustedSender({ url: 'satchel-app://app/', parent: {} })).toBe(false);
    expect(isTrustedSender({ url: 'satchel-app://other/', parent: null })).toBe(false);
    expect(isTrustedSender({ url: 'https://app/', parent: null })).toBe(false);
    expect(isTrustedSender({ url: 'not a url', parent: null })).toBe(false);
    expect(isTrustedSender(null)).toBe(false);
  });
});
