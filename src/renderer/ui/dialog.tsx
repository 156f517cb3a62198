import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCloseInFront } from './close-in-front';
import { useGiveFocusBack } from './give-focus';

interface DialogProps {
  title: ReactNode;
  /** In pixels. */
  width: number;
  opened?: boolean;
  /** If false, a click outside the dialog does not close it. */
  closeOnClickOutside?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog in the middle of the window, with its title and a button that closes it. The focus returns to where
 * it was.
 */
export const Dialog = ({
  title,
  width,
  opened = true,
  closeOnClickOutside = true,
  onClose,
  children,
}: DialogProps) => {
  const { t } = useTranslation();
  // The modal returns the focus only if it is closed before it is removed, and most dialogs are only removed.
  useGiveFocusBack('heading');
  const { own, close } = useCloseInFront(onClose);
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={<span ref={own}>{title}</span>}
      centered
      size={width}
      closeOnClickOutside={closeOnClickOutside}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {children}
    </Modal>
  );
};
