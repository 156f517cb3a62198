/** The form of a trail note (optional trail/push) about a company, a lead or an opportunity. */
import { SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useForm, useFormActions } from '../session/form-context';
import { FormField } from '../fields/form-field';
import { textValue } from '../values/form-values';
import { NextStep } from './next-step';

const KEYS = ['company_id', 'lead_id', 'opportunity_id'] as const;
const KIND_OF = { lead_id: 'lead', opportunity_id: 'opportunity' } as const;
/** The most frequent kinds of contact; all others are in the list. */
const QUICK = ['101', '103', '104', '107'] as const;

export const NoteForm = () => {
  const { t } = useTranslation();
  const actions = useFormActions();
  const subject = useForm(
    ({ values }) => KEYS.find((key) => textValue(values.fields[key]) !== '') ?? 'company_id',
  );
  const type = useForm(({ values }) => textValue(values.fields.remark_type));
  // A note without a subject shows the customer field first.
  const [known] = useState(useForm(({ values }) => textValue(values.fields[subject]) !== ''));
  // The lead or opportunity of a note has no picker, because the note is started from that record. If its name is not
  // on this computer, its id is shown.
  const subjectName = useForm(({ values }) =>
    subject === 'company_id' ? '' : values.names[`${KIND_OF[subject]}~${textValue(values.fields[subject])}`],
  );
  return (
    <>
      {subject !== 'company_id' && subjectName ? (
        <TextInput size="xs" label={t(`resourceOne.${KIND_OF[subject]}`)} value={subjectName} readOnly />
      ) : (
        <FormField name={subject} focused={!known} />
      )}
      <div>
        <SegmentedControl
          fullWidth
          aria-label={t('form.field.trailNote.remark_type')}
          value={(QUICK as readonly string[]).includes(type) ? type : ''}
          data={QUICK.map((code) => ({ value: code, label: t(`enum.trailType.${code}`) }))}
          onChange={(code) => actions.setField('remark_type', code)}
        />
      </div>
      <FormField name="remark_type" />
      <FormField name="content" focused={known} />
      {subject === 'company_id' ? <NextStep /> : null}
    </>
  );
};
