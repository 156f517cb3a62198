import { useTranslation } from 'react-i18next';
import type { RecordView } from '#shared/contract/records';
import { sumDecimals, toDecimal } from '#shared/domain/money';
import { usePreferences } from '../../../app/preferences';
import { formatMoney, formatNumber } from '../../../format/decimal';
import { linesOf } from '../../../format/values';
import { EmptyState } from '../../../ui/layout';
import css from './panel.module.css';

const FIRST = [
  'product_name',
  'count',
  'outbound_count',
  'product_unit',
  'unit_price',
  'sale_price',
  'product_amount',
  'cost_amount',
  'product_no',
  'product_model',
  'sku_code',
  'sale_count',
  'order_no',
  'refer_type',
  'refer_id',
  'cash_collection_amount',
  'cash_collection_invoice_amount',
  'cash_collection_comment',
];
const MONEY = /price|amount|cost/;
const QUANTITY = /count$/;
const SUMMED = new Set([
  'count',
  'outbound_count',
  'product_amount',
  'cost_amount',
  'cash_collection_amount',
  'cash_collection_invoice_amount',
]);
const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && typeof value !== 'object';

/** The lines of a document as a small table: familiar columns first, then every other that has a value. */
export const PanelLines = ({ record, field }: { record: RecordView; field: string }) => {
  const { t, i18n } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const lines = linesOf(record.values[field]);
  if (lines.length === 0) return <EmptyState title={t('panel.noLines')} />;
  const present = new Set(lines.flatMap((line) => Object.keys(line).filter((key) => isFilled(line[key]))));
  const keys = [
    ...FIRST.filter((key) => present.has(key)),
    ...[...present].filter((key) => !FIRST.includes(key)),
  ];
  const currency = typeof record.values.currency === 'string' ? record.values.currency : undefined;
  const numeric = (key: string): boolean => MONEY.test(key) || QUANTITY.test(key);
  const show = (key: string, value: unknown): string =>
    !isFilled(value)
      ? ''
      : MONEY.test(key)
        ? formatMoney(value, locale, key.endsWith('_rmb') ? 'CNY' : currency)
        : QUANTITY.test(key)
          ? formatNumber(value, locale)
          : String(value);
  const sum = (key: string): string => sumDecimals(lines.flatMap((line) => toDecimal(line[key]) ?? []));
  return (
    <div style={{ overflow: 'auto' }}>
      <table className={css.table}>
        <thead>
          <tr>
            {keys.map((key) => (
              <th key={key} scope="col" data-numeric={numeric(key)}>
                {i18n.exists(`line.${key}`) ? t(`line.${key}`) : key}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={index}>
              {keys.map((key) => (
                <td key={key} data-numeric={numeric(key)} title={show(key, line[key])}>
                  {show(key, line[key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            {keys.map((key, index) => (
              <td key={key} data-numeric={numeric(key)}>
                {SUMMED.has(key) ? show(key, sum(key)) : index === 0 ? t('panel.total') : ''}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
};
