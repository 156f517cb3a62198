import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { REQUEST_LIMITS, USUAL_REQUEST_LIMIT } from '#shared/domain/resources';
import { usePreferences } from '../../client/preferences';
import { core } from '../../client/client';
import { useSync } from '../../client/events';
import { formatNumber } from '../../format/decimal';
import { Section, SettingRow } from './settings-parts';
import { useChoice } from '../../forms/windows/use-change';

/** The setting for the maximum of requests per minute that the download may send. */
export const RequestSettings = () => {
  const { t } = useTranslation();
  const locale = usePreferences((preferences) => preferences.language);
  const kept = useSync(({ state }) => state?.requests.limit ?? USUAL_REQUEST_LIMIT);
  const [shown, choose] = useChoice(kept, (perMinute: (typeof REQUEST_LIMITS)[number]) =>
    core.sync.limitRequests({ perMinute }),
  );
  return (
    <Section title={t('diagnostics.requests')} note={t('diagnostics.requestsNote')}>
      <SettingRow label={t('diagnostics.requestsLimit')}>
        <Select
          aria-label={t('diagnostics.requests')}
          w={300}
          allowDeselect={false}
          value={String(shown)}
          onChange={(value) =>
            choose(REQUEST_LIMITS.find((limit) => String(limit) === value) ?? USUAL_REQUEST_LIMIT)
          }
          data={REQUEST_LIMITS.map((limit) => ({
            value: String(limit),
            label: t('diagnostics.requestsPerMinute', { number: formatNumber(limit, locale) }),
          }))}
        />
      </SettingRow>
    </Section>
  );
};
