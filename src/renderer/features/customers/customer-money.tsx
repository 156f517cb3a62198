/** Shows what a company ordered, was invoiced, has paid and owes, per currency. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { core } from '../../client/client';
import { ask, queryKeys } from '../../client/query-keys';
import { MoneyTable, useUnknownMoney } from '../../records/money-table';
import css from './customer.module.css';

export const CustomerMoney = ({ id }: { id: string }) => {
  const { t } = useTranslation();
  const unknown = useUnknownMoney();
  const { data } = useQuery(ask(queryKeys.money(id), () => core.money.company({ id })));
  if (data === undefined) return null;
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
  return (
    <section className={css.money} aria-label={t('money.title')}>
      <h2 className={css.moneyTitle}>{t('money.title')}</h2>
      <MoneyTable currencies={currencies} unknown={unknown} notes={notes} />
    </section>
  );
};
