/** Notifications and the account that was open when they were shown. */
import { EventEmitter } from 'node:events';
import { beforeEach, expect, it, vi } from 'vitest';
import { wordsOf } from '../../../../src/main/electron/words';

// Another file of this worker may have loaded the module with its own double of Electron.
vi.resetModules();
const { createAlerts } = await import('../../../../src/main/electron/show-alerts');

const { shown, system } = vi.hoisted(() => ({
  shown: [] as {
    emit(name: 'click' | 'failed'): unknown;
    closed: boolean;
    title: string;
    body: string;
    urgency: string | undefined;
  }[],
  system: { notifies: true },
}));
vi.mock('electron', () => ({
  nativeImage: {},
  Notification: class extends EventEmitter {
    static isSupported = (): boolean => system.notifies;
    closed = false;
    readonly title: string;
    readonly body: string;
    readonly urgency: string | undefined;
    constructor({ title, body, urgency }: { title: string; body: string; urgency?: string }) {
      super();
      this.title = title;
      this.body = body;
      this.urgency = urgency;
    }
    show(): void {
      shown.push(this);
    }
    close(): void {
      this.closed = true;
    }
  },
}));
beforeEach(() => {
  shown.splice(0);
  system.notifies = true;
});

const NOTHING = { needsUser: 0, needsSignIn: false, waiting: 0, held: 0, blocked: 0, paused: false };
const DUE = { id: '12', name: 'Acme', time: '2026-11-28 10:00:00', at: 0 };
const desk = (platform: NodeJS.Platform = 'linux') => {
  const opened: unknown[] = [];
  const told: unknown[] = [];
  const screen = { focused: false };
  const alerts = createAlerts({
    app: { setBadgeCount: () => true },
    platform,
    window: () => ({ isFocused: () => screen.focused }) as never,
    words: () => wordsOf('en'),
    open: (command) => void opened.push(command),
    tell: (command) => void told.push(command),
  });
  const summaryOf = (account: string): void => alerts.onOutbox(account, NOTHING as never);
  return { alerts, opened, told, screen, summaryOf };
};

it('a reminder opens its record in the account that was open', () => {
  const { alerts, opened, summaryOf } = desk();
  summaryOf('a');
  alerts.remind([DUE]);
  summaryOf('a');
  shown[0]?.emit('click');
  expect(opened).toEqual([{ type: 'record', resource: 'company', id: '12' }]);
  expect(shown[0]?.closed).toBe(false);
});

it('a reminder is closed when another account opens, and a late click does not open the id there', () => {
  const { alerts, opened, summaryOf } = desk();
  summaryOf('a');
  alerts.remind([DUE]);
  summaryOf('b');
  expect(shown[0]?.closed).toBe(true);
  shown[0]?.emit('click');
  expect(opened).toEqual([]);
});

it('a reminder is shown by the window that has the focus, and by the system otherwise, never by neither', () => {
  const { alerts, told, screen } = desk();
  alerts.remind([DUE]);
  expect([shown.length, told.length]).toEqual([1, 0]);
  screen.focused = true;
  alerts.remind([{ ...DUE, id: '13' }]);
  expect(shown).toHaveLength(1);
  expect(told).toEqual([{ type: 'reminder', due: [{ ...DUE, id: '13' }] }]);
});

it('a reminder that the system does not show is shown by the window', () => {
  const { alerts, told } = desk();
  alerts.remind([DUE, { ...DUE, id: '13' }]);
  shown[0]?.emit('failed');
  expect(told).toHaveLength(1);
  system.notifies = false;
  alerts.remind([DUE]);
  expect(told).toHaveLength(2);
});

it.each([
  // Electron passes the text on as it is, and Linux desktops read the body as markup, the title as text.
  ['linux', 'R&amp;D Ltd, Müller &lt;Asia&gt;'],
  ['win32', 'R&D Ltd, Müller <Asia>'],
  ['darwin', 'R&D Ltd, Müller <Asia>'],
] as const)('names in a notification appear as they are on %s', (platform, body) => {
  const { alerts } = desk(platform);
  alerts.remind([
    { ...DUE, name: 'R&D Ltd' },
    { ...DUE, id: '13', name: 'Müller <Asia>' },
  ]);
  expect(shown[0]?.body).toBe(body);
  alerts.remind([{ ...DUE, id: '14', name: 'Müller <Asia>' }]);
  expect(shown[1]?.title).toContain('Müller <Asia>');
});

it('a notification has normal urgency: GNOME shows no banner of a low one, which is Electron’s default', () => {
  const { alerts } = desk();
  alerts.remind([DUE]);
  expect(shown[0]?.urgency).toBe('normal');
});
