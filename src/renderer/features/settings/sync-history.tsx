import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResourceName } from '#shared/domain/resources';
import { usePreferences } from '../../client/preferences';
import { core } from '../../client/client';
import { useSync } from '../../client/events';
import { ask, queryKeys } from '../../client/query-keys';
import { formatNumber } from '../../format/decimal';
import { formatMoment } from '../../format/time';
import { NotRead } from '../../ui/not-read';
import { Pill } from '../../ui/pill';
import { useNow } from '../../ui/use-now';
import { DataTable, Section } from './settings-parts';

const REFRESH_MS = 5_000;
const FEW = 8;

/** Lists the latest rounds: start, duration, downloaded records, and the error of a failed round. */
export const SyncHistory = () => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const now = useNow();
  const running = useSync(({ state }) => state?.running ?? false);
  const [all, setAll] = useState(false);
  const {
    data: rounds,
    isError,
    refetch,
  } = useQuery({
    ...ask(queryKeys.rounds(), () => core.diagnostics.rounds()),
    refetchInterval: REFRESH_MS,
  });
  if (!rounds)
    return isError ? (
      <Section title={t('diagnostics.history')}>
        <NotRead failed onRetry={() => void refetch()} />
      </Section>
    ) : null;
  const rows = (all ? rounds : rounds.slice(0, FEW)).map(
    ({ startedAt, endedAt, trouble, failed, changed }) => {
      const changes = (Object.entries(changed) as [ResourceName, number][]).map(([resource, count]) =>
        t('diagnostics.changed', { what: t(`resource.${resource}`), formatted: formatNumber(count, locale) }),
      );
      const tone = failed.length === 0 ? 'green' : 'yellow';
      return {
        when: formatMoment(startedAt, locale, now),
        // Not known if the clock was set back meanwhile.
        took:
          endedAt < startedAt
            ? '–'
            : t('diagnostics.seconds', {
                formatted: formatNumber(String(Math.round((endedAt - startedAt) / 100) / 10), locale),
              }),
        changes:
          changes.length === 0 ? (
            <span style={{ color: 'var(--text-dim)' }}>{t('diagnostics.nothing')}</span>
          ) : (
            changes.join(' · ')
          ),
        result: (
          <Pill tone={trouble === null ? tone : 'red'}>
            {trouble === null
              ? t(failed.length === 0 ? 'diagnostics.complete' : 'diagnostics.partly')
              : t(`errors.${trouble}.title`)}
          </Pill>
        ),
      };
    },
  );
  return (
    <Section
      title={t('diagnostics.history')}
      {...(rounds.length > FEW
        ? {
            action: (
              <Button
                variant="subtle"
                color="gray"
                size="compact-xs"
                aria-expanded={all}
                onClick={() => setAll(!all)}
              >
                {t(all ? 'diagnostics.fewerRounds' : 'diagnostics.moreRounds')}
              </Button>
            ),
          }
        : {})}
    >
      <DataTable
        empty={t(running ? 'status.firstCopyPlain' : 'diagnostics.noHistory')}
        rows={rows}
        columns={[
          { key: 'when', label: t('diagnostics.when') },
          { key: 'took', label: t('diagnostics.took'), numeric: true },
          { key: 'changes', label: t('diagnostics.changes') },
          { key: 'result', label: t('diagnostics.result') },
        ]}
      />
    </Section>
  );
};
