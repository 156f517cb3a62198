/** Saved views, columns, filters, the search and the menus of a list, and the export of its rows. */
import { createElement } from 'react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { FullView } from '../../../src/renderer/records/list-view';
import {
  elements,
  fire,
  makePage,
  mount,
  named,
  type Page,
  partsIn,
  press,
  settled,
  shownText,
  withGivenTexts,
  withRecorded,
  withSaved,
} from '../../support/renderer/mounted';
import { accountState, windowOver } from '../../support/renderer/window-over';

vi.mock(import('react/jsx-dev-runtime'), async (original) => withRecorded(await original()));
vi.mock(import('../../../src/renderer/i18n/i18n'), async (original) => withGivenTexts(await original()));
vi.mock(import('../../../src/renderer/ui/save-file'), async (original) => withSaved(await original()));

const part = partsIn('features');
const VIEW = { resource: 'order', filters: [], sort: [], search: '', removed: false } as unknown as FullView;
const COLUMNS = ['name', 'note'].map((key) => ({ key, kind: 'text', sort: 'text' }));

let settings: Record<string, unknown> = {};
let facets: (asked: { removed: boolean }) => unknown = () => [];
let begun: { ids?: string[] }[] = [];
let sums: object[] = [];
let page: Page;
beforeEach(() => {
  settings = {};
  facets = () => [];
  begun = [];
  const local = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => local.get(key) ?? null,
    setItem: (key: string, value: string) => void local.set(key, value),
    removeItem: (key: string) => void local.delete(key),
  });
  const state = () => accountState({ settings });
  windowOver({
    accounts: {
      state,
      setSettings: (given: object) => {
        settings = { ...settings, ...given };
        return state();
      },
    },
    travel: { pins: () => [] },
    records: {
      columns: () => COLUMNS,
      facets: (asked: never) => facets(asked),
      totals: ({ fields }: { fields: string[] }) => ({
        fields: fields.map((field) => ({ field, sums, drafts: [] })),
      }),
      lookup: () => [],
      page: () => ({ rows: [], total: 0, revision: 0 }),
      get: () => new Promise(() => undefined),
    },
    export: {
      start: (asked: { ids?: string[] }) => {
        begun.push(asked);
        return { ok: true, id: 'e1', total: 2 };
      },
      next: () => ({ state: 'done', rows: 2, chunk: '' }),
    },
    diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
  });
  page = makePage();
});

const preferences = () => import('../../../src/renderer/client/preferences');
const router = () => import('../../../src/renderer/navigation/router');

const shelfOf = async () => {
  const { useSavedViews } = await import('../../../src/renderer/records/saved-views');
  let shelf: ReturnType<typeof useSavedViews> | undefined;
  const Probe = (): null => {
    shelf = useSavedViews('order');
    return null;
  };
  (await router()).goTo('orders', {});
  const { queries } = await mount(createElement(Probe));
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  return () => shelf!;
};
const names = () => (settings['views.a'] as { order: { name: string }[] }).order.map(({ name }) => name);

it('a deleted view that is taken back is where it was, and no other view is lost', async () => {
  const views = ['A', 'B', 'C'].map((name) => ({ id: name, name, params: { q: name } }));
  settings = { 'views.a': { order: views } };
  const shelf = await shelfOf();
  const back = shelf().remove('B');
  await vi.waitFor(() => expect(names()).toEqual(['A', 'C']));
  back();
  await vi.waitFor(() => expect(names()).toEqual(['A', 'B', 'C']));
});

it('a saved view keeps the columns that the list had, also when the list gets others', async () => {
  const { layoutOf, setListLayout, usePreferences } = await preferences();
  const shelf = await shelfOf();
  setListLayout('order', { columns: ['name', 'note'] });
  shelf().save('Both columns');
  const { v } = (await router()).currentRoute().params;
  setListLayout('order', { columns: ['name'] });
  expect(layoutOf(usePreferences.getState().lists, `order~${v}`)?.columns).toEqual(['name', 'note']);
});

it('"Reset columns" in a saved view leaves the columns of the list as they are', async () => {
  const { setListLayout, usePreferences } = await preferences();
  usePreferences.setState({ lists: {} });
  setListLayout('order', { columns: ['note'] });
  setListLayout('order~v1', { columns: ['name'] });
  const popup = { id: 'p', opened: true, onChange: () => undefined, target: { current: null } };
  const shown = [{ ...COLUMNS[0], width: 100, pinned: true }];
  const panel = await part('lists/column-panel', 'ColumnPanel');
  await mount(createElement(panel, { popup, resource: 'order', place: 'order~v1', columns: COLUMNS, shown }));
  press('listTools.resetColumns');
  expect(Object.keys(usePreferences.getState().lists)).toEqual(['order']);
});

