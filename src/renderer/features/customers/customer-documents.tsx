import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filter, View } from '#shared/contract/records';
import { placeOf } from '../../navigation/places';
import { useIncomplete, useMissingKinds } from '../../client/missing-kinds';
import { useColumns, useTopRows } from '../../client/queries';
import { useFormat } from '../../format/use-format';
import { isNumeric } from '../../format/values';
import { EmptyState, Skeleton } from '../../ui/layout';
import { CellContent } from '../../records/cell';
import { DraftMark } from '../../records/draft-mark';
import { goToFiltered } from '../../records/go-to-filtered';
import { CUSTOMER_FIELDS } from '../../records/related-filter';
import { openRelated } from '../../records/panel-state';
import { PendingMark } from '../../records/pending-mark';
import { useLabel } from '../../records/use-label';
import { NotRead } from '../../ui/not-read';
import aboutCss from './customer-about.module.css';
import css from './customer-documents.module.css';

export type DocumentKind = keyof typeof CUSTOMER_FIELDS;

/** The columns of the table. */
const COLUMNS: Readonly<Record<DocumentKind, readonly string[]>> = {
  opportunity: ['name', 'serial_id', 'stage_info', 'stage_type', 'amount', 'account_date', 'main_user_info'],
  order: ['order_no', 'name', 'account_date', 'amount', 'shipping_status', 'end_status', 'handler_info'],
  quotation: [
    'quotation_no',
    'name',
    'quotation_date',
    'amount',
    'approval_status',
    'status_info',
    'create_user_info',
  ],
  outboundInvoice: [
    'serial_id',
    'create_time',
    'warehouse_invoice_time',
    'product_total_amount',
    'status',
    'invoice_warehouse_info',
    'handler_info',
  ],
  receipt: [
    'cash_collection_invoice_no',
    'collection_date',
    'amount',
    'real_amount',
    'status',
    'type',
    'account_name',
  ],
  collection: [
    'cash_collection_no',
    'order_no',
    'collection_date',
    'amount',
    'collect_status',
    'type',
    'user_info',
  ],
};
/** The column with the day of a document. The table is sorted by it. */
const DAY_OF: Readonly<Record<DocumentKind, string>> = {
  opportunity: 'account_date',
  order: 'account_date',
  quotation: 'quotation_date',
  // A draft has no other time.
  outboundInvoice: 'create_time',
  receipt: 'collection_date',
  collection: 'collection_date',
};
const SHOWN = 50;

/**
 * Shows a customer's documents of one kind, newest first by their own day; a link opens all of them in their
 * list, in the same order.
 */
export const CustomerDocuments = ({
  kind,
  companyId,
  name,
}: {
  kind: DocumentKind;
  companyId: string;
  name: string;
}) => {
  const { t } = useTranslation();
  const keys = COLUMNS[kind];
  const all = useColumns(kind).data;
  const columns = useMemo(
    () => keys.flatMap((key) => all?.find((column) => column.key === key) ?? []),
    [all, keys],
  );
  const label = useLabel(kind);
  const format = useFormat(columns);
  const why = useMissingKinds()[kind];
  const isIncomplete = useIncomplete([kind]);
  const filters: Filter[] = [{ field: CUSTOMER_FIELDS[kind], op: 'in', values: [companyId] }];
  const day = DAY_OF[kind];
  const view: View = { resource: kind, filters, sort: [{ field: day, direction: 'desc' }] };
  const { data, isError, refetch } = useTopRows(view, SHOWN, [...keys, 'currency']);
  const what = t(`list.what.${kind}`);
  if (why === 'not-offered') return <EmptyState title={t('customer.documents.notOffered', { what })} />;
  if (why === 'no-permission')
    return <EmptyState title={t('list.noPermission', { what })} hint={t('list.noPermissionHint')} />;
  if (why === 'left-out')
    return <EmptyState title={t('list.leftOut', { what })} hint={t('list.leftOutHint')} />;
  if (!data && isError) return <NotRead failed onRetry={() => void refetch()} />;
  if (!data || columns.length === 0)
    return (
      <div className={css.documentsLoading}>
        {[90, 82, 88, 76, 84].map((width) => (
          <Skeleton key={width} width={`${width}%`} />
        ))}
      </div>
    );
  if (data.rows.length === 0)
    return isIncomplete ? (
      <EmptyState title={t('customer.documents.noneHere')} hint={t('list.emptyHint')} />
    ) : (
      <EmptyState title={t('customer.documents.none')} />
    );
  const { screen } = placeOf(kind);
  return (
    <div
      className={css.documents}
      tabIndex={0}
      role="region"
      aria-label={t('customer.documents.table', { what: t(`resource.${kind}`), name })}
    >
      <table className={css.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                data-numeric={isNumeric(column.kind)}
                {...(column.key === day ? { 'aria-sort': 'descending' as const } : {})}
              >
                {label(column)}
                {column.key === day ? <IconArrowDown className={css.sortMark} size={13} aria-hidden /> : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => (
            <tr key={row.id} onClick={() => openRelated({ resource: kind, id: row.id })}>
              {columns.map((column, index) => (
                <td key={column.key} data-numeric={isNumeric(column.kind)}>
                  {index === 0 ? (
                    <button
                      type="button"
                      className={aboutCss.link}
                      onClick={(event) => {
                        event.stopPropagation();
                        openRelated({ resource: kind, id: row.id });
                      }}
                    >
                      <PendingMark row={row} word={format.word} inline />
                      <DraftMark row={row} word={format.word} />
                      <CellContent column={column} row={row} context={format} />
                    </button>
                  ) : (
                    <CellContent column={column} row={row} context={format} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Button
        className={css.showAll ?? ''}
        variant="subtle"
        color="gray"
        size="compact-xs"
        onClick={() => goToFiltered(kind, filters, `-${day}`)}
      >
        {t('customer.documents.showAll', { count: data.total, screen: t(`screen.${screen}`) })}
      </Button>
    </div>
  );
};
