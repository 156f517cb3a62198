import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { core } from '../../client/client';
import { ask, queryKeys } from '../../client/query-keys';
import { formatTotal } from '../../format/decimal';
import { formatServerDay } from '../../format/time';
import { useFormat } from '../../format/use-format';
import { useIncomplete, useMissingKinds } from '../../client/missing-kinds';
import { openCustomerPage } from '../../navigation/customer-route';
import { useUnknownMoney } from '../../records/money-table';
import { Card } from './today-parts';
import { NotRead } from '../../ui/not-read';
import css from './today-follow-ups.module.css';
import todayCss from './today.module.css';

const SHOWN = 6;
const SHOWN_TOTALS = 3;
/** Refetch interval. Changes of receipts do not make the query stale, although they change the amounts. */
const AGAIN_MS = 60_000;

/** Lists the customers who owe, the oldest debts first, and the total per currency. */
export const TodayMoney = ({ person }: { person: string | null }) => {
  const { t } = useTranslation();
  const { locale, offsetMs } = useFormat();
  const unknown = useUnknownMoney();
  const { data, isError, refetch } = useQuery({
    ...ask(queryKeys.owed(person), () => core.money.owed({ person, limit: SHOWN })),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  });
  const shown = (amount: string, currency: string): string => formatTotal(amount, locale, currency);
  // Only the records of companies name the owners of the customers.
  const lacksCompanies = useMissingKinds().company !== undefined;
  const ownersUnknown = useIncomplete(['company']) || lacksCompanies;
  if (unknown.invoiced !== undefined || unknown.received !== undefined || (person !== null && ownersUnknown))
    return (
      <Card title={t('money.owedTitle')}>
        <p className={todayCss.none}>{t('money.owedUnknown')}</p>
      </Card>
    );
  const totals = data?.totals ?? [];
  const withoutCustomers = data ? (
    <p className={todayCss.none}>{t(person === null ? 'money.nobody' : 'money.nobodyOfMine')}</p>
  ) : (
    <NotRead failed={isError} onRetry={() => void refetch()} />
  );
  return (
    <Card title={t('money.owedTitle')}>
      {data === undefined || data.customers.length === 0 ? (
        withoutCustomers
      ) : (
        <>
          <p className={css.moneyTotals}>
            {totals.slice(0, SHOWN_TOTALS).map(({ currency, owed, customers }) => (
              <span key={currency}>
                <strong>{shown(owed, currency)}</strong> {t('money.by', { count: customers })}
              </span>
            ))}
            {totals.length > SHOWN_TOTALS ? (
              <span>{t('customer.more', { count: totals.length - SHOWN_TOTALS })}</span>
            ) : null}
          </p>
          <ul>
            {data.customers.map(({ id, name, currency, owed, since }) => (
              <li key={`${id} ${currency}`} className={css.due}>
                <button
                  type="button"
                  className={css.dueName}
                  onClick={() => openCustomerPage({ resource: 'company', id })}
                >
                  <span className="truncate name-text" dir="auto">
                    {name}
                  </span>
                </button>
                <span className={todayCss.when}>
                  {since === null ? '' : t('money.since', { day: formatServerDay(since, locale, offsetMs) })}
                </span>
                <span className={css.moneyOwed}>{shown(owed, currency)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {data !== undefined && data.waiting > 0 ? (
        <p className={todayCss.none}>{t('money.waiting', { count: data.waiting })}</p>
      ) : null}
      {data !== undefined && data.withoutAmount > 0 ? (
        <p className={todayCss.none}>{t('money.withoutAmount', { count: data.withoutAmount })}</p>
      ) : null}
    </Card>
  );
};
