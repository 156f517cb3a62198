import { Button, Progress, Radio, SegmentedControl } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportFormat } from '#shared/contract/export';
import type { Column } from '#shared/contract/records';
import { usePreferences } from '../../client/preferences';
import { useServerOffset } from '../../client/queries';
import { formatNumber } from '../../format/decimal';
import { localZone } from '#shared/domain/time-zone';
import { useFormat } from '../../format/use-format';
import { dayText } from '../../format/local-day';
import { focusShown, useGiveFocusBack } from '../../ui/give-focus';
import { safeFileName } from '#shared/domain/safe-file-name';
import { type FileResult, isSaved, saveFile } from '../../ui/save-file';
import { SavedFileNote } from '../../ui/saved-file-note';
import { useMissingText } from '../../records/missing-text';
import { UnreadDetails } from '../../records/unread-details';
import type { FullView } from '../../records/list-view';
import { enumWords, labelled, withCurrency } from './export-columns';
import css from './export.module.css';
import { noteWords } from './note-words';
import { type ExportOutcome, runExport } from './export-run';
import { Dialog } from '../../ui/dialog';

export interface ExportDialogProps {
  view: FullView;
  columns: readonly Column[];
  shown: readonly Column[];
  total: number | undefined;
  /** If set, only these records are exported, in this order. */
  selection?: readonly string[];
  onClose: () => void;
}

/** What became of the export and of its file. */
type ExportResult = { ok: true; file: FileResult } | Extract<ExportOutcome, { ok: false }>;

const ExportResultNote = ({ result }: { result: ExportResult }) => {
  const { t } = useTranslation();
  if (result.ok) return <SavedFileNote file={result.file} />;
  return result.code === 'cancelled' ? null : (
    <span className={css.failed}>{t(`export.${result.code}`)}</span>
  );
};

/**
 * Exports a list as a file: the user chooses format and columns, then sees the progress and can cancel.
 * Closing the dialog cancels too.
 */
export const ExportDialog = ({ view, columns, shown, total, selection, onClose }: ExportDialogProps) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const offsetMs = useServerOffset();
  const context = useFormat();
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const [which, setWhich] = useState<'shown' | 'all'>('shown');
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [result, setResult] = useState<ExportResult | undefined>();
  useGiveFocusBack();
  const leave = useRef<HTMLButtonElement>(null);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const isRunning = progress !== undefined;
  const hasRun = useRef(false);
  // The button that had the focus is replaced when the export begins or ends, so move the focus.
  useEffect(() => {
    hasRun.current ||= isRunning;
    if (hasRun.current) focusShown(leave.current);
  }, [isRunning]);
  const visible = withCurrency(shown, columns);
  const chosen = which === 'shown' ? visible : columns;
  const what = t(`resource.${view.resource}`);
  const whatInTitle = t(`list.what.${view.resource}`);
  const rows = selection?.length ?? total;
  const missingText = useMissingText([view.resource]);
  const fields = [...chosen.map(({ key }) => key), ...view.filters.map(({ field }) => field)];
  const narrowed = selection === undefined && (view.filters.length > 0 || view.search !== '' || view.removed);

  const start = (): void => {
    const controller = new AbortController();
    stop.current = controller;
    const name = safeFileName(`${what} ${dayText(new Date())}.${format}`);
    setResult(undefined);
    setProgress({ done: 0, total: rows ?? 0 });
    void runExport(
      {
        view,
        format,
        columns: labelled(view.resource, chosen, context.word, offsetMs === null ? null : localZone()),
        serverOffsetMs: offsetMs,
        timeZone: localZone(),
        words: {
          yes: t('common.yes'),
          no: t('common.no'),
          sheet: what,
          enums: enumWords(chosen, context),
          notes: { heading: t('export.note'), ...noteWords(context.word) },
        },
        ...(selection === undefined ? {} : { ids: [...selection] }),
      },
      {
        signal: controller.signal,
        onProgress: (done, all) => {
          if (!controller.signal.aborted) setProgress({ done, total: all });
        },
      },
    ).then(async (outcome) => {
      if (controller.signal.aborted) return;
      const ended = outcome.ok ? { ok: true as const, file: await saveFile(outcome.blob, name) } : outcome;
      if (controller.signal.aborted) return;
      setProgress(undefined);
      setResult(ended);
    });
  };
  const cancel = (): void => {
    stop.current?.abort();
    setProgress(undefined);
  };
  const isDone = result?.ok === true && isSaved(result.file);
  const share = progress === undefined || progress.total === 0 ? 0 : (progress.done / progress.total) * 100;
  return (
    <Dialog width={460} onClose={onClose} title={t('export.title', { what: whatInTitle })}>
      <div className={css.form}>
        <div className={css.row}>
          <span id="export-format">{t('export.format')}</span>
          <SegmentedControl
            aria-labelledby="export-format"
            value={format}
            disabled={isRunning}
            onChange={(value) => {
              setFormat(value);
              setResult(undefined);
            }}
            data={[
              { value: 'xlsx' as const, label: t('export.xlsx') },
              { value: 'csv' as const, label: t('export.csv') },
            ]}
          />
        </div>
        <Radio.Group
          label={t('export.columns')}
          value={which}
          onChange={(value) => {
            setWhich(value === 'all' ? 'all' : 'shown');
            setResult(undefined);
          }}
          classNames={{ root: css.row ?? '', label: css.rowLabel ?? '' }}
        >
          <div className={css.radios}>
            <Radio
              size="xs"
              value="shown"
              disabled={isRunning}
              label={t('export.shown', { count: visible.length })}
            />
            <Radio
              size="xs"
              value="all"
              disabled={isRunning}
              label={t('export.all', { count: columns.length })}
            />
          </div>
        </Radio.Group>
        <div className={css.row}>
          <span>{t('export.rows')}</span>
          <span className="num">
            {rows === undefined
              ? '…'
              : t(selection === undefined ? 'export.rowsValue' : 'export.selection', {
                  count: rows,
                  formatted: formatNumber(rows, locale),
                })}
            {narrowed ? t('export.narrowed') : ''}
          </span>
        </div>
        {missingText === '' || selection !== undefined ? null : <p className={css.note}>{missingText}</p>}
        <UnreadDetails className={css.note} resource={view.resource} columns={columns} fields={fields} />
        <p className={css.note}>
          {t(format === 'xlsx' ? 'export.xlsxNote' : 'export.csvNote')}
          <br />
          {offsetMs === null ? t('export.timesPlain') : t('export.times', { zone: localZone() })}
        </p>
        <div className={css.outcome}>
          {progress ? (
            <>
              <Progress value={share} size="sm" aria-label={t('export.running')} />
              <span className="num">
                {t('export.progress', {
                  done: formatNumber(progress.done, locale),
                  total: formatNumber(progress.total, locale),
                })}
              </span>
            </>
          ) : null}
          {/* The progress is not announced: it changes many times a second. */}
          <div role="status">
            {isRunning ? <span className="visually-hidden">{t('export.running')}</span> : null}
            {result === undefined ? null : <ExportResultNote result={result} />}
          </div>
        </div>
        <div className={css.actions}>
          {progress ? (
            <Button variant="default" ref={leave} onClick={cancel}>
              {t('export.cancel')}
            </Button>
          ) : (
            <>
              <Button variant="default" ref={leave} onClick={onClose}>
                {t(isDone ? 'common.close' : 'common.cancel')}
              </Button>
              <Button onClick={start} disabled={rows === 0} data-autofocus>
                {t(isDone ? 'export.again' : 'export.start')}
              </Button>
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
};
