import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordView } from '#shared/contract/records';
import type { ResourceName } from '#shared/domain/resources';
import { linesOf } from '#shared/domain/nested-values';
import { usePreferences } from '../../client/preferences';
import { wordsOf } from '../../format/use-format';
import { useLookupItems } from '../../client/queries';
import { lacksDetails } from '../../records/lacks-details';
import { EmptyState } from '../../ui/layout';
import { isNumericLineField, lineColumns, lineText, lineTotal } from './line-columns';
import css from './panel.module.css';

/** The lookup that names a document's custom fields. */
const FIELDS_OF: Partial<Record<ResourceName, string>> = {
  order: 'orderFields',
  quotation: 'quotationFields',
  purchaseOrder: 'purchaseOrderFields',
  outboundInvoice: 'outboundFields',
  receipt: 'receiptFields',
};
/** Shows the lines of a document as a table: known columns first, then every other field with a value. */
export const PanelLines = ({ record, field }: { record: RecordView; field: string }) => {
  const { t, i18n } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const lines = linesOf(record.values[field]);
  const own = new Map(
    (useLookupItems(FIELDS_OF[record.resource]).data ?? []).map(({ id, name }) => [id, name]),
  );
  const [all, setAll] = useState(false);
  if (lines.length === 0)
    return <EmptyState title={t(lacksDetails(record, field) ? 'document.noLines' : 'panel.noLines')} />;
  const { shown, more } = lineColumns(lines, (key) => i18n.exists(`line.${key}`) || own.has(key));
  const keys = all ? [...shown, ...more] : shown;
  const show = (key: string, value: unknown): string => lineText(key, value, record.values, locale);
  const footOf = (key: string, index: number): string => {
    const total = lineTotal(key, lines, record.values, locale);
    return total === '' && index === 0 ? t('panel.total') : total;
  };
  return (
    <div style={{ overflow: 'auto' }}>
      <table className={css.table}>
        <thead>
          <tr>
            {keys.map((key) => (
              <th key={key} scope="col" data-numeric={isNumericLineField(key)}>
                {i18n.exists(`line.${key}`) ? t(`line.${key}`) : (own.get(key) ?? wordsOf(key))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={index}>
              {keys.map((key) => (
                <td key={key} data-numeric={isNumericLineField(key)} title={show(key, line[key])}>
                  {show(key, line[key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            {keys.map((key, index) => (
              <td key={key} data-numeric={isNumericLineField(key)}>
                {footOf(key, index)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
      {more.length === 0 ? null : (
        <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setAll(!all)}>
          {t(all ? 'panel.fewerColumns' : 'panel.moreColumns', { count: more.length })}
        </Button>
      )}
    </div>
  );
};
