/**
 * Answers that would fill the memory: endless, compressed a thousandfold, nested or with too many records. A
 * separate process reads each of them. It must end the read by itself, with a plain outcome and at most 400
 * MB of memory.
 */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliCompress, createDeflate, createGzip, constants, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildChild } from '../../support/child-script';
import { firstOf } from '../../support/thorough';

const MOST_MB = 400;
const MB = 1024 * 1024;
const HEAD = '{"code":200,"message":"success","now":"2026-11-02 08:00:00","data":';

const repeated = function* (piece: string, bytes: number): Generator<Buffer> {
  const block = Buffer.from(piece.repeat(Math.ceil((64 * 1024) / piece.length)));
  for (let sent = 0; sent < bytes; sent += block.length) yield block;
};
const whole = function* (head: string, piece: string, bytes: number, tail = ''): Generator<Buffer> {
  yield Buffer.from(head);
  yield* repeated(piece, bytes);
  yield Buffer.from(tail);
};
const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const ENDLESS = 12 * 1024 * MB;

type Answer = (response: ServerResponse) => Promise<void>;
const plain =
  (pieces: () => Iterable<Buffer>, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    return pipeline(Readable.from(pieces()), response);
  };
const coded =
  (coding: string, pieces: () => Iterable<Buffer>): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding });
    const encoder =
      coding === 'br'
        ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
        : coding === 'deflate'
          ? createDeflate()
          : createGzip({ level: 1 });
    return pipeline(Readable.from(pieces()), encoder, response);
  };
/** 1 GB of spaces in a string, compressed twice to some kilobytes; a gzip file may have many members. */
const gzippedTwice = (): Buffer => {
  const member = gzipSync(Buffer.alloc(MB, ' '));
  return gzipSync(
    Buffer.concat([gzipSync(`${HEAD}"`), ...Array.from({ length: 1024 }, () => member), gzipSync('"}')]),
  );
};

const ANSWERS: Readonly<Record<string, Answer>> = {
  endless: plain(() => whole(`${HEAD}"`, 'x', ENDLESS)),
  'one-byte-chunks': async (response) => {
    const { socket } = response;
    if (!socket) return;
    // Written past the response, so that each byte is a chunk of its own.
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n');
    await pipeline(Readable.from(repeated('1\r\nx\r\n', ENDLESS)), socket);
  },
  announced: plain(() => whole(HEAD, 'x', ENDLESS), { 'content-length': String(ENDLESS) }),
  'gzip-1gb': coded('gzip', () => whole(`${HEAD}"`, ' ', 1024 * MB, '"}')),
  'br-1gb': coded('br', () => whole(`${HEAD}"`, ' ', 1024 * MB, '"}')),
  'deflate-1gb': coded('deflate', () => whole(`${HEAD}"`, ' ', 1024 * MB, '"}')),
  'gzip-twice-1gb': plain(() => [gzippedTwice()], { 'content-encoding': 'gzip, gzip' }),
  'open-brackets': plain(() => whole(HEAD, '[', 15 * MB)),
  'nested-15mb': plain(() => [...whole(HEAD, '[', 7 * MB), ...whole('', ']', 7 * MB, '}')]),
  'nested-20k': plain(() => [Buffer.from(`${HEAD}{"a":${DEEP}}}`)]),
  'one-record-nested-20k': plain(() => [
    Buffer.from(`${HEAD}{"totalItem":3,"list":[{"order_id":1},{"order_id":2,"x":${DEEP}},{"order_id":3}]}}`),
  ]),
  'crowd-of-objects': plain(() => whole(`${HEAD}[`, '{},', 15 * MB, '{}]}')),
  'crowd-of-records': plain(() => whole(`${HEAD}{"list":[`, '{"order_id":1},', 15 * MB, '{"order_id":2}]}}')),
  'crowd-of-keys': plain(function* () {
    yield Buffer.from(`${HEAD}{`);
    for (let n = 0; n < 1_200_000; n += 1000)
      yield Buffer.from(Array.from({ length: 1000 }, (_, i) => `"${n + i}x":1,`).join(''));
    yield Buffer.from('"last":1}}');
  }),
};

