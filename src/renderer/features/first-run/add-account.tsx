/**
 * Adds an account beside the open one. The open account keeps its sign-in and its unsent work; the user can
 * switch back in the menu of accounts.
 */
import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAppState } from '../../client/queries';
import { UnsentReminder } from '../outbox/public';
import { ConnectForm } from './connect-form';
import css from './first-run.module.css';
import { signInBeside } from './sign-in-memory';

/** A click outside the dialog does not close it, because that would lose the input. */
export const AddAccount = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const app = useAppState().data;
  if (!app) return null;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('firstRun.addTitle')}
      centered
      size={560}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      styles={{ title: { fontWeight: 600, fontSize: 15 } }}
    >
      <p className={css.lead}>{t('firstRun.addText')}</p>
      <div className={css.form}>
        <UnsentReminder text={t('outbox.leave.switchText')} />
        <ConnectForm {...signInBeside(app)} onCancel={onClose} onConnected={onClose} />
      </div>
    </Modal>
  );
};