it('no next follow-up is planned with a company that was deleted', async () => {
  const menu = await part('lists/grid/row-menu', 'RowMenu');
  const none = () => undefined;
  const calls = {
    onOpen: none,
    onOpenFully: none,
    onSelect: none,
    onCopy: none,
    onFilter: none,
    onClose: none,
  };
  const show = (removed: boolean) => {
    const row = { id: '7', values: { name: 'Nord' }, removed };
    return createElement(menu, { resource: 'company', row, at: { x: 0, y: 0 }, selected: false, ...calls });
  };
  const { show: draw } = await mount(show(false));
  expect(named('lists.planFollowUp')).not.toEqual([]);
  await draw(show(true));
  expect(named('lists.open')).not.toEqual([]);
  expect(named('lists.planFollowUp')).toEqual([]);
});

/** A search field whose time stands still, and the texts that it searched for. */
const searchField = async () => {
  const searched: string[] = [];
  const field = await part('lists/list-search', 'ListSearch');
  const { unmount } = await mount(
    createElement(field, {
      resource: 'order',
      value: '',
      onChange: (text: string) => {
        searched.push(text);
      },
      onDone: () => undefined,
    }),
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const type = (value: string): void => {
    fire('list.searchPlaceholder', 'onChange', { currentTarget: { value } });
  };
  return { searched, type, unmount };
};

it('a letter is searched at once, and keys that come together only once', async () => {
  const { searched, type } = await searchField();
  type('v');
  vi.advanceTimersByTime(1);
  expect(searched).toEqual(['v']);
  vi.advanceTimersByTime(120);
  for (const text of ['va', 'val', 'valv', 'valve']) {
    type(text);
    vi.advanceTimersByTime(10);
  }
  expect(searched).toEqual(['v', 'va']);
  vi.advanceTimersByTime(60);
  expect(searched).toEqual(['v', 'va', 'valve']);
});

it('a text that was typed for one list is not searched in the next one', async () => {
  const { searched, type, unmount } = await searchField();
  type('v');
  vi.advanceTimersByTime(1);
  type('valve');
  await unmount();
  vi.advanceTimersByTime(200);
  expect(searched).toEqual(['v']);
});

it('the filter of a list of deleted records offers the values of deleted records', async () => {
  const asked: boolean[] = [];
  facets = ({ removed }) => {
    asked.push(removed);
    return [{ value: '1', label: 'Open', count: 3 }];
  };
  (await router()).goTo('orders', { removed: '1' });
  const editor = await part('lists/filter-editor', 'FilterEditor');
  const column = { key: 'status', kind: 'status', sort: 'none' };
  await mount(
    createElement(editor, { resource: 'order', column, filter: undefined, onApply: () => undefined }),
  );
  await vi.waitFor(() => expect(named('Open')).not.toEqual([]));
  expect(asked).toEqual([true]);
});

it('the filter gives the focus to the grid only when the grid has asked for it', async () => {
  const onAskedClosed = vi.fn<() => void>();
  const button = await part('lists/filter-bar', 'FilterButton');
  const filter = {
    resource: 'order',
    columns: COLUMNS,
    filters: [],
    onChange: () => undefined,
    onAskedClosed,
  };
  await mount(createElement(button, { ...filter, asked: { field: 'name', times: 1 } }));
  press('list.filter');
  await settled();
  expect(onAskedClosed).toHaveBeenCalledOnce();
  press('list.filter');
  await settled();
  press('list.filter');
  await settled();
  expect(onAskedClosed).toHaveBeenCalledOnce();
});

const openExport = async (more: object) => {
  const dialog = await part('documents/export-dialog', 'ExportDialog');
  const list = { view: VIEW, columns: COLUMNS, shown: COLUMNS, total: 9, onClose: () => undefined };
  await mount(createElement(dialog, { ...list, ...more }));
  press('export.start');
  await vi.waitFor(() => expect(shownText()).toContain('savedFile.saved'));
};

it('exports the selected rows, and the whole list without a selection', async () => {
  await openExport({ selection: ['5', '3'] });
  expect(begun).toMatchObject([{ ids: ['5', '3'] }]);
  press('export.again');
  await vi.waitFor(() => expect(begun).toHaveLength(2));
});

it('does not say that another format was saved', async () => {
  await openExport({});
  expect(begun[0]).not.toHaveProperty('ids');
  const format = elements().find((one) => one['aria-labelledby'] === 'export-format') as {
    onChange: (value: string) => void;
  };
  format.onChange('csv');
  await settled();
  expect(shownText()).not.toContain('savedFile.saved');
  expect(named('export.start')).not.toEqual([]);
});

const account = { id: 'a', name: 'Nord', baseUrl: 'https://crm.example' };

it('the window has its own title again after a preview', async () => {
  const preview = await part('documents/document-layer', 'RecordPreview');
  const reference = { kind: 'record', resource: 'order', id: '7' };
  const period = { from: '', to: '' };
  const { unmount } = await mount(createElement(preview, { reference, account, language: 'en', period }));
  expect(document.title).toBe('document.preview');
  await unmount();
  expect(document.title).toBe('Satchel');
});

it('prints no document that is not complete', async () => {
  const print = vi.fn<() => void>();
  Object.assign(window, { print });
  (await router()).goTo('orders', { print: 'order~7' });
  await mount(createElement(await part('documents/document-layer', 'DocumentLayer'), { account }));
  press('document.printOrPdf');
  await settled();
  expect(print).not.toHaveBeenCalled();
});

it('Ctrl+E exports the list as it is now, not as it was when the screen was opened', async () => {
  const menu = await part('documents/list-file-menu', 'ListFileMenu');
  const [before, now] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const { show } = await mount(createElement(menu, { onExport: before }));
  await show(createElement(menu, { onExport: now }));
  page.happen('keydown', { key: 'e', ctrlKey: true });
  expect([before.mock.calls.length, now.mock.calls.length]).toEqual([0, 1]);
});

it('marks each cell of a selected range, from its first column to its last', async () => {
  const gridRow = await part('lists/grid/grid-row', 'GridRow');
  const columns = ['a', 'b', 'c', 'd'].map((key) => ({ key, kind: 'text', sort: 'text', width: 90 }));
  const items = columns.slice(1).map((_, at) => ({ index: at + 1, start: 90 * (at + 1) }));
  const format = { locale: 'en', offsetMs: 0, word: (key: string) => key };
  const row = { id: '1', values: {} };
  const range = { top: 0, bottom: 0, left: 1, right: 2 };
  await mount(
    createElement(gridRow, { row, index: 0, columns, items, pinned: 1, lefts: [0], format, range }),
  );
  const cells = elements().filter(({ role }) => role === 'gridcell');
  expect(cells.map((one) => one['aria-selected'] === true)).toEqual([false, true, true, false]);
});

it('Enter that waits for the rows of a list opens no row of another list', async () => {
  const useEnterWhenRead = await part<(options: object) => { wait: () => void }>(
    'lists/grid/use-enter-when-read',
    'useEnterWhenRead',
  );
  const opened: string[] = [];
  let wait = (): void => undefined;
  const grid = { current: document.activeElement };
  const Grid = ({ place, isRead }: { place: string; isRead: boolean }): null => {
    ({ wait } = useEnterWhenRead({ place, isRead, grid, open: () => opened.push(place) }));
    return null;
  };
  const { show } = await mount(createElement(Grid, { place: 'orders', isRead: false }));
  wait();
  await settled();
  await show(createElement(Grid, { place: 'quotations', isRead: true }));
  expect(opened).toEqual([]);
  await show(createElement(Grid, { place: 'orders', isRead: false }));
  wait();
  await settled();
  await show(createElement(Grid, { place: 'orders', isRead: true }));
  expect(opened).toEqual(['orders']);
});

it('a list that is opened for the first time begins at its top, however far the one before was scrolled', async () => {
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => (frames.push(frame), frames.length));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  const frames: (() => void)[] = [];
  const useKeptPlace = await part<(options: object) => { onScroll: () => void }>(
    'lists/grid/use-kept-place',
    'useKeptPlace',
  );
  const { forgetAccount } = await import('../../../src/renderer/client/of-account');
  forgetAccount();
  const scrollTo = vi.fn<(to: object) => void>();
  const scroll = { current: { scrollTo } };
  const canvas = { rows: { scrollOffset: 0 }, cells: { scrollOffset: 0 } };
  let onScroll = (): void => undefined;
  const Grid = ({ place, hasHeight }: { place: string; hasHeight: boolean }): null => {
    ({ onScroll } = useKeptPlace({ scroll, canvas, place, hasHeight }));
    return null;
  };
  const scrolled = async (): Promise<void> => {
    onScroll();
    for (const frame of frames.splice(0)) frame();
    await settled();
  };
  const { show } = await mount(createElement(Grid, { place: 'first', hasHeight: true }));
  canvas.rows.scrollOffset = 500;
  await scrolled();
  // The second list has no rows yet. The grid is still scrolled as in the first list.
  await show(createElement(Grid, { place: 'second', hasHeight: false }));
  await scrolled();
  await show(createElement(Grid, { place: 'second', hasHeight: true }));
  expect(scrollTo.mock.calls).toEqual([[{ top: 0, left: 0 }]]);
  canvas.rows.scrollOffset = 0;
  await show(createElement(Grid, { place: 'first', hasHeight: true }));
  expect(scrollTo.mock.calls.at(-1)).toEqual([{ top: 500, left: 0 }]);
});

