/** Fields that only this service has: custom fields of its lists, and one that a refusal asked for. */
import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLookupItems } from '../../client/queries';
import { type OwnField, ownFieldsIn } from './asked-fields';
import { useForm, useFormActions } from '../session/form-context';
import { useFieldWords } from './form-field';
import css from '../forms.module.css';

/** One such field: chosen where the service lists what can be chosen, else typed. */
export const OwnFieldInput = ({
  field,
  value,
  error,
  onChange,
}: {
  field: OwnField;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}) =>
  field.options.length > 0 ? (
    <Select
      size="xs"
      label={field.name}
      data={field.options.includes(value) || value === '' ? field.options : [value, ...field.options]}
      value={value === '' ? null : value}
      error={error}
      clearable
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  ) : (
    <TextInput
      size="xs"
      label={field.name}
      value={value}
      error={error}
      maxLength={20_000}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );

/** The record's own ones: those listed for invoices, and the one that a refusal named. */
export const OwnFields = () => {
  const { t } = useTranslation();
  const { kind, asked } = useForm(({ form }) => form);
  const custom = useForm(({ values }) => values.custom);
  const issue = useForm(({ issues }) => (asked.own === null ? undefined : issues[`fields.${asked.own.key}`]));
  const listed = useLookupItems(kind === 'outboundInvoice' ? 'outboundFields' : undefined).data ?? [];
  const words = useFieldWords(kind);
  const actions = useFormActions();
  const offered = ownFieldsIn(listed, 'record');
  const fields = [
    ...offered,
    ...[...(asked.own === null || asked.own.ofLines ? [] : [asked.own.key]), ...Object.keys(custom ?? {})]
      .filter((key, at, all) => all.indexOf(key) === at && !offered.some(({ id }) => id === key))
      .map((key) => ({ id: key, name: asked.own?.key === key ? asked.own.name : key, options: [] })),
  ];
  if (fields.length === 0) return null;
  return (
    <div>
      <h3 className={css.groupTitle}>{t('form.group.own')}</h3>
      <div className={css.grid}>
        {fields.map((field) => {
          const isAsked = field.id === asked.own?.key && issue !== undefined;
          return (
            <div key={field.id} data-field={`fields.${field.id}`} data-bad={isAsked ? 'true' : undefined}>
              <OwnFieldInput
                field={field}
                value={custom?.[field.id] ?? ''}
                error={isAsked ? words.issue({ name: field.id }, issue) : undefined}
                onChange={(value) => actions.setOwn(field.id, value)}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
};
