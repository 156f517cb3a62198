/** A proxy before the real service: passes requests on, or gives a hostile answer. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { Answer } from './hostile-answers';

export interface HostileService {
  url: string;
  /** Null: passes everything on. */
  answer: Answer | null;
  close(): void;
}

export const startHostileService = async (realUrl: string): Promise<HostileService> => {
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readText(request);
    const url = new URL(request.url ?? '/', realUrl);
    const real = async (): Promise<{ status: number; text: string }> => {
      const answer = await fetch(url, {
        method: request.method ?? 'GET',
        headers: {
          ...(request.headers.authorization ? { authorization: request.headers.authorization } : {}),
          'content-type': request.headers['content-type'] ?? 'application/json',
        },
        ...(request.method === 'POST' ? { body } : {}),
      });
      return { status: answer.status, text: await answer.text() };
    };
    const asked = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      isToken: url.pathname.includes('oauth2'),
      isPush: request.method === 'POST' && /\/push/.test(url.pathname),
      real,
    };
    if (service.answer && (await service.answer(response, asked, request))) return;
    const { status, text } = await real();
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  };
  const server = createServer((request, response) => {
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    // The client disconnects before the end.
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: HostileService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: null,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return service;
};
