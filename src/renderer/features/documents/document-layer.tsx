/**
 * The print preview over the app: the sheet of paper and the buttons that print it. The app behind it is
 * inert; print styles show only the sheet. `window.print()` offers a printer, and in a browser "Save as PDF";
 * the desktop app writes the PDF file itself.
 */
import { Button, Loader, SegmentedControl, Select } from '@mantine/core';
import { IconFileDownload, IconPrinter } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Account } from '#shared/contract/accounts';
import type { ResourceName } from '#shared/domain/resources';
import { LANGUAGES, type Language } from '../../client/languages';
import { usePreferences } from '../../client/preferences';
import type { Screen } from '#shared/domain/screens';
import { type Route, setParams, useRoute } from '../../navigation/router';
import { shell } from '../../client/shell';
import { useRecord } from '../../client/queries';
import { loadCatalogue } from '../../i18n/i18n';
import { BusyButton } from '../../ui/busy-button';
import { withDay } from '../../format/day-range';
import { DayInput } from '../../ui/day-input';
import { ServiceDays } from '../../ui/service-days';
import { EmptyState } from '../../ui/layout';
import { type DocumentRef, readDocument } from '../../navigation/document-ref';
import { closeDocument } from '../../navigation/document-route';
import { useServerToday } from '../../records/use-server-today';
import { NotRead } from '../../ui/not-read';
import css from './document.module.css';
import { ListDocument } from './list-document';
import { RecordDocument } from './record-document';
import { PaperContext, SheetSkeleton } from './sheet';
import { StatementDocument } from './statement-document';
import { formatPeriod, type Period, PERIOD_PRESETS, presetPeriod, readPeriod } from './statement-model';

const LIST_OF: Partial<Record<Screen, ResourceName>> = {
  trail: 'trail',
  customers: 'company',
  orders: 'order',
  quotations: 'quotation',
  'purchase-orders': 'purchaseOrder',
  invoices: 'outboundInvoice',
  receipts: 'receipt',
  opportunities: 'opportunity',
  products: 'product',
  collections: 'collection',
};
const listOf = ({ screen, params }: Route): ResourceName | undefined =>
  screen === 'customers' && params.tab === 'leads' ? 'lead' : LIST_OF[screen];

/** The preview that the address names; renders nothing if there is none. */
export const DocumentLayer = ({ account }: { account: Account }) => {
  const route = useRoute();
  const ref = readDocument(route.params.print);
  if (!ref) return null;
  return createPortal(<Layer account={account} document={ref} route={route} />, document.body);
};

/** Returns true if another dialog is open over the preview. Those of the inert app are behind it. */
const isUnderDialog = (layer: HTMLElement | null): boolean =>
  [...document.querySelectorAll('[role="dialog"]')].some(
    (dialog) => dialog !== layer && dialog.closest('[inert]') === null,
  );

/**
 * Makes the app behind the preview inert, so that it gets no keys and is not read out. The previous focus is
 * restored afterwards.
 */
const useModal = (layer: React.RefObject<HTMLDivElement | null>): void => {
  useEffect(() => {
    const app = document.getElementById('root');
    const before = document.activeElement;
    app?.setAttribute('inert', '');
    layer.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    // An open list or calendar sets an attribute on its input and removes it when a key closes it. A dialog
    // over the preview is also gone after its key. Therefore look in the capture phase, before the key is
    // handled. This listener is older than those of the dialogs over the preview, so it is called first.
    let isOfOther = false;
    const onKeyFirst = ({ target }: KeyboardEvent): void => {
      const isOfInput = target instanceof HTMLElement && target.dataset.mantineStopPropagation === 'true';
      isOfOther = isOfInput || isUnderDialog(layer.current);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented || isOfOther) return;
      closeDocument();
    };
    window.addEventListener('keydown', onKeyFirst, true);
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKeyFirst, true);
      window.removeEventListener('keydown', onKey);
      app?.removeAttribute('inert');
      if (before instanceof HTMLElement) before.focus();
    };
  }, [layer]);
};

const Layer = ({
  account,
  document: ref,
  route,
}: {
  account: Account;
  document: DocumentRef;
  route: Route;
}) => {
  const { t } = useTranslation();
  const layer = useRef<HTMLDivElement>(null);
  const [language, setLanguage] = useState<Language>(usePreferences((state) => state.language));
  const speak = async (next: Language): Promise<void> => {
    await loadCatalogue(next);
    setLanguage(next);
  };
  const { period: asked } = route.params;
  const today = useServerToday();
  const period = useMemo(() => readPeriod(asked) ?? presetPeriod('thisYear', today), [asked, today]);
  const [whole, setWhole] = useState(false);
  useModal(layer);
  const statement = ref.kind === 'record' && ref.resource === 'company';
  const shown = `${route.params.print} ${formatPeriod(period)} ${language}`;
  return (
    <div
      ref={layer}
      className={css.layer}
      role="dialog"
      aria-modal
      aria-label={t('document.preview')}
      data-print-layer
    >
      <div className={css.toolbar}>
        <h1 className="truncate">{t('document.preview')}</h1>
        {statement ? <PeriodPicker period={period} /> : null}
        {ref.kind === 'record' && !statement ? <ServiceDays /> : null}
        <SegmentedControl
          aria-label={t('document.language')}
          value={language}
          onChange={(next) => void speak(next)}
          data={[...LANGUAGES]}
        />
        {shell ? <SavePdfButton client={shell} whole={whole} shown={shown} /> : null}
        <PrintButton whole={whole} />
        <Button variant="default" onClick={closeDocument}>
          {t('common.close')}
        </Button>
      </div>
      <div className={css.scroll} tabIndex={0} role="region" aria-label={t('document.preview')}>
        <PaperContext value={setWhole}>
          {ref.kind === 'list' ? (
            <ListPreview
              resource={listOf(route)}
              params={route.params}
              account={account}
              language={language}
            />
          ) : (
            <RecordPreview
              key={ref.id}
              reference={ref}
              account={account}
              language={language}
              period={period}
            />
          )}
        </PaperContext>
      </div>
    </div>
  );
};

