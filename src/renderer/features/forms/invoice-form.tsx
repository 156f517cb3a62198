/** E5's outbound invoice: whose it is, what of which order goes out, and what it comes to. */
import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AllFields } from './all-fields';
import { useForm } from './form-context';
import { FormField } from './form-field';
import { FORM_SPECS } from './form-specs';
import css from './forms.module.css';
import { InvoiceLines } from './invoice-lines';
import { InvoiceTotals } from './invoice-totals';
import { OrderPicker } from './order-picker';

export const InvoiceForm = () => {
  const { t } = useTranslation();
  const issue = useForm(({ issues }) => issues.children);
  const linesUnknown = useForm(({ form }) => form.target !== null && !form.hasChildren);
  return (
    <>
      <div className={css.grid}>{FORM_SPECS.outboundInvoice.short.map((name) => <FormField key={name} name={name} />)}</div>
      <section className={css.section} data-field="children" data-bad={issue === undefined ? undefined : 'true'}>
        <h3 className={css.sectionTitle}>{t('form.lines')}</h3>
        {linesUnknown ? <Alert color="yellow" variant="light" p="xs">{t('form.linesUnknown')}</Alert> : null}
        {issue === undefined ? null : <Alert color="red" variant="light" p="xs">{t(`form.issue.${issue.code}-lines`)}</Alert>}
        <InvoiceLines />
        <OrderPicker />
      </section>
      <InvoiceTotals />
      <AllFields />
    </>
  );
};
