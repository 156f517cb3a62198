/** What Settings shows of the local copy, and what its controls store. */
import { createElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { en } from '../../support/catalogues';
import {
  elements,
  fire,
  makePage,
  mount,
  named,
  partsIn,
  press,
  setForTest,
  settled,
  shownText,
  withGivenTexts,
  withRecorded,
  withSaved,
} from '../../support/renderer/mounted';
import { told, withTold } from '../../support/renderer/told-by-core';
import { accountState, type Procedures, windowOver } from '../../support/renderer/window-over';

vi.mock(import('react/jsx-dev-runtime'), async (original) => withRecorded(await original()));
vi.mock(import('../../../src/renderer/client/events'), async (original) => withTold(await original()));
vi.mock(import('../../../src/renderer/client/shell'), () => ({
  shell: {
    features: () => Promise.resolve({ tray: true, spelling: ['en-GB', 'de'], notifications: true }),
  } as never,
}));
vi.mock(import('../../../src/renderer/i18n/i18n'), async (original) => withGivenTexts(await original()));
vi.mock(import('../../../src/renderer/ui/save-file'), async (original) => withSaved(await original()));

const part = partsIn('features/settings');

let settings: object = {};
const connect = (
  diagnostics: Procedures = {},
  accounts: Procedures = {},
  sync: Procedures = {},
  records: Procedures = {},
): void => {
  windowOver({
    accounts: {
      state: () => accountState({ settings }),
      ...accounts,
    },
    diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }), ...diagnostics },
    records: { lookup: () => [], ...records },
    sync,
  });
  makePage();
};
beforeEach(() => {
  settings = {};
  told.state = null;
});

it('says how long a download took in seconds', async () => {
  const round = { startedAt: 1_000, endedAt: 13_340, trouble: null, failed: [], changed: {} };
  connect({ rounds: () => [round] });
  await mount(createElement(await part('sync-history', 'SyncHistory')), en);
  await vi.waitFor(() => expect(named('12.3 s')).not.toEqual([]));
});

it('does not say how long a download took if the clock was set back meanwhile', async () => {
  const round = { startedAt: 60_000, endedAt: 13_340, trouble: null, failed: [], changed: {} };
  connect({ rounds: () => [round] });
  await mount(createElement(await part('sync-history', 'SyncHistory')), en);
  await vi.waitFor(() => expect(named('–')).not.toEqual([]));
});

it('says that the history of downloads cannot be read, and reads it again on request', async () => {
  let isBroken = true;
  const round = { startedAt: 1_000, endedAt: 13_340, trouble: null, failed: [], changed: {} };
  connect({
    rounds: () => {
      if (isBroken) throw new Error('the disk cannot be read');
      return [round];
    },
  });
  await mount(createElement(await part('sync-history', 'SyncHistory')), en);
  await vi.waitFor(() => expect(shownText()).toContain(en.common.notRead));
  isBroken = false;
  fire(en.common.retry, 'onClick');
  await vi.waitFor(() => expect(named('12.3 s')).not.toEqual([]));
});

it('warnings of the log come with the errors', async () => {
  const asked: string[][] = [];
  connect({
    log: ({ levels }: { levels: string[] }) => {
      asked.push(levels);
      return { lines: [], more: false };
    },
  });
  await mount(createElement(await part('log-viewer', 'LogViewer')));
  fire('diagnostics.level', 'onChange', 'warn');
  await vi.waitFor(() => expect(asked.at(-1)).toEqual(['error', 'warn']));
});

it('names the size of each file of the account', async () => {
  told.state = { resources: [], running: false, connectivity: 'online' };
  connect({
    storage: () => [],
    files: () => ({ cacheBytes: 5_000_000, outboxBytes: 20_000, logBytes: 3_000 }),
  });
  await mount(createElement(await part('storage-settings', 'StorageSettings')), en);
  await vi.waitFor(() => expect(shownText()).toMatch(/5 MB.*20 kB.*3 kB/));
});

it('reads the sizes of the kinds of record again after a round that changed their number', async () => {
  const order = { resource: 'order', state: 'complete', covers: [], details: 0, detailsExpected: null };
  const tell = (records: number, running: boolean): void => {
    const entry = { ...order, records, expected: records, completeAsOf: null, error: null };
    told.state = { resources: [entry], running, connectivity: 'online' };
  };
  let sizeBytes = 1_000;
  let readings = 0;
  connect({
    storage: () => ((readings += 1), [{ name: 'order', rows: 1, sizeBytes }]),
    files: () => ({ cacheBytes: 0, outboxBytes: 0, logBytes: 0 }),
  });
  const screen = await part('storage-settings', 'StorageSettings');
  tell(10, false);
  const { show } = await mount(createElement(screen), en);
  await vi.waitFor(() => expect(named('1 kB')).not.toEqual([]));
  sizeBytes = 7_000;
  tell(900, true);
  await show(createElement(screen));
  expect(readings).toBe(1);
  tell(1_200, false);
  await show(createElement(screen));
  await vi.waitFor(() => expect(named('7 kB')).not.toEqual([]));
  // A round that finds nothing new costs no reading of the whole file.
  tell(1_200, true);
  await show(createElement(screen));
  tell(1_200, false);
  await show(createElement(screen));
  expect(readings).toBe(2);
});

