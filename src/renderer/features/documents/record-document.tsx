import type { Account } from '#shared/contract/accounts';
import type { RecordView } from '#shared/contract/records';
import { RESOURCE_INFO } from '#shared/domain/resources';
import type { Language } from '../../client/languages';
import { useTopRows } from '../../client/queries';
import { useDocumentFormat } from './document-format';
import { asOfText, documentModel, ordersPaidBy } from './document-model';
import css from './document.module.css';
import { usePageStyle } from './page-style';
import { Facts, Sheet, SheetFoot, SheetTable, usePaper } from './sheet';

/** The most rows that the contract gives at once. */
const MOST_ORDERS = 500;

/** Prints an order, a quotation, an invoice or a receipt. */
export const RecordDocument = ({
  record,
  account,
  language,
}: {
  record: RecordView;
  account: Account;
  language: Language;
}) => {
  const format = useDocumentFormat(record.columns, language);
  const orderIds = ordersPaidBy(record).slice(0, MOST_ORDERS);
  const {
    data: orders,
    isLoading,
    isPlaceholderData,
  } = useTopRows(
    {
      resource: 'order',
      filters: [{ field: RESOURCE_INFO.order.idField, op: 'in', values: orderIds }],
    },
    MOST_ORDERS,
    ['order_no'],
    orderIds.length > 0,
  );
  usePaper(!isLoading && !isPlaceholderData);
  const numbers = new Map(
    orders?.rows.map((row): [string, string] => [row.id, String(row.values.order_no ?? row.id)]),
  );
  const model = documentModel(record, format, numbers);
  const { word } = format;
  usePageStyle([account.name, `${model.title} ${model.number}`.trim()]);
  return (
    <Sheet account={account} language={language} title={model.title} subtitle={model.number}>
      <div className={css.blocks}>
        <div className={css.party}>
          <div className={css.blockTitle}>{model.party.title}</div>
          <b dir="auto">{model.party.name}</b>
          {model.party.lines.map((line) => (
            <p key={line} dir="auto">
              {line}
            </p>
          ))}
        </div>
        <Facts entries={model.facts} />
      </div>
      {model.lines.length === 0 ? null : (
        <SheetTable columns={model.columns} lines={model.lines} notes={model.notes} noteKey="product" />
      )}
      {model.totals.length === 0 ? null : (
        <dl className={css.totals}>
          {model.totals.flatMap(({ label, text, strong }) => [
            <dt key={`${label}-t`} data-strong={strong}>
              {label}
            </dt>,
            <dd key={`${label}-d`} data-strong={strong}>
              {text}
            </dd>,
          ])}
        </dl>
      )}
      {model.terms.length === 0 ? null : (
        <section className={css.section}>
          <h3>{word('document.terms')}</h3>
          <Facts entries={model.terms} className={css.terms ?? ''} />
        </section>
      )}
      {model.warnings.map((warning) => (
        <p key={warning} className={css.warning}>
          {warning}
        </p>
      ))}
      <SheetFoot account={account} asOf={asOfText(record, format)} word={word} />
    </Sheet>
  );
};
