import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { setPreferences, usePreferences } from '../../client/preferences';
import { setParams } from '../../navigation/router';
import type { Popup } from '../../ui/popup';
import { PopupMenu } from '../../ui/popup-layers';

/** The menu for the layout of a list and for whether it includes removed records. */
export const ViewMenu = ({ popup, removed }: { popup: Popup; removed: boolean }) => {
  const { t } = useTranslation();
  const density = usePreferences((state) => state.density);
  const tick = <IconCheck size={14} />;
  return (
    <PopupMenu popup={popup} position="bottom-end" width={220}>
      <Menu.Label>{t('listTools.density')}</Menu.Label>
      <Menu.RadioGroup value={density}>
        {(['compact', 'comfortable'] as const).map((name) => (
          <Menu.RadioItem
            key={name}
            value={name}
            checkIcon={tick}
            closeMenuOnClick
            onChange={() => setPreferences({ density: name })}
          >
            {t(`listTools.${name}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.CheckboxItem
        checked={removed}
        checkIcon={tick}
        closeMenuOnClick
        onChange={(on) => setParams({ removed: on ? '1' : undefined })}
      >
        {t('listTools.showRemoved')}
      </Menu.CheckboxItem>
    </PopupMenu>
  );
};