it('names the day of a request that was not sent today', async () => {
  const request = { method: 'GET', path: 'v1/order/list', outcome: 'offline', durationMs: 5 };
  const facts = { drift: [], assumptions: [], offers: [], serverOffsetMs: 0, dataDirectory: '/data' };
  connect({
    get: () => ({ ...facts, requests: [{ ...request, at: Date.parse('2020-02-03T12:00:00Z') }] }),
    log: () => ({ lines: [], more: false }),
  });
  await mount(createElement(await part('diagnostics-settings', 'DiagnosticsSettings'), { version: '1' }), en);
  await vi.waitFor(() => expect(shownText()).toContain('v1/order/list'));
  expect(shownText()).toMatch(/Feb 3, 2020/);
});

it('another language of the spell check leaves the tray as it is', async () => {
  settings = { desktop: { tray: false, spelling: ['en-GB'] } };
  const stored: unknown[] = [];
  connect(
    {},
    {
      setSettings: (given: object) => {
        stored.push(given);
        return accountState({ settings: given });
      },
    },
  );
  await mount(createElement(await part('desktop-settings', 'DesktopSettings')));
  await vi.waitFor(() => expect(named('desktop.spelling')).not.toEqual([]));
  fire('desktop.spelling', 'onChange', ['en-GB', 'de']);
  await vi.waitFor(() => expect(stored).toEqual([{ desktop: { tray: false, spelling: ['en-GB', 'de'] } }]));
});

it('says how to get the window back, and how to quit, where the desktop shows no tray icon', async () => {
  connect();
  await mount(createElement(await part('desktop-settings', 'DesktopSettings')), en);
  // GNOME without an extension shows none, and no program can find that out.
  await vi.waitFor(() => expect(shownText()).toMatch(/no icon there, start Satchel again.*Exit/));
});

it('says why the panel of the download could not start a round', async () => {
  const { useToasts } = await import('../../../src/renderer/forms/windows/toast-state');
  setForTest(useToasts, { short: null });
  const failing = (): never => {
    throw new Error('the disk is full');
  };
  connect({}, {}, { start: failing });
  const requests = { attention: 'in-use', lastMinute: 0, perMinute: 60, limit: 60 };
  const state = {
    resources: [],
    requests,
    connectivity: 'online',
    running: false,
    error: null,
    freshAsOf: 1,
  };
  await mount(createElement(await partsIn('features/sync')('sync-progress', 'SyncProgress'), { state }));
  press('status.syncNow');
  await vi.waitFor(() => expect(useToasts.getState().short?.text).toBe('common.sentences'));
});

it('stores the chosen limit of requests, and shows it from the choice on', async () => {
  told.state = { requests: { limit: 1200 } };
  const stored: unknown[] = [];
  connect({}, {}, { limitRequests: ({ perMinute }: { perMinute: number }) => stored.push(perMinute) });
  await mount(createElement(await part('request-settings', 'RequestSettings')));
  const shown = () => elements().find((one) => one['aria-label'] === 'diagnostics.requests')?.value;
  expect(shown()).toBe('1200');
  fire('diagnostics.requests', 'onChange', '300');
  await vi.waitFor(() => expect(stored).toEqual([300]));
  await settled();
  expect(shown()).toBe('300');
});

const CODE = { ok: true, code: 'AAAA-BBBB-CCCC-DDDD', ask: [0, 2], offerId: 'o1' };
const openCode = async (accounts: Procedures, onClose = (): void => undefined) => {
  connect({}, { offerCode: () => CODE, ...accounts });
  const dialog = await part('recovery-code-dialog', 'RecoveryCodeDialog');
  const account = { id: 'a', name: 'Nord', baseUrl: 'https://crm.example', demo: false };
  const { unmount } = await mount(createElement(dialog, { account, renewing: false, onClose }), en);
  await vi.waitFor(() => expect(named(en.protection.code.kept)).not.toEqual([]));
  return unmount;
};

it('asks for the groups of the recovery code by their place, counted from 1', async () => {
  await openCode({});
  press(en.protection.code.kept);
  await settled();
  const labels = elements().flatMap(({ label, maxLength }) => (maxLength === 12 ? [label] : []));
  expect(labels).toEqual(['Group 1', 'Group 3']);
});

it('a recovery code that was not confirmed is withdrawn when its window is closed', async () => {
  const withdrawn: unknown[] = [];
  const onClose = vi.fn<() => void>();
  await openCode({ withdrawCode: ({ offerId }: { offerId: string }) => withdrawn.push(offerId) }, onClose);
  press(en.common.cancel);
  await vi.waitFor(() => expect(withdrawn).toEqual(['o1']));
  expect(onClose).toHaveBeenCalledOnce();
});

