/**
 * The origin of the packaged page, `satchel-app://app/`. It serves the built renderer with a strict policy
 * for each load.
 */
import type { Protocol } from 'electron';
import { createNonce, pageHeaders, withNonce } from '../node/content-security';
import { readRendererFile } from '../node/renderer-files';
import { APP_SCHEME } from './security';

/**
 * Declares a standard, secure scheme, so that 'self', modules and storage work as on https. Call before the
 * app is ready.
 */
export const declareAppScheme = (protocol: Protocol): void =>
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);

/**
 * `pages` are generated pages by path, with `__CSP_NONCE__` where a style needs the nonce. Every other path
 * is a file of the renderer.
 */
export const serveAppScheme = (
  protocol: Protocol,
  rendererFolder: string,
  pages: Readonly<Record<string, () => string>> = {},
): void =>
  protocol.handle(APP_SCHEME, async (request) => {
    const url = new URL(request.url);
    const own = url.host === 'app' && request.method === 'GET';
    const made = own && Object.hasOwn(pages, url.pathname) ? pages[url.pathname]?.() : undefined;
    const stored = own && made === undefined ? await readRendererFile(rendererFolder, url.pathname) : null;
    const file =
      made !== undefined
        ? { body: Buffer.from(made), type: 'text/html; charset=utf-8', isPage: true }
        : stored;
    if (!file)
      return new Response('Not found.', {
        status: 404,
        headers: { 'Content-Type': 'text/plain', 'X-Content-Type-Options': 'nosniff' },
      });
    const nonce = createNonce();
    const body = file.isPage ? withNonce(file.body.toString('utf8'), nonce) : new Uint8Array(file.body);
    return new Response(body, {
      headers: {
        ...pageHeaders(nonce, "'none'"),
        'Content-Type': file.type,
        ...(file.isPage ? { 'Cache-Control': 'no-store' } : {}),
      },
    });
  });
