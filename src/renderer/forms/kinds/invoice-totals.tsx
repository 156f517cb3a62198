/** The totals of the invoice, in its currency and converted by its rates; exact decimals. */
import { useTranslation } from 'react-i18next';
import { invoiceTotal } from '#shared/domain/invoice-total';
import { usePreferences } from '../../client/preferences';
import { formatMoney, formatNumber } from '../../format/decimal';
import { useForm } from '../session/form-context';
import { textValue } from '../values/form-values';
import css from '../forms.module.css';

export const InvoiceTotals = () => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const { fields, children } = useForm(({ values }) => values);
  const kept = children.filter((item) => !item.remove);
  if (kept.length === 0) return null;
  const currency = textValue(fields.currency);
  const total = invoiceTotal(
    kept.map((item) => ({
      count: textValue(item.fields.outbound_count),
      price: textValue(item.fields.sale_price),
    })),
    {
      discountRate: textValue(fields.discount_rate),
      rmb: textValue(fields.exchange_rate),
      usd: textValue(fields.exchange_rate_usd),
    },
  );
  const rows: [string, string][] = [
    [t('form.totalQuantity'), formatNumber(total.count, locale)],
    ...(total.net === total.products
      ? []
      : [[t('form.totalProducts'), formatMoney(total.products, locale, currency)] as [string, string]]),
    ...(total.rmb === null || currency === 'CNY'
      ? []
      : [
          [t('form.totalIn', { currency: 'CNY' }), formatMoney(total.rmb, locale, 'CNY')] as [string, string],
        ]),
    ...(total.usd === null || currency === 'USD'
      ? []
      : [
          [t('form.totalIn', { currency: 'USD' }), formatMoney(total.usd, locale, 'USD')] as [string, string],
        ]),
  ];
  return (
    <dl className={`${css.totals} num`}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className={css.grand}>
        <dt>{t('form.total')}</dt>
        <dd>{formatMoney(total.net, locale, currency)}</dd>
      </div>
    </dl>
  );
};
