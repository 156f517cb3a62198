import { useTranslation } from 'react-i18next';
import { useOutboxSummary } from '../../client/events';
import css from './outbox.module.css';
import { SaveCopyButton } from './save-copy';

/**
 * Shown before the user leaves an account: it lists what is unsent, says that it stays on this computer, and
 * offers a copy. Renders nothing if everything is delivered.
 */
export const UnsentReminder = ({ leaving }: { leaving: 'signOut' | 'switch' }) => {
  const { t } = useTranslation();
  const waiting = useOutboxSummary(({ summary }) => summary?.waiting ?? 0);
  if (waiting === 0) return null;
  return (
    <div className={css.reminder}>
      <b>{t('outbox.leave.title', { count: waiting })}</b>
      <p>{t(`outbox.leave.${leaving}`, { count: waiting })}</p>
      <SaveCopyButton />
    </div>
  );
};
