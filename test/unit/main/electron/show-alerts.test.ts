/** Notifications and the account that was open when they were shown. */
import { EventEmitter } from 'node:events';
import { beforeEach, expect, it, vi } from 'vitest';
import { createAlerts } from '../../../../src/main/electron/show-alerts';
import { wordsOf } from '../../../../src/main/electron/words';

const { shown } = vi.hoisted(() => ({ shown: [] as { emit(name: 'click'): unknown; closed: boolean }[] }));
vi.mock('electron', () => ({
  nativeImage: {},
  Notification: class extends EventEmitter {
    static isSupported = (): boolean => true;
    closed = false;
    show(): void {
      shown.push(this);
    }
    close(): void {
      this.closed = true;
    }
  },
}));
beforeEach(() => void shown.splice(0));

const NOTHING = { needsUser: 0, needsSignIn: false, waiting: 0, held: 0, paused: false };
const DUE = { id: '12', name: 'Acme', time: '2026-11-28 10:00:00', at: 0 };
const desk = () => {
  const opened: unknown[] = [];
  const alerts = createAlerts({
    app: { setBadgeCount: () => true },
    platform: 'linux',
    window: () => null,
    words: () => wordsOf('en'),
    open: (command) => void opened.push(command),
  });
  const summaryOf = (account: string): void => alerts.onOutbox(account, NOTHING as never);
  return { alerts, opened, summaryOf };
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
