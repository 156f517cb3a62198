import { useQueries } from '@tanstack/react-query';
import type { Account } from '#shared/contract/accounts';
import type { RecordView, Row, View } from '#shared/contract/records';
import type { Language } from '../../client/languages';
import { core } from '../../client/client';
import { useSync } from '../../client/events';
import { useIncomplete, useMissingKinds } from '../../client/missing-kinds';
import { useColumns } from '../../client/queries';
import { ask, queryKeys } from '../../client/query-keys';
import { withCountryCode } from '../../format/channels';
import { formatDayAndTime, formatServerText } from '../../format/time';
import { NotRead } from '../../ui/not-read';
import { documentTotal, useDocumentFormat } from './document-format';
import { type DocumentColumn, readableText, recordWarnings } from './document-model';
import css from './document.module.css';
import { usePageStyle } from './page-style';
import { Facts, Sheet, SheetFoot, SheetTable, SheetTableSkeleton, usePaper } from './sheet';
import {
  PART_SPECS,
  partRows,
  type PartRows,
  type Period,
  type ReadRows,
  STATEMENT_PARTS,
  type StatementPart,
  statementTotals,
  statementView,
} from './statement-model';
import { type Copy, PartTable, PendingTable } from './statement-tables';

/** What the head of a statement shows of its customer. */
const CUSTOMER_FIELDS = ['name', 'serial_id', 'address', 'tel', 'tel_area_code'] as const;
const SUMMARY_WORDS = {
  order: 'document.ordered',
  outboundInvoice: 'document.invoiced',
  receipt: 'document.received',
  open: 'document.open',
} as const;

const PAGE = 500;
const NONE = { stored: [], shown: [] };

/** Reads all rows of a view page by page, because a statement must be complete. */
const readAll = async (view: View, columns: readonly string[], withPending: boolean): Promise<Row[]> => {
  const rows: Row[] = [];
  for (let start = 0; ; start += PAGE) {
    const page = await core.records.page({ view, start, limit: PAGE, columns: [...columns], withPending });
    rows.push(...page.rows);
    if (page.rows.length === 0 || start + PAGE >= page.total) return rows;
  }
};

/** The stored documents that the customer does not have any more with pending work, see `ReadRows`. */
const readMoved = async (
  resource: StatementPart,
  { stored, shown }: Pick<ReadRows, 'stored' | 'shown'>,
): Promise<Row[]> => {
  const ids = new Set(shown.map(({ id }) => id));
  const gone = stored.filter(({ id }) => !ids.has(id));
  const found = await Promise.all(gone.map(({ id }) => core.records.get({ resource, id })));
  return found.filter((record) => record !== null);
};

const readPart = async (part: StatementPart, view: View) => {
  const { columns } = PART_SPECS[part];
  const stored = await readAll(view, columns, false);
  const shown = await readAll(view, columns, true);
  return { stored, shown, moved: await readMoved(part, { stored, shown }) };
};

const useStatement = (
  companyId: string,
  period: Period,
): { rows: Record<StatementPart, PartRows>; ready: boolean; failed: boolean; retry: () => void } =>
  useQueries({
    queries: STATEMENT_PARTS.map((part) => {
      const view = statementView(part, companyId);
      return ask(queryKeys.statementRows(view), () => readPart(part, view));
    }),
    combine: (results) => ({
      ready: results.every(({ data }) => data !== undefined),
      failed: results.some(({ data, isError }) => isError && data === undefined),
      retry: () => {
        for (const { isError, refetch } of results) if (isError) void refetch();
      },
      rows: Object.fromEntries(
        STATEMENT_PARTS.map((part, index) => [part, partRows(part, results[index]?.data ?? NONE, period)]),
      ) as Record<StatementPart, PartRows>,
    }),
  });

const useCopies = (): Record<StatementPart, Copy> => {
  const missing = useMissingKinds();
  const isIncomplete = {
    order: useIncomplete(['order']),
    outboundInvoice: useIncomplete(['outboundInvoice']),
    receipt: useIncomplete(['receipt']),
  };
  const copyOf = (part: StatementPart): Copy => {
    if (missing[part] !== undefined) return 'none';
    return isIncomplete[part] ? 'partial' : 'complete';
  };
  return {
    order: copyOf('order'),
    outboundInvoice: copyOf('outboundInvoice'),
    receipt: copyOf('receipt'),
  };
};

