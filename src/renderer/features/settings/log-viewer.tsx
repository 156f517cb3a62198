import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LogLine } from '#shared/contract/diagnostics';
import { readableFacts } from '#shared/domain/log-facts';
import { usePreferences } from '../../client/preferences';
import { core } from '../../client/client';
import { ask, queryKeys } from '../../client/query-keys';
import { formatMoment } from '../../format/time';
import type { Tone } from '../../format/tone';
import { NotRead } from '../../ui/not-read';
import { Pill } from '../../ui/pill';
import { useNow } from '../../ui/use-now';
import css from './settings.module.css';
import { DataTable, Section } from './settings-parts';

const LEVELS = {
  all: ['error', 'warn', 'info'],
  warn: ['error', 'warn'],
  error: ['error'],
} as const satisfies Record<string, LogLine['level'][]>;
const TONES: Readonly<Record<LogLine['level'], Tone>> = { error: 'red', warn: 'yellow', info: 'gray' };
const LIMIT = 200;

/** Shows the end of the log, newest line first, filtered by level and text. */
export const LogViewer = () => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const now = useNow();
  const [level, setLevel] = useState<keyof typeof LEVELS>('all');
  const [text, setText] = useState('');
  const log = useQuery({
    ...ask(queryKeys.log(level, text), () =>
      core.diagnostics.log({ levels: [...LEVELS[level]], text: text.trim(), limit: LIMIT }),
    ),
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  });
  return (
    <Section
      title={t('diagnostics.log')}
      note={
        <>
          {t('diagnostics.logNote')}
          {log.data?.more ? ` ${t('diagnostics.logMore', { count: LIMIT })}` : ''}
        </>
      }
    >
      <div className={css.tools}>
        <SegmentedControl
          aria-label={t('diagnostics.level')}
          value={level}
          onChange={(value) => setLevel(value)}
          data={[
            { value: 'all' as const, label: t('diagnostics.levelAll') },
            { value: 'warn' as const, label: t('diagnostics.levelWarn') },
            { value: 'error' as const, label: t('diagnostics.levelError') },
          ]}
        />
        <TextInput
          aria-label={t('diagnostics.logText')}
          placeholder={t('diagnostics.logText')}
          value={text}
          maxLength={200}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button variant="default" onClick={() => void log.refetch()}>
          {t('diagnostics.refresh')}
        </Button>
      </div>
      {log.data === undefined ? (
        <NotRead failed={log.isError} onRetry={() => void log.refetch()} />
      ) : (
        <DataTable
          empty={t('diagnostics.logNone')}
          columns={[
            { key: 'at', label: t('settings.time') },
            { key: 'level', label: t('diagnostics.level') },
            { key: 'message', label: t('diagnostics.log') },
          ]}
          rows={log.data.lines.map((line) => {
            const facts = readableFacts(line.facts);
            const at = Date.parse(line.at);
            return {
              // A damaged file may have any text there.
              at: Number.isNaN(at) ? line.at : formatMoment(at, locale, now),
              level: <Pill tone={TONES[line.level]}>{t(`diagnostics.lineLevel.${line.level}`)}</Pill>,
              message: (
                <span className={css.logText} title={facts}>
                  {line.message}
                  {facts === '' ? null : <small className={css.faint}> {facts}</small>}
                </span>
              ),
            };
          })}
        />
      )}
    </Section>
  );
};
