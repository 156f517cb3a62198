import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  confineSession,
  confineWindows,
  externalUrl,
  isTrustedSender,
} from '../../../../src/main/electron/security';

describe('[SEC15] addresses that may leave the app', () => {
  it.each([
    'https://example.com/a?b=c',
    'http://example.com/',
    'mailto:someone@example.com',
    'mailto:a@b.example?subject=Hi&body=x',
    'tel:+86-10-1234-5678',
    'https://例子.测试/',
  ])('%s may', (url) => {
    expect(externalUrl(url)).toBe(new URL(url).href);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'file:///etc/passwd',
    'file://host/share',
    '\\\\host\\share',
    '//host/share',
    'https:\\\\evil.example',
    'data:text/html,x',
    'blob:https://x/y',
    'smb://host/share',
    'ms-msdt:/id',
    'ms-word:ofe|u|https://x',
    'search-ms:query=x',
    'vbscript:x',
    'ftp://example.com/',
    'https://user:pw@example.com/',
    'https://trusted.example@evil.example/',
    'satchel://open/order/1',
    'satchel-app://app/',
    'example.com',
    '',
    'http://',
    'https://',
    'mailto:a@b.example?attach=/etc/passwd',
    'mailto:a@b.example?Attachment=x',
    'mailto:',
    'mailto:a@b@c',
    'tel:*21*123#',
    'tel:',
    'tel:javascript',
    'https://example.com/\u0000',
    'https://example.com/\u202Egpj.exe',
    'https://exa\u200Bmple.com/',
    `https://example.com/${'x'.repeat(2000)}`,
    'view-source:https://x',
    'intent://x',
    'zoommtg://x',
    'steam://run/1',
  ])('%j may not', (url) => expect(externalUrl(url)).toBeNull());

  it('never throws, and allows only web, mail and phone addresses', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc
            .tuple(fc.constantFrom('file:', 'javascript:', 'https:', 'ms-x:', 'mailto:', 'tel:'), fc.string())
            .map((parts) => parts.join('')),
        ),
        (text) => {
          expect(externalUrl(text) ?? 'tel:').toMatch(/^(?:https?:\/\/[^/@\s]+(?:[/?#]|$)|mailto:|tel:)/);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('[SEC17] the sender of a message', () => {
  it('is trusted in the main frame of the app origin only', () => {
    expect(isTrustedSender({ url: 'satchel-app://app/#/orders', parent: null })).toBe(true);
    for (const url of [
      'satchel-app://other/',
      'https://app/',
      'satchel-app://app.evil/',
      'satchel-app:app',
      'satchel-app-x://app/',
      'satchel-app://app@evil/',
      'not a url',
      '',
      'about:blank',
      'data:text/html,x',
    ])
      expect(isTrustedSender({ url, parent: null }), url).toBe(false);
    expect(isTrustedSender({ url: 'satchel-app://app/', parent: {} })).toBe(false);
    expect(isTrustedSender(null)).toBe(false);
  });
});

describe('confinement', () => {
  it('[SEC5] refuses every permission, whatever its name, and lets only the page itself copy', () => {
    const handlers: Record<string, (...args: unknown[]) => unknown> = {};
    const keep = (name: string) => (handler: (...args: unknown[]) => unknown) =>
      void (handlers[name] = handler);
    confineSession(
      Object.assign(new EventEmitter(), {
        setPermissionRequestHandler: keep('request'),
        setPermissionCheckHandler: keep('check'),
        setDevicePermissionHandler: keep('device'),
        webRequest: { onBeforeRequest: keep('load') },
      }) as never,
      () => undefined,
    );
    const OWN = { isMainFrame: true, requestingUrl: 'satchel-app://app/' };
    const asked = (permission: string, details: object): unknown[] => {
      let granted: boolean | null = null;
      handlers.request?.({}, permission, (answer: boolean) => (granted = answer), details);
      return [granted, handlers.check?.({}, permission, '', details)];
    };
    for (const permission of [
      'media',
      'geolocation',
      'notifications',
      'clipboard-read',
      'openExternal',
      'fullscreen',
      'hid',
      'fileSystem',
      'some-new-one',
    ]) {
      for (const details of [OWN, {}]) expect(asked(permission, details), permission).toEqual([false, false]);
    }
    expect(asked('clipboard-sanitized-write', OWN)).toEqual([true, true]);
    for (const details of [
      {},
      { ...OWN, isMainFrame: false },
      { ...OWN, requestingUrl: 'https://example.com/' },
      { ...OWN, requestingUrl: 'satchel-app://other/' },
      { isMainFrame: true },
    ])
      expect(asked('clipboard-sanitized-write', details), JSON.stringify(details)).toEqual([false, false]);
    expect(handlers.device?.({})).toBe(false);
  });

  it('[SEC12 SEC13 SEC14] applies to every window', () => {
    const app = new EventEmitter();
    const opened: string[] = [];
    confineWindows(app as never, { openExternal: async (url: string) => void opened.push(url) });
    for (let n = 0; n < 2; n += 1) {
      let open: ((details: { url: string }) => { action: string }) | undefined;
      const contents = Object.assign(new EventEmitter(), {
        setWindowOpenHandler: (handler: typeof open) => void (open = handler),
      });
      app.emit('web-contents-created', {}, contents);
      for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview']) {
        let prevented = false;
        contents.emit(event, { preventDefault: () => (prevented = true), url: 'https://x/' });
        expect(prevented, event).toBe(true);
      }
      expect(open?.({ url: 'file:///etc/passwd' }).action).toBe('deny');
      expect(open?.({ url: 'https://example.com/' }).action).toBe('deny');
    }
    expect(opened).toEqual(['https://example.com/', 'https://example.com/']);
  });
});
