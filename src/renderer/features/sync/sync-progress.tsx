import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ResourceSync, SyncState } from '#shared/contract/sync';
import { BusyButton } from '../../ui/busy-button';
import { usePreferences } from '../../client/preferences';
import { core } from '../../client/client';
import { useServerOffset } from '../../client/queries';
import { useChange } from '../../forms/windows/use-change';
import { formatNumber } from '../../format/decimal';
import { formatServerText } from '../../format/time';
import { goTo } from '../../navigation/router';
import css from './sync.module.css';

const ResourceLine = ({ entry }: { entry: ResourceSync }) => {
  const { t } = useTranslation();
  const locale = usePreferences((preferences) => preferences.language);
  const offset = useServerOffset();
  const unmeasured = entry.state === 'complete' ? 1 : 0;
  const share =
    entry.expected === null || entry.expected === 0
      ? unmeasured
      : Math.min(1, entry.records / entry.expected);
  const stateNote = entry.completeAsOf
    ? t('sync.completeAsOf', { time: formatServerText(entry.completeAsOf, locale, offset) })
    : t(`sync.state.${entry.state}`);
  const note = entry.error ? t(`errors.${entry.error.code}.title`) : stateNote;
  const figure =
    entry.expected === null || entry.records >= entry.expected
      ? formatNumber(entry.records, locale)
      : t('common.of', {
          shown: formatNumber(entry.records, locale),
          total: formatNumber(entry.expected, locale),
        });
  return (
    <li className={css.line} title={note}>
      <span className={`${css.name} truncate`}>{t(`resource.${entry.resource}`)}</span>
      <span className={css.track}>
        <span className={css.fill} data-state={entry.state} style={{ width: `${share * 100}%` }} />
      </span>
      <span className={`${css.figure} num`}>
        {entry.state === 'not-offered' || entry.state === 'no-permission' || entry.state === 'left-out'
          ? t(`sync.state.${entry.state}`)
          : figure}
      </span>
    </li>
  );
};

/**
 * Shows how many requests are sent to the service, and, while it answers, how soon changes by colleagues arrive.
 */
const Requests = ({ state: { requests, connectivity } }: { state: SyncState }) => {
  const { t } = useTranslation();
  const locale = usePreferences((preferences) => preferences.language);
  const count = formatNumber(requests.lastMinute, locale);
  const sent =
    requests.perMinute === null
      ? t('sync.requests', { count })
      : t('sync.requestsOf', { count, most: formatNumber(requests.perMinute, locale) });
  return (
    <p className={css.requests}>
      {connectivity === 'online'
        ? t('common.sentences', { first: t(`sync.attention.${requests.attention}`), second: sent })
        : sent}
    </p>
  );
};

/** Shows the download state of every resource, with a button that starts a round. */
export const SyncProgress = ({ state, heading = true }: { state: SyncState; heading?: boolean }) => {
  const { t } = useTranslation();
  const start = useChange({ mutationFn: () => core.sync.start() });
  return (
    <section className={css.progress}>
      {heading && (!state.newestPagesRead || state.freshAsOf === null) ? (
        <>
          <h2 className={css.title}>{t('sync.title')}</h2>
          <p className={css.subtitle}>{t('sync.subtitle')}</p>
        </>
      ) : null}
      <ul>
        {state.resources.map((entry) => (
          <ResourceLine key={entry.resource} entry={entry} />
        ))}
      </ul>
      {state.error && state.connectivity !== 'offline' ? (
        <p className={css.error}>
          {t('common.sentences', {
            first: t(`errors.${state.error.code}.title`),
            second: t(`errors.${state.error.code}.next`),
          })}
        </p>
      ) : null}
      <Requests state={state} />
      <div className={css.actions}>
        <Button variant="subtle" color="gray" size="compact-xs" onClick={() => goTo('travel')}>
          {t('travel.open')}
        </Button>
        <BusyButton variant="default" size="compact-xs" isBusy={state.running} onClick={() => start.mutate()}>
          {state.running ? t('status.updating') : t('status.syncNow')}
        </BusyButton>
      </div>
    </section>
  );
};
