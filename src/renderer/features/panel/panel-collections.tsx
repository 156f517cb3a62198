/** The collections of an order in the CRM: the amount collected, the amount left, and each collection. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OrderCollections } from '#shared/contract/money';
import { core } from '../../client/client';
import { useSync } from '../../client/events';
import { useMissingKinds } from '../../client/missing-kinds';
import { useLookupItems } from '../../client/queries';
import { ask, queryKeys } from '../../client/query-keys';
import { formatMoney, formatTotal } from '../../format/decimal';
import { formatServerDay, formatServerText } from '../../format/time';
import { useFormat } from '../../format/use-format';
import { listText } from '../../format/values';
import { sentences } from '../../format/sentences';
import { openRelated } from '../../records/panel-state';
import { NotRead } from '../../ui/not-read';
import { Pill } from '../../ui/pill';
import css from './panel.module.css';

type Line = OrderCollections['lines'][number];

/** Returns a text with the amount collected and the amount left. */
const useStatement = (isComplete: boolean): ((data: OrderCollections) => string) => {
  const { t } = useTranslation();
  const { locale } = useFormat();
  return ({ currency, ordered, collected, left, count }) => {
    const shown = (decimal: string): string => formatTotal(decimal, locale, currency);
    const collectedText = (): string => {
      if (count === 0) return isComplete ? t('money.collections.none') : '';
      return ordered === null
        ? t('money.collections.collected', { collected: shown(collected) })
        : t('money.collections.done', { collected: shown(collected), ordered: shown(ordered) });
    };
    const leftText = (): string => {
      // The amount left is only known if all collections are on this computer.
      if (!isComplete || left === null) return '';
      if (Number(left) === 0) return t('money.collections.nothingLeft');
      return left.startsWith('-')
        ? t('money.collections.over', { amount: shown(left.slice(1)) })
        : t('money.collections.left', { amount: shown(left) });
    };
    return sentences([collectedText(), leftText()], locale);
  };
};

const useNotes = (completeAsOf: string | null): ((data: OrderCollections) => string[]) => {
  const { t } = useTranslation();
  const { locale, offsetMs } = useFormat();
  return ({ currency, notEffective, uncounted, converted, withoutAmount, count, lines }) =>
    [
      completeAsOf === null ? t('money.collections.incomplete') : '',
      notEffective.count === 0
        ? ''
        : t('money.collections.notEffective', {
            count: notEffective.count,
            amount: formatTotal(notEffective.amount, locale, currency),
          }),
      uncounted.length === 0
        ? ''
        : t('money.collections.otherCurrency', {
            amounts: listText(
              uncounted.map((other) => formatTotal(other.amount, locale, other.currency)),
              locale,
            ),
          }),
      converted === 0 ? '' : t('money.collections.converted', { count: converted }),
      withoutAmount === 0 ? '' : t('money.collections.withoutAmount', { count: withoutAmount }),
      count > lines.length ? t('money.collections.more', { count: lines.length }) : '',
      // Collections are downloaded less often than other kinds, so their age is shown separately.
      completeAsOf === null
        ? ''
        : t('money.collections.asOf', { time: formatServerText(completeAsOf, locale, offsetMs) }),
    ].filter((note) => note !== '');
};

const CollectionRow = ({ line }: { line: Line }) => {
  const { t } = useTranslation();
  const { locale, offsetMs } = useFormat();
  const methods = useLookupItems('receiptTypes').data ?? [];
  const method = methods.find(({ id }) => id === line.method)?.name ?? line.method;
  return (
    <tr>
      <td>{line.day === '' ? '' : formatServerDay(line.day, locale, offsetMs)}</td>
      <td>
        <button
          type="button"
          className={css.link}
          onClick={() => openRelated({ resource: 'collection', id: line.id })}
        >
          {line.number === '' ? line.id : line.number}
        </button>
      </td>
      <td data-numeric>{line.amount === '' ? '' : formatMoney(line.amount, locale, line.currency)}</td>
      <td>
        <Pill tone={line.isEffective ? 'green' : 'yellow'}>
          {t(`enum.collectionStatus.${line.isEffective ? 1 : 0}`)}
        </Pill>
      </td>
      <td>{method}</td>
    </tr>
  );
};

const Shown = ({ orderId }: { orderId: string }) => {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const completeAsOf = useSync(
    ({ state }) => state?.resources.find(({ resource }) => resource === 'collection')?.completeAsOf ?? null,
  );
  const statement = useStatement(completeAsOf !== null);
  const notesOf = useNotes(completeAsOf);
  const { data, isError, refetch } = useQuery(
    ask(queryKeys.orderCollections(orderId), () => core.money.collections({ id: orderId })),
  );
  if (data === undefined && isError)
    return (
      <section className={css.group} aria-label={t('money.collections.title')}>
        <h3 className={css.groupTitle}>{t('money.collections.title')}</h3>
        <NotRead failed onRetry={() => void refetch()} />
      </section>
    );
  if (!data) return null;
  const notes = notesOf(data);
  return (
    <section className={css.group} aria-label={t('money.collections.title')}>
      <h3 className={css.groupTitle}>{t('money.collections.title')}</h3>
      <p className={css.collected}>{statement(data)}</p>
      {data.lines.length === 0 ? null : (
        <div className={css.collections}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{t('field.collection.collection_date')}</th>
                <th scope="col">{t('money.collections.number')}</th>
                <th scope="col" data-numeric>
                  {t('field.collection.amount')}
                </th>
                <th scope="col">{t('field.collection.collect_status')}</th>
                <th scope="col">{t('field.collection.type')}</th>
              </tr>
            </thead>
            <tbody>
              {data.lines.map((line) => (
                <CollectionRow key={line.id} line={line} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {notes.length === 0 ? null : <p className={css.notes}>{sentences(notes, locale)}</p>}
    </section>
  );
};

/** Renders nothing if this computer has no copy of the collections. */
export const PanelCollections = ({ orderId }: { orderId: string }) =>
  useMissingKinds().collection === undefined ? <Shown orderId={orderId} /> : null;
