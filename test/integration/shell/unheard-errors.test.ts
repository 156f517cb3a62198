/**
 * A real app process and a real service process during every network fault, with work in both directions. A
 * monitor that is preloaded into each thread would report an error without a handler.
 */
import { mkdtempSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type { Fault } from '#service/control/faults';
import {
  connectAndCopy,
  controlOf,
  openCore,
  PATHS,
  releaseAll,
  submit,
  until,
} from '../../support/outbox-window';
import { TOLD_TO_END } from '../../support/ended';
import { startApp, startServiceProcess } from '../../support/processes';
import { firstOf } from '../../support/thorough';

const MONITOR = pathToFileURL(
  fileURLToPath(new URL('../../support/count-unheard.mjs', import.meta.url)),
).href;
const ALL_FAULTS: readonly Fault[] = [
  { kind: 'reset', times: 6 },
  { kind: 'lost', times: 4 },
  { kind: 'torn', times: 6 },
  { kind: 'idle-close', times: 6 },
  { kind: 'html', times: 4 },
  { kind: 'redirect', status: 307, location: 'http://127.0.0.1:9/', times: 4 },
  { kind: 'status', status: 503, times: 6 },
  { kind: 'status', status: 401, times: 3 },
  { kind: 'status', status: 429, retryAfter: '1', times: 2 },
];
const FAULTS = firstOf(ALL_FAULTS, 3);

/** A page that disconnects in the middle of a line, and a client that is not a page. */
const disturb = (appUrl: string): void => {
  const { port, host, search } = new URL(appUrl);
  for (const text of [
    `GET /core${search} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    `GET // HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  ]) {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(text);
      setTimeout(() => socket.resetAndDestroy(), 20);
    });
    socket.on('error', () => undefined);
  }
};

it('[SEC17] every error of the app is handled during every network fault', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-unheard-'));
  const report = join(folder, 'report.txt');
  const service = await startServiceProcess(['--memory', '--dataset', '10', '--control']);
  const app = await startApp(['--data', join(folder, 'data')], {
    SATCHEL_UNHEARD: report,
    NODE_OPTIONS: `--import=${MONITOR}`,
  });
  let serviceStopped = false;
  try {
    const { core, close } = openCore(app.url);
    await connectAndCopy(core, service.url);
    await releaseAll(core);
    const control = controlOf(service.url);
    for (const [n, fault] of FAULTS.entries()) {
      await control.fault(fault);
      disturb(app.url);
      await submit(core, { kind: 'company', fields: { name: `Unheard ${n}`, pool_id: '0' } });
      await core.sync.start();
      await until(async () => !(await core.sync.state()).running, 20_000);
    }
    await control.clearFaults();
    // After the wait of the last fault, work continues.
    await until(async () => (await control.posts(PATHS.company)) >= 1, 20_000);
    // The service is killed while both sides work.
    await submit(core, { kind: 'company', fields: { name: 'To nobody', pool_id: '0' } });
    void core.sync.start().catch(() => undefined);
    await service.stop('SIGKILL');
    serviceStopped = true;
    await until(async () => (await core.sync.state()).connectivity === 'offline', 30_000);
    close();
  } finally {
    const code = await app.stop();
    if (!serviceStopped) await service.stop();
    const lines = readFileSync(report, 'utf8').trim().split('\n');
    // The monitor was loaded in the shell's thread and in the core's.
    expect(new Set(lines.filter((line) => line.startsWith('thread ')))).toEqual(
      new Set(['thread 0', 'thread 1']),
    );
    expect(lines.filter((line) => !line.startsWith('thread '))).toEqual([]);
    expect(code).toBe(TOLD_TO_END);
  }
});
