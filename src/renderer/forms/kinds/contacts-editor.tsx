/**
 * Edits contacts inline: the main fields of each, all other fields on demand. Exactly one is the main
 * contact.
 */
import { ActionIcon, Button, Radio } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import { usePreferences } from '../../client/preferences';
import { useRecord } from '../../client/queries';
import { listText } from '../../format/values';
import { useForm, useFormActions } from '../session/form-context';
import { FormField } from '../fields/form-field';
import { useOpenGroup } from '../fields/open-group';
import { CHILD_SPECS } from '../values/form-specs';
import { addWithFocus } from './add-with-focus';
import { otherPhones } from './other-phones';
import { differs, isBlank, textValue } from '../values/form-values';
import css from '../forms.module.css';
import { Notice } from '../fields/notice';
import { removeWithFocus } from '../../ui/give-focus';
import { Hint } from '../../ui/hint';

/**
 * The e-mail is the only key of a lead's contact (contract E2): an existing contact keeps its e-mail, and a
 * contact without one cannot be edited. A field that was changed before the contact was sent can be set back.
 */
const useContactState = (ref: string) => {
  const before = useForm(({ form }) =>
    form.target === null ? undefined : form.start.children.find((item) => item.ref === ref),
  );
  const kind = useForm(({ form }) => form.kind);
  const known = before !== undefined;
  return {
    before,
    known,
    emailFixed: known && kind === 'lead',
    locked: known && kind === 'lead' && isBlank(before.fields.email),
  };
};

/** What the form says at the phone of a contact that has several; undefined for any other. */
const useOtherPhones = (ref: string): string | undefined => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const { kind, target } = useForm(({ form }) => form);
  const record = useRecord(RESOURCE_OF_KIND[kind], target ?? '').data;
  const phones = target === null ? [] : otherPhones(record?.values.customers, ref);
  return phones.length === 0 ? undefined : t('form.otherPhones', { phones: listText(phones, locale) });
};

const Contact = ({ at, refId }: { at: number; refId: string }) => {
  const { t } = useTranslation();
  const { kind } = useForm(({ form }) => form);
  const item = useForm(({ values }) => values.children[at]);
  const badMore = useForm(
    ({ issues }) => CHILD_SPECS[kind].groups.more?.some((name) => `${refId}.${name}` in issues) ?? false,
  );
  const actions = useFormActions();
  const { before, known, emailFixed, locked } = useContactState(refId);
  const [open, setOpen] = useOpenGroup(badMore);
  const phones = useOtherPhones(refId);
  if (item === undefined) return null;
  const spec = CHILD_SPECS[kind];
  const name = textValue(item.fields.name).trim() || t('form.contactNo', { number: at + 1 });
  const fixed = emailFixed && !locked ? t('form.leadEmailFixed') : undefined;
  const hints: Readonly<Record<string, string | undefined>> = { email: fixed, tel: phones };
  const lock = (field: string): boolean =>
    (locked || (emailFixed && field === 'email')) && !differs(before?.fields[field], item.fields[field]);
  return (
    <fieldset className={css.card}>
      <legend className="visually-hidden">{name}</legend>
      <div className={css.cardHead}>
        <Radio
          size="xs"
          name="main-contact"
          label={t('form.mainContact')}
          checked={item.fields.main_customer_flag === '1'}
          disabled={locked}
          onChange={() => actions.setMain(refId)}
        />
        <span className={css.grow} />
        {known ? null : (
          <Hint label={t('form.removeContact', { name })}>
            <ActionIcon
              aria-label={t('form.removeContact', { name })}
              data-remove
              onClick={({ currentTarget }) =>
                removeWithFocus(currentTarget.closest('fieldset'), () => actions.removeChild(refId, true))
              }
            >
              <IconTrash size={15} />
            </ActionIcon>
          </Hint>
        )}
      </div>
      <div className={css.grid}>
        {spec.short.map((field) => (
          <FormField key={field} name={field} child={refId} disabled={lock(field)} hint={hints[field]} />
        ))}
        {open
          ? spec.groups.more?.map((field) => (
              <FormField key={field} name={field} child={refId} disabled={lock(field)} />
            ))
          : null}
      </div>
      {locked ? <p className={css.note}>{t('form.leadContactLocked')}</p> : null}
      {open ? null : (
        <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setOpen(true)}>
          {t('form.moreContactFields')}
        </Button>
      )}
    </fieldset>
  );
};

export const ContactsEditor = () => {
  const { t } = useTranslation();
  const refs = useForm(({ values }) => values.children.map((item) => item.ref).join(' '));
  const kind = useForm(({ form }) => form.kind);
  const unknown = useForm(({ form }) => form.target !== null && !form.hasChildren);
  const issue = useForm(({ issues }) => issues.children);
  const actions = useFormActions();
  const list = refs === '' ? [] : refs.split(' ');
  return (
    <section
      className={css.section}
      data-field="children"
      data-bad={issue === undefined ? undefined : 'true'}
    >
      <h3 className={css.sectionTitle}>{t('form.contacts')}</h3>
      <p className={css.note}>{t(kind === 'lead' ? 'form.leadContactsHint' : 'form.companyContactsHint')}</p>
      {unknown ? <p className={css.note}>{t('form.contactsUnknown')}</p> : null}
      {issue === undefined ? null : (
        <Notice tone="red">{t(`form.issue.${issue.code}`, { high: issue.high })}</Notice>
      )}
      {list.map((ref, at) => (
        <Contact key={ref} refId={ref} at={at} />
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() =>
            addWithFocus(actions, list.length === 0 && !unknown ? { main_customer_flag: '1' } : {})
          }
        >
          {t('form.addContact')}
        </Button>
      </div>
    </section>
  );
};
