/** Shows the SKUs of a product and their stock by warehouse, with the time when the stock was read. */
import { useTranslation } from 'react-i18next';
import type { RecordView } from '#shared/contract/records';
import { linesOf } from '#shared/domain/nested-values';
import { usePreferences } from '../../client/preferences';
import { useLookupItems, useServerOffset } from '../../client/queries';
import { formatMoney, formatNumber } from '../../format/decimal';
import { formatServerText } from '../../format/time';
import { EmptyState } from '../../ui/layout';
import { valueText } from '#shared/domain/value-text';
import { skusOf, type ProductSku } from '../../records/product-skus';
import css from './panel.module.css';

type Row = Readonly<Record<string, unknown>>;

const SkuRows = ({
  sku,
  rows,
  currency,
}: {
  sku: ProductSku;
  /** null if the stock is not known. */
  rows: readonly Row[] | null;
  currency: string | undefined;
}) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const warehouses = useLookupItems('warehouse').data ?? [];
  const warehouseOf = (row: Row): string => {
    const id = valueText(row.warehouse_id);
    return warehouses.find((one) => one.id === id)?.name ?? `#${id}`;
  };
  const about = [sku.attributes, sku.price === '' ? '' : formatMoney(sku.price, locale, currency)]
    .filter((part) => part !== '')
    .join(' · ');
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={3}>
          <span className="num selectable">{sku.code}</span>
          {about === '' ? '' : ` · ${about}`}
        </th>
      </tr>
      {(rows ?? []).map((row) => (
        <tr key={valueText(row.warehouse_id)}>
          <td>{warehouseOf(row)}</td>
          <td data-numeric>{formatNumber(row.enable_count, locale)}</td>
          <td data-numeric>{formatNumber(row.real_count, locale)}</td>
        </tr>
      ))}
      {rows === null || rows.length > 0 ? null : (
        <tr>
          <td colSpan={3} className={css.faint}>
            {t('panel.stockNone')}
          </td>
        </tr>
      )}
    </tbody>
  );
};

export const PanelStock = ({ record }: { record: RecordView }) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const offsetMs = useServerOffset();
  const { values } = record;
  const skus = skusOf(values);
  if (skus.length === 0)
    return <EmptyState title={t(record.detailAt === null ? 'panel.detailOffered' : 'panel.stockNoSkus')} />;
  const currency = typeof values.currency === 'string' ? values.currency : undefined;
  const rows = linesOf(values.stock_list);
  const isKnown = Array.isArray(values.stock_list);
  const time = formatServerText(values.stock_time, locale, offsetMs);
  const total = (value: unknown): string => (value === undefined ? '?' : formatNumber(value, locale));
  return (
    <div style={{ overflow: 'auto' }}>
      <p className={css.stockTime}>{isKnown ? t('panel.stockAsOf', { time }) : t('panel.stockUnknown')}</p>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('panel.warehouse')}</th>
            <th scope="col" data-numeric>
              {t('field.product.stock_available')}
            </th>
            <th scope="col" data-numeric>
              {t('field.product.stock_actual')}
            </th>
          </tr>
        </thead>
        {skus.map((sku) => (
          <SkuRows
            key={sku.id}
            sku={sku}
            currency={currency}
            rows={isKnown ? rows.filter((row) => valueText(row.sku_id) === sku.id) : null}
          />
        ))}
        {isKnown ? (
          <tfoot>
            <tr>
              <td>{t('panel.total')}</td>
              <td data-numeric>{total(values.stock_available)}</td>
              <td data-numeric>{total(values.stock_actual)}</td>
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  );
};
