/** The form of E5's outbound invoice: customer, lines of orders, and totals. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AllFields } from '../fields/all-fields';
import { useForm } from '../session/form-context';
import { FormField } from '../fields/form-field';
import { FORM_SPECS } from '../values/form-specs';
import { textValue } from '../values/form-values';
import css from '../forms.module.css';
import { Notice } from '../fields/notice';
import { foreignLines } from './foreign-lines';
import { InvoiceLines } from './invoice-lines';
import { InvoiceTotals } from './invoice-totals';
import { isInvoicedUnknown, LINES_NOT_ADDED } from './order-lines';
import { OrderPicker } from './order-picker';

const ForeignLinesNotice = () => {
  const { t } = useTranslation();
  const fields = useForm(({ values }) => values.fields);
  const children = useForm(({ values }) => values.children);
  const { currencies, ofOthers } = foreignLines({ fields, children });
  const own = textValue(fields.currency);
  return (
    <>
      {currencies.map(({ currency, count }) => (
        <Notice key={currency} tone="yellow" live>
          {t('form.foreignPrices', { count, currency, own })}
        </Notice>
      ))}
      {ofOthers === 0 ? null : (
        <Notice tone="yellow" live>
          {t('form.foreignOrders', { count: ofOthers })}
        </Notice>
      )}
    </>
  );
};

export const InvoiceForm = () => {
  const { t } = useTranslation();
  // The picker shows that ticked lines are not added.
  const issue = useForm(({ issues: { children } }) =>
    children?.code === LINES_NOT_ADDED ? undefined : children,
  );
  const [ownerless] = useState(useForm(({ values }) => textValue(values.fields.company_id) === ''));
  const invoicedUnknown = useForm(({ values }) => values.children.some(isInvoicedUnknown));
  // Another customer has other orders.
  const company = useForm(({ values }) => textValue(values.fields.company_id));
  const linesUnknown = useForm(({ form }) => form.target !== null && !form.hasChildren);
  return (
    <>
      <div className={css.grid}>
        {FORM_SPECS.outboundInvoice.short.map((name) => (
          <FormField key={name} name={name} focused={name === (ownerless ? 'company_id' : 'serial_id')} />
        ))}
      </div>
      <section
        className={css.section}
        data-field="children"
        data-bad={issue === undefined ? undefined : 'true'}
      >
        <h3 className={css.sectionTitle}>{t('form.lines')}</h3>
        {linesUnknown ? <Notice tone="yellow">{t('form.linesUnknown')}</Notice> : null}
        {invoicedUnknown ? <Notice tone="yellow">{t('form.invoicedUnknown')}</Notice> : null}
        {issue === undefined ? null : (
          <Notice tone="red">{t(`form.issue.${issue.code}-lines`, { high: issue.high })}</Notice>
        )}
        <ForeignLinesNotice />
        <InvoiceLines />
        <OrderPicker key={company} />
      </section>
      <InvoiceTotals />
      <AllFields />
    </>
  );
};
