/**
 * A rep's desk for an end-to-end suite: browser, app, a page not yet gone anywhere, and the core beside it;
 * cleared away after the suite.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Fault } from '../../src/service/control/faults';
import { launchBrowser, openPage } from './browser';
import { copiedDemo } from './copied-demo';
import { connectAndCopy, controlOf, openCore } from './outbox-window';
import { startApp, startServiceProcess } from './processes';

export const makeDesk = () => {
  const closing: (() => unknown)[] = [];
  afterAll(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });
  /** The app on an empty data folder of its own, or on `data`. */
  const open = async (
    args: readonly string[] = [],
    look: Parameters<typeof openPage>[1] = {},
    data = mkdtempSync(join(tmpdir(), 'satchel-desk-')),
  ) => {
    closing.push(() => rmSync(data, { recursive: true, force: true }));
    const browser = await launchBrowser();
    closing.push(() => browser.close());
    const app = await startApp([...args, '--data', data]);
    closing.push(() => app.stop());
    const { core, close } = openCore(app.url);
    closing.push(close);
    return { ...(await openPage(browser, look)), browser, app, core };
  };
  /** The demo workspace, its first copy made. */
  const openDemo = async (look: Parameters<typeof openPage>[1] = {}) =>
    open(['--demo'], look, await copiedDemo());
  /**
   * The app connected to a small service that can be told to misbehave, everything copied; `faults` are met
   * from the first request on.
   */
  const connect = async (
    look: Parameters<typeof openPage>[1] = {},
    faults: readonly Fault[] = [],
    serviceArgs: readonly string[] = [],
  ) => {
    const service = await startServiceProcess([
      '--memory',
      '--dataset',
      '60',
      '--seed',
      '7',
      '--control',
      '--port',
      '0',
      ...serviceArgs,
    ]);
    closing.push(() => service.stop());
    const control = controlOf(service.url);
    for (const fault of faults) await control.fault(fault);
    const desk = await open([], look);
    await connectAndCopy(desk.core, service.url);
    return { ...desk, service, control };
  };
  /** Runs `close` after the suite too. */
  const alsoClose = (close: () => unknown): void => void closing.push(close);
  return { open, openDemo, connect, alsoClose };
};
