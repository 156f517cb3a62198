/**
 * Shows ordered, invoiced, received and owed amounts, one line per currency. If this computer has no copy or
 * only a part of it, a figure is shown as unknown, not as 0.
 */
import { useTranslation } from 'react-i18next';
import type { CurrencyMoney } from '#shared/contract/money';
import type { ResourceName } from '#shared/domain/resources';
import { useSync } from '../client/events';
import { MISSING_WORDS, type MissingReason, useMissingKinds } from '../client/missing-kinds';
import { formatTotal } from '../format/decimal';
import { formatServerDay } from '../format/time';
import { sentences } from '../format/sentences';
import { useFormat } from '../format/use-format';
import css from './money.module.css';

const FIGURES = { ordered: 'order', invoiced: 'outboundInvoice', received: 'receipt' } as const;
type Figure = keyof typeof FIGURES;
const NAMES = Object.keys(FIGURES) as Figure[];

export type Unknown = Partial<Record<Figure, MissingReason | 'incomplete'>>;

/**
 * Returns which figures are unknown, and why. It returns the same object for the same state, to avoid
 * renders.
 */
export const useUnknownMoney = (): Unknown => {
  const missing = useMissingKinds();
  const incomplete = useSync(({ state }) =>
    NAMES.filter((name) => {
      const of: ResourceName = FIGURES[name];
      return state?.resources.some(({ resource, completeAsOf }) => resource === of && completeAsOf === null);
    }).join(),
  );
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const why = missing[FIGURES[name]] ?? (incomplete.split(',').includes(name) ? 'incomplete' : undefined);
      return why === undefined ? [] : [[name, why]];
    }),
  );
};

const isNothing = (decimal: string): boolean => Number(decimal) === 0;

const Owed = ({ money, unknown }: { money: CurrencyMoney; unknown: Unknown }) => {
  const { t } = useTranslation();
  const { locale, offsetMs } = useFormat();
  const { currency, owed, since } = money;
  if (unknown.invoiced !== undefined || unknown.received !== undefined)
    return <span className={css.unknown}>{t('money.unknown')}</span>;
  if (isNothing(owed)) return <span className={css.quiet}>{t('money.nothing')}</span>;
  const shown = (decimal: string): string => formatTotal(decimal, locale, currency);
  if (owed.startsWith('-'))
    return <span className={css.quiet}>{t('money.ahead', { amount: shown(owed.slice(1)) })}</span>;
  return (
    <>
      <strong className={css.owed}>{shown(owed)}</strong>
      {since === null ? null : (
        <small className={css.since}>
          {t('money.since', { day: formatServerDay(since, locale, offsetMs) })}
        </small>
      )}
    </>
  );
};

export const MoneyTable = ({
  currencies,
  unknown,
  notes,
}: {
  currencies: readonly CurrencyMoney[];
  unknown: Unknown;
  notes: readonly string[];
}) => {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const why = (reason: MissingReason | 'incomplete'): string =>
    t(reason === 'incomplete' ? 'money.incomplete' : `missing.${MISSING_WORDS[reason]}`);
  return (
    <>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('money.currency')}</th>
            {NAMES.map((name) => (
              <th key={name} scope="col">
                {t(`money.${name}`)}
              </th>
            ))}
            <th scope="col">{t('money.owed')}</th>
          </tr>
        </thead>
        <tbody>
          {currencies.map((money) => (
            <tr key={money.currency}>
              <th scope="row">{money.currency === '' ? t('money.noCurrency') : money.currency}</th>
              {NAMES.map((name) => {
                const reason = unknown[name];
                return (
                  <td key={name}>
                    {reason === undefined ? (
                      formatTotal(money[name], locale, money.currency)
                    ) : (
                      <span className={css.unknown} title={why(reason)}>
                        {t('money.unknown')}
                      </span>
                    )}
                  </td>
                );
              })}
              <td>
                <Owed money={money} unknown={unknown} />
              </td>
            </tr>
          ))}
          {currencies.length > 0 ? null : (
            <tr>
              <td colSpan={5} className={css.quiet}>
                {t(Object.keys(unknown).length > 0 ? 'money.noneKnown' : 'money.none')}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {notes.length + Object.keys(unknown).length === 0 ? null : (
        <p className={css.notes}>
          {sentences(
            [
              ...NAMES.flatMap((name) => {
                const reason = unknown[name];
                return reason === undefined
                  ? []
                  : [t('money.unknownWhy', { what: t(`money.${name}`), why: why(reason) })];
              }),
              ...notes,
            ],
            locale,
          )}
        </p>
      )}
    </>
  );
};
