/** Settings of the window: applied at once, stored by the core a moment later, never replaced by older ones. */
import { describe, expect, it, vi } from 'vitest';

const UNSAVED = 'satchel.ui.unsaved';

/** A page that was just loaded, over what an earlier one left in this browser. */
const page = async (stored: Record<string, string> = {}, save: () => unknown = () => ({})) => {
  vi.resetModules();
  const local = new Map(Object.entries(stored));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => local.get(key) ?? null,
    setItem: (key: string, value: string) => void local.set(key, value),
    removeItem: (key: string) => void local.delete(key),
  });
  vi.stubGlobal('navigator', { language: 'en-GB' });
  const { windowOver } = await import('../../support/renderer/window-over');
  const saved: { ui: { theme: string; density: string; language: string } }[] = [];
  windowOver(
    { accounts: { setSettings: (settings: never) => (saved.push(settings), save()) } },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  return { ...(await import('../../../src/renderer/client/preferences')), local, saved };
};
const waited = (ms: number) => new Promise((done) => setTimeout(done, ms));

describe('a setting', () => {
  it('is kept by the core, once for several changes, and then marked as saved', async () => {
    const { setPreferences, usePreferences, local, saved } = await page();
    setPreferences({ theme: 'dark' });
    setPreferences({ density: 'comfortable' });
    expect(usePreferences.getState()).toMatchObject({ theme: 'dark', density: 'comfortable' });
    expect(local.get(UNSAVED)).toBe('1');
    await vi.waitFor(() => expect(saved).toHaveLength(1), 10_000);
    expect(saved[0]!.ui).toMatchObject({ theme: 'dark', density: 'comfortable', language: 'en' });
    await vi.waitFor(() => expect(local.has(UNSAVED)).toBe(false), 10_000);
    await waited(500);
    expect(saved).toHaveLength(1);
  });

  it('that the core did not store stays marked, and the next page sends it again', async () => {
    const first = await page({}, () => {
      throw new Error('no room');
    });
    first.setPreferences({ theme: 'dark' });
    await vi.waitFor(() => expect(first.saved).toHaveLength(1), 10_000);
    await waited(50);
    expect(first.local.get(UNSAVED)).toBe('1');
    const next = await page(Object.fromEntries(first.local));
    next.adoptSettings({ ui: { theme: 'light' } });
    expect(next.usePreferences.getState().theme).toBe('dark');
    await vi.waitFor(() => expect(next.saved[0]?.ui.theme).toBe('dark'), 10_000);
  });

  it('comes from the core, unless this page has a later one', async () => {
    const { adoptSettings, setPreferences, usePreferences, local } = await page();
    adoptSettings({ ui: null });
    adoptSettings({ ui: { theme: 'dark', panelWidth: 600 } });
    expect(usePreferences.getState()).toMatchObject({ theme: 'dark', panelWidth: 600, language: 'en' });
    expect(JSON.parse(local.get('satchel.ui') ?? '')).toMatchObject({ theme: 'dark' });
    setPreferences({ theme: 'light' });
    adoptSettings({ ui: { theme: 'dark' } });
    expect(usePreferences.getState().theme).toBe('light');
  });

  it('of another window is followed after an own change is stored, and is not taken back', async () => {
    const { adoptSettings, setPreferences, usePreferences, saved } = await page();
    setPreferences({ density: 'comfortable' });
    await vi.waitFor(() => expect(saved).toHaveLength(1), 10_000);
    await waited(50);
    adoptSettings({ ui: { language: 'zh-CN', density: 'comfortable' } });
    expect(usePreferences.getState().language).toBe('zh-CN');
    setPreferences({ theme: 'dark' });
    await vi.waitFor(() => expect(saved).toHaveLength(2), 10_000);
    expect(saved[1]!.ui).toMatchObject({ language: 'zh-CN', density: 'comfortable', theme: 'dark' });
  });

  it('that the core did not store is sent again with the next state of the core; then others are followed', async () => {
    let isFull = true;
    const { adoptSettings, setPreferences, usePreferences, saved } = await page({}, () => {
      if (isFull) throw new Error('no room');
    });
    setPreferences({ theme: 'dark' });
    await vi.waitFor(() => expect(saved).toHaveLength(1), 10_000);
    await waited(50);
    isFull = false;
    adoptSettings({ ui: { theme: 'light' } });
    await vi.waitFor(() => expect(saved).toHaveLength(2), 10_000);
    expect(saved[1]!.ui.theme).toBe('dark');
    await waited(50);
    adoptSettings({ ui: { theme: 'dark', language: 'zh-CN' } });
    expect(usePreferences.getState().language).toBe('zh-CN');
  });

  it('that another window is storing is not overwritten', async () => {
    const { adoptSettings, local, saved } = await page();
    local.set('satchel.ui', '{"theme":"dark"}');
    local.set(UNSAVED, '1');
    adoptSettings({ ui: { theme: 'light' } });
    await vi.waitFor(() => expect(saved[0]?.ui.theme).toBe('dark'), 10_000);
  });

  it('that another window could not store is not lost by a change in this one', async () => {
    const { setListLayout, setPreferences, local, saved } = await page({ 'satchel.ui': '{"theme":"light"}' });
    local.set('satchel.ui', '{"theme":"dark","lists":{"lead":{"pinned":["name"]}}}');
    local.set(UNSAVED, '1');
    setListLayout('order', { columns: ['no'] });
    setPreferences({ density: 'comfortable' });
    const both = { lead: { pinned: ['name'] }, order: { columns: ['no'] } };
    await vi.waitFor(
      () => expect(saved[0]?.ui).toMatchObject({ theme: 'dark', density: 'comfortable', lists: both }),
      10_000,
    );
  });

  it('is known before the core answers; an unreadable one is ignored', async () => {
    const { usePreferences } = await page({ 'satchel.ui': '{"theme":"dark","language":"zh"}' });
    expect(usePreferences.getState()).toMatchObject({ theme: 'dark', language: 'zh', density: 'compact' });
    expect((await page({ 'satchel.ui': '{"theme":' })).usePreferences.getState().theme).toBe('auto');
  });

  it('of a list changes nothing of the other lists', async () => {
    const { setListLayout, usePreferences } = await page();
    setListLayout('order', { columns: ['no'] });
    setListLayout('lead', { pinned: ['name'] });
    setListLayout('order', { widths: { no: 90 } });
    expect(usePreferences.getState().lists).toEqual({
      order: { columns: ['no'], widths: { no: 90 } },
      lead: { pinned: ['name'] },
    });
  });
});

