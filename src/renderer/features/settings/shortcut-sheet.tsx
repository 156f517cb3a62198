import { useTranslation } from 'react-i18next';
import css from './settings.module.css';
import { ShortcutList } from './shortcut-settings';
import { Dialog } from '../../ui/dialog';

/** Lists all keyboard shortcuts. */
export const ShortcutSheet = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  return (
    <Dialog width={860} onClose={onClose} title={t('settings.shortcuts')}>
      <div className={css.sheet}>
        <ShortcutList />
      </div>
    </Dialog>
  );
};
