import { Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCloseInFront } from '../../ui/close-in-front';
import { NewDialog } from './new-dialog';

/**
 * The "New…" window. It opens a moment after it is mounted, because the UI library returns the focus only
 * from a window that was opened.
 */
export const NewWindow = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(opened), [opened]);
  const { own, close } = useCloseInFront(onClose);
  return (
    <Modal
      opened={shown}
      onClose={close}
      title={
        <span ref={own} data-new-window>
          {t('form.newTitle')}
        </span>
      }
      size={440}
      padding="md"
      transitionProps={{ duration: 80, exitDuration: 0 }}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <NewDialog onClose={onClose} />
    </Modal>
  );
};
