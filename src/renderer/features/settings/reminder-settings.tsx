import { Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { REMINDERS_KEY, remindersWanted } from '#shared/domain/reminders';
import { core } from '../../client/client';
import { putAppState, useAppState } from '../../client/queries';
import { Section, SettingRow } from './settings-parts';
import { useChange } from '../../forms/windows/use-change';

/** The setting for reminders of follow-ups that are due. */
export const ReminderSettings = () => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const settings = useAppState().data?.settings ?? {};
  const choose = useChange({
    mutationFn: (wanted: boolean) => core.accounts.setSettings({ [REMINDERS_KEY]: wanted }),
    onSuccess: (state) => putAppState(queries, state),
  });
  const wanted = choose.isPending ? choose.variables : remindersWanted(settings);
  return (
    <Section title={t('screen.agenda')} note={t('agenda.remindersNote')}>
      <SettingRow label={t('agenda.reminders')}>
        <Switch
          aria-label={t('agenda.reminders')}
          checked={wanted}
          onChange={({ currentTarget: { checked } }) => choose.mutate(checked)}
        />
      </SettingRow>
    </Section>
  );
};
