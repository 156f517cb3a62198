/** The packaged page's own origin: `satchel-app://app/`, served from the built renderer with a strict policy per load. */
import type { Protocol } from 'electron';
import { createNonce, pageHeaders, withNonce } from '../node/content-security';
import { readRendererFile } from '../node/renderer-files';
import { APP_SCHEME } from './security';

/** Before the app is ready: a standard, secure scheme, so that 'self', modules and storage work as on https. */
export const declareAppScheme = (protocol: Protocol): void =>
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } }]);

export const serveAppScheme = (protocol: Protocol, rendererFolder: string): void =>
  protocol.handle(APP_SCHEME, async (request) => {
    const url = new URL(request.url);
    const file = url.host === 'app' && request.method === 'GET' ? await readRendererFile(rendererFolder, url.pathname) : null;
    if (!file) return new Response('Not found.', { status: 404, headers: { 'Content-Type': 'text/plain' } });
    const nonce = createNonce();
    const body = file.isPage ? withNonce(file.body.toString('utf8'), nonce) : new Uint8Array(file.body);
    return new Response(body, { headers: { ...pageHeaders(nonce, "'none'"), 'Content-Type': file.type } });
  });
