/**
 * Adds an account beside the open one. The open account keeps its sign-in and its unsent work; the user can
 * switch back in the menu of accounts.
 */
import { useTranslation } from 'react-i18next';
import { useAppState } from '../../client/queries';
import { UnsentReminder } from '../outbox/public';
import { ConnectForm } from './connect-form';
import { FormDialog } from './form-dialog';
import css from './first-run.module.css';
import { signInBeside } from './sign-in-memory';

export const AddAccount = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const app = useAppState().data;
  if (!app) return null;
  return (
    <FormDialog width={560} onClose={onClose} title={t('firstRun.addTitle')}>
      <p className={css.lead}>{t('firstRun.addText')}</p>
      <div className={css.form}>
        <UnsentReminder leaving="switch" />
        <ConnectForm {...signInBeside(app)} onCancel={onClose} onConnected={onClose} />
      </div>
    </FormDialog>
  );
};