/** The statement of a company: its orders, invoices and receipts in a period, with totals per currency. */
export const StatementDocument = ({
  record,
  account,
  language,
  period,
}: {
  record: RecordView;
  account: Account;
  language: Language;
  period: Period;
}) => {
  const fresh = useSync(({ state }) => state?.freshAsOf ?? null);
  const columns = {
    order: useColumns('order').data ?? [],
    outboundInvoice: useColumns('outboundInvoice').data ?? [],
    receipt: useColumns('receipt').data ?? [],
  };
  const format = useDocumentFormat(undefined, language);
  const { word, locale } = format;
  const { rows, ready, failed, retry } = useStatement(record.id, period);
  usePaper(ready);
  const day = (text: string): string => formatServerText(text, locale, null);
  const range =
    period.from === '' && period.to === ''
      ? word('document.everything')
      : `${period.from === '' ? '…' : day(period.from)} – ${period.to === '' ? '…' : day(period.to)}`;
  const title = word('document.title.statement');
  const name = String(record.values.name ?? '') || record.title;
  const phone = withCountryCode(record.values);
  usePageStyle([account.name, title, name, range]);
  const totals = statementTotals({
    order: rows.order.delivered,
    outboundInvoice: rows.outboundInvoice.delivered,
    receipt: rows.receipt.delivered,
  });
  const pending = STATEMENT_PARTS.flatMap((part) => rows[part].pending);
  const text = (key: string): string => readableText(record.values[key]);
  const copies = useCopies();
  // The total of a part would be wrong as long as some of its documents are not on this computer.
  const hasTotal = (part: StatementPart): boolean => copies[part] === 'complete';
  // The open amount is invoiced minus received, so it needs all documents of both kinds.
  const hasOpen = hasTotal('outboundInvoice') && hasTotal('receipt');
  const summary: DocumentColumn[] = [
    { key: 'currency', label: word('document.column.currency'), numeric: false },
    ...(['order', 'outboundInvoice', 'receipt', 'open'] as const)
      .filter((key) => (key === 'open' ? hasOpen : hasTotal(key)))
      .map((key) => ({
        key,
        label: word(SUMMARY_WORDS[key]),
        numeric: true,
      })),
  ];
  const withoutRows = failed ? <NotRead failed onRetry={retry} /> : <SheetTableSkeleton columns={summary} />;
  return (
    <Sheet account={account} language={language} title={title} subtitle={range}>
      <div className={css.blocks}>
        <div className={css.party}>
          <div className={css.blockTitle}>{word('document.to_party')}</div>
          <b dir="auto">{name}</b>
          {[
            text('address'),
            phone === '' ? '' : word('document.labelled', { label: word('document.phone'), text: phone }),
          ]
            .filter(Boolean)
            .map((line) => (
              <p key={line} dir="auto">
                {line}
              </p>
            ))}
        </div>
        <Facts
          entries={[
            ...(text('serial_id') === ''
              ? []
              : [{ label: word('document.number'), text: text('serial_id') }]),
            { label: word('document.period'), text: range },
          ]}
        />
      </div>
      {recordWarnings(record, word, CUSTOMER_FIELDS).map((warning) => (
        <p key={warning} className={css.warning}>
          {warning}
        </p>
      ))}
      {ready ? (
        <>
          {totals.length === 0 || summary.length === 1 ? null : (
            <section style={{ breakInside: 'avoid' }}>
              <h3 className={css.blockTitle}>{word('document.summary')}</h3>
              <SheetTable
                columns={summary}
                lines={totals.map(({ currency, order, outboundInvoice, receipt, open }) => ({
                  currency: currency || '—',
                  order: documentTotal(order, locale, currency),
                  outboundInvoice: documentTotal(outboundInvoice, locale, currency),
                  receipt: documentTotal(receipt, locale, currency),
                  open: documentTotal(open, locale, currency),
                }))}
              />
              {hasOpen ? <p className={`${css.none} ${css.small}`}>{word('document.openNote')}</p> : null}
            </section>
          )}
          {STATEMENT_PARTS.map((part) => (
            <PartTable
              key={part}
              part={part}
              rows={rows[part]}
              columns={columns[part]}
              format={format}
              copy={copies[part]}
            />
          ))}
          {pending.length === 0 ? null : <PendingTable documents={pending} format={format} />}
        </>
      ) : (
        withoutRows
      )}
      <SheetFoot
        account={account}
        asOf={fresh === null ? '' : word('document.asOf', { time: formatDayAndTime(fresh, language) })}
        word={word}
      />
    </Sheet>
  );
};
