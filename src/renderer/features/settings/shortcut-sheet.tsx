import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import css from './settings.module.css';
import { ShortcutList } from './shortcut-settings';

/** All keys at a glance. */
export const ShortcutSheet = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('settings.shortcuts')}
      centered
      size={860}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      styles={{ title: { fontWeight: 600, fontSize: 15 } }}
    >
      <div className={css.sheet}>
        <ShortcutList />
      </div>
    </Modal>
  );
};
