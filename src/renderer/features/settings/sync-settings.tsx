import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ResourceSync } from '#shared/contract/sync';
import { usePreferences } from '../../app/preferences';
import { core } from '../../client/client';
import { useSync } from '../../client/events';
import { useServerOffset } from '../../client/queries';
import { formatNumber } from '../../format/decimal';
import { formatServerText } from '../../format/time';
import type { Tone } from '../../format/tone';
import { Pill } from '../../ui/pill';
import { DataTable, Section } from './settings-parts';

const TONES: Readonly<Record<ResourceSync['state'], Tone>> = { waiting: 'gray', loading: 'blue', complete: 'green', unverified: 'yellow', 'not-offered': 'gray', failed: 'red' };

/** What of each kind of record is on this computer, and how far it is vouched for. */
export const SyncSettings = () => {
  const { t, i18n } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const offset = useServerOffset();
  const sync = useSync(({ state }) => state);
  const start = useMutation({ mutationFn: () => core.sync.start() });
  if (!sync) return null;
  const figure = (value: number | null): string => (value === null ? '—' : formatNumber(value, locale));
  const rows = sync.resources.map((entry) => ({
    resource: t(`resource.${entry.resource}`), held: figure(entry.records), expected: figure(entry.expected), details: entry.detailsExpected === null && entry.details === 0 ? '—' : figure(entry.details),
    state: <Pill tone={TONES[entry.state]}>{entry.error ? t(`errors.${entry.error.code}.title`) : t(`sync.state.${entry.state}`)}</Pill>,
    asOf: entry.completeAsOf === null ? '—' : formatServerText(entry.completeAsOf, locale, offset),
    covers: entry.covers.map((flag) => (i18n.exists(`sync.cover.${flag}`) ? t(`sync.cover.${flag}`) : flag)).join(', '),
  }));
  const columns = [
    { key: 'resource', label: t('sync.resource') }, { key: 'state', label: t('sync.stateColumn') }, { key: 'held', label: t('sync.held'), numeric: true }, { key: 'expected', label: t('sync.expected'), numeric: true },
    { key: 'details', label: t('sync.detailsColumn'), numeric: true }, { key: 'asOf', label: t('sync.asOf') }, { key: 'covers', label: t('sync.covers') },
  ];
  return (
    <>
      <Section title={t('settings.sync')}><DataTable columns={columns} rows={rows} empty={t('common.loading')} /></Section>
      <div style={{ marginTop: 12 }}><Button variant="default" disabled={sync.running} onClick={() => start.mutate()}>{sync.running ? t('status.updating') : t('status.syncNow')}</Button></div>
    </>
  );
};
