import { useTranslation } from 'react-i18next';
import { useOutboxSummary } from '../../client/events';
import css from './outbox.module.css';
import { SaveCopyButton } from './save-copy';

/**
 * Before the user leaves an account: what is unsent, that it stays, and a copy to take along. Nothing when
 * all is delivered.
 */
export const UnsentReminder = ({ text }: { text: string }) => {
  const { t } = useTranslation();
  const waiting = useOutboxSummary(({ summary }) => summary?.waiting ?? 0);
  if (waiting === 0) return null;
  return (
    <div className={css.reminder}>
      <b>{t('outbox.leave.title', { count: waiting })}</b>
      <p>{text}</p>
      <SaveCopyButton />
    </div>
  );
};
