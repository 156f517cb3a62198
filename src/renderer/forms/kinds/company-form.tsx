/** The form of E3's company and E2's lead: main fields, contacts, and everything else on demand. */
import { useTranslation } from 'react-i18next';
import { useForm } from '../session/form-context';
import { AllFields } from '../fields/all-fields';
import { ContactsEditor } from './contacts-editor';
import { FormField } from '../fields/form-field';
import { FORM_SPECS } from '../values/form-specs';
import css from '../forms.module.css';
import { Notice } from '../fields/notice';

export const CompanyForm = () => {
  const { t } = useTranslation();
  const kind = useForm(({ form }) => form.kind);
  const unknown = useForm(({ form }) => form.target !== null && !form.hasChildren);
  return (
    <>
      {unknown ? <Notice tone="blue">{t('form.detailsUnknown')}</Notice> : null}
      <div className={css.grid}>
        {FORM_SPECS[kind].short.map((name, at) => (
          <FormField key={name} name={name} focused={at === 0} />
        ))}
      </div>
      <ContactsEditor />
      <AllFields />
    </>
  );
};