it('each deleted view can be taken back for eight seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const tabs = await part('lists/view-tabs', 'ViewTabs');
  const shelf = (...left: string[]) => ({
    views: left.map((id) => ({ id, name: id, params: {} })),
    remove: () => () => undefined,
  });
  const show = (id: string, ...left: string[]) =>
    createElement(tabs, { shelf: shelf(...left), params: { v: id }, allLabel: 'All' });
  const { show: draw } = await mount(show('A', 'A', 'B'));
  press('lists.viewMenu');
  await vi.waitFor(() => expect(named('lists.deleteView')).not.toEqual([]));
  press('lists.deleteView');
  await settled();
  vi.advanceTimersByTime(5_000);
  await draw(show('B', 'B'));
  press('lists.viewMenu');
  await settled();
  await vi.waitFor(() => expect(named('lists.deleteView')).not.toEqual([]));
  press('lists.deleteView');
  await settled();
  vi.advanceTimersByTime(5_000);
  await settled();
  expect(named('lists.undo')).not.toEqual([]);
  vi.advanceTimersByTime(3_001);
  await settled();
  expect(named('lists.undo')).toEqual([]);
});

it('a view is saved without the spaces around its name', async () => {
  const onSave = vi.fn<(name: string) => void>();
  const popup = { id: 'p', opened: true, onChange: () => undefined, target: { current: null } };
  await mount(createElement(await part('lists/view-layers', 'SaveViewPanel'), { popup, onSave }));
  fire('lists.viewName', 'onChange', { currentTarget: { value: '  North  ' } });
  await settled();
  const form = elements().find(({ onSubmit }) => onSubmit !== undefined) as unknown as {
    onSubmit: (event: object) => void;
  };
  form.onSubmit({ preventDefault: () => undefined });
  expect(onSave).toHaveBeenCalledWith('North');
});

