/**
 * Parts around the screens: the strip of a lost connection, the guide, a failed dialog, the page of a print, and the
 * lines of the palette.
 */
import { createElement } from 'react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SearchHit } from '../../../src/shared/contract/records';
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
} from '../../support/renderer/mounted';
import { accountState, type Procedures, windowOver } from '../../support/renderer/window-over';

vi.mock(import('react/jsx-dev-runtime'), async (original) => withRecorded(await original()));
vi.mock(import('../../../src/renderer/i18n/i18n'), async (original) => withGivenTexts(await original()));
vi.mock(import('../../../src/renderer/client/shell'), () => ({
  shell: { savePdf: () => Promise.resolve({ outcome: 'saved' }) } as never,
}));

const part = partsIn('.');

let stored: object[] = [];
beforeEach(() => {
  stored = [];
  windowOver({
    accounts: {
      state: () => accountState(),
      setSettings: (given: object) => {
        stored.push(given);
        return accountState({ settings: given });
      },
    },
    outbox: { drafts: () => [] },
    records: { lookup: () => [], get: () => new Promise(() => undefined) },
    diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
  });
  makePage();
});

it('the strip of a lost connection comes after a moment, and goes when the connection is back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { useConnection } = await import('../../../src/renderer/client/client');
  await mount(createElement(await part('app/reconnecting-strip', 'ReconnectingStrip')));
  setForTest(useConnection, { connected: false });
  await settled();
  expect(shownText()).not.toContain('reconnect.title');
  vi.advanceTimersByTime(700);
  await settled();
  expect(shownText()).toContain('reconnect.title');
  useConnection.setState({ connected: true });
  await settled();
  expect(shownText()).not.toContain('reconnect.title');
});

it('the guide ticks its first step when a customer page is opened', async () => {
  const { useOutboxSummary, useSync } = await import('../../../src/renderer/client/events');
  setForTest(useSync, { state: { demoOffline: false } as never });
  setForTest(useOutboxSummary, { summary: { waiting: 0, counts: {} } as never });
  const { goTo } = await import('../../../src/renderer/navigation/router');
  goTo('customers', {});
  const app = { settings: { guide: { done: [], closed: false, base: { items: 0, delivered: 0 } } } };
  await mount(createElement(await part('features/first-run/demo-guide', 'DemoGuide'), { app }));
  await settled();
  expect(stored).toEqual([]);
  goTo('customers', { page: 'company~7' });
  await vi.waitFor(() => expect(stored).toMatchObject([{ guide: { done: ['browse'] } }]));
});

it('a dialog that failed can be opened again after its message was closed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let fails = true;
  const Content = () => {
    if (fails) throw new Error('a bug');
    return null;
  };
  const boundary = await part('ui/dialog-boundary', 'DialogBoundary');
  const onClose = vi.fn<() => void>(() => (fails = false));
  const shown = () => createElement(boundary, { onClose }, createElement(Content));
  const { show } = await mount(shown());
  await vi.waitFor(() => expect(named('common.retry')).not.toEqual([]));
  press('common.close');
  await settled();
  expect(onClose).toHaveBeenCalledOnce();
  await show(shown());
  expect(named('common.retry')).toEqual([]);
});

it('the page of one document is not that of the next print', async () => {
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      rule = '';
      replaceSync(rule: string): void {
        this.rule = rule;
      }
    },
  );
  Object.assign(document, { adoptedStyleSheets: [] });
  const { usePageStyle } = await import('../../../src/renderer/features/documents/page-style');
  const Print = ({ landscape }: { landscape: boolean }): null => {
    usePageStyle(['Nord'], landscape);
    return null;
  };
  const shown = (): string[] =>
    document.adoptedStyleSheets.map((one) => (one as unknown as { rule: string }).rule);
  const { show, unmount } = await mount(createElement(Print, { landscape: true }));
  expect(shown()).toMatchObject([expect.stringContaining('A4 landscape')]);
  await show(createElement(Print, { landscape: false }));
  expect(shown()).toMatchObject([expect.not.stringContaining('landscape')]);
  await unmount();
  expect(shown()).toEqual([]);
});