/**
 * A click before the document is complete prints when it is complete, so that a partial list is never
 * printed.
 */
const PrintButton = ({ whole }: { whole: boolean }) => {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!asked || !whole) return;
    setAsked(false);
    window.print();
  }, [asked, whole]);
  const isPreparing = asked && !whole;
  return (
    <BusyButton
      leftSection={isPreparing ? <Loader size={15} color="currentColor" /> : <IconPrinter size={15} />}
      isBusy={isPreparing}
      onClick={() => setAsked(true)}
      data-autofocus
    >
      {t(shell ? 'document.print' : 'document.printOrPdf')}
    </BusyButton>
  );
};

/**
 * Only the desktop shell can write the file. The title of the window is the name of the document and of the
 * file. `shown` names what the preview shows: the outcome is about what was shown when the file was saved.
 */
const SavePdfButton = ({
  client,
  whole,
  shown,
}: {
  client: NonNullable<typeof shell>;
  whole: boolean;
  shown: string;
}) => {
  const { t } = useTranslation();
  const save = useMutation({
    mutationFn: (_shown: string) => client.savePdf({ name: document.title.slice(0, 200) || 'Satchel' }),
  });
  const result = save.isError ? 'failed' : save.data?.outcome;
  const outcome = save.variables === shown ? result : undefined;
  const unlessSaved = outcome === 'failed' ? t('document.pdfFailed') : '';
  return (
    <>
      <span role="status" className={css.note} data-failed={outcome === 'failed'}>
        {outcome === 'saved' ? t('document.pdfSaved') : unlessSaved}
      </span>
      <BusyButton
        variant="default"
        leftSection={
          save.isPending ? <Loader size={15} color="currentColor" /> : <IconFileDownload size={15} />
        }
        isBusy={save.isPending}
        disabled={!whole}
        onClick={() => save.mutate(shown)}
      >
        {t('document.savePdf')}
      </BusyButton>
    </>
  );
};

const PeriodPicker = ({ period }: { period: Period }) => {
  const { t } = useTranslation();
  const today = useServerToday();
  const preset = PERIOD_PRESETS.find((name) => {
    const { from, to } = presetPeriod(name, today);
    return from === period.from && to === period.to;
  });
  const choose = (next: Period): void => setParams({ period: formatPeriod(next) });
  return (
    <div className={css.period}>
      <Select
        aria-label={t('document.period')}
        size="xs"
        w={150}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        value={preset ?? null}
        placeholder={t('document.period')}
        data={PERIOD_PRESETS.map((name) => ({ value: name, label: t(`document.preset.${name}`) }))}
        onChange={(name) => {
          const found = PERIOD_PRESETS.find((known) => known === name);
          if (found) choose(presetPeriod(found, today));
        }}
      />
      <div className={css.day}>
        <DayInput
          aria-label={t('document.from')}
          value={period.from}
          onChange={(day) => choose(withDay(period, 'from', day))}
        />
      </div>
      <div className={css.day}>
        <DayInput
          aria-label={t('document.to')}
          value={period.to}
          onChange={(day) => choose(withDay(period, 'to', day))}
        />
      </div>
      <ServiceDays />
    </div>
  );
};

const Missing = (): ReactNode => {
  const { t } = useTranslation();
  return <EmptyState title={t('document.gone')} />;
};

/** Sets the title of the window, which "Save as PDF" proposes as the file name. */
const useTitle = (title: string): void => {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
};

/** Exported for its test. */
export const RecordPreview = ({
  reference,
  account,
  language,
  period,
}: {
  reference: Extract<DocumentRef, { kind: 'record' }>;
  account: Account;
  language: Language;
  period: Period;
}) => {
  const { t } = useTranslation();
  const { data: record, isError, refetch } = useRecord(reference.resource, reference.id);
  useTitle(
    record
      ? `${t(`document.title.${reference.resource === 'company' ? 'statement' : reference.resource}`)} ${record.title}`
      : t('document.preview'),
  );
  if (record === undefined)
    return isError ? <NotRead failed onRetry={() => void refetch()} /> : <SheetSkeleton />;
  if (record === null) return <Missing />;
  return record.resource === 'company' ? (
    <StatementDocument record={record} account={account} language={language} period={period} />
  ) : (
    <RecordDocument record={record} account={account} language={language} />
  );
};

const ListPreview = ({
  resource,
  params,
  account,
  language,
}: {
  resource: ResourceName | undefined;
  params: Readonly<Record<string, string>>;
  account: Account;
  language: Language;
}) => {
  const { t } = useTranslation();
  useTitle(resource === undefined ? t('document.preview') : t(`resource.${resource}`));
  return resource === undefined ? (
    <Missing />
  ) : (
    <ListDocument resource={resource} params={params} account={account} language={language} />
  );
};