/** Also read as a token, a push or a list: what that adds is the same for every answer. */
const JUDGED_BY_ALL = firstOf(['endless', 'crowd-of-records', ...Object.keys(ANSWERS)], 2);

interface Told {
  outcome: { kind?: string; detail?: string; ok?: boolean; trouble?: { kind: string; detail: string } };
  peakMb: number;
}

describe('hostile answers', () => {
  let script: string;
  let server: Server;
  let url: string;
  beforeAll(async () => {
    script = await buildChild('hostile-read.ts');
    server = createServer((request, response) => {
      const answer = ANSWERS[request.url?.split('/')[1] ?? ''];
      request.resume();
      // Whoever asked leaves before the end.
      answer?.(response).catch(() => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(script, { force: true });
  });

  const ask = (how: string, name: string): Promise<Told> =>
    new Promise((resolve, reject) => {
      execFile(process.execPath, [script, how, `${url}/${name}`], { timeout: 60_000 }, (error, out) => {
        if (error) return reject(error);
        resolve(JSON.parse(out) as Told);
      });
    });

  it('[HT10] a body of one-byte chunks ends at the size limit, or at the deadline on a slow machine', async () => {
    // A push has the lower limit. Both count with the same code.
    const ways = [
      { how: 'push', endOf: ({ kind }: Told['outcome']) => kind, ends: ['noVerdict'] },
      {
        how: 'read',
        endOf: ({ detail }: Told['outcome']) => detail,
        ends: ['answer too large', 'timeout'],
      },
    ];
    for (const { how, endOf, ends } of firstOf(ways, 1)) {
      const { outcome, peakMb } = await ask(how, 'one-byte-chunks');
      expect(ends).toContain(endOf(outcome));
      expect(peakMb).toBeLessThanOrEqual(MOST_MB);
    }
  });

  it.each(['endless', 'announced', 'gzip-1gb', 'br-1gb', 'deflate-1gb', 'gzip-twice-1gb'])(
    '[HT10] %s ends at the size limit for a read, a token and a push',
    async (name) => {
      const read = await ask('read', name);
      expect(read.outcome).toMatchObject({ kind: 'bad-answer', detail: 'answer too large' });
      expect(read.peakMb).toBeLessThanOrEqual(MOST_MB);
      if (!JUDGED_BY_ALL.includes(name)) return;
      const token = await ask('token', name);
      expect(token.outcome.trouble).toMatchObject({ kind: 'bad-answer', detail: 'answer too large' });
      // The push may have been taken: neither refused nor unsent.
      const push = await ask('push', name);
      expect(push.outcome).toMatchObject({ kind: 'noVerdict' });
      expect(push.outcome.detail).toContain('too-large');
      for (const { peakMb } of [token, push]) expect(peakMb).toBeLessThanOrEqual(MOST_MB);
    },
  );

  it.each(['open-brackets', 'nested-15mb', 'crowd-of-objects', 'crowd-of-records', 'crowd-of-keys'])(
    '[HT10] %s is refused before it is parsed',
    async (name) => {
      const read = await ask('read', name);
      expect(read.outcome).toMatchObject({ kind: 'bad-answer' });
      expect(read.outcome.detail).toMatch(/nested too deep|too many values/);
      expect(read.peakMb).toBeLessThanOrEqual(MOST_MB);
      if (!JUDGED_BY_ALL.includes(name)) return;
      const list = await ask('list', name);
      expect(list.outcome.trouble).toMatchObject({ kind: 'bad-answer' });
      expect(list.peakMb).toBeLessThanOrEqual(MOST_MB);
    },
  );

  it('[HT10] an answer nested 20,000 levels deep is refused with its reason, and gives a push no verdict', async () => {
    expect((await ask('list', 'nested-20k')).outcome.trouble).toMatchObject({
      kind: 'bad-answer',
      detail: 'nested too deep',
    });
    expect((await ask('push', 'nested-20k')).outcome).toMatchObject({ kind: 'noVerdict' });
    // In a list the one record is left out, and named.
    expect((await ask('list', 'one-record-nested-20k')).outcome).toMatchObject({
      ok: true,
      value: { items: [{ id: '1' }, { id: '3' }], total: 3, skipped: { ids: ['2'] } },
    });
  });
});