it('a state has the colour of its kind', async () => {
  const pill = await part('ui/pill', 'Pill');
  const classOf = async (tone: string): Promise<unknown> => {
    const { unmount } = await mount(createElement(pill, { tone }, 'State'));
    const { className } = elements().find((one) => one.className !== undefined)!;
    await unmount();
    return className;
  };
  expect(await classOf('red')).not.toEqual(await classOf('green'));
});

it('the message that a sheet was saved goes when another sheet is chosen', async () => {
  const { goTo } = await import('../../../src/renderer/navigation/router');
  goTo('orders', { print: 'order~7' });
  const account = { id: 'a', name: 'Nord', baseUrl: 'https://crm.example' };
  await mount(createElement(await part('features/documents/document-layer', 'DocumentLayer'), { account }));
  press('document.savePdf');
  await vi.waitFor(() => expect(shownText()).toContain('document.pdfSaved'));
  fire('document.language', 'onChange', 'zh-CN');
  await vi.waitFor(() => expect(named('document.language')[0]?.value).toBe('zh-CN'));
  expect(shownText()).not.toContain('document.pdfSaved');
});

describe('the palette', () => {
  const FIELD = 'palette.placeholder';

  const VIEWS = { 'views.a': { order: [{ id: 'v1', name: 'By amount', params: { s: 'amount' } }] } };
  let search: (asked: { text: string; resources?: string[] }) => unknown = () => [];
  beforeEach(() => {
    search = () => [];
  });

  const failing = (): never => {
    throw new Error('the disk is full');
  };
  const open = async ({
    isDark = false,
    isDemo = false,
    procedures: { accounts, ...others } = {},
  }: { isDark?: boolean; isDemo?: boolean; procedures?: Record<string, Procedures> } = {}) => {
    windowOver({
      accounts: {
        state: () => accountState({ account: { id: 'a', demo: isDemo }, settings: VIEWS }),
        ...accounts,
      },
      ...others,
      records: { search: (asked: never) => search(asked), lookup: () => [] },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    });
    makePage();
    Object.assign(window, { matchMedia: () => ({ matches: isDark, addEventListener: () => undefined }) });
    const { currentRoute, goTo } = await import('../../../src/renderer/navigation/router');
    goTo('today', {});
    const onClose = vi.fn<() => void>();
    const { unmount } = await mount(
      createElement(await part('features/palette/palette', 'Palette'), { onClose }),
    );
    return { onClose, unmount, route: currentRoute };
  };
  const type = async (text: string): Promise<void> => {
    fire(FIELD, 'onChange', { currentTarget: { value: text } });
    await settled();
  };
  const key = async (name: string): Promise<void> => {
    fire(FIELD, 'onKeyDown', { key: name, nativeEvent: {}, preventDefault: () => undefined });
    await settled();
  };
  const isLine = (one: { role?: unknown }): boolean => one.role === 'option';
  const active = () => elements().filter((one) => isLine(one) && one['aria-selected'] === true);

  it('a line that is pressed opens itself, not the active line', async () => {
    const { route, onClose } = await open();
    expect(active()).not.toEqual(named('screen.help').filter(isLine));
    fire('screen.help', 'onClick');
    expect(onClose).toHaveBeenCalledOnce();
    expect(route().screen).toBe('help');
  });

  it('the first line is active again when the user types on after an arrow', async () => {
    await open();
    for (let at = 0; at < 3; at += 1) await key('ArrowDown');
    expect(active().map((one) => one['data-index'])).toEqual([3]);
    await type('orders');
    expect(elements().filter(isLine).length).toBeGreaterThan(1);
    expect(active().map((one) => one['data-index'])).toEqual([0]);
  });

  it('Enter opens nothing if the user types on before the search has answered', async () => {
    const hit = { resource: 'company', id: '7', title: 'Nord', subtitle: '' } as SearchHit;
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const asked = new Set<string>();
    search = async ({ text }) => {
      asked.add(text);
      await answered;
      return [hit];
    };
    const { route, onClose } = await open();
    await type('no');
    await key('Enter');
    await type('nor');
    answer();
    await vi.waitFor(() => expect(asked).toContain('nor'));
    await new Promise((done) => setTimeout(done, 100));
    expect(onClose).not.toHaveBeenCalled();
    expect(route().screen).toBe('today');
  });

  it('a saved view opens as this view, so that it can be changed and its tab is selected', async () => {
    const { route } = await open();
    await type('By amount');
    await key('Enter');
    await vi.waitFor(() => expect(route()).toEqual({ screen: 'orders', params: { s: 'amount', v: 'v1' } }));
  });

  it.each([
    [true, 'palette.light'],
    [false, 'palette.dark'],
  ])('offers the other look if the theme is that of the system (dark: %s)', async (isDark, label) => {
    await open({ isDark });
    expect(named(label)).not.toEqual([]);
  });

  it.each([
    ['language', 'palette.language'],
    ['语言', 'palette.language'],
    ['theme', 'palette.dark'],
    ['refresh', 'palette.sync'],
  ])('“%s” finds the command %s, whatever the language of the window', async (text, label) => {
    await open();
    await type(text);
    await vi.waitFor(() => expect(named(label).filter(isLine)).not.toEqual([]));
  });

  it('says that nothing was found only when the search has answered', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    search = async () => {
      await answered;
      return [];
    };
    await open();
    await type('zzq');
    await vi.waitFor(() => expect(elements().filter(isLine)).toEqual([]));
    expect(shownText()).not.toContain('palette.empty');
    answer();
    await vi.waitFor(() => expect(shownText()).toContain('palette.empty'));
    // It stays while the next text is searched.
    search = () => new Promise(() => undefined);
    await type('zzqq');
    expect(shownText()).toContain('palette.empty');
  });

  it('does not say that nothing was found if the search failed, and searches again on request', async () => {
    const hit = { resource: 'company', id: '7', title: 'Zzq Ltd', subtitle: '' };
    let isBroken = true;
    search = () => {
      if (isBroken) throw new Error('cannot be read');
      return [hit];
    };
    await open();
    // No screen and no command has this text.
    await type('zzq');
    await vi.waitFor(() => expect(shownText()).toContain('common.notRead'));
    expect(shownText()).not.toContain('palette.empty');
    isBroken = false;
    press('common.retry');
    await vi.waitFor(() => expect(elements().filter(isLine)).toHaveLength(1));
    expect(shownText()).not.toContain('common.notRead');
  });

  it.each([
    ['palette.pause', { outbox: { pause: failing } }],
    ['palette.sync', { sync: { start: failing } }],
    ['palette.demoOffline', { accounts: { setDemoOffline: failing } }],
  ])('a command that the core refuses says why: %s', async (label, procedures) => {
    const { useToasts } = await import('../../../src/renderer/forms/windows/toast-state');
    setForTest(useToasts, { short: null });
    const { unmount } = await open({ isDemo: true, procedures });
    press(label);
    // The palette is closed before the answer.
    await unmount();
    await vi.waitFor(() => expect(useToasts.getState().short?.text).toBe('common.sentences'));
  });

  it('a colleague that is found opens in a panel, on a screen that shows one', async () => {
    search = ({ resources }) =>
      resources ? [] : [{ resource: 'user', id: '7', title: 'Mia', subtitle: '' }];
    const { route } = await open();
    await type('mia');
    await key('Enter');
    await vi.waitFor(() => expect(route()).toEqual({ screen: 'customers', params: { open: 'user~7' } }));
  });

  it('lists a document that has the id of a customer', async () => {
    const hit = (resource: string, title: string) => ({ resource, id: '7', title, subtitle: '' });
    search = ({ resources }) => [hit('company', 'Nord'), ...(resources ? [] : [hit('order', 'SO Nord')])];
    await open();
    // No screen and no command has this text.
    await type('zzq');
    await vi.waitFor(() => expect(elements().filter(isLine)).toHaveLength(2));
  });
});
