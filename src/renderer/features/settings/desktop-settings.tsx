import { MultiSelect, Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  DESKTOP_KEY,
  type DesktopChoices,
  MOST_SPELLING_LANGUAGES,
  readDesktopChoices,
} from '#shared/contract/desktop-choices';
import { shell } from '../../client/shell';
import { core } from '../../client/client';
import { putAppState, useAppState } from '../../client/queries';
import { ask, queryKeys } from '../../client/query-keys';
import { sentences } from '../../format/sentences';
import { Section, SettingRow } from './settings-parts';
import { useChange } from '../../forms/windows/use-change';

/**
 * Settings of the desktop app: the tray, spell checking if the system has none, and a note if the system has
 * no notifications. Renders nothing in a browser window.
 */
export const DesktopSettings = () => {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const settings = useAppState().data?.settings;
  const features = useQuery({
    ...ask(queryKeys.shellFeatures(), async () => (await shell?.features()) ?? null),
    enabled: shell !== null,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  const choose = useChange({
    mutationFn: (choices: DesktopChoices) => core.accounts.setSettings({ [DESKTOP_KEY]: choices }),
    onSuccess: (state) => putAppState(queries, state),
  });
  if (!features || (!features.tray && features.spelling.length === 0 && features.notifications)) return null;
  const choices = choose.isPending ? choose.variables : readDesktopChoices(settings?.[DESKTOP_KEY]);
  const names = new Intl.DisplayNames([i18n.language], { type: 'language' });
  return (
    <Section
      title={t('desktop.title')}
      note={sentences(
        [
          features.tray ? t('desktop.trayNote') : '',
          features.spelling.length > 0 ? t('desktop.spellingNote') : '',
          features.notifications ? '' : t('desktop.noNotifications'),
        ],
        i18n.language,
      )}
    >
      {features.tray ? (
        <SettingRow label={t('desktop.tray')}>
          <Switch
            aria-label={t('desktop.tray')}
            checked={choices.tray}
            onChange={({ currentTarget: { checked } }) => choose.mutate({ ...choices, tray: checked })}
          />
        </SettingRow>
      ) : null}
      {features.spelling.length > 0 ? (
        <SettingRow label={t('desktop.spelling')}>
          <MultiSelect
            aria-label={t('desktop.spelling')}
            w={320}
            searchable
            clearable
            hidePickedOptions
            maxValues={MOST_SPELLING_LANGUAGES}
            placeholder={choices.spelling.length === 0 ? t('desktop.spellingOff') : ''}
            value={choices.spelling}
            onChange={(spelling) => choose.mutate({ ...choices, spelling })}
            data={features.spelling.map((language) => ({
              value: language,
              label: names.of(language) ?? language,
            }))}
          />
        </SettingRow>
      ) : null}
    </Section>
  );
};
