/**
 * Browser, app, page and core client for an end-to-end suite. All are closed after the test or the suite that
 * opened them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach } from 'vitest';
import type { Fault } from '../../src/service/control/faults';
import { launchBrowser, openPage } from './browser';
import { copiedDemo } from './copied-demo';
import { connectAndCopy, controlOf, type Core, openCore } from './outbox-window';
import { startApp, startServiceProcess } from './processes';

interface Opened {
  page: Page;
  problems: readonly string[];
  core: Core;
}

/** The longest text that is printed, in characters. */
const MOST_SHOWN = 1500;

/**
 * The content of the page and the outbox when a test failed, because a failure that occurs once in many runs
 * cannot be reproduced.
 */
const describeFailure = async ({ page, problems, core }: Opened): Promise<string> => {
  const shown = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, MOST_SHOWN);
  const textsOf = (role: 'dialog' | 'status' | 'alert' | 'main') => page.getByRole(role).allInnerTexts();
  const focus = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300));
  const items = await core.outbox.list({});
  return [
    `address: ${page.url()}`,
    ...(await textsOf('dialog')).map((text) => `dialog: ${shown(text)}`),
    ...(await textsOf('alert')).map((text) => `alert: ${shown(text)}`),
    ...(await textsOf('status')).map((text) => `status: ${shown(text)}`),
    ...(await textsOf('main')).map((text) => `screen: ${shown(text)}`),
    `focus: ${focus ?? 'none'}`,
    ...problems.map((problem) => `problem: ${problem}`),
    ...items.map(
      ({ id, kind, state, command }) => `item ${id}: ${kind} ${state} ${JSON.stringify(command.fields)}`,
    ),
  ].join('\n  ');
};

export const makeDesk = () => {
  type Closing = (() => unknown)[];
  const ofSuite: Closing = [];
  const ofTest: Closing = [];
  const closeAll = async (closing: Closing): Promise<void> => {
    for (const close of closing.splice(0).toReversed()) await close();
  };
  const opened: Opened[] = [];
  let inTest = false;
  beforeEach(() => {
    inTest = true;
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      for (const one of opened) {
        const text = await describeFailure(one).catch(
          (error: unknown) => `could not be read: ${String(error)}`,
        );
        console.error(`When “${task.name}” failed:\n  ${text}`);
      }
    inTest = false;
    if (ofTest.length > 0) opened.length = 0;
    await closeAll(ofTest);
  });
  afterAll(() => closeAll(ofSuite));
  /**
   * Starts the app on an empty data folder of its own, or on `data`. What a test opens is closed after the
   * test.
   */
  const open = async (
    args: readonly string[] = [],
    look: Parameters<typeof openPage>[1] = {},
    data = mkdtempSync(join(tmpdir(), 'satchel-desk-')),
  ) => {
    const closing = inTest ? ofTest : ofSuite;
    closing.push(() => rmSync(data, { recursive: true, force: true }));
    const browser = await launchBrowser();
    closing.push(() => browser.close());
    const app = await startApp([...args, '--data', data]);
    closing.push(() => app.stop());
    const { core, close } = openCore(app.url);
    closing.push(close);
    const { page, problems } = await openPage(browser, look);
    opened.push({ page, problems, core });
    return { page, problems, browser, app, core };
  };
  /** Opens the demo workspace after its first copy. */
  const openDemo = async (look: Parameters<typeof openPage>[1] = {}) =>
    open(['--demo'], look, await copiedDemo());
  /**
   * Starts the app connected to a small service that can simulate faults, and waits until everything is
   * copied. `faults` apply from the first request on.
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
    (inTest ? ofTest : ofSuite).push(() => service.stop());
    const control = controlOf(service.url);
    for (const fault of faults) await control.fault(fault);
    const desk = await open([], look);
    await connectAndCopy(desk.core, service.url);
    return { ...desk, service, control };
  };
  /** Also runs `close` after the suite. */
  const alsoClose = (close: () => unknown): void => void ofSuite.push(close);
  return { open, openDemo, connect, alsoClose };
};
