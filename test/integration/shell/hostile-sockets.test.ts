/**
 * What any web page or local program may send to the port of the browser window: raw bytes, without a client
 * library. Each connection may be refused; none may end the process, and the window's own connection must
 * work afterwards.
 */
import { mkdtempSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCore } from '../../support/outbox-window';
import { startApp, type Running } from '../../support/processes';

const WAIT_MS = 3000;

describe('hostile sockets', { timeout: 30_000 }, () => {
  let app: Running;
  let address: URL;
  const folder = mkdtempSync(join(tmpdir(), 'satchel-sockets-'));
  const report = join(folder, 'report.txt');
  beforeAll(async () => {
    const monitor = pathToFileURL(join(import.meta.dirname, '../../support/count-unheard.mjs')).href;
    app = await startApp(['--demo', '--data', join(folder, 'data')], {
      SATCHEL_UNHEARD: report,
      NODE_OPTIONS: `--import=${monitor}`,
    });
    address = new URL(app.url);
  });
  afterAll(async () => void (await app.stop()));

  const open = (): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port: Number(address.port), allowHalfOpen: true });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        // The server may reset a connection that it refuses.
        socket.on('error', () => undefined);
        resolve(socket);
      });
    });
  /** Sends `text` and resolves with the first bytes of the answer; empty if the server closes without one. */
  const say = async (text: string | Buffer): Promise<string> => {
    const socket = await open();
    return new Promise((resolve) => {
      const done = (answer: string): void => {
        clearTimeout(timer);
        socket.destroy();
        resolve(answer);
      };
      const timer = setTimeout(() => done('no answer'), WAIT_MS);
      socket.once('data', (bytes: Buffer) => done(bytes.toString('latin1')));
      socket.once('close', () => done(''));
      socket.once('end', () => done(''));
      socket.write(text);
    });
  };
  const upgrade = (target: string, origin = `http://${address.host}`): string =>
    [
      `GET ${target} HTTP/1.1`,
      `Host: ${address.host}`,
      `Origin: ${origin}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      '\r\n',
    ].join('\r\n');
  const plain = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: ${address.host}\r\n\r\n`;
  const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);

  /** Expects that the same process answers, serves its page, and did not restart its core. */
  const expectServes = async (): Promise<void> => {
    expect((await fetch(`http://${address.host}/`)).status).toBe(200);
    const { core, close } = openCore(app.url);
    expect((await core.accounts.state()).account?.demo).toBe(true);
    close();
    expect(app.output().trim().split('\n')).toHaveLength(1);
  };

  it.each(['//', '//x', '///', '/\\', '//[', '//:99999/core', 'http://', 'http://[', '*', '/%', '/%00', '?'])(
    'refuses the target %s as a page and as an upgrade',
    async (target) => {
      expect(statusOf(await say(plain(target)))).toBeGreaterThanOrEqual(400);
      expect(statusOf(await say(upgrade(target)))).toBeGreaterThanOrEqual(400);
      await expectServes();
    },
  );

  it('refuses an absolute-form target, with the right path and secret too', async () => {
    for (const host of [address.host, 'evil.example']) {
      expect(statusOf(await say(plain(`http://${host}/`)))).toBe(400);
      expect(statusOf(await say(upgrade(`http://${host}/core${address.search}`)))).toBe(403);
      expect(statusOf(await say(upgrade(`//${host}/core${address.search}`)))).toBe(403);
    }
    await expectServes();
  });

  it('survives a reset after a refused upgrade', async () => {
    for (let n = 0; n < 50; n += 1) {
      const socket = await open();
      socket.write(upgrade('/core?k=guess', 'http://evil.example'));
      if (n % 2 === 0) await new Promise((resolve) => socket.once('data', resolve));
      // Bytes on a refused connection, then a reset, as from a closed tab.
      socket.write('x'.repeat(1000));
      socket.resetAndDestroy();
    }
    await expectServes();
  });

  it('closes a refused connection even if the other side keeps its half open', async () => {
    const sockets = await Promise.all(Array.from({ length: 20 }, open));
    const closed = sockets.map((socket) => {
      socket.resume();
      socket.write(upgrade('/core?k=guess'));
      return new Promise<boolean>((resolve) => {
        socket.once('end', () => {
          // The server answers bytes for a destroyed socket with a reset, which a later write sees.
          const writes = setInterval(() => socket.write('still here'), 50);
          const end = setTimeout(() => finish(false), WAIT_MS);
          const finish = (isClosed: boolean): void => {
            clearInterval(writes);
            clearTimeout(end);
            resolve(isClosed);
          };
          socket.once('close', () => finish(true));
        });
      });
    });
    expect(await Promise.all(closed)).toEqual(sockets.map(() => true));
    for (const socket of sockets) socket.destroy();
    await expectServes();
  });

  it('survives connections that stop half way through a request', async () => {
    const pieces = ['', 'G', 'GET / HT', plain('/').slice(0, -2), upgrade('/core').slice(0, -2)];
    const sockets = await Promise.all(pieces.map(open));
    for (const [n, socket] of sockets.entries()) {
      socket.write(pieces[n] ?? '');
      if (n % 2 === 0) socket.end();
    }
    await expectServes();
    for (const socket of sockets) socket.resetAndDestroy();
    await expectServes();
  });

  it('refuses huge headers, a huge request line and bytes that are not HTTP', async () => {
    const long = 'a'.repeat(20 * 1024);
    expect(statusOf(await say(`GET / HTTP/1.1\r\nHost: ${address.host}\r\nX: ${long}\r\n\r\n`))).toBe(431);
    expect(statusOf(await say(plain(`/${long}`)))).toBe(431);
    // A connection that is closed with unread bytes is reset, and the reset may overtake the answer.
    const huge = 'a'.repeat(1024 * 1024);
    const answers = [`GET / HTTP/1.1\r\nHost: ${address.host}\r\nX: ${huge}\r\n\r\n`, plain(`/${huge}`)].map(
      say,
    );
    for (const answer of await Promise.all(answers)) expect(['', 431]).toContain(answer && statusOf(answer));
    expect(statusOf(await say('\u0016\u0003\u0001\u0000junk\r\n\r\n'))).toBe(400);
    expect(statusOf(await say(`GET / HTTP/1.1\r\nHost: ${address.host}\r\nContent-Length: x\r\n\r\n`))).toBe(
      400,
    );
    expect(statusOf(await say(`CONNECT evil.example:443 HTTP/1.1\r\nHost: ${address.host}\r\n\r\n`))).toBe(0);
    await expectServes();
  });

  it('closes a connection that sends malformed frames, and only that one', async () => {
    const target = `/core${address.search}`;
    // Reserved bits; an unmasked frame; a ping of 64 kB; a length of 2^63; invalid UTF-8; a bad close.
    const frames = [
      [0xf1, 0x80, 0, 0, 0, 0],
      [0x81, 0x01, 0x41],
      [0x89, 0xfe, 0xff, 0xff, 0, 0, 0, 0],
      [0x82, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28],
      [0x88, 0x81, 0, 0, 0, 0, 0x01],
    ];
    const { core, close } = openCore(app.url);
    expect((await core.accounts.state()).account?.demo).toBe(true);
    for (const frame of frames) {
      const socket = await open();
      socket.write(upgrade(target));
      const first = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
      expect(statusOf(first.toString('latin1'))).toBe(101);
      const ended = new Promise((resolve) => socket.once('end', resolve));
      socket.resume();
      socket.write(Buffer.from(frame));
      await ended;
      socket.resetAndDestroy();
    }
    expect((await core.accounts.state()).account?.demo).toBe(true);
    close();
    await expectServes();
  });

  it('survives resets in the middle of answers', async () => {
    for (let n = 0; n < 30; n += 1) {
      const socket = await open();
      socket.write(plain('/').repeat(20));
      if (n % 3 === 0) await new Promise((resolve) => socket.once('data', resolve));
      socket.resetAndDestroy();
    }
    await expectServes();
  });

  it('[SEC17] leaves no error of the app without a handler, in the thread of the shell and in that of the core', () => {
    expect(readFileSync(report, 'utf8').trim().split('\n').toSorted()).toEqual(['thread 0', 'thread 1']);
  });
});
