/** The tray icon follows the counts of the outbox and the language. */
import { expect, it, vi } from 'vitest';
import { wordsOf } from '../../../../src/main/electron/words';

// Another file of this worker may have loaded the module with its own double of Electron.
vi.resetModules();
const { createTray } = await import('../../../../src/main/electron/tray');

interface Line {
  label?: string;
}
const { menus } = vi.hoisted(() => ({ menus: [] as Line[][] }));
vi.mock('electron', () => ({
  nativeImage: { createFromDataURL: () => ({}) },
  Menu: { buildFromTemplate: (lines: Line[]) => lines },
  Tray: class {
    setToolTip(): void {}
    on(): void {}
    setContextMenu(lines: Line[]): void {
      menus.push(lines);
    }
  },
}));

it('has the present counts and the present language in its menu', () => {
  let language: 'en' | 'zh-CN' = 'en';
  const nothing = (): void => undefined;
  const actions = { open: nothing, openOutbox: nothing, syncNow: nothing, quit: nothing };
  const tray = createTray('linux', () => wordsOf(language), actions);
  tray.want(true);
  const labels = () => menus.at(-1)?.map(({ label }) => label);
  const counts = { waiting: 0, needsUser: 0, replaced: 0, counts: {} };
  tray.setCounts({ ...counts, replaced: 1 });
  expect(labels()).toContain('Needs attention: 1');
  language = 'zh-CN';
  tray.redraw();
  expect(labels()).toContain('需要你处理：1');
  const drawn = menus.length;
  tray.setCounts({ ...counts, replaced: 1 });
  expect(menus).toHaveLength(drawn);
});
