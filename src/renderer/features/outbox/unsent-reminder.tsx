import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { OutboxSummary } from '#shared/contract/outbox';
import { leftToSend } from '#shared/domain/left-to-send';
import { useOutboxSummary } from '../../client/events';
import { sentences } from '../../format/sentences';
import css from './outbox.module.css';
import { SaveCopyButton } from './save-copy';

type Leaving = 'signOut' | 'switch';

/** Says what becomes of the unsent items: those that need attention are not sent after the user's return. */
const outcomeOf = (t: TFunction, leaving: Leaving, summary: OutboxSummary): string[] => {
  const { waiting, needsUser } = summary;
  if (needsUser === 0) return [t(`outbox.leave.${leaving}`, { count: waiting })];
  const sent = leftToSend(summary);
  return [
    ...(sent > 0 ? [t(`outbox.leave.${leaving}Some`, { count: sent })] : []),
    t('outbox.leave.needsUser', { count: needsUser }),
    t('outbox.leave.stays', { count: waiting }),
  ];
};

/**
 * Shown before the user leaves an account: it says how much is unsent, what is sent later and that all of it
 * stays on this computer, and offers a copy. Renders nothing if everything is delivered.
 */
export const UnsentReminder = ({ leaving }: { leaving: Leaving }) => {
  const { t, i18n } = useTranslation();
  const summary = useOutboxSummary((outbox) => outbox.summary);
  if (summary === null || summary.waiting === 0) return null;
  return (
    <div className={css.reminder}>
      <b>{t('outbox.leave.title', { count: summary.waiting })}</b>
      <p>{sentences(outcomeOf(t, leaving, summary), i18n.language)}</p>
      <SaveCopyButton />
    </div>
  );
};
