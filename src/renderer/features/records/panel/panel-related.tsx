import { useTranslation } from 'react-i18next';
import type { Row } from '#shared/contract/records';
import { RESOURCE_INFO, type ResourceName } from '#shared/domain/resources';
import { formatMoney } from '../../../format/decimal';
import { formatServerText } from '../../../format/time';
import { useFormat } from '../../../format/use-format';
import { currencyOf, type FormatContext, nameOf } from '../../../format/values';
import { EmptyState } from '../../../ui/layout';
import css from './panel.module.css';
import { PendingMark } from '../pending-mark';
import { openRelated } from './panel-state';

const AMOUNT: Partial<Record<ResourceName, string>> = {
  order: 'amount',
  quotation: 'amount',
  purchaseOrder: 'amount',
  outboundInvoice: 'product_total_amount',
  receipt: 'amount',
};
const TIME: Partial<Record<ResourceName, string>> = {
  order: 'account_date',
  quotation: 'quotation_date',
  purchaseOrder: 'purchase_date',
  outboundInvoice: 'warehouse_invoice_time',
  receipt: 'collection_date',
  trail: 'create_time',
};

export const rowTitle = (resource: ResourceName, row: Row): string =>
  (RESOURCE_INFO[resource].titleFields
    .map((key) => row.values[key])
    .find((value) => typeof value === 'string' && value !== '') as string) ?? row.id;

/** What a record without a name or number goes by that the service has not made yet: "New receipt". */
export const unnamed = (resource: ResourceName, word: FormatContext['word']): string =>
  word(`outbox.create.${resource === 'trail' ? 'trailNote' : resource}`);

/** Second words of a row: what it is called beside its number, or whose it is. */
export const rowSubtitle = (row: Row, title: string): string => {
  const { name, company, company_info: info, supplier_info: supplier, short_name: short } = row.values;
  const party = nameOf(company) || nameOf(info) || nameOf(supplier);
  return [
    typeof name === 'string' && name !== title ? name : '',
    party,
    typeof short === 'string' && short !== title ? short : '',
  ]
    .filter(Boolean)
    .join(' · ');
};

export const rowAmount = (resource: ResourceName, row: Row, { locale }: FormatContext): string => {
  const key = AMOUNT[resource];
  return key === undefined ? '' : formatMoney(row.values[key], locale, currencyOf(key, row.values));
};
export const rowTime = (resource: ResourceName, row: Row, { locale, offsetMs }: FormatContext): string =>
  formatServerText(row.values[TIME[resource] ?? 'update_time'], locale, offsetMs);

/** A record in two lines, for lists that are not grids. */
export const RecordLine = ({
  resource,
  row,
  onOpen,
}: {
  resource: ResourceName;
  row: Row;
  onOpen: () => void;
}) => {
  const format = useFormat();
  const named = rowTitle(resource, row);
  const title = named.startsWith('local:') ? unnamed(resource, format.word) : named;
  return (
    <button type="button" className={css.related} onClick={onOpen}>
      <span className="truncate">
        <PendingMark row={row} word={format.word} inline />
        {title}
      </span>
      <span className={css.right}>{rowAmount(resource, row, format)}</span>
      <small className="truncate">{rowSubtitle(row, title)}</small>
      <small className={css.right}>{rowTime(resource, row, format)}</small>
    </button>
  );
};

export const PanelRelated = ({
  groups,
}: {
  groups: { resource: ResourceName; total: number; rows: Row[] }[];
}) => {
  const { t } = useTranslation();
  if (groups.length === 0) return <EmptyState title={t('panel.noRelated')} />;
  return groups.map(({ resource, total, rows }) => (
    <section key={resource} className={css.group}>
      <h3 className={css.groupTitle}>
        {t(`resource.${resource}`)} {total > rows.length ? `· ${t('panel.showAll', { count: total })}` : ''}
      </h3>
      {rows.map((row) => (
        <RecordLine
          key={row.id}
          resource={resource}
          row={row}
          onOpen={() => openRelated({ resource, id: row.id })}
        />
      ))}
    </section>
  ));
};
