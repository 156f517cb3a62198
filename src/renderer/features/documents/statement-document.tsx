import { useQueries } from '@tanstack/react-query';
import type { Account } from '#shared/contract/accounts';
import type { Column, RecordView, Row, View } from '#shared/contract/records';
import type { Language } from '../../client/languages';
import { core } from '../../client/client';
import { useSync } from '../../client/events';
import { useMissingKinds } from '../../client/missing-kinds';
import { useColumns } from '../../client/queries';
import { ask, queryKeys } from '../../client/query-keys';
import { formatMoment, formatServerText } from '../../format/time';
import { displayText, type FormatContext } from '../../format/values';
import { useNow } from '../../ui/use-now';
import { documentAmount, documentMoney, useDocumentFormat } from './document-format';
import type { DocumentColumn } from './document-model';
import css from './document.module.css';
import { usePageStyle } from './page-style';
import { Facts, Sheet, SheetFoot, SheetTable, SheetTableSkeleton, usePaper } from './sheet';
import {
  PART_SPECS,
  type Period,
  STATEMENT_PARTS,
  type StatementPart,
  statementTotals,
  statementView,
} from './statement-model';

const PAGE = 500;
const NO_ROWS: Row[] = [];

/** The whole of a view, page by page; a statement leaves nothing out. */
const readAll = async (view: View, columns: readonly string[]): Promise<Row[]> => {
  const rows: Row[] = [];
  for (let start = 0; ; start += PAGE) {
    const page = await core.records.page({ view, start, limit: PAGE, columns: [...columns] });
    rows.push(...page.rows);
    if (page.rows.length === 0 || start + PAGE >= page.total) return rows;
  }
};

const useStatement = (
  companyId: string,
  period: Period,
): { rows: Record<StatementPart, Row[]>; ready: boolean } =>
  useQueries({
    queries: STATEMENT_PARTS.map((part) => {
      const view = statementView(part, companyId, period);
      return ask(queryKeys.statementRows(view), () => readAll(view, PART_SPECS[part].columns));
    }),
    combine: (results) => ({
      ready: results.every(({ data }) => data !== undefined),
      rows: Object.fromEntries(
        STATEMENT_PARTS.map((part, index) => [part, results[index]?.data ?? NO_ROWS]),
      ) as Record<StatementPart, Row[]>,
    }),
  });

const describe = (part: StatementPart, row: Row): string => {
  const { name, remark, type, trade_no: trade } = row.values;
  const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
  return part === 'order'
    ? text(name)
    : part === 'outboundInvoice'
      ? text(remark)
      : [text(type), text(trade)].filter(Boolean).join(' · ');
};

const PartTable = ({
  part,
  rows,
  columns,
  format,
  held,
}: {
  part: StatementPart;
  rows: Row[];
  columns: readonly Column[];
  format: FormatContext;
  held: boolean;
}) => {
  const { word, locale } = format;
  const spec = PART_SPECS[part];
  const status = columns.find(({ key }) => key === (part === 'order' ? 'end_status' : 'status'));
  const lines = rows.map((row) => {
    const currency = typeof row.values.currency === 'string' ? row.values.currency : '';
    return {
      date: formatServerText(String(row.values[spec.date] ?? '').slice(0, 10), locale, null),
      number: String(row.values[spec.number] ?? '') || row.id,
      text: describe(part, row),
      status: status ? displayText(status, row.values[status.key], row.values, format) : '',
      currency,
      amount: documentAmount(row.values[spec.amount], locale, currency),
    };
  });
  const shown: DocumentColumn[] = (['date', 'number', 'text', 'status', 'currency', 'amount'] as const)
    .filter((key) => key === 'amount' || lines.some((line) => line[key] !== ''))
    .map((key) => ({ key, label: word(`document.column.${key}`), numeric: key === 'amount' }));
  return (
    <section className={css.section}>
      <h3>{word(`document.section.${part}`)}</h3>
      {rows.length === 0 ? (
        <p className={css.none}>{word(held ? 'document.none' : 'document.notHeld')}</p>
      ) : (
        <SheetTable columns={shown} lines={lines} />
      )}
    </section>
  );
};

/** A company's orders, invoices and receipts over a period, with totals per currency. */
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
  const now = useNow();
  const fresh = useSync(({ state }) => state?.freshAsOf ?? null);
  const columns = {
    order: useColumns('order').data ?? [],
    outboundInvoice: useColumns('outboundInvoice').data ?? [],
    receipt: useColumns('receipt').data ?? [],
  };
  const format = useDocumentFormat(undefined, language);
  const { word, locale } = format;
  const { rows, ready } = useStatement(record.id, period);
  usePaper(ready);
  const day = (text: string): string => formatServerText(text, locale, null);
  const range =
    period.from === '' && period.to === ''
      ? word('document.everything')
      : `${period.from === '' ? '…' : day(period.from)} – ${period.to === '' ? '…' : day(period.to)}`;
  const title = word('document.title.statement');
  const name = String(record.values.name ?? '') || record.title;
  usePageStyle(`${account.name} · ${title} · ${name} · ${range}`);
  const totals = statementTotals(rows);
  const text = (key: string): string => {
    const value = record.values[key];
    return typeof value === 'string' ? value.trim() : '';
  };
  const missing = useMissingKinds();
  const isHeld = (part: StatementPart): boolean => missing[part] === undefined;
  // What is invoiced less what is received says nothing where this computer has only one of the two.
  const hasOpen = isHeld('outboundInvoice') && isHeld('receipt');
  const summary: DocumentColumn[] = [
    { key: 'currency', label: word('document.column.currency'), numeric: false },
    ...(['order', 'outboundInvoice', 'receipt', 'open'] as const)
      .filter((key) => (key === 'open' ? hasOpen : isHeld(key)))
      .map((key) => ({
        key,
        label: word(
          key === 'open'
            ? 'document.open'
            : key === 'order'
              ? 'document.ordered'
              : key === 'outboundInvoice'
                ? 'document.invoiced'
                : 'document.received',
        ),
        numeric: true,
      })),
  ];
  return (
    <Sheet account={account} language={language} title={title} subtitle={range}>
      <div className={css.blocks}>
        <div className={css.party}>
          <div className={css.blockTitle}>{word('document.to_party')}</div>
          <b dir="auto">{name}</b>
          {[
            text('address'),
            text('tel') === ''
              ? ''
              : word('document.labelled', { label: word('document.phone'), text: text('tel') }),
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
      {ready ? (
        <>
          {totals.length === 0 ? null : (
            <section style={{ breakInside: 'avoid' }}>
              <h3 className={css.blockTitle}>{word('document.summary')}</h3>
              <SheetTable
                columns={summary}
                lines={totals.map(({ currency, order, outboundInvoice, receipt, open }) => ({
                  currency: currency || '—',
                  order: documentAmount(order, locale, currency),
                  outboundInvoice: documentAmount(outboundInvoice, locale, currency),
                  receipt: documentAmount(receipt, locale, currency),
                  open: documentMoney(open, locale, currency),
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
              held={isHeld(part)}
            />
          ))}
        </>
      ) : (
        <SheetTableSkeleton columns={summary} />
      )}
      <SheetFoot
        account={account}
        asOf={fresh === null ? '' : formatMoment(fresh, language, now)}
        word={word}
      />
    </Sheet>
  );
};
