/** Parts around the screens: the strip of a lost connection, the guide, a failed dialog, the page of a print. */
import { createElement } from 'react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import {
  elements,
  fire,
  makePage,
  mount,
  named,
  partsIn,
  press,
  settled,
  shownText,
  withGivenTexts,
  withRecorded,
} from '../../support/renderer/mounted';
import { accountState, windowOver } from '../../support/renderer/window-over';

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
  const before = useConnection.getState();
  onTestFinished(() => useConnection.setState(before));
  await mount(createElement(await part('app/reconnecting-strip', 'ReconnectingStrip')));
  useConnection.setState({ connected: false });
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
  useSync.setState({ state: { demoOffline: false } as never });
  useOutboxSummary.setState({ summary: { waiting: 0, counts: {} } as never });
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

it('the "New…" window closes', async () => {
  const dialog = await part('forms/windows/new-window', 'NewWindow');
  const shown = (opened: boolean) => createElement(dialog, { opened, onClose: () => undefined });
  const isOpen = (): boolean =>
    elements().some(({ opened, title }) => opened === true && title !== undefined);
  const { show } = await mount(shown(true));
  expect(isOpen()).toBe(true);
  await show(shown(false));
  expect(isOpen()).toBe(false);
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

it('says only of the sheet that was saved that it was saved', async () => {
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
