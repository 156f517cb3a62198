import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../client/languages';
import { setPreferences, usePreferences } from '../../client/preferences';
import { DesktopSettings } from './desktop-settings';
import { ReminderSettings } from './reminder-settings';
import { Section, SettingRow } from './settings-parts';

export const AppearanceSettings = () => {
  const { t } = useTranslation();
  const { language, theme, density } = usePreferences();
  return (
    <>
      <Section title={t('settings.appearance')}>
        <SettingRow label={t('settings.language')}>
          <SegmentedControl
            aria-label={t('settings.language')}
            value={language}
            onChange={(value) => setPreferences({ language: value })}
            data={[...LANGUAGES]}
          />
        </SettingRow>
        <SettingRow label={t('settings.theme')}>
          <SegmentedControl
            aria-label={t('settings.theme')}
            value={theme}
            onChange={(value) => setPreferences({ theme: value })}
            data={[
              { value: 'auto', label: t('settings.themeAuto') },
              { value: 'light', label: t('settings.themeLight') },
              { value: 'dark', label: t('settings.themeDark') },
            ]}
          />
        </SettingRow>
        <SettingRow label={t('settings.density')}>
          <SegmentedControl
            aria-label={t('settings.density')}
            value={density}
            onChange={(value) => setPreferences({ density: value })}
            data={[
              { value: 'compact', label: t('listTools.compact') },
              { value: 'comfortable', label: t('listTools.comfortable') },
            ]}
          />
        </SettingRow>
      </Section>
      <ReminderSettings />
      <DesktopSettings />
    </>
  );
};
