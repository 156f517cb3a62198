import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { core } from '../../client/client';
import { useOutboxSummary } from '../../client/events';
import { Section, SettingRow } from './settings-parts';
import { useChoice } from '../../forms/windows/use-change';

const CHOICES = [0, 3, 6, 10, 20, 30];

/** The setting for how long a saved item waits before it is sent, so that the user can undo it. */
export const SendingSettings = () => {
  const { t } = useTranslation();
  const kept = useOutboxSummary(({ summary }) => summary?.undoSeconds ?? 0);
  const [shown, choose] = useChoice(kept, (seconds: number) => core.outbox.setUndoSeconds({ seconds }));
  const seconds = CHOICES.includes(shown) ? CHOICES : [...CHOICES, shown].toSorted((a, b) => a - b);
  return (
    <Section title={t('diagnostics.sending')} note={t('diagnostics.undoNote')}>
      <SettingRow label={t('diagnostics.undoFor')}>
        <Select
          aria-label={t('diagnostics.undoFor')}
          w={300}
          allowDeselect={false}
          value={String(shown)}
          onChange={(value) => choose(Number(value))}
          data={seconds.map((count) => ({
            value: String(count),
            label: count === 0 ? t('diagnostics.undoNone') : t('diagnostics.undoSeconds', { count }),
          }))}
        />
      </SettingRow>
    </Section>
  );
};
