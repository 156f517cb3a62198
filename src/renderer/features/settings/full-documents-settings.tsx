import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DETAILS_MONTHS } from '#shared/domain/resources';
import { core } from '../../client/client';
import { useSync } from '../../client/events';
import { Section, SettingRow } from './settings-parts';
import { useChoice } from '../../forms/windows/use-change';

const ALL = 'all';

/**
 * The setting for how far back lines and notes of documents are kept; their rows and amounts are always kept.
 */
export const FullDocumentsSettings = () => {
  const { t } = useTranslation();
  const kept = useSync(({ state }) => state?.detailsMonths ?? null);
  const [shown, choose] = useChoice(kept, (months: (typeof DETAILS_MONTHS)[number] | null) =>
    core.sync.keepDetails({ months }),
  );
  return (
    <Section title={t('diagnostics.fullDocuments')} note={t('diagnostics.fullDocumentsNote')}>
      <SettingRow label={t('diagnostics.fullDocumentsOf')}>
        <Select
          aria-label={t('diagnostics.fullDocumentsOf')}
          w={300}
          allowDeselect={false}
          value={shown === null ? ALL : String(shown)}
          onChange={(value) => choose(DETAILS_MONTHS.find((months) => String(months) === value) ?? null)}
          data={[
            { value: ALL, label: t('diagnostics.fullDocumentsAll') },
            ...DETAILS_MONTHS.map((months) => ({
              value: String(months),
              label: t('diagnostics.fullDocumentsMonths', { count: months }),
            })),
          ]}
        />
      </SettingRow>
    </Section>
  );
};
