/** Custom fields: those that the service lists, and one that a refusal named. */
import { MultiSelect, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseServerTime } from '#shared/domain/time';
import { useLookupItems } from '../../client/queries';
import { CHOICE_MARK, FIELDS_OF, type OwnField, ownFieldsIn, unlistedField } from './asked-fields';
import { DayControl, MomentControl, MOST_TYPED, popoverOf, TextControl, useBeganWithLines } from './controls';
import { useForm, useFormActions } from '../session/form-context';
import { textValue, type TypedValue } from '../values/form-values';
import { bestFirst } from './best-first';
import { useFieldWords } from './form-field';
import { useListedText } from './typed-pick';
import { GrowingTextarea } from '../../ui/growing-textarea';
import css from '../forms.module.css';

const choicesIn = (value: string): string[] => value.split(CHOICE_MARK).filter((one) => one !== '');

interface OwnInputProps {
  field: OwnField;
  /** The place where an issue of this field is shown. */
  place: string;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

const OwnChoices = ({ field, place, value, error, onChange }: OwnInputProps) => {
  const { t } = useTranslation();
  const { typed, props } = useListedText(useFormActions(), { place, shown: '' });
  return (
    <MultiSelect
      {...props}
      size="xs"
      label={field.name}
      required={field.required}
      data={[...new Set([...choicesIn(value), ...field.options])]}
      value={choicesIn(value)}
      error={error}
      searchable
      filter={bestFirst}
      selectFirstOptionOnChange
      selectFirstOptionOnDropdownOpen={typed !== null && typed !== ''}
      hidePickedOptions
      comboboxProps={popoverOf({ error })}
      nothingFoundMessage={t('form.nothingFound')}
      onChange={(chosen) => onChange(chosen.join(CHOICE_MARK))}
    />
  );
};

/** A custom field that is typed. A value of the service that is not of the field's type stays text. */
const TypedOwnField = ({ field, place, value, error, onChange }: OwnInputProps) => {
  const [isReadable] = useState(value === '' || parseServerTime(value) !== undefined);
  const hasLines = useBeganWithLines(value);
  const props = {
    label: field.name,
    required: field.required,
    place,
    value,
    error,
    onChange: (typed: TypedValue) => onChange(textValue(typed)),
  };
  if (field.type === 'date' && isReadable) return <DayControl {...props} isPlan={false} />;
  if (field.type === 'dateTime' && isReadable) return <MomentControl {...props} isPlan={false} />;
  if (field.type === 'number') return <TextControl {...props} numeric />;
  return field.type === 'longText' || hasLines ? (
    <GrowingTextarea
      size="xs"
      label={field.name}
      required={field.required}
      value={value}
      error={error}
      maxLength={MOST_TYPED}
      dir="auto"
      minRows={2}
      maxRows={6}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <TextInput
      size="xs"
      label={field.name}
      required={field.required}
      value={value}
      error={error}
      maxLength={MOST_TYPED}
      dir="auto"
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};

/** The input of a custom field: a selection if the service lists choices, otherwise a text field. */
export const OwnFieldInput = ({ field, place, value, error, onChange }: OwnInputProps) => {
  if (field.isMany)
    return <OwnChoices field={field} place={place} value={value} error={error} onChange={onChange} />;
  if (field.options.length > 0)
    return (
      <Select
        size="xs"
        label={field.name}
        required={field.required}
        data={field.options.includes(value) || value === '' ? field.options : [value, ...field.options]}
        value={value === '' ? null : value}
        error={error}
        clearable
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    );
  return <TypedOwnField field={field} place={place} value={value} error={error} onChange={onChange} />;
};

/** Returns the custom fields that the service lists for the record, and others that the form contains. */
const useOwnFields = (): OwnField[] => {
  const { kind, asked } = useForm(({ form }) => form);
  const custom = useForm(({ values }) => values.custom);
  const listed = useLookupItems(FIELDS_OF[kind]).data ?? [];
  const offered = ownFieldsIn(kind, listed, 'record');
  const known = new Set(offered.map(({ id }) => id));
  const named = asked.own === null || asked.own.ofLines ? [] : [asked.own.key];
  const others = [...new Set([...named, ...Object.keys(custom ?? {})])].filter((key) => !known.has(key));
  return [
    ...offered,
    ...others.map((key) =>
      unlistedField(key, asked.own?.key === key ? asked.own.name : key, asked.lists.includes(key)),
    ),
  ];
};

/** A group of custom fields; renders nothing if there are none. */
export const OwnGroup = ({ fields }: { fields: readonly OwnField[] }) => {
  const { t } = useTranslation();
  const kind = useForm(({ form }) => form.kind);
  const custom = useForm(({ values }) => values.custom);
  const issues = useForm((state) => state.issues);
  const words = useFieldWords(kind);
  const actions = useFormActions();
  if (fields.length === 0) return null;
  return (
    <div>
      <h3 className={css.groupTitle}>{t('form.group.own')}</h3>
      <div className={css.grid}>
        {fields.map((field) => {
          const issue = issues[`fields.${field.id}`];
          return (
            <div key={field.id} data-field={`fields.${field.id}`} data-bad={issue ? 'true' : undefined}>
              <OwnFieldInput
                field={field}
                place={`fields.${field.id}`}
                value={custom?.[field.id] ?? ''}
                error={issue ? words.issue({ name: field.id }, issue) : undefined}
                onChange={(value) => actions.setOwn(field.id, value)}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
};

/** The required custom fields of a new record, always visible. */
export const RequiredOwnFields = () => {
  const isNew = useForm(({ form }) => form.target === null);
  const fields = useOwnFields();
  return isNew ? <OwnGroup fields={fields.filter(({ required }) => required)} /> : null;
};

/** Returns the custom fields for "all fields"; those that a new record requires are shown elsewhere. */
export const useFurtherOwnFields = (): OwnField[] => {
  const isNew = useForm(({ form }) => form.target === null);
  return useOwnFields().filter(({ required }) => !(isNew && required));
};
