import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { setPreferences, usePreferences } from '../../client/preferences';
import { failureOf } from '../../client/failure-of';
import { useDiagnostics } from '../../client/queries';
import { formatNumber } from '../../format/decimal';
import { formatMoment } from '../../format/time';
import { zoneText } from '../../format/zone';
import { FailureNote } from '../../ui/failure-note';
import { Pill } from '../../ui/pill';
import { useNow } from '../../ui/use-now';
import { BundleSettings } from './bundle-settings';
import { LogViewer } from './log-viewer';
import { DataTable, Section, SettingRow } from './settings-parts';

const REFRESH_MS = 2000;
const REQUESTS_SHOWN = 50;
const ASSUMPTION_TONES = { proved: 'green', disproved: 'red', assumed: 'gray' } as const;

/** Whether the service offers a path; null if it was not asked. */
const OfferState = ({ offered }: { offered: boolean | null }) => {
  const { t } = useTranslation();
  if (offered === null) return <Pill tone="gray">{t('settings.notProbed')}</Pill>;
  return (
    <Pill tone={offered ? 'green' : 'yellow'}>{t(offered ? 'settings.offered' : 'settings.notOffered')}</Pill>
  );
};

/** Facts for support and administrators: requests, drift, offered routes, storage. It contains no secret. */
export const DiagnosticsSettings = ({ version }: { version: string }) => {
  const { t } = useTranslation();
  const developer = usePreferences((state) => state.developer);
  const { data, error } = useDiagnostics(REFRESH_MS);
  return (
    <>
      <Section title={t('settings.diagnostics')}>
        <SettingRow label="Satchel">{t('settings.version', { version })}</SettingRow>
        {data ? (
          <>
            <SettingRow label={t('settings.dataDirectory')}>{data.dataDirectory}</SettingRow>
            <SettingRow label={t('settings.serverOffset')}>
              {data.serverOffsetMs === null
                ? t('common.unknown')
                : t('settings.serverOffsetValue', { offset: zoneText(data.serverOffsetMs) })}
            </SettingRow>
          </>
        ) : null}
        <SettingRow label={t('settings.developer')}>
          <Switch
            label={t('settings.developerNote')}
            aria-label={t('settings.developer')}
            checked={developer}
            onChange={(event) => setPreferences({ developer: event.currentTarget.checked })}
          />
        </SettingRow>
      </Section>
      {/* Shown also if the facts cannot be read: that is when the user needs them. */}
      <BundleSettings />
      <LogViewer />
      {data ? <Facts data={data} /> : null}
      {error && !data ? <FailureNote failure={failureOf(error)} /> : null}
    </>
  );
};

const Facts = ({ data }: { data: NonNullable<ReturnType<typeof useDiagnostics>['data']> }) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const now = useNow();
  return (
    <>
      <Section title={t('settings.requests')}>
        <DataTable
          empty={t('settings.noRequests')}
          columns={[
            { key: 'at', label: t('settings.time') },
            { key: 'path', label: t('settings.path') },
            { key: 'outcome', label: t('settings.outcome') },
            { key: 'duration', label: t('settings.duration'), numeric: true },
          ]}
          rows={data.requests
            .toSorted((a, b) => b.at - a.at)
            .slice(0, REQUESTS_SHOWN)
            .map(({ at, method, path, outcome, durationMs }) => ({
              at: formatMoment(at, locale, now),
              path: `${method} ${path}`,
              outcome,
              duration: `${Math.round(durationMs)} ms`,
            }))}
        />
      </Section>
      <Section title={t('settings.offers')}>
        <DataTable
          empty="—"
          columns={[
            { key: 'path', label: t('settings.path') },
            { key: 'state', label: t('settings.outcome') },
          ]}
          rows={data.offers.map(({ path, offered }) => ({
            path,
            state: <OfferState offered={offered} />,
          }))}
        />
      </Section>
      <Section title={t('settings.drift')}>
        <DataTable
          empty={t('settings.driftNone')}
          columns={[
            { key: 'resource', label: t('settings.name') },
            { key: 'field', label: t('settings.field') },
            { key: 'kind', label: t('settings.kind') },
            { key: 'count', label: t('settings.rows'), numeric: true },
            { key: 'sample', label: t('settings.sample') },
          ]}
          rows={data.drift.map(({ resource, field, kind, count, sample }) => ({
            resource,
            field,
            kind: t(`settings.driftKind.${kind}`),
            count: formatNumber(count, locale),
            sample,
          }))}
        />
      </Section>
      <Section title={t('settings.assumptions')}>
        <DataTable
          empty="—"
          columns={[
            { key: 'id', label: t('settings.name') },
            { key: 'state', label: t('settings.outcome') },
          ]}
          rows={data.assumptions.map(({ id, state }) => ({
            id,
            state: <Pill tone={ASSUMPTION_TONES[state]}>{t(`settings.state.${state}`)}</Pill>,
          }))}
        />
      </Section>
    </>
  );
};
