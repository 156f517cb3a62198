/**
 * Answers that no service should give. Each is used for every read and push of the app until it is removed;
 * requests that it does not handle are passed on to the real service.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createDeflate, createGzip } from 'node:zlib';

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  isToken: boolean;
  isPush: boolean;
  /** The real service's answer to this request. */
  real(): Promise<{ status: number; text: string }>;
}
/** Returns false if the real service has to answer. */
export type Answer = (response: ServerResponse, asked: Asked, request: IncomingMessage) => Promise<boolean>;

const MB = 1024 * 1024;
const NOW = '2026-11-02 08:00:00';
const HEAD = `{"code":200,"message":"success","now":"${NOW}","data":`;
const ENDLESS = 12 * 1024 * MB;
const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

const repeated = function* (piece: string, bytes: number): Generator<Buffer> {
  const block = Buffer.from(piece.repeat(Math.ceil((64 * 1024) / piece.length)));
  for (let sent = 0; sent < bytes; sent += block.length) yield block;
};
const whole = function* (head: string, piece: string, bytes: number, tail = ''): Generator<Buffer> {
  yield Buffer.from(head);
  yield* repeated(piece, bytes);
  yield Buffer.from(tail);
};
const JSON_TYPE = { 'content-type': 'application/json' };

/** Not used for the sign-in, which has its own answers below. */
const beyondToken =
  (give: (response: ServerResponse, asked: Asked) => Promise<void>): Answer =>
  async (response, asked) => {
    if (asked.isToken) return false;
    await give(response, asked);
    return true;
  };
const stream = (pieces: () => Iterable<Buffer>, headers: Record<string, string> = {}): Answer =>
  beyondToken(async (response) => {
    response.writeHead(200, { ...JSON_TYPE, ...headers });
    await pipeline(Readable.from(pieces()), response);
  });
const coded = (coding: string, pieces: () => Iterable<Buffer>): Answer =>
  beyondToken(async (response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': coding });
    const [first, second] = coding.split(', ').map((name) => {
      if (name === 'br') return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
      return name === 'deflate' ? createDeflate() : createGzip({ level: 1 });
    });
    if (second) await pipeline(Readable.from(pieces()), first!, second, response);
    else await pipeline(Readable.from(pieces()), first!, response);
  });
const says = (text: string, status = 200, headers: Record<string, string> = {}): Answer =>
  beyondToken(async (response) => void response.writeHead(status, { ...JSON_TYPE, ...headers }).end(text));
const envelope = (data: string, code = 200): string =>
  `{"code":${code},"message":"success","now":"${NOW}","data":${data}}`;
const list = (items: string, total: string): string => envelope(`{"list":${items},"totalItem":${total}}`);
/** The real answer, with its text changed. */
const altered = (change: (text: string) => string): Answer =>
  beyondToken(async (response, asked) => {
    const { status, text } = await asked.real();
    response.writeHead(status, JSON_TYPE).end(change(text));
  });
const broken = (give: (request: IncomingMessage, response: ServerResponse) => void): Answer => {
  return async (response, asked, request) => {
    if (asked.isToken) return false;
    give(request, response);
    return true;
  };
};
const raw = (text: string): Answer => broken((request) => void request.socket.end(text));
const atToken =
  (give: (response: ServerResponse) => Promise<void>): Answer =>
  async (response, asked) => {
    // Rejects the existing tokens, so that the app requests a new one.
    if (asked.isToken) await give(response);
    else response.writeHead(401, JSON_TYPE).end('{"code":401,"message":"expired"}');
    return true;
  };

