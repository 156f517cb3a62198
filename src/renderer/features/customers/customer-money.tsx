/** Shows what a company ordered, was invoiced, has paid and owes, per currency. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { core } from '../../client/client';
import { ask, queryKeys } from '../../client/query-keys';
import { MoneyTable, useUnknownMoney } from '../../records/money-table';
import { NotRead } from '../../ui/not-read';
import css from './customer.module.css';

export const CustomerMoney = ({ id }: { id: string }) => {
  const { t } = useTranslation();
  const unknown = useUnknownMoney();
  const { data, isError, refetch } = useQuery(ask(queryKeys.money(id), () => core.money.company({ id })));
  const sectionOf = (content: ReactNode) => (
    <section className={css.money} aria-label={t('money.title')}>
      <h2 className={css.moneyTitle}>{t('money.title')}</h2>
      {content}
    </section>
  );
  if (data === undefined)
    return isError ? sectionOf(<NotRead failed onRetry={() => void refetch()} />) : null;
  const { currencies, drafts, draftOrders, withoutAmount, waiting, delivered } = data;
  // Render nothing for a customer without documents, because the table would be empty.
  const others = drafts + draftOrders + withoutAmount + waiting + delivered;
  if (currencies.length + others === 0) return null;
  const notes = [
    waiting > 0 ? t('money.waiting', { count: waiting }) : '',
    delivered > 0 ? t('moneyNotes.delivered', { count: delivered }) : '',
    draftOrders > 0 ? t('money.draftOrders', { count: draftOrders }) : '',
    drafts > 0 ? t('money.drafts', { count: drafts }) : '',
    withoutAmount > 0 ? t('money.withoutAmount', { count: withoutAmount }) : '',
  ].filter((note) => note !== '');
  return sectionOf(<MoneyTable currencies={currencies} unknown={unknown} notes={notes} />);
};
