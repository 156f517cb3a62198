/** The form of an opportunity (optional opportunity/push): customer, stage, amount, expected close, owner. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLocalRef } from '#shared/domain/intent';
import { AllFields } from '../fields/all-fields';
import { FormField } from '../fields/form-field';
import { useForm } from '../session/form-context';
import { FORM_SPECS } from '../values/form-specs';
import { textValue } from '../values/form-values';
import css from '../forms.module.css';

export const OpportunityForm = () => {
  const { t } = useTranslation();
  const [first] = useState(
    useForm(({ values }) => (textValue(values.fields.company_id) === '' ? 'company_id' : 'name')),
  );
  const waits = useForm(({ values }) => isLocalRef(textValue(values.fields.company_id)));
  return (
    <>
      <div className={css.grid}>
        {FORM_SPECS.opportunity.short.map((name) => (
          <FormField key={name} name={name} focused={name === first} />
        ))}
      </div>
      {waits ? <p className={css.note}>{t('form.companyBeforeOpportunity')}</p> : null}
      <AllFields />
    </>
  );
};
