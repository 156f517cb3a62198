/**
 * The application menu, with the roles that each platform expects. On Windows and Linux it shows shortcuts
 * that the page handles, but does not handle them. On macOS the menu handles them
 * (`renderer/app/shell-key.ts`).
 */
import type { MenuItemConstructorOptions } from 'electron';
import type { ShellCommand } from '#shared/contract/shell';
import { NUMBERED_SCREENS } from '#shared/domain/screens';
import { fill, type ShellWords } from './words';

export interface MenuFacts {
  words: ShellWords;
  platform: NodeJS.Platform;
  version: string;
  /** Adds the developer tools; only for unpackaged copies. */
  developer: boolean;
  /** This copy can update itself. */
  updates: boolean;
}

export interface MenuActions {
  command(command: ShellCommand): void;
  openLogFolder(): void;
  saveDiagnostics(): void;
  checkUpdates(): void;
  about(): void;
}

type Item = MenuItemConstructorOptions;
const LINE: Item = { type: 'separator' };
/**
 * Browsers also zoom by these keys. Electron's own key of `zoomIn` counts only with Shift, also on keyboards where "+"
 * needs none. An item has one key, so each of these has a hidden item; Electron does not look at `visible` for keys.
 */
const MORE_ZOOM_KEYS: Item[] = [
  { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false },
  { role: 'zoomIn', accelerator: 'CmdOrCtrl+numadd', visible: false },
  { role: 'zoomOut', accelerator: 'CmdOrCtrl+numsub', visible: false },
  { role: 'resetZoom', accelerator: 'CmdOrCtrl+num0', visible: false },
];

/** Builds the template; `Menu.buildFromTemplate` turns it into the menu. */
export const menuTemplate = (facts: MenuFacts, actions: MenuActions): Item[] => {
  const { words, platform } = facts;
  const mac = platform === 'darwin';
  const settings: Item = {
    id: 'settings',
    label: words.settings,
    accelerator: 'CmdOrCtrl+,',
    registerAccelerator: mac,
    click: () => actions.command({ type: 'screen', screen: 'settings' }),
  };
  const about: Item = { id: 'about', label: words.about, click: () => actions.about() };
  const updates: Item[] = facts.updates
    ? [{ id: 'updates', label: words.checkUpdates, click: () => actions.checkUpdates() }]
    : [];
  const appMenu: Item = {
    role: 'appMenu',
    label: 'Satchel',
    submenu: [
      about,
      ...updates,
      LINE,
      settings,
      LINE,
      { role: 'services', label: words.services },
      LINE,
      { role: 'hide', label: words.hide },
      { role: 'hideOthers', label: words.hideOthers },
      { role: 'unhide', label: words.showAll },
      LINE,
      { role: 'quit', label: words.quit },
    ],
  };
  const file: Item = {
    label: words.file,
    submenu: mac
      ? [{ role: 'close', label: words.closeWindow }]
      : [settings, LINE, { role: 'quit', label: words.exit }],
  };
  const edit: Item = {
    role: 'editMenu',
    label: words.edit,
    submenu: [
      { role: 'undo', label: words.undo },
      { role: 'redo', label: words.redo },
      LINE,
      { role: 'cut', label: words.cut },
      { role: 'copy', label: words.copy },
      { role: 'paste', label: words.paste },
      { role: 'pasteAndMatchStyle', label: words.pasteAsText },
      { role: 'selectAll', label: words.selectAll },
      LINE,
      {
        id: 'find',
        label: words.find,
        accelerator: 'CmdOrCtrl+K',
        registerAccelerator: mac,
        click: () => actions.command({ type: 'palette' }),
      },
    ],
  };
  const view: Item = {
    label: words.view,
    submenu: [
      { role: 'resetZoom', label: words.actualSize },
      { role: 'zoomIn', label: words.zoomIn },
      { role: 'zoomOut', label: words.zoomOut },
      ...MORE_ZOOM_KEYS,
      LINE,
      { role: 'togglefullscreen', label: words.fullScreen },
      ...(facts.developer ? [LINE, { role: 'toggleDevTools', label: words.developerTools } as Item] : []),
    ],
  };
  const toScreen = (
    screen:
      | (typeof NUMBERED_SCREENS)[number]
      | 'opportunities'
      | 'products'
      | 'collections'
      | 'agenda'
      | 'activity',
  ): Item => ({
    id: screen,
    label: words[screen],
    click: () => actions.command({ type: 'screen', screen }),
  });
  const go: Item = {
    label: words.go,
    submenu: [
      ...NUMBERED_SCREENS.map((screen, at): Item => ({
        ...toScreen(screen),
        accelerator: `CmdOrCtrl+${at + 1}`,
        registerAccelerator: mac,
      })),
      LINE,
      toScreen('opportunities'),
      toScreen('products'),
      toScreen('collections'),
      toScreen('agenda'),
      toScreen('activity'),
    ],
  };
  const window: Item = {
    role: 'windowMenu',
    label: words.window,
    submenu: [
      { role: 'minimize', label: words.minimize },
      ...(mac
        ? [{ role: 'zoom', label: words.zoom } as Item, LINE, { role: 'front', label: words.front } as Item]
        : []),
    ],
  };
  const help: Item = {
    role: 'help',
    label: words.help,
    submenu: [
      {
        id: 'guide',
        label: words.guide,
        click: () => actions.command({ type: 'screen', screen: 'help' }),
      },
      {
        id: 'shortcuts',
        label: words.shortcuts,
        click: () => actions.command({ type: 'screen', screen: 'settings', tab: 'shortcuts' }),
      },
      {
        id: 'diagnostics',
        label: words.diagnostics,
        click: () => actions.command({ type: 'screen', screen: 'settings', tab: 'diagnostics' }),
      },
      { id: 'saveDiagnostics', label: words.saveDiagnostics, click: () => actions.saveDiagnostics() },
      { id: 'logFolder', label: words.logFolder, click: () => actions.openLogFolder() },
      ...(mac
        ? []
        : [
            LINE,
            ...updates,
            about,
            { label: fill(words.versionLine, { version: facts.version }), enabled: false } as Item,
          ]),
    ],
  };
  return [...(mac ? [appMenu] : []), file, edit, view, go, window, help];
};
