import { Button, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResourceSync, SyncState } from '#shared/contract/sync';
import { ALWAYS_KEPT } from '#shared/domain/resources';
import { usePreferences } from '../../client/preferences';
import { core } from '../../client/client';
import { useSync } from '../../client/events';
import { useServerOffset } from '../../client/queries';
import { ask, queryKeys } from '../../client/query-keys';
import { formatBytes, formatNumber } from '../../format/decimal';
import { listText } from '../../format/values';
import { formatServerText } from '../../format/time';
import type { Tone } from '../../format/tone';
import { BusyButton } from '../../ui/busy-button';
import { Pill } from '../../ui/pill';
import css from './settings.module.css';
import { DataTable, Section } from './settings-parts';
import { useChange, useChoice } from '../../forms/windows/use-change';

const TONES: Readonly<Record<ResourceSync['state'], Tone>> = {
  waiting: 'gray',
  loading: 'blue',
  complete: 'green',
  unverified: 'yellow',
  'not-offered': 'gray',
  'no-permission': 'yellow',
  failed: 'red',
  'left-out': 'gray',
};
const SIZES_EVERY_MS = 5_000;
const SIZES_OF_A_ROUND_EVERY_MS = 60_000;

/** Decides whether a kind of record is on this computer. */
const KeepSwitch = ({ entry: { resource, state } }: { entry: ResourceSync }) => {
  const { t } = useTranslation();
  const [isKept, keep] = useChoice(state !== 'left-out', (wanted: boolean) =>
    core.sync.keep({ resource, keep: wanted }),
  );
  return (
    <Switch
      size="xs"
      aria-label={t('diagnostics.keepOf', { what: t(`list.what.${resource}`) })}
      checked={isKept}
      disabled={ALWAYS_KEPT.has(resource)}
      onChange={(event) => keep(event.currentTarget.checked)}
    />
  );
};

/**
 * The size of each kind of record. To know it, the core reads the whole file. So it is read again only after a round
 * that changed the number of records, and rarely during a round that takes long.
 */
const useSizes = (sync: SyncState | null): ReadonlyMap<string, number> => {
  const running = sync?.running ?? false;
  const counts = sync?.resources.map(({ records, details }) => `${records}+${details}`).join() ?? '';
  const { data, refetch } = useQuery({
    ...ask(queryKeys.storage(), () => core.diagnostics.storage()),
    staleTime: SIZES_EVERY_MS,
    refetchInterval: running ? SIZES_OF_A_ROUND_EVERY_MS : false,
  });
  const countsRead = useRef(counts);
  useEffect(() => {
    if (running || countsRead.current === counts) return;
    countsRead.current = counts;
    void refetch();
  }, [running, counts, refetch]);
  return new Map(data?.map(({ name, sizeBytes }) => [name, sizeBytes]));
};

/**
 * Shows for each kind of record how much is on this computer, up to when it is verified, its size on disk,
 * and a button to download it again.
 */
export const StorageSettings = () => {
  const { t, i18n } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const offset = useServerOffset();
  const sync = useSync(({ state }) => state);
  const sizes = useSizes(sync);
  const files = useQuery({
    ...ask(queryKeys.files(), () => core.diagnostics.files()),
    refetchInterval: SIZES_EVERY_MS,
  }).data;
  const refetch = useChange({
    mutationFn: ({ resource }: ResourceSync) => core.diagnostics.refetch({ resource }),
  });
  const start = useChange({ mutationFn: () => core.sync.start() });
  if (!sync) return null;
  const isReached = !sync.demoOffline && sync.connectivity === 'online';
  const number = (value: number): string => formatNumber(value, locale);
  const more = (entry: ResourceSync): string =>
    [
      ...(entry.covers.length === 0
        ? []
        : [
            t('diagnostics.includes', {
              what: listText(
                entry.covers.map((flag) =>
                  i18n.exists(`sync.cover.${flag}`) ? t(`sync.cover.${flag}`) : flag,
                ),
                locale,
              ),
            }),
          ]),
      ...(entry.state === 'left-out' ||
      entry.state === 'not-offered' ||
      entry.state === 'no-permission' ||
      (entry.detailsExpected === null && entry.details === 0)
        ? []
        : [t('diagnostics.details', { count: entry.details, formatted: number(entry.details) })]),
    ].join(' · ');
  // Local records include drafts and archived records, which the service's total does not include.
  // Therefore the total is shown only while a kind is loading.
  const heldText = ({ expected, state, records }: ResourceSync): string =>
    expected === null || (state !== 'loading' && state !== 'waiting')
      ? number(records)
      : t('common.of', { shown: number(records), total: number(expected) });
  const sizeText = (resource: ResourceSync['resource']): string =>
    sizes.has(resource) ? formatBytes(sizes.get(resource) ?? 0, locale) : '';
  const rows = sync.resources.map((entry) => {
    const what = t(`resource.${entry.resource}`);
    const isAwaited = entry.isAwaited && !entry.error;
    const stateText = entry.error ? t(`errors.${entry.error.code}.title`) : t(`sync.state.${entry.state}`);
    return {
      records: (
        <div>
          <div>{what}</div>
          <small className={css.faint}>{more(entry)}</small>
        </div>
      ),
      state: (
        <Pill tone={isAwaited ? 'gray' : TONES[entry.state]}>
          {isAwaited ? t('diagnostics.fetching') : stateText}
        </Pill>
      ),
      held: entry.state === 'left-out' ? '—' : heldText(entry),
      size: entry.state === 'left-out' ? '—' : sizeText(entry.resource),
      asOf: entry.completeAsOf === null ? '—' : formatServerText(entry.completeAsOf, locale, offset),
      keep: <KeepSwitch entry={entry} />,
      again:
        entry.state === 'not-offered' ||
        entry.state === 'no-permission' ||
        entry.state === 'left-out' ? null : (
          <Button
            variant="default"
            size="compact-xs"
            aria-label={t('diagnostics.fetchAgainOf', { what })}
            onClick={() => refetch.mutate(entry)}
          >
            {t('diagnostics.fetchAgain')}
          </Button>
        ),
    };
  });
  return (
    <Section
      title={t('diagnostics.onThisComputer')}
      action={
        <BusyButton variant="default" isBusy={sync.running} onClick={() => start.mutate()}>
          {sync.running ? t('status.updating') : t('status.syncNow')}
        </BusyButton>
      }
      note={
        <>
          {!isReached && sync.resources.some(({ isAwaited }) => isAwaited)
            ? t('diagnostics.fetchOffline')
            : t('diagnostics.keepNote')}
          {files ? (
            <>
              <br />
              <span className="num">
                {t('diagnostics.files', {
                  cache: formatBytes(files.cacheBytes, locale),
                  outbox: formatBytes(files.outboxBytes, locale),
                  log: formatBytes(files.logBytes, locale),
                })}
              </span>
            </>
          ) : null}
        </>
      }
    >
      <DataTable
        empty={t('common.loading')}
        rows={rows}
        tall
        columns={[
          { key: 'records', label: t('diagnostics.records') },
          { key: 'state', label: t('sync.stateColumn') },
          { key: 'held', label: t('diagnostics.held'), numeric: true },
          { key: 'size', label: t('diagnostics.size'), numeric: true },
          { key: 'asOf', label: t('diagnostics.asOf') },
          { key: 'keep', label: t('diagnostics.keep') },
          { key: 'again', label: '' },
        ]}
      />
    </Section>
  );
};