describe('columns that another account has', () => {
  const all = ['name', 'amount', 'note'].map((key) => ({
    key,
    kind: 'text' as const,
    sort: 'scan' as const,
  }));
  it('keep their place when the columns of a list are changed in an account without them', async () => {
    const { layoutOf, setListLayout, usePreferences } = await page();
    const { arrangeColumns } = await import('../../../src/renderer/features/lists/grid/column-actions');
    const { shownColumns, withoutColumn } = await import('../../../src/renderer/records/list-columns');
    setListLayout('order', { columns: ['7001', 'name', '7002', 'amount'], pinned: ['7002', 'name'] });
    const layout = () => layoutOf(usePreferences.getState().lists, 'order');
    const shown = shownColumns('order', all, layout());
    arrangeColumns('order', shown, { columns: ['name', 'amount', 'note'], pinned: ['name'] });
    expect(layout()).toEqual({
      columns: ['7001', 'name', '7002', 'amount', 'note'],
      pinned: ['name', '7002'],
    });
    arrangeColumns('order', shownColumns('order', all, layout()), withoutColumn(shown, 'name'));
    expect(layout()?.columns).toEqual(['7001', '7002', 'amount']);
  });
});

describe('the columns of a saved view', () => {
  it('are those of its list until the view has its own, and stay when one of them is changed', async () => {
    const { layoutOf, setListLayout, usePreferences } = await page();
    setListLayout('order', { columns: ['name', 'amount'], widths: { name: 300 }, totals: ['amount'] });
    const shown = () => layoutOf(usePreferences.getState().lists, 'order~v1');
    expect(shown()).toEqual({ columns: ['name', 'amount'], widths: { name: 300 }, totals: ['amount'] });
    const { resizeColumn } = await import('../../../src/renderer/features/lists/grid/column-actions');
    resizeColumn('order~v1', 'amount', 90);
    expect(shown()).toEqual({
      columns: ['name', 'amount'],
      widths: { name: 300, amount: 90 },
      totals: ['amount'],
    });
    setListLayout('order', { columns: ['name'] });
    expect(shown()?.columns).toEqual(['name', 'amount']);
  });
});
