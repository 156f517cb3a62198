import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCloseInFront } from '../../ui/close-in-front';
import { useGiveFocusBack } from '../../ui/give-focus';
import { NewDialog } from './new-dialog';

/** The "New…" window. It exists only while it is open. */
export const NewWindow = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  useGiveFocusBack();
  const { own, close } = useCloseInFront(onClose);
  return (
    <Modal
      opened
      onClose={close}
      title={
        <span ref={own} data-new-window>
          {t('form.newTitle')}
        </span>
      }
      size={440}
      padding="md"
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <NewDialog onClose={onClose} />
    </Modal>
  );
};
