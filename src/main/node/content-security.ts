/**
 * The page's security headers, new for each load: a nonce for the UI library's style tags, no inline scripts,
 * no connections except to the core.
 */
import { randomBytes } from 'node:crypto';

export const createNonce = (): string => randomBytes(16).toString('base64');

/**
 * `connect` is `'none'` in the packaged window (frames go through the preload) and the WebSocket's origin in
 * a browser window.
 */
export const contentSecurityPolicy = (nonce: string, connect: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');

export const pageHeaders = (nonce: string, connect: string): Record<string, string> => ({
  'Content-Security-Policy': contentSecurityPolicy(nonce, connect),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=()',
});

/** Inserts the nonce where the renderer reads it. */
export const withNonce = (html: string, nonce: string): string => html.replaceAll('__CSP_NONCE__', nonce);