export const HOSTILE_ANSWERS: Readonly<Record<string, Answer>> = {
  // Size
  'endless body': stream(() => whole(`${HEAD}"`, 'x', ENDLESS)),
  'endless body with a Content-Length': stream(() => whole(HEAD, 'x', ENDLESS), {
    'content-length': String(ENDLESS),
  }),
  'endless white space': stream(() => whole('', ' ', ENDLESS)),
  'gzip of 1 GB': coded('gzip', () => whole(`${HEAD}"`, ' ', 1024 * MB, '"}')),
  'brotli of 1 GB': coded('br', () => whole(`${HEAD}"`, ' ', 1024 * MB, '"}')),
  'deflate of 1 GB': coded('deflate', () => whole(`${HEAD}"`, ' ', 1024 * MB, '"}')),
  'gzip in gzip of 1 GB': coded('gzip, gzip', () => whole(`${HEAD}"`, ' ', 1024 * MB, '"}')),
  'invalid gzip': says('not gzip at all', 200, { 'content-encoding': 'gzip' }),
  'unknown Content-Encoding': says(list('[]', '0'), 200, { 'content-encoding': 'rot13' }),
  // Shape
  'nested 20,000 levels': says(envelope(`{"a":${DEEP}}`)),
  'one record nested 20,000 levels': says(list(`[{"order_id":1},{"order_id":2,"x":${DEEP}}]`, '2')),
  '15 MB of opening brackets': stream(() => whole(HEAD, '[', 15 * MB)),
  'five million objects': stream(() => whole(`${HEAD}[`, '{},', 15 * MB, '{}]}')),
  'a million records': stream(() =>
    whole(`${HEAD}{"list":[`, '{"order_id":1},', 15 * MB, '{"order_id":2}]}}'),
  ),
  'empty body': says(''),
  null: says('null'),
  'a number without an envelope': says('42'),
  'a string without an envelope': says('"success"'),
  'an array': says('[]'),
  'an envelope without data': says(`{"code":200,"message":"success","now":"${NOW}"}`),
  'data is null': says(envelope('null')),
  'data is a string': says(envelope('"none"')),
  'an object in place of a list': says(list('{}', '0')),
  'a list of numbers': says(list('[1,2,3]', '3')),
  'a list of nulls': says(list('[null,null]', '2')),
  'records without ids': says(list('[{},{"name":"x"}]', '2')),
  'ids are objects': says(list('[{"order_id":{"a":1},"company_id":[1],"lead_id":true}]', '1')),
  'every string is a number': altered((text) => text.replaceAll(/:"[^"]*"/g, ':7')),
  'every number is a string': altered((text) => text.replaceAll(/:(\d+)/g, ':"$1"')),
  'every value is null': altered((text) =>
    text.replaceAll(/"(name|remark|update_time|create_time|serial_id)":("[^"]*"|\d+)/g, '"$1":null'),
  ),
  'numbers are NaN': says(list('[{"order_id":NaN}]', 'NaN')),
  'numbers are 1e400': says(list('[{"order_id":1e400,"company_id":1e400}]', '1e400')),
  'ids of 19 digits': says(list('[{"order_id":9223372036854775807,"company_id":9223372036854775807}]', '1')),
  'ids of 40 digits': says(list(`[{"order_id":${'9'.repeat(40)},"company_id":${'9'.repeat(40)}}]`, '1')),
  'negative ids': says(list('[{"order_id":-1,"company_id":-1,"lead_id":-1}]', '1')),
  'keys such as __proto__': says(
    list('[{"order_id":1,"__proto__":{"polluted":1},"constructor":1,"toString":2}]', '1'),
  ),
  'unpaired surrogates and NUL': says(list('[{"order_id":1,"company_id":1,"name":"\\ud800\\u0000x"}]', '1')),
  'invalid UTF-8': broken((_, response) => {
    response.writeHead(200, JSON_TYPE).end(Buffer.from([0x7b, 0xff, 0xfe, 0x80, 0x7d]));
  }),
  'a string of 10 MB': stream(() =>
    whole(`${HEAD}{"list":[{"order_id":1,"company_id":1,"name":"`, 'x', 10 * MB, '"}]}}'),
  ),
  // Pages
  'endless empty pages': says(list('[]', '1000000')),
  'always the same page': altered((text) => text.replaceAll(/"totalItem":\d+/g, '"totalItem":1000000')),
  'negative totals': altered((text) => text.replaceAll(/"totalItem":\d+/g, '"totalItem":-5')),
  'totals are strings': altered((text) => text.replaceAll(/"totalItem":\d+/g, '"totalItem":"many"')),
  'totals change': altered((text) =>
    text.replaceAll(/"totalItem":\d+/g, () => `"totalItem":${Math.floor(Math.random() * 500)}`),
  ),
  // Status
  'status 200 with code 500': says(envelope('null', 500)),
  'status 500 with code 200': says(list('[]', '0'), 500),
  'status 204': broken((_, response) => void response.writeHead(204).end()),
  'status 304': broken((_, response) => void response.writeHead(304).end()),
  'status 418': says('{}', 418),
  'status 999': raw('HTTP/1.1 999 None\r\ncontent-length: 2\r\n\r\n{}'),
  '401 to every request': says('{"code":401,"message":"expired"}', 401),
  '403 to every request': says('{"code":403,"message":"forbidden"}', 403),
  '429 storm': says('{"code":429,"message":"slow down"}', 429),
  '429 with a Retry-After of one year': says('{"code":429,"message":"slow down"}', 429, {
    'retry-after': '31536000',
  }),
  '429 with an invalid Retry-After': says('{}', 429, { 'retry-after': 'soon' }),
  // Wire
  'HTML with status 200': says('<html><body>Sign in to the hotel</body></html>', 200, {
    'content-type': 'text/html',
  }),
  'redirect to itself': broken((request, response) => {
    response.writeHead(307, { location: request.url ?? '/' }).end();
  }),
  'redirect to another host': broken((_, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:9/elsewhere' }).end();
  }),
  'redirect without a Location': broken((_, response) => void response.writeHead(302).end()),
  'headers of 200 kB': raw(`HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(200_000)}\r\n\r\n{}`),
  'ten thousand headers': raw(
    `HTTP/1.1 200 OK\r\n${Array.from({ length: 10_000 }, (_, n) => `x-${n}: 1`).join('\r\n')}\r\n\r\n{}`,
  ),
  'the answer is cut in half': raw(
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n${HEAD}`,
  ),
  'the connection closes without an answer': broken((request) => void request.socket.destroy()),
  'the connection is reset': broken((request) => void request.socket.resetAndDestroy()),
  'not HTTP': raw('SSH-2.0-OpenSSH_9.6\r\n'),
  'two Content-Length headers': raw('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 5\r\n\r\n{}'),
  'one byte at a time': broken((_, response) => {
    response.writeHead(200, JSON_TYPE);
    const drip = setInterval(() => response.write(' '), 500);
    response.on('close', () => clearInterval(drip));
  }),
  'the service never answers': broken(() => undefined),
  // Pushes
  'every create gets the same id': async (response, asked) => {
    if (!asked.isPush) return false;
    response.writeHead(200, JSON_TYPE).end(envelope('{"company_id":1,"lead_id":1,"cash_collection_id":1}'));
    return true;
  },
  'success without an id': async (response, asked) => {
    if (!asked.isPush) return false;
    response.writeHead(200, JSON_TYPE).end(envelope('{}'));
    return true;
  },
  'pushes are stored and refused': async (response, asked) => {
    if (!asked.isPush) return false;
    await asked.real();
    response.writeHead(200, JSON_TYPE).end('{"code":400,"message":"not accepted","data":null}');
    return true;
  },
  'pushes are stored and answered with HTML': async (response, asked) => {
    if (!asked.isPush) return false;
    await asked.real();
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    return true;
  },
  // Sign-in
  'endless token': atToken(async (response) => {
    response.writeHead(200, JSON_TYPE);
    await pipeline(Readable.from(whole('{"access_token":"', 'x', ENDLESS)), response);
  }),
  'token of 5 MB': atToken(async (response) => {
    response.writeHead(200, JSON_TYPE);
    await pipeline(Readable.from(whole('{"access_token":"', 'x', 5 * MB, '"}')), response);
  }),
  'the token is an object': atToken(
    async (response) => void response.writeHead(200, JSON_TYPE).end('{"access_token":{"a":1}}'),
  ),
  'the token contains line breaks': atToken(
    async (response) =>
      void response.writeHead(200, JSON_TYPE).end('{"access_token":"a\\r\\nx-evil: 1","expires_in":-1}'),
  ),
  'the token request gets no answer': atToken(() => Promise.resolve()),
};
