/**
 * Runs the built desktop shell under plain Node against the double, plays one scenario, and prints the result
 * as one JSON line. `electron-run.ts` starts it; argv: the main bundle, the scenario's name.
 */
import { EventEmitter } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import workerThreads from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { MenuItemConstructorOptions } from 'electron';
import type { Page } from 'playwright-core';
import type * as Double from './electron-double.ts';
import type { Contract } from '../../src/shared/contract/contract.ts';
import type { enProtection } from '../../src/renderer/i18n/en-protection.ts';
import type { ShellContract } from '../../src/shared/contract/shell.ts';

const [, , bundle = '', scenario = 'main'] = process.argv;
const bundleUrl = pathToFileURL(bundle).href;

// The worker threads that the shell starts, so that a scenario can crash one.
const workers: workerThreads.Worker[] = [];
const RealWorker = workerThreads.Worker;
workerThreads.Worker = class extends RealWorker {
  constructor(...args: ConstructorParameters<typeof RealWorker>) {
    super(...args);
    workers.push(this);
  }
};
syncBuiltinESMExports();

const doubleUrl = new URL('./electron-double.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: doubleUrl, shortCircuit: true, format: 'module-typescript' }
      : next(specifier, context),
});
const double = (await import(doubleUrl)) as typeof Double;
const {
  app,
  collectGarbage,
  connectWindow,
  currentWindow,
  endSession,
  fire,
  hiddenWindowCount,
  powerMonitor,
  seen,
  sendToMain,
  shutDown,
  windowCount,
} = double;

const step = (name: string): void => {
  if (process.env.SATCHEL_SCENARIO_TRACE) process.stderr.write(`${name}\n`);
};
const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
const until = async (
  condition: () => boolean | Promise<boolean>,
  what: string,
  seconds = 40,
): Promise<void> => {
  step(what);
  for (let i = 0; i < seconds * 20; i++) {
    if (await condition()) return;
    await sleep(50);
  }
  throw new Error(
    `not reached: ${what}; ${JSON.stringify({ errors: seen.errors, exits: seen.exits, loaded: seen.loaded })}`,
  );
};
const within = <T>(promise: Promise<T>, ms: number): Promise<T | 'silent'> =>
  Promise.race([promise, sleep(ms).then(() => 'silent' as const)]);
const exited = new Promise<number>((resolve) => {
  app.once('double-exit', resolve);
});

type Core = ContractRouterClient<Contract>;
const coreClient = (options: Parameters<typeof connectWindow>[0] = {}): Core =>
  createORPCClient(new RPCLink({ port: connectWindow(options) }));
/** The page saves a file, and Electron ends the download with this state. Resolves with the shell's answer. */
const saveOwnFile = async (state: 'completed' | 'cancelled'): Promise<string> => {
  const url = `blob:satchel-app://app/${state}`;
  const item = Object.assign(new EventEmitter(), {
    getURL: () => url,
    getSavePath: () => '/folder/list.csv',
  });
  const answer = shellClient().savedFile({ url });
  double.session.defaultSession.emit('will-download', { preventDefault: () => undefined }, item);
  item.emit('done', {}, state);
  const { outcome, name } = await answer;
  return `${outcome} ${name}`;
};

let onlyShell: ContractRouterClient<ShellContract> | null = null;
/** One client per window, as in the page: two clients would use the same call numbers on one connection. */
const shellClient = (): ContractRouterClient<ShellContract> =>
  (onlyShell ??= createORPCClient(new RPCLink({ port: connectWindow({ channel: 'satchel:shell' }) })));

const start = async (args: string[] = ['--demo']): Promise<void> => {
  process.argv = [process.argv[0] ?? 'node', bundle, '--undo-seconds=0', ...args];
  await import(bundleUrl);
};
const ready = (): Promise<void> => until(() => seen.loaded.length > 0, 'the window');

/** Ends the newest core by an exception in the code of its worker. */
const crashCore = async (): Promise<void> => {
  const worker = workers.at(-1);
  if (!worker) throw new Error('no worker');
  const gone = new Promise((resolve) => {
    worker.once('exit', resolve);
  });
  worker.postMessage({ type: 'connect', port: null });
  await gone;
};

const flat = (items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);
const click = (id: string): void =>
  (flat(seen.menu ?? []).find((item) => item.id === id)?.click as (() => void) | undefined)?.();
const clickPopup = (menu: number, item: number): void =>
  (seen.popups[menu]?.[item]?.click as (() => void) | undefined)?.();
