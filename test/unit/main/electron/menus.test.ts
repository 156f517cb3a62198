import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { contextMenuTemplate, type ContextFacts } from '../../../../src/main/electron/context-menu';
import { menuTemplate } from '../../../../src/main/electron/menu';
import { NUMBERED_SCREENS } from '../../../../src/shared/domain/screens';
import { trayTemplate } from '../../../../src/main/electron/tray-menu';
import { fill, shellLanguageOf, wordsOf } from '../../../../src/main/electron/words';

const flat = (items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);
const calls: unknown[] = [];
const actions = {
  command: (command: unknown) => void calls.push(command),
  openLogFolder: () => void calls.push('logs'),
  saveDiagnostics: () => void calls.push('report'),
  checkUpdates: () => void calls.push('updates'),
  about: () => void calls.push('about'),
};
const build = (platform: NodeJS.Platform, more: { developer?: boolean; updates?: boolean } = {}) =>
  flat(
    menuTemplate(
      {
        words: wordsOf('en'),
        platform,
        version: '1.2.3',
        developer: more.developer ?? false,
        updates: more.updates ?? false,
      },
      actions,
    ),
  );

describe('the application menu', () => {
  it('handles no key of the page on Windows and Linux, and all of them on macOS', () => {
    // macOS gives a menu its keys whatever it is told; the page leaves them to it there.
    const keysOf = (platform: NodeJS.Platform) =>
      build(platform)
        .filter(({ accelerator, role }) => accelerator !== undefined && role === undefined)
        .map(({ accelerator, registerAccelerator }) => ({
          accelerator,
          taken: registerAccelerator !== false,
        }));
    const pages = [
      'CmdOrCtrl+,',
      'CmdOrCtrl+K',
      ...Array.from({ length: 9 }, (_, at) => `CmdOrCtrl+${at + 1}`),
    ];
    for (const platform of ['win32', 'linux', 'darwin'] as const) {
      expect(
        keysOf(platform)
          .map(({ accelerator }) => accelerator)
          .sort(),
      ).toEqual(pages.toSorted());
      expect(keysOf(platform).every(({ taken }) => taken === (platform === 'darwin'))).toBe(true);
    }
  });

  it('zooms with the keys that browsers have, also without Shift and on the number pad', () => {
    // Electron's own key of `zoomIn` is Ctrl with the key of "=" and Shift, also where "+" needs no Shift.
    const zoomKeys = (platform: NodeJS.Platform) =>
      build(platform)
        .filter(({ role, visible }) => role?.toLowerCase().includes('zoom') === true && visible === false)
        .map(({ role, accelerator }) => [role, accelerator]);
    for (const platform of ['win32', 'linux', 'darwin'] as const)
      expect(zoomKeys(platform)).toEqual([
        ['zoomIn', 'CmdOrCtrl+='],
        ['zoomIn', 'CmdOrCtrl+numadd'],
        ['zoomOut', 'CmdOrCtrl+numsub'],
        ['resetZoom', 'CmdOrCtrl+num0'],
      ]);
    // Shown, with the name and the key that Electron gives the role.
    for (const role of ['zoomIn', 'zoomOut', 'resetZoom'])
      expect(build('win32').find((item) => item.role === role)).not.toHaveProperty('visible');
  });

  it('shows the number key of each screen', () => {
    const keyOf = (screen: string) => build('linux').find(({ id }) => id === screen)?.accelerator;
    expect(NUMBERED_SCREENS.map(keyOf)).toEqual(NUMBERED_SCREENS.map((_, at) => `CmdOrCtrl+${at + 1}`));
    // Reps know the keys by heart, so they stay.
    const known = ['today', 'trail', 'customers', 'orders', 'quotations', 'purchase-orders', 'receipts'];
    expect(known.map((screen) => keyOf(screen)?.at(-1))).toEqual(['1', '3', '4', '5', '6', '7', '9']);
  });

  it.each(['darwin', 'win32', 'linux'] as const)(
    'on %s has no item without effect: every item is a role, a separator, a submenu, a label or a click',
    (platform) => {
      for (const item of build(platform, { updates: true })) {
        expect(
          item.role ??
            item.type ??
            item.submenu ??
            item.click ??
            (item.enabled === false ? 'fact' : undefined),
          JSON.stringify(item),
        ).toBeDefined();
        if (item.click) (item.click as () => void)();
      }
      expect(calls).toContainEqual({ type: 'screen', screen: 'settings' });
      expect(calls).toContainEqual({ type: 'palette' });
      expect(calls).toContain('updates');
    },
  );

  it('follows the platform: the application menu, services and quit of macOS; exit in File elsewhere', () => {
    const roles = (platform: NodeJS.Platform) =>
      menuTemplate(
        { words: wordsOf('en'), platform, version: '1', developer: false, updates: false },
        actions,
      ).map(({ role }) => role);
    expect(roles('darwin')[0]).toBe('appMenu');
    expect(roles('win32')).not.toContain('appMenu');
    expect(build('win32').find(({ role }) => role === 'quit')?.label).toBe('Exit');
  });

  it('offers developer tools only to developers, and updates only if the copy can update', () => {
    expect(build('linux').some(({ role }) => role === 'toggleDevTools')).toBe(false);
    expect(build('linux', { developer: true }).some(({ role }) => role === 'toggleDevTools')).toBe(true);
    expect(build('darwin').some(({ id }) => id === 'updates')).toBe(false);
    expect(build('linux').some(({ role }) => role === 'reload' || role === 'forceReload')).toBe(false);
  });

  it('uses a key once', () => {
    const keys = build('win32')
      .map(({ accelerator }) => accelerator)
      .filter((key) => key !== undefined);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('the menu of the tray icon', () => {
  const nothing = () => undefined;
  const trayActions = { open: nothing, openOutbox: nothing, syncNow: nothing, quit: nothing };
  const build = (waiting: number, needsUser: number, counts: Record<string, number> = {}) =>
    trayTemplate(wordsOf('en'), { waiting, needsUser, replaced: 0, counts }, trayActions)
      .filter(({ id }) => id === 'waiting' || id === 'checking' || id === 'needs-user')
      .map(({ label, enabled }) => [label, enabled !== false]);

  it('counts items that need attention apart from those that Satchel sends by itself', () => {
    expect(build(0, 0)).toEqual([['To send: 0', false]]);
    expect(build(3, 0)).toEqual([['To send: 3', true]]);
    // The same as the status bar.
    expect(build(3, 0, { queued: 1, uncertain: 2 })).toEqual([
      ['To send: 1', true],
      ['Being checked: 2', true],
    ]);
    expect(build(3, 1, { queued: 2, rejected: 1 })).toEqual([
      ['To send: 2', true],
      ['Needs attention: 1', true],
    ]);
    expect(build(1, 1, { conflict: 1 })).toEqual([
      ['To send: 0', false],
      ['Needs attention: 1', true],
    ]);
  });
  it('counts a delivered edit that a late attempt replaced, like the sidebar', () => {
    const counts = { waiting: 1, needsUser: 1, replaced: 2, counts: { conflict: 1 } };
    const labels = trayTemplate(wordsOf('en'), counts, trayActions).map(({ label }) => label);
    expect(labels).toContain('Needs attention: 3');
  });
});

describe('the context menu', () => {
  const nothing: ContextFacts = {
    isEditable: false,
    selectionText: '',
    linkURL: '',
    misspelledWord: '',
    dictionarySuggestions: [],
    editFlags: {
      canCut: false,
      canCopy: false,
      canPaste: false,
      canSelectAll: false,
      canDelete: false,
      canEditRichly: false,
      canRedo: false,
      canUndo: false,
    },
  };
  const noop = { copyText: () => undefined, replaceWord: () => undefined, learnWord: () => undefined };
  const build = (facts: Partial<ContextFacts>) =>
    contextMenuTemplate({ ...nothing, ...facts }, wordsOf('en'), noop);

  it('is empty without an action, and never offers a link that may not be opened', () => {
    expect(build({})).toEqual([]);
    expect(build({ linkURL: 'javascript:alert(1)' })).toEqual([]);
    expect(build({ linkURL: 'https://example.com/' }).map(({ label }) => label)).toEqual(['Copy Link']);
  });

  it('has the edit roles in a field, copy alone over selected text', () => {
    expect(build({ isEditable: true }).map(({ role }) => role)).toEqual([
      'cut',
      'copy',
      'paste',
      'selectAll',
    ]);
    expect(build({ selectionText: 'x' }).map(({ role }) => role)).toEqual(['copy']);
  });
});

describe('the texts of the shell', () => {
  it('have the same keys and placeholders in both languages', () => {
    const [en, zh] = [wordsOf('en'), wordsOf('zh-CN')];
    expect(Object.keys(zh).toSorted()).toEqual(Object.keys(en).toSorted());
    const places = (text: string): string[] => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).toSorted();
    for (const key of Object.keys(en) as (keyof typeof en)[])
      expect(new Set(places(zh[key])), key).toEqual(new Set(places(en[key])));
    expect(fill('{{a}} {{b}}', { a: 1 })).toBe('1 {{b}}');
    expect([shellLanguageOf('zh-TW'), shellLanguageOf('de'), shellLanguageOf(undefined)]).toEqual([
      'zh-CN',
      'en',
      'en',
    ]);
  });
});
