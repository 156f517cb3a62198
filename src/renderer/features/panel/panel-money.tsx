/** Shows what was invoiced and paid for an order, from the lines that refer to it. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { core } from '../../client/client';
import { useMissingKinds } from '../../client/missing-kinds';
import { ask, queryKeys } from '../../client/query-keys';
import { MoneyTable, useUnknownMoney } from '../../records/money-table';
import { NotRead } from '../../ui/not-read';
import css from './panel.module.css';

export const PanelMoney = ({ orderId }: { orderId: string }) => {
  const { t } = useTranslation();
  const unknown = useUnknownMoney();
  const { data, isError, refetch } = useQuery(
    ask(queryKeys.orderMoney(orderId), () => core.money.order({ id: orderId })),
  );
  // If the CRM's collections are shown too, the title says that this part counts documents.
  const hasCollections = useMissingKinds().collection === undefined;
  const title = t(hasCollections ? 'money.byDocuments' : 'money.title');
  const sectionOf = (content: ReactNode) => (
    <section className={css.group} aria-label={title}>
      <h3 className={css.groupTitle}>{title}</h3>
      {content}
    </section>
  );
  if (data === undefined && isError) return sectionOf(<NotRead failed onRetry={() => void refetch()} />);
  if (!data) return null;
  const { currencies, unread, withoutAmount, waiting, delivered } = data;
  const notes = [
    waiting > 0 ? t('money.waiting', { count: waiting }) : '',
    delivered > 0 ? t('moneyNotes.delivered', { count: delivered }) : '',
    withoutAmount.count > 0 ? t('money.withoutAmount', { count: withoutAmount.count }) : '',
    unread.invoices > 0 ? t('money.unreadInvoices', { count: unread.invoices }) : '',
    unread.receipts > 0 ? t('money.unreadReceipts', { count: unread.receipts }) : '',
  ].filter((note) => note !== '');
  return sectionOf(
    <MoneyTable
      currencies={currencies}
      unknown={{
        ...(unknown.invoiced === undefined ? {} : { invoiced: unknown.invoiced }),
        ...(unknown.received === undefined ? {} : { received: unknown.received }),
        ...(unread.invoices > 0 && unknown.invoiced === undefined ? { invoiced: 'incomplete' as const } : {}),
        ...(unread.receipts > 0 && unknown.received === undefined ? { received: 'incomplete' as const } : {}),
      }}
      notes={notes}
    />,
  );
};