const heard: unknown[] = [];
/** The window's only reader of commands, as in the page. */
const readCommands = async (): Promise<void> => {
  for await (const command of await shellClient().commands()) heard.push(command);
};
const nextCommand = async (): Promise<unknown> => {
  if (heard.length === 0 && !hearing) {
    hearing = true;
    void readCommands().catch(() => undefined);
  }
  await until(() => heard.length > 0, 'a command', 5);
  return heard.shift();
};
let hearing = false;

const company = (name: string) => ({
  command: {
    kind: 'company' as const,
    schema: 1 as const,
    target: null,
    fields: { name, pool_id: '1' },
    children: [
      {
        ref: 'local:c1',
        fields: { name: 'Ann', email: `ann${name.length}@example.com`, main_customer_flag: 1 as const },
      },
    ],
  },
});

/**
 * The real renderer in Chromium, connected to the built shell by the built preload. Calls `play` with its
 * page and the problems on it. No client of this process may call the core after that, because both number
 * their calls alike.
 */
const inWindow = async <T>(play: (page: Page, problems: string[]) => Promise<T>): Promise<T> => {
  const { chromium } = await import('playwright-core');
  const problems: string[] = [];
  const browser = await chromium.launch({
    executablePath: process.env.SATCHEL_BROWSER ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
  try {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 800 },
      locale: process.env.SATCHEL_SCENARIO_LANGUAGE ?? 'en-US',
      colorScheme: process.env.SATCHEL_SCENARIO_THEME === 'dark' ? 'dark' : 'light',
    });
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(error.message));
    // The packaged page, from the shell's own protocol handler and with its headers. Only the name of the
    // origin differs.
    await page.route('http://satchel.localhost/**', async (route) => {
      const answer = await seen.handlers.get('satchel-app')?.(
        new Request(route.request().url().replace('http://satchel.localhost/', 'satchel-app://app/')),
      );
      await route.fulfill({
        status: answer?.status ?? 500,
        headers: Object.fromEntries(answer?.headers ?? []),
        body: Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer(0)),
      });
    });
    // The built preload, with the two Electron modules that a sandboxed preload has.
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Page.enable');
    protocol.on('Page.navigatedWithinDocument', () => currentWindow().bareContents.navigateInPage());
    await page.exposeBinding('__toMain', (_source, channel: string, frame: unknown) =>
      sendToMain(channel, frame),
    );
    currentWindow().bareContents.hearers.add(
      (channel, frame) =>
        void page
          .evaluate(
            ([name, value]) =>
              (globalThis as unknown as { __fromMain(name: string, value: unknown): void }).__fromMain(
                name ?? '',
                value,
              ),
            [channel, frame as string],
          )
          .catch(() => undefined),
    );
    await page.addInitScript(`{
      const hearers = {}; globalThis.__fromMain = (channel, frame) => { for (const hear of hearers[channel] ?? []) hear({}, frame); };
      const electron = { contextBridge: { exposeInMainWorld: (name, api) => { globalThis[name] = api; } }, ipcRenderer: { send: (channel, frame) => { void globalThis.__toMain(channel, frame); }, on: (channel, hear) => { (hearers[channel] ??= []).push(hear); }, off: (channel, hear) => { hearers[channel] = (hearers[channel] ?? []).filter((one) => one !== hear); } } };
      ((require, module, exports) => {\n${readFileSync(new URL('../preload/index.cjs', bundleUrl), 'utf8')}\n})((name) => { if (name !== 'electron') throw new Error(name); return electron; }, { exports: {} }, {});
    }`);
    await page.goto('http://satchel.localhost/');
    return await play(page, problems);
  } catch (error) {
    const [page] = browser.contexts()[0]?.pages() ?? [];
    if (page) await picture(page, 'failed');
    throw new Error(`${String(error)} at ${page?.url()}: ${problems.join(' | ')}`, { cause: error });
  } finally {
    await browser.close();
  }
};
/** Saves a screenshot if SATCHEL_SCENARIO_PICTURES names a folder, for work on the design. */
const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.SATCHEL_SCENARIO_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};

/** The texts on screen, in the language of the run. */
const protectionWords = (): typeof enProtection =>
  JSON.parse(process.env.SATCHEL_SCENARIO_WORDS ?? '') as typeof enProtection;

