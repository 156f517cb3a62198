/**
 * The tables of a statement: delivered documents by part, and a separate table of pending documents and
 * changes.
 */
import type { Column, Row } from '#shared/contract/records';
import { formatServerText } from '../../format/time';
import { displayText, type FormatContext } from '../../format/values';
import { documentAmount } from './document-format';
import { type DocumentColumn, readableText } from './document-model';
import css from './document.module.css';
import { SheetTable } from './sheet';
import {
  PART_SPECS,
  type PartRows,
  type PendingDocument,
  pendingAmount,
  statementCurrency,
  statementDay,
  statementNumber,
  type StatementPart,
} from './statement-model';

const describe = (part: StatementPart, row: Row): string => {
  const { name, remark, type, trade_no: trade } = row.values;
  if (part === 'order') return readableText(name);
  if (part === 'outboundInvoice') return readableText(remark);
  return [readableText(type), readableText(trade)].filter(Boolean).join(' · ');
};

/** How much of a kind is on this computer. */
export type Copy = 'none' | 'partial' | 'complete';

/** The delivered documents of a part. */
export const PartTable = ({
  part,
  rows,
  columns,
  format,
  copy,
}: {
  part: StatementPart;
  rows: PartRows;
  columns: readonly Column[];
  format: FormatContext;
  copy: Copy;
}) => {
  const { word, locale } = format;
  const spec = PART_SPECS[part];
  const status = columns.find(({ key }) => key === (part === 'order' ? 'end_status' : 'status'));
  const lines = rows.delivered.map((row) => {
    const currency = statementCurrency(row);
    return {
      date: formatServerText(statementDay(part, row), locale, null),
      number: statementNumber(part, row),
      text: describe(part, row),
      status: status ? displayText(status, row.values[status.key], row.values, format) : '',
      currency,
      amount: documentAmount(row.values[spec.amount], locale, currency),
    };
  });
  const shown: DocumentColumn[] = (['date', 'number', 'text', 'status', 'currency', 'amount'] as const)
    .filter((key) => key === 'amount' || lines.some((line) => line[key] !== ''))
    .map((key) => ({ key, label: word(`document.column.${key}`), numeric: key === 'amount' }));
  const changing = new Set(rows.pending.map(({ row }) => row.id));
  const notes = rows.delivered.map(({ id }) => (changing.has(id) ? word('document.changeNotSent') : ''));
  return (
    <section className={css.section}>
      <h3>{word(`document.section.${part}`)}</h3>
      {lines.length > 0 ? <SheetTable columns={shown} lines={lines} notes={notes} noteKey="number" /> : null}
      {copy === 'complete' && lines.length === 0 ? <p className={css.none}>{word('document.none')}</p> : null}
      {copy === 'none' && lines.length === 0 ? <p className={css.none}>{word('document.notHeld')}</p> : null}
      {copy === 'partial' ? <p className={css.warning}>{word('document.partial')}</p> : null}
    </section>
  );
};

/** Documents and changes that the service does not have yet; no total includes them. */
export const PendingTable = ({
  documents,
  format,
}: {
  documents: readonly PendingDocument[];
  format: FormatContext;
}) => {
  const { word, locale } = format;
  const lines = documents.map((document) => {
    const { part, row, isNew } = document;
    const kind = word(`document.title.${part}`);
    return {
      date: formatServerText(statementDay(part, row), locale, null),
      kind: isNew ? kind : word('document.changed', { kind }),
      number: statementNumber(part, row),
      text: describe(part, row),
      currency: statementCurrency(row),
      amount: documentAmount(pendingAmount(document), locale, statementCurrency(row)),
    };
  });
  const shown: DocumentColumn[] = (['date', 'kind', 'number', 'text', 'currency', 'amount'] as const)
    .filter((key) => key === 'amount' || lines.some((line) => line[key] !== ''))
    .map((key) => ({ key, label: word(`document.column.${key}`), numeric: key === 'amount' }));
  return (
    <section className={css.section}>
      <h3>{word('document.notSent')}</h3>
      <p className={`${css.none} ${css.small}`}>{word('document.notSentNote')}</p>
      <SheetTable columns={shown} lines={lines} />
    </section>
  );
};
