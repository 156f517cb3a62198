/**
 * Shows the badge and the notifications that `alerts` decides on. A click on a notification opens the screen
 * where the user can act.
 */
import { nativeImage, Notification, type App, type BrowserWindow } from 'electron';
import type { DueFollowUp } from '#shared/contract/follow-ups';
import type { OutboxSummary } from '#shared/contract/outbox';
import { recordLinkSchema, type ShellCommand } from '#shared/contract/shell';
import { alertsOf, badgePixels, type Alert, type AlertState } from './alerts';
import { fill, type ShellWords } from './words';

const BADGE_SIZE = 32;
/** The number of recent notifications that can still be clicked. */
const MOST_HELD = 20;
/** Follow-ups that are due are in the plan of today; it may have shown another week last. */
const PLAN_OF_TODAY: ShellCommand = { type: 'screen', screen: 'agenda', anew: true };
/** The system cuts a longer text off. */
const MOST_NAMED = 20;

/**
 * The body of a notification as the system expects it. Linux desktops read it as markup: some leave out what looks like
 * a tag, some show no text at all. The title is plain text everywhere.
 */
const bodyFor = (platform: NodeJS.Platform, text: string): string =>
  platform === 'linux' ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text;

export interface AlertSurroundings {
  app: Pick<App, 'setBadgeCount'>;
  platform: NodeJS.Platform;
  window(): BrowserWindow | null;
  words(): ShellWords;
  /** Shows the window and runs this command in it. */
  open(command: ShellCommand): void;
  /** Sends a command to the window as it is: in front or not. */
  tell(command: ShellCommand): void;
}

export interface Alerts {
  onOutbox(account: string | null, summary: OutboxSummary): void;
  /**
   * Reminds of follow-ups that have just come due: with a notification, or in the window if that has the focus or
   * the system shows no notification. Only one place decides this. If the shell and the window each looked at
   * the focus at their own time, a change of the focus in between would lose the reminder.
   */
  remind(due: readonly DueFollowUp[]): void;
  /** Call for a new window: Windows draws the badge on the window's task bar button. */
  windowShown(): void;
}

export const createAlerts = ({ app, platform, window, words, open, tell }: AlertSurroundings): Alerts => {
  let known: AlertState | null = null;
  // Referenced until clicked, or until there are too many: a garbage-collected notification loses its click.
  // `close` does not remove one: Windows fires it when the notification leaves the screen, but the user still sees it
  // in the list. Whether a click there is reported depends on the version of Electron (docs/shell-events.md).
  const held = new Set<Notification>();
  const hold = (notification: Notification): void => {
    held.add(notification);
    for (const oldest of held) {
      if (held.size <= MOST_HELD) return;
      held.delete(oldest);
    }
  };

  /** The record or item of a notification belongs to the account that was open; another one may have the same id. */
  const forgetShown = (): void => {
    for (const notification of held) notification.close();
    held.clear();
  };

  const badge = (count: number): void => {
    if (platform !== 'win32') {
      app.setBadgeCount(count);
      return;
    }
    const icon =
      count === 0
        ? null
        : nativeImage.createFromBitmap(badgePixels(BADGE_SIZE), {
            width: BADGE_SIZE,
            height: BADGE_SIZE,
            scaleFactor: 2,
          });
    window()?.setOverlayIcon(icon, count === 0 ? '' : fill(words().badge, { count }));
  };
  /** `otherwise`: what happens if no notification is shown. */
  const notify = (title: string, body: string, command: ShellCommand, otherwise?: () => void): void => {
    if (!Notification.isSupported() || window()?.isFocused() === true) {
      otherwise?.();
      return;
    }
    const account = known?.account;
    // GNOME lists one of low urgency without showing it, and electron.d.ts names that as the default.
    const notification = new Notification({ title, body: bodyFor(platform, body), urgency: 'normal' });
    hold(notification);
    notification.on('click', () => {
      held.delete(notification);
      // Some systems list a notification although it was closed.
      if (account === undefined || account === known?.account) open(command);
    });
    notification.on('failed', () => {
      if (held.delete(notification)) otherwise?.();
    });
    notification.show();
  };
  const show = (alert: Alert): void => {
    const { failedOne, failedMany, failedBody, signInTitle, signInBody } = words();
    if (alert.type === 'sign-in')
      return notify(signInTitle, signInBody, { type: 'screen', screen: 'settings', tab: 'account' });
    const title = alert.count === 1 ? failedOne : fill(failedMany, { count: alert.count });
    notify(title, failedBody, { type: 'screen', screen: 'outbox' });
  };

  const remind = (due: readonly DueFollowUp[]): void => {
    const [first, ...others] = due;
    if (!first) return;
    const { dueOne, dueMany, dueBody } = words();
    const inWindow = (): void => tell({ type: 'reminder', due: [...due] });
    const link = recordLinkSchema.safeParse({ resource: 'company', id: first.id });
    if (others.length === 0)
      return notify(
        fill(dueOne, { name: first.name }),
        dueBody,
        // A company that has no real id yet has no link.
        link.success ? { type: 'record', ...link.data } : PLAN_OF_TODAY,
        inWindow,
      );
    const names = due
      .slice(0, MOST_NAMED)
      .map(({ name }) => name)
      .join(', ');
    notify(fill(dueMany, { count: due.length }), names, PLAN_OF_TODAY, inWindow);
  };

  return {
    remind,
    windowShown: () => {
      if (platform === 'win32' && known && known.needAttention > 0) badge(known.needAttention);
    },
    onOutbox: (account, summary) => {
      const { state, alerts } = alertsOf(known, account, summary);
      if (known !== null && known.account !== account) forgetShown();
      if (known?.needAttention !== state.needAttention) badge(state.needAttention);
      known = state;
      for (const alert of alerts) show(alert);
    },
  };
};
