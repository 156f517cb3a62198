import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  contentSecurityPolicy,
  createNonce,
  pageHeaders,
  withNonce,
} from '../../../../src/main/node/content-security';
import { readRendererFile } from '../../../../src/main/node/renderer-files';

describe('readRendererFile', () => {
  let folder: string;
  beforeAll(() => {
    const base = mkdtempSync(join(tmpdir(), 'satchel-files-'));
    folder = join(base, 'renderer');
    mkdirSync(join(folder, 'assets'), { recursive: true });
    writeFileSync(join(folder, 'index.html'), '<meta content="__CSP_NONCE__">');
    writeFileSync(join(folder, 'assets', 'a.js'), '1');
    writeFileSync(join(folder, 'assets', 'a.sh'), '1');
    writeFileSync(join(base, 'secret.json'), '{}');
    mkdirSync(join(base, 'renderer-two'));
    writeFileSync(join(base, 'renderer-two', 'x.js'), '1');
  });

  it('serves the page at / and assets by name', async () => {
    expect((await readRendererFile(folder, '/'))?.isPage).toBe(true);
    expect((await readRendererFile(folder, '/assets/a.js'))?.type).toContain('javascript');
  });

  it.each([
    '/../secret.json',
    '/%2e%2e/secret.json',
    '/..%2fsecret.json',
    '/assets/..\\..\\secret.json',
    '/../renderer-two/x.js',
    '/assets/a.sh',
    '/none.js',
    '/%00',
    '/%',
    '/assets',
  ])('refuses %s', async (path) => {
    expect(await readRendererFile(folder, path)).toBeNull();
  });
});

describe('content security policy', () => {
  it('allows no inline script or style, and no connection but the one named', () => {
    // To the letter: a directive that goes or grows is a decision, not a detail.
    expect(contentSecurityPolicy('abc', "'none'").split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'nonce-abc'",
      "img-src 'self' data:",
      "font-src 'self' data:",
      "connect-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "object-src 'none'",
    ]);
    expect(contentSecurityPolicy('abc', 'ws://127.0.0.1:1')).toContain('; connect-src ws://127.0.0.1:1; ');
  });

  it('has a nonce of its own per load, too long to guess', () => {
    const nonces = new Set(Array.from({ length: 50 }, createNonce));
    expect(nonces.size).toBe(50);
    for (const nonce of nonces) expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
  });

  it('comes with every header that isolates the page', () => {
    expect(pageHeaders('abc', "'none'")).toEqual({
      'Content-Security-Policy': contentSecurityPolicy('abc', "'none'"),
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=()',
    });
  });

  it('inserts the nonce where the page reads it', () => {
    expect(withNonce('<meta content="__CSP_NONCE__">', 'abc')).toBe('<meta content="abc">');
  });
});