const scenarios: Record<string, () => Promise<Record<string, unknown>>> = {
  main: async () => {
    await start(['--demo', '--some-chromium-switch=1']);
    await ready();
    const client = coreClient();
    const state = await client.accounts.state();
    const columns = (await client.records.columns({ resource: 'order' })).length;
    const badInput = await client.records.columns({ resource: 'nonsense' as 'order' }).then(
      () => 'accepted',
      (error: { code: string }) => error.code,
    );
    const foreign = await Promise.all(
      [
        { url: 'https://evil.example/' },
        { url: 'satchel-app://app/', parent: {} },
        { url: 'satchel-app://other/' },
        { url: 'satchel-app://app.evil/' },
      ].map((sender) =>
        within(
          coreClient(sender)
            .accounts.state()
            .then(() => 'answered'),
          300,
        ),
      ),
    );
    const foreignShell = await within(
      createORPCClient<ContractRouterClient<ShellContract>>(
        new RPCLink({ port: connectWindow({ url: 'https://evil.example/', channel: 'satchel:shell' }) }),
      )
        .openLogFolder()
        .then(() => 'answered'),
      300,
    );
    await client.accounts.test({
      baseUrl: 'http://127.0.0.1:59321',
      credentials: { kind: 'token', accessToken: 'of-nobody' },
    });
    for (const frame of [null, 1, {}, [], 'x'.repeat(5_000_000), new Uint8Array(5_000_000)])
      sendToMain('satchel:frame', frame);
    sendToMain('satchel:shell', 'not a frame');
    const alive = (await client.accounts.state()).account?.id;

    const serve = seen.handlers.get('satchel-app');
    if (!serve) throw new Error('no protocol handler');
    const get = async (path: string, method = 'GET'): Promise<number> =>
      (await serve(new Request(`satchel-app://${path}`, { method }))).status;
    const page = await serve(new Request('satchel-app://app/'));
    const [text, again] = [await page.text(), await (await serve(new Request('satchel-app://app/'))).text()];
    const refused = await Promise.all(
      [
        'app/..%2f..%2fpackage.json',
        'app/%2e%2e/%2e%2e/package.json',
        'app/..%5c..%5cpackage.json',
        'app/assets%00.js',
        'app//etc/passwd',
        'app/%2fetc%2fpasswd',
        'app/C:%5cwindows',
        'app/INDEX.HTML.',
        'other/',
        'app/main/index.js',
        'app/%E0%A4%A',
      ].map((path) => get(path)),
    );
    const posted = await get('app/', 'POST');

    const contents = currentWindow().bareContents;
    const refusals = ['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'].map(
      (event) => {
        let prevented = false;
        contents.emit(event, { preventDefault: () => (prevented = true), url: 'https://example.com/' });
        return prevented;
      },
    );
    const downloads = [
      'https://example.com/x.exe',
      'data:text/html,x',
      'blob:https://evil/1',
      'blob:satchel-app://app/1',
    ].map((url) => {
      let taken = true;
      double.session.defaultSession.emit(
        'will-download',
        { preventDefault: () => (taken = false) },
        Object.assign(new EventEmitter(), { getURL: () => url }),
      );
      return taken;
    });
    const windows = ['https://example.com/', 'javascript:alert(1)', 'file:///etc/passwd'].map(
      (url) => contents.openHandler?.({ url } as never).action,
    );

    fire(
      contents,
      'context-menu',
      {},
      {
        isEditable: true,
        selectionText: '',
        linkURL: '',
        misspelledWord: 'wrod',
        dictionarySuggestions: ['word'],
        editFlags: { canCut: true, canCopy: true, canPaste: true, canSelectAll: true },
      },
    );
    clickPopup(0, 0);
    clickPopup(0, 1);
    fire(
      contents,
      'context-menu',
      {},
      {
        isEditable: false,
        selectionText: '',
        linkURL: 'mailto:a@b.example',
        misspelledWord: '',
        dictionarySuggestions: [],
        editFlags: {},
      },
    );
    clickPopup(1, 0);

    click('orders');
    const screenCommand = await nextCommand();
    // The page carries out each command by changing its hash.
    contents.navigateInPage();
    fire(app, 'second-instance', {}, ['satchel', '--x', 'satchel://open/order/123']);
    const linkCommand = await nextCommand();
    contents.navigateInPage();
    fire(app, 'second-instance', {}, ['satchel', 'satchel://open/order/1;rm']);
    fire(app, 'open-url', { preventDefault: () => undefined }, 'satchel://open/company/77');
    const urlCommand = await nextCommand();
    click('about');
    await shellClient().openLogFolder();
    const { saved } = await shellClient().saveDiagnostics();
    const report = seen.saveTo;
    seen.saveTo = join(dirname(report), 'order.pdf');
    const pdf: Record<string, unknown> = {
      saved: (await shellClient().savePdf({ name: 'Order A/1' })).outcome,
      text: readFileSync(seen.saveTo, 'utf8'),
      options: seen.pdf,
      proposed: seen.proposed,
    };
    seen.saveTo = join(dirname(report), 'no such folder', 'order.pdf');
    pdf.failed = (await shellClient().savePdf({ name: 'x' })).outcome;
    click('saveDiagnostics');
    await until(() => seen.told.length > 0, 'that the report was not saved', 5);
    seen.saveTo = '';
    pdf.cancelled = (await shellClient().savePdf({ name: 'x' })).outcome;
    seen.saveTo = report;
    pdf.files = [await saveOwnFile('completed'), await saveOwnFile('cancelled')];

    await client.accounts.setDemoOffline({ offline: true });
    fire(powerMonitor, 'suspend');
    fire(powerMonitor, 'resume');
    await until(
      async () => (await client.sync.state()).connectivity === 'offline',
      'offline after waking',
      20,
    );
    await sleep(2000);
    const connectivityAfterWake = (await client.sync.state()).connectivity;
    fire(powerMonitor, 'unlock-screen');

    await client.accounts.setSettings({ ui: { language: 'zh-CN' } });
    await until(() => flat(seen.menu ?? []).some((item) => item.label === '编辑'), 'the menu in Chinese', 5);
    return {
      account: alive,
      tokenStorage: state.tokenStorage,
      shell: state.shell,
      columns,
      badInput,
      foreign: [...foreign, foreignShell],
      resolved: seen.resolved,
      refusals,
      downloads,
      windows,
      openedOutside: seen.opened,
      sandboxed: seen.sandboxed,
      switches: seen.switches,
      appUserModelId: seen.appUserModelId,
      webPreferences: { ...seen.windowOptions?.webPreferences, preload: undefined },
      loaded: seen.loaded,
      policy: page.headers.get('content-security-policy'),
      headers: Object.fromEntries(page.headers),
      page: text,
      nonceDiffers: text !== again,
      refused,
      posted,
      permission: {
        check: seen.permissions.check?.(null, 'media', '', {} as never),
        device: seen.permissions.device?.({} as never),
        request: await within(
          new Promise((resolve) => {
            seen.permissions.request?.(null as never, 'media', resolve, {} as never);
          }),
          500,
        ),
      },
      cancelled: Object.fromEntries(
        [
          'https://example.com/x',
          'http://127.0.0.1/',
          'file:///etc/passwd',
          'ws://example.com/',
          'satchel-app://app/x.js',
          'data:,x',
        ].map((url) => [url, seen.beforeRequest?.(url)]),
      ),
      replaced: contents.replaced,
      clipboard: seen.clipboard,
      commands: [screenCommand, linkCommand, urlCommand],
      saved,
      told: seen.told,
      pdf,
      openedPaths: seen.openedPaths,
      focused: seen.focused,
      connectivityAfterWake,
      privileges: seen.privileges,
      about: seen.about,
      menu: flat(seen.menu ?? []).map(({ id, role, accelerator }) => ({ id, role, accelerator })),
    };
  },

  'first-link': async () => {
    await start(['satchel://open/lead/42']);
    await ready();
    return { command: await nextCommand() };
  },

  'link-before-ready': async () => {
    process.argv = [process.argv[0] ?? 'node', bundle];
    await import(bundleUrl);
    if (process.env.SATCHEL_SCENARIO_BY === 'second-instance')
      fire(app, 'second-instance', {}, ['satchel', 'satchel://open/receipt/5']);
    else fire(app, 'open-url', { preventDefault: () => undefined }, 'satchel://open/receipt/5');
    await ready();
    return { command: await nextCommand(), devTools: seen.windowOptions?.webPreferences?.devTools };
  },

  'quit-while-typing': async () => {
    await start();
    await ready();
    const client = coreClient();
    await client.accounts.state();
    // A hidden page saves the draft of its form; the frame needs a moment.
    const draft = new Promise<string>((resolve) => {
      currentWindow().once('hide', () => {
        setTimeout(() => {
          client.outbox.saveDraft({ kind: 'company', form: { name: 'Nordwind' } }).then(
            () => resolve('saved'),
            (error: unknown) => resolve(String(error)),
          );
        }, 20);
      });
    });
    app.quit();
    return { draft: await within(draft, 10_000), code: await exited };
  },

  'start-while-quitting': async () => {
    await start();
    await ready();
    currentWindow().close();
    for (const link of [[], ['satchel://open/order/2'], ['satchel://open/order/1'], []])
      fire(app, 'second-instance', {}, ['satchel', '--data=/x y', ...link]);
    const windows = windowCount();
    return { code: await exited, windows, relaunches: seen.relaunches };
  },

  newer: async () => {
    await start();
    return { code: await exited, errors: seen.errors, loaded: seen.loaded };
  },

  'bad-option': async () => {
    await start(['--port', 'x']);
    return { code: await exited, errors: seen.errors };
  },

  keyring: async () => {
    await start();
    await until(() => seen.loaded.at(-1) === 'satchel-app://app/', 'the app');
    const frames: unknown[] = [];
    currentWindow().bareContents.hearers.add((_channel, frame) => void frames.push(frame));
    const client = coreClient();
    const state = await client.accounts.state();
    await Promise.all([
      client.diagnostics.get(),
      client.diagnostics.bundle(),
      client.diagnostics.files(),
      ...(state.account ? [client.outbox.export()] : []),
    ]);
    const rows = state.account
      ? (await client.records.page({ view: { resource: 'order' }, start: 0, limit: 5 })).total
      : null;
    return {
      tokenStorage: state.tokenStorage,
      auth: state.account?.auth,
      account: state.account?.id ?? null,
      cacheProtection: state.cacheProtection,
      locked: state.locked,
      loaded: seen.loaded,
      frames: frames.map(String),
      rows,
      errors: seen.errors,
    };
  },

  locked: async () => {
    const lock = process.env.SATCHEL_DOUBLE_LOCKED ?? '';
    writeFileSync(lock, '');
    await start([]);
    await ready();
    const client = coreClient();
    const { account, locked } = await client.accounts.state();
    const asked = await client.accounts.unlock();
    const notGivenUp = await client.accounts.renewLocked({ accountId: 'demo' });
    rmSync(lock);
    await until(async () => (await client.accounts.state()).account !== null, 'the account, by itself', 20);
    const after = await client.accounts.state();
    return {
      account,
      locked,
      asked,
      notGivenUp,
      after: { account: after.account?.id, locked: after.locked, cacheProtection: after.cacheProtection },
      waiting: (await client.outbox.summary()).waiting,
    };
  },

  crash: async () => {
    await start();
    await ready();
    const client = coreClient();
    const saved = await client.outbox.submit(company('Kept through a crash'));
    const resets: string[] = [];
    currentWindow().bareContents.hearers.add((channel) => {
      if (channel === 'satchel:reset') resets.push(channel);
    });
    await crashCore();
    await until(() => resets.length > 0, 'the window told after a crash');
    const after = coreClient();
    const notices = (await after.accounts.state()).notices.map(({ code }) => code);
    const kept = (await after.outbox.list({})).map(({ title }) => title);
    await crashCore();
    await until(() => resets.length > 1, 'the window told after a second crash');
    await crashCore();
    await until(() => seen.loaded.at(-1) === 'satchel-app://app/stopped', 'the page that says so');
    const page = await (
      await seen.handlers.get('satchel-app')?.(new Request('satchel-app://app/stopped'))
    )?.text();
    const contents = currentWindow().bareContents;
    for (const link of ['logs', 'restart'])
      if (contents.followLink(`satchel-app://app/stopped/${link}`)) throw new Error('the page was left');
    await until(() => seen.loaded.at(-1) === 'satchel-app://app/', 'the app again');
    const last = coreClient();
    const keptAtLast = (await last.outbox.list({})).map(({ title }) => title);
    return {
      saved: saved.ok,
      resets: resets.length,
      notices,
      kept,
      keptAtLast,
      page,
      openedPaths: seen.openedPaths,
      workers: workers.length,
    };
  },

  'session-end-during-write': async () => {
    await start();
    await ready();
    const client = coreClient();
    await client.accounts.state();
    for (let n = 0; n < 20; n += 1)
      void client.outbox.submit(company(`Written as the session ends ${n}`)).catch(() => undefined);
    await sleep(5);
    const wal = join(process.env.SATCHEL_DOUBLE_DATA ?? '', 'data/accounts/demo/outbox.db-wal');
    const openBefore = existsSync(wal);
    endSession();
    // Returned at once, because the system does not wait for anything later.
    return { openBefore, openAfter: existsSync(wal), code: await exited };
  },

  'quit-stuck': async () => {
    await start([]);
    await ready();
    const [worker] = workers;
    if (!worker) throw new Error('no worker');
    const post = worker.postMessage.bind(worker);
    worker.postMessage = (message: { type: string }, ...rest) => {
      if (message.type !== 'close') post(message, ...(rest as []));
    };
    const began = Date.now();
    const prevented = shutDown();
    return { code: await exited, tookMs: Date.now() - began, prevented };
  },

  alerts: async () => {
    await start();
    await ready();
    const client = coreClient();
    const state = await client.accounts.state();
    // The items that exist when the account opens are not new: wait until the shell knows them.
    await until(() => seen.badges.length + seen.overlays.length > 0, 'the first summary', 20);
    // A receipt for a company that the service does not know is refused, so it needs attention.
    const sent = await client.outbox.submit({
      command: {
        kind: 'receipt',
        schema: 1,
        target: null,
        fields: { amount: '12.50', currency: 'USD', company_id: '999999999' },
        children: [],
      },
    });
    await until(() => seen.notifications.length > 0, 'a notification', 90);
    if (process.env.SATCHEL_DOUBLE_NOTIFICATIONS === 'fail')
      return { badges: seen.badges, alive: (await client.accounts.state()).account?.id };
    // From here on Windows lists the notification, and it may be clicked much later.
    seen.notifications[0]?.leaveScreen();
    await sleep(50);
    collectGarbage();
    seen.notifications[0]?.click();
    const command = await nextCommand();
    const overlays = [...seen.overlays];
    await client.accounts.setSettings({ desktop: { tray: true, spelling: [] } });
    await until(() => seen.trays.length > 0, 'the tray', 10);
    currentWindow().close();
    seen.trays[0]?.emit('click', {});
    await sleep(200);
    return {
      account: state.account?.id,
      ok: sent.ok,
      notifications: seen.notifications,
      badges: seen.badges,
      overlays,
      onNewWindow: seen.overlays.slice(overlays.length),
      command,
    };
  },

  renderer: async () => {
    await start();
    await ready();
    return inWindow(async (page, problems) => {
      await page.getByRole('navigation', { name: 'Screens' }).waitFor({ timeout: 60_000 });
      click('orders');
      await page.getByRole('grid').getByRole('row').nth(3).waitFor({ timeout: 60_000 });
      const hash = new URL(page.url()).hash;
      const before = [...problems];
      const reach = await page.evaluate(async () => ({
        bridge: Object.keys((globalThis as unknown as { satchel: object }).satchel).toSorted(),
        fetch: await fetch('http://satchel.localhost/assets/x').then(
          () => 'reached',
          () => 'refused',
        ),
        socket: await new Promise((resolve) => {
          try {
            const socket = new WebSocket('ws://satchel.localhost/');
            socket.addEventListener('error', () => resolve('refused'));
            socket.addEventListener('open', () => resolve('reached'));
          } catch {
            resolve('refused');
          }
        }),
        inline: (() => {
          const script = document.createElement('script');
          script.textContent = 'globalThis.ranInline = true';
          document.body.append(script);
          return 'ranInline' in globalThis;
        })(),
        handler: (() => {
          const box = document.createElement('div');
          box.innerHTML =
            '<img src="data:," onerror="globalThis.ranHandler = ' +
            'true"><style>body{--hostile:1}</style><b style="--hostile:1">';
          document.body.append(box);
          return getComputedStyle(document.body).getPropertyValue('--hostile') !== '';
        })(),
        evaluated: (() => {
          try {
            // oxlint-disable-next-line no-implied-eval -- that the policy refuses it is what is tested
            return new Function('return true')() as boolean;
          } catch {
            return false;
          }
        })(),
      }));
      await sleep(300);
      const ranHandler = await page.evaluate(() => 'ranHandler' in globalThis);
      const worker = workers.at(-1);
      worker?.postMessage({ type: 'connect', port: null });
      await page.getByText('data service stopped').waitFor({ timeout: 40_000 });
      click('receipts');
      await page
        .getByRole('columnheader', { name: /Receipt|Payment/ })
        .first()
        .waitFor({ timeout: 40_000 });
      await page.getByRole('grid').getByRole('row').nth(3).waitFor({ timeout: 40_000 });
      await picture(page, 'after-crash');
      await page.goto('http://satchel.localhost/stopped');
      await picture(page, 'stopped');
      const stoppedStyled = await page.evaluate(
        () => getComputedStyle(document.querySelector('a.first') ?? document.body).backgroundColor,
      );
      return { hash, problems: before, reach: { ...reach, ranHandler }, stoppedStyled };
    });
  },

  /** Encrypts unsent work through the settings, and records everything that is visible during it. */
  protect: async () => {
    await start();
    await until(() => seen.loaded.at(-1) === 'satchel-app://app/', 'the app');
    const client = coreClient();
    await client.accounts.setDemoOffline({ offline: true });
    await client.outbox.submit(company('Kept through a lost keychain'));
    const frames: unknown[] = [];
    currentWindow().bareContents.hearers.add((_channel, frame) => void frames.push(frame));
    const words = protectionWords();
    const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
    return inWindow(async (page, problems) => {
      await page.goto('http://satchel.localhost/#/settings?tab=sync');
      await button(page, words.turnOn).scrollIntoViewIfNeeded();
      await picture(page, 'protect-1-settings');
      await button(page, words.turnOn).click();
      const shown = page.getByRole('group', { name: words.code.label });
      await shown.waitFor();
      const code = (await shown.innerText()).trim().split(/\s+/).join('-');
      await picture(page, 'protect-2-code');
      const download = page.waitForEvent('download');
      await button(page, words.code.save).click();
      const saved = readFileSync(await (await download).path(), 'utf8');
      await page.emulateMedia({ media: 'print' });
      const printed =
        (await page.locator('[data-print-code]').innerText()).includes(code) &&
        !(await page.getByRole('dialog').isVisible());
      await picture(page, 'protect-3-print');
      await page.emulateMedia({ media: 'screen' });
      await button(page, words.code.kept).click();
      const inputs = page.getByRole('dialog').getByRole('textbox');
      const asked = await page.getByRole('dialog').locator('label').allInnerTexts();
      for (const input of await inputs.all()) await input.fill('0000');
      await button(page, words.check.encrypt).click();
      await page.getByText(words.check.wrong).waitFor();
      await picture(page, 'protect-4-wrong');
      for (const [at, label] of asked.entries())
        await inputs.nth(at).fill(code.split('-')[Number(/\d/.exec(label)?.[0]) - 1]?.toLowerCase() ?? '');
      await button(page, words.check.encrypt).click();
      await button(page, words.newCode).waitFor();
      await sleep(400);
      await picture(page, 'protect-5-encrypted');
      await button(page, words.turnOff).click();
      await picture(page, 'protect-6-stop');
      const said = frames.map(String);
      return {
        code,
        printed,
        saved: [saved.includes(code), saved.includes(words.sheet.use)],
        asked: asked.length,
        said: said.filter((frame) => frame.includes(code)).length,
        parts: said.filter(
          (frame) =>
            !frame.includes(code) && code.split('-').filter((group) => frame.includes(group)).length > 1,
        ).length,
        problems,
      };
    });
  },

  /** A start with another keychain: the locked screen, a wrong code, then the right one. */
  recover: async () => {
    const code = process.env.SATCHEL_SCENARIO_CODE ?? '';
    await start([]);
    await ready();
    const client = coreClient();
    const { locked } = await client.accounts.state();
    const { locked: words } = protectionWords();
    return inWindow(async (page, problems) => {
      await page.getByRole('heading', { name: words.undecryptable.title }).waitFor();
      await picture(page, 'recover-1-locked');
      await page
        .getByRole('textbox', { name: words.label })
        .fill(code.replace(/^./, (sign) => (sign === '2' ? '3' : '2')));
      await page.getByRole('button', { name: words.open, exact: true }).click();
      await page.getByText(words.mistyped).waitFor();
      await picture(page, 'recover-2-mistyped');
      await page.getByRole('textbox', { name: words.label }).fill(code.toLowerCase().replaceAll('-', ' '));
      await page.getByRole('button', { name: words.open, exact: true }).click();
      await page.getByRole('navigation').first().waitFor({ timeout: 40_000 });
      await sleep(600);
      await picture(page, 'recover-3-open');
      await page.goto('http://satchel.localhost/#/outbox');
      await page.getByText('Kept through a lost keychain').first().waitFor();
      return { locked, problems };
    });
  },

  /** The settings of the desktop app: first tray and spell-check languages on, then both off. */
  choices: async () => {
    await start();
    await until(() => seen.loaded.at(-1) === 'satchel-app://app/', 'the app');
    const client = coreClient();
    const features = await shellClient().features();
    const before = { trays: seen.trays.length, spelling: [...seen.spelling] };
    await client.accounts.setDemoOffline({ offline: true });
    await client.outbox.submit(company('Waits in the tray'));
    await client.accounts.setSettings({ desktop: { tray: true, spelling: ['en-GB', 'tlh', 'fr'] } });
    await until(
      () => process.env.SATCHEL_DOUBLE_PLATFORM === 'darwin' || seen.trays.length > 0,
      'the tray',
      10,
    );
    await sleep(500);
    const [tray] = seen.trays;
    const shown = tray?.menu.map(({ id, label, enabled }) => ({ id, label, enabled }));
    const pick = (id: string): void =>
      (tray?.menu.find((item) => item.id === id)?.click as (() => void) | undefined)?.();
    currentWindow().close();
    const left = await within(exited, 1500);
    if (left !== 'silent' || !tray) return { features, before, left, spelling: seen.spelling };
    pick('open');
    const reopened = windowCount();
    onlyShell = null;
    pick('waiting');
    const command = await nextCommand();
    tray.emit('click', {});
    pick('sync');
    const spelling = [...seen.spelling];
    await coreClient().accounts.setSettings({ ui: { language: 'zh-CN' } });
    await until(() => tray.menu[0]?.label === '打开 Satchel', 'the tray in Chinese', 10);
    await coreClient().accounts.setSettings({ desktop: { tray: false, spelling: [] } });
    await until(() => tray.gone, 'the tray gone', 10);
    return {
      features,
      before,
      shown,
      icon: tray.icon.slice(0, 21),
      toolTip: tray.toolTip,
      left,
      reopened,
      command,
      focused: seen.focused,
      spelling,
      after: seen.spelling.at(-1),
    };
  },

  'tray-quit': async () => {
    await start();
    await ready();
    await coreClient().accounts.setSettings({ desktop: { tray: true } });
    await until(() => seen.trays.length > 0, 'the tray', 10);
    const pick = (id: string): void =>
      (seen.trays[0]?.menu.find((item) => item.id === id)?.click as (() => void) | undefined)?.();
    const hidden = [hiddenWindowCount()];
    currentWindow().close();
    hidden.push(hiddenWindowCount());
    pick('open');
    hidden.push(hiddenWindowCount());
    if (!process.env.SATCHEL_SCENARIO_WINDOW_OPEN) currentWindow().close();
    if (process.env.SATCHEL_SCENARIO_SESSION_END) endSession();
    else pick('quit');
    const code = await within(exited, 10_000);
    return { code, hidden };
  },

  'tray-crash': async () => {
    await start();
    await ready();
    await coreClient().accounts.setSettings({ desktop: { tray: true } });
    await until(() => seen.trays.length > 0, 'the tray', 10);
    currentWindow().close();
    const left = windowCount();
    for (const next of [2, 3]) {
      await crashCore();
      await until(() => workers.length === next, 'the next core');
      await new Promise((resolve) => {
        workers.at(-1)?.once('message', resolve);
      });
    }
    const quiet = windowCount();
    await crashCore();
    await until(() => seen.loaded.at(-1) === 'satchel-app://app/stopped', 'the page that says so', 10);
    return { left, quiet, shown: windowCount() };
  },

  window: async () => {
    await start([]);
    await ready();
    seen.bounds = { x: 100, y: 80, width: 1000, height: 700 };
    seen.maximized = process.env.SATCHEL_SCENARIO_MAXIMIZED === '1';
    const options = seen.windowOptions;
    fire(currentWindow(), 'resize');
    currentWindow().close();
    const after = windowCount();
    const left = await within(exited, 6000);
    if (left === 'silent') fire(app, 'activate');
    return {
      options: { x: options?.x, y: options?.y, width: options?.width, height: options?.height },
      maximizedAtStart: seen.maximized,
      after,
      left,
      reopened: windowCount(),
    };
  },
};

const play = scenarios[scenario];
if (!play) throw new Error(`no scenario ${scenario}`);
const result = await play().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`, () => process.exit(1));
  return new Promise<never>(() => {});
});
const used = [...seen.used].toSorted();
if (seen.exits.length === 0 && windowCount() > 0) {
  const ended = await within(
    Promise.race([
      exited,
      (async () => {
        app.quit();
        return exited;
      })(),
    ]),
    8000,
  );
  Object.assign(result, { exitCode: ended });
}
process.stdout.write(`${JSON.stringify({ ...result, used })}\n`, () => process.exit(0));
