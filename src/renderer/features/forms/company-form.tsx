/** E3's company and E2's lead: who they are, their people, and everything else on demand. */
import { useForm } from './form-context';
import { AllFields } from './all-fields';
import { ContactsEditor } from './contacts-editor';
import { FormField } from './form-field';
import { FORM_SPECS } from './form-specs';
import css from './forms.module.css';

export const CompanyForm = () => {
  const kind = useForm(({ form }) => form.kind);
  return (
    <>
      <div className={css.grid}>{FORM_SPECS[kind].short.map((name, at) => <FormField key={name} name={name} focused={at === 0} />)}</div>
      <ContactsEditor />
      <AllFields />
    </>
  );
};
