/**
 * Shows a message when a follow-up is due, for ten minutes or until the user dismisses it. In the desktop app the
 * shell decides when, because it knows whether it shows a notification instead. In a browser the window itself looks
 * for due follow-ups, and shows the message also if it does not have the focus.
 */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { DueFollowUp } from '#shared/contract/follow-ups';
import { createReminderWatch, REMIND_EVERY_MS, remindersWanted } from '#shared/domain/reminders';
import { goTo } from '../../navigation/router';
import { shell } from '../../client/shell';
import { onShellReminder } from '../../client/shell-reminder';
import { core } from '../../client/client';
import { useAppState } from '../../client/queries';
import { openCustomerPage } from '../../navigation/customer-route';
import { showToast, type Toast, useToasts } from '../../forms/windows/toast-state';

const LIFE_MS = 10 * 60_000;

export const ReminderToasts = () => {
  const { t } = useTranslation();
  const wanted = remindersWanted(useAppState().data?.settings ?? {});
  useEffect(() => {
    if (!wanted) return;
    let last: { toast: Toast; from: number } | null = null;
    const tell = (due: readonly DueFollowUp[]): void => {
      const [first, ...others] = due;
      if (!first) return;
      const alone = others.length === 0;
      const toast: Toast = {
        text: alone ? t('agenda.due', { name: first.name }) : t('agenda.dueMany', { count: due.length }),
        action: {
          label: t('agenda.open'),
          run: () => (alone ? openCustomerPage({ resource: 'company', id: first.id }) : goTo('agenda', {})),
        },
        lifeMs: LIFE_MS,
        stays: true,
      };
      last = { toast, from: first.at - 1 };
      showToast(toast);
    };
    /** The next reminder replaces one that is still shown. So it also counts the follow-ups of that reminder. */
    const tellNew = async (due: readonly DueFollowUp[], until: number): Promise<void> => {
      const [first] = due;
      if (first === undefined) return;
      const isShown = last !== null && useToasts.getState().reminder === last.toast;
      // A follow-up that was edited late may be due before the ones of the shown reminder.
      const after = last !== null && isShown ? Math.min(last.from, first.at - 1) : null;
      const sinceLast = after === null ? due : core.followUps.due({ after, until });
      tell(await Promise.resolve(sinceLast).catch(() => due));
    };
    if (shell !== null) return onShellReminder((due) => void tellNew(due, Date.now()));
    const watch = createReminderWatch(Date.now());
    const timer = setInterval(() => {
      const span = watch.span(Date.now());
      if (span !== null)
        core.followUps
          .due(span)
          .then((due) => tellNew(watch.untold(due), span.until))
          .catch(() => watch.missed(span));
    }, REMIND_EVERY_MS);
    return () => clearInterval(timer);
  }, [wanted, t]);
  return null;
};