it('says that the encryption of unsent work could not be turned off', async () => {
  const account = { id: 'a', name: 'Nord', baseUrl: 'https://crm.example', demo: false };
  connect(
    {},
    {
      state: () => ({
        account,
        settings,
        accounts: [account],
        notices: [],
        tokenStorage: 'keychain',
        cacheProtection: 'encrypted',
        outboxProtection: { state: 'encrypted', hasCode: true, plainCopies: 0 },
      }),
      decryptOutbox: () => {
        throw new Error('the disk is full');
      },
    },
  );
  await mount(createElement(await part('protection-settings', 'ProtectionSettings')), en);
  await vi.waitFor(() => expect(named(en.protection.turnOff)).not.toEqual([]));
  press(en.protection.turnOff);
  await settled();
  press(en.protection.stop.go);
  await vi.waitFor(() => expect(shownText()).toContain(en.errors.internal.title));
});

it('does not say of a second report that it was saved', async () => {
  connect({ bundle: () => ({ fileName: 'report.json', text: '{}' }) });
  await mount(createElement(await part('bundle-settings', 'BundleSettings')), en);
  const make = async (): Promise<void> => {
    press(en.diagnostics.bundleMake);
    await vi.waitFor(() => expect(named(en.diagnostics.bundleSave)).not.toEqual([]));
  };
  const isSaid = (): boolean => elements().some((one) => one['data-outcome'] === 'saved');
  await make();
  press(en.diagnostics.bundleSave);
  await vi.waitFor(() => expect(isSaid()).toBe(true));
  const { onClose } = elements().find((one) => one.opened === true) as unknown as { onClose: () => void };
  onClose();
  await settled();
  await make();
  expect(isSaid()).toBe(false);
});

const NORTH = { id: 'b', name: 'North', baseUrl: 'https://north.example', auth: 'signed-in', demo: false };
const ACCOUNTS = [{ ...NORTH, id: 'a', name: 'Nord' }, NORTH];

it('shows the records of the account to which the user has switched', async () => {
  let open = 'a';
  const read: string[] = [];
  const state = () => accountState({ account: { id: open }, settings, accounts: ACCOUNTS });
  connect(
    {},
    {
      state,
      open: ({ accountId }: { accountId: string }) => {
        open = accountId;
        return { ok: true, state: state() };
      },
    },
    {},
    { get: () => (read.push(open), { id: '1', title: open }) },
  );
  told.summary = { waiting: 0 };
  const { useRecord } = await import('../../../src/renderer/client/queries');
  const useSwitchAccount = await part<() => { switchTo: (account: object) => void }>(
    'switch-account',
    'useSwitchAccount',
  );
  let switchTo: (account: object) => void = () => undefined;
  const Screen = (): null => {
    useRecord('company', '1');
    ({ switchTo } = useSwitchAccount());
    return null;
  };
  await mount(createElement(Screen));
  await vi.waitFor(() => expect(read).toEqual(['a']));
  switchTo(NORTH);
  await vi.waitFor(() => expect(read).toEqual(['a', 'b']));
});

it('the button that switches to an account is described by the name of the account', async () => {
  const app = { account: ACCOUNTS[0], settings, accounts: ACCOUNTS, notices: [] };
  connect({}, { state: () => app });
  told.summary = { waiting: 0 };
  await mount(
    createElement(await part('account-settings', 'AccountSettings'), { app, account: app.account }),
    en,
  );
  await vi.waitFor(() => expect(named(en.settings.switchTo)).not.toEqual([]));
  const described = named(en.settings.switchTo)[0]!['aria-describedby'];
  expect(elements().find(({ id }) => id === described)?.children).toBe('North');
});

it.each([
  ['  Nord Süd ', [{ accountId: 'a', name: 'Nord Süd' }]],
  ['   ', []],
  ['Nord', []],
])('stores the typed name of the account if a key opens another screen: %j', async (typed, expected) => {
  const app = { account: ACCOUNTS[0], settings, accounts: ACCOUNTS, notices: [] };
  const renamed: object[] = [];
  connect({}, { state: () => app, rename: (given: object) => (renamed.push(given), app) });
  const screen = await part('account-settings', 'AccountSettings');
  const { unmount } = await mount(createElement(screen, { app, account: app.account }));
  fire('firstRun.name', 'onChange', { currentTarget: { value: typed } });
  await settled();
  // The browser does not tell a field that is removed that it lost the focus.
  await unmount();
  expect(renamed).toEqual(expected);
});

it('a name of the account that cannot be stored stays in the field', async () => {
  const app = { account: ACCOUNTS[0], settings, accounts: ACCOUNTS, notices: [] };
  const rename = vi.fn<() => never>(() => {
    throw new Error('the disk is full');
  });
  connect({}, { state: () => app, rename });
  await mount(
    createElement(await part('account-settings', 'AccountSettings'), { app, account: app.account }),
  );
  fire('firstRun.name', 'onChange', { currentTarget: { value: 'Nord Süd' } });
  await settled();
  fire('firstRun.name', 'onBlur');
  await vi.waitFor(() => expect(rename).toHaveBeenCalled());
  await settled();
  const field = named('firstRun.name').find((one) => 'value' in one);
  expect(field?.value).toBe('Nord Süd');
});