it('a hint keeps its lines apart, and is hidden while the menu of its button is open', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const ui = partsIn('ui');
  const hintButton = await ui('hint-button', 'HintButton');
  const bubbles = () => elements().filter((one) => one.label === 'File' && one.opened === true);
  const rest = async (isOpen: boolean): Promise<void> => {
    await draw(createElement(hintButton, { label: 'File', 'aria-expanded': isOpen }));
    fire('File', 'onPointerEnter', { currentTarget: {}, pointerType: 'mouse' });
    await settled();
    vi.advanceTimersByTime(500);
    await settled();
    await settled();
  };
  const { show: draw } = await mount(createElement(hintButton, { label: 'File' }));
  await rest(true);
  expect(bubbles()).toEqual([]);
  await rest(false);
  // The bubble is loaded when it is first shown, which takes a busy machine some time.
  await vi.waitFor(() => expect(bubbles()).toHaveLength(1));
  const hintBubble = await ui('hint-bubble', 'HintBubble');
  await draw(createElement(hintBubble, { target: {}, label: 'a\nb', multiline: true, shown: true }));
  expect(elements().find(({ label }) => label === 'a\nb')).toMatchObject({ style: { whiteSpace: 'pre' } });
});

it('a footer without a chosen amount shows no sums, not even those that it had before', async () => {
  const { setListLayout, usePreferences } = await preferences();
  usePreferences.setState({ lists: {} });
  const all = ['amount', 'currency'].map((key) => ({ key, kind: key === 'amount' ? 'money' : 'text' }));
  sums = [{ currency: 'USD', count: 1, sum: '700' }];
  const footer = await part('lists/list-footer', 'ListFooter');
  const rows = { selection: { kind: 'some', ids: new Map() }, count: () => 0, tooMany: false };
  const given = { view: VIEW, place: 'order', all, shown: all, total: 4, rows, copier: {} };
  const { queries, show } = await mount(createElement(footer, given));
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  await settled();
  expect(shownText()).toContain('USD\u00a0700.00');
  setListLayout('order', { totals: [] });
  await settled();
  expect(shownText()).not.toContain('700');
  await show(createElement(footer, { ...given, view: { ...VIEW, search: 'x' } }));
  expect(shownText()).not.toContain('700');
});
