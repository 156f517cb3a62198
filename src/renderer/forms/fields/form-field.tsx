/** One field of a form: its control, its label and hint, and its issue. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isDoubtfulPhone } from '#shared/domain/phone';
import type { IntentKind } from '#shared/domain/intent';
import {
  ChoiceControl,
  ChoicesControl,
  DayControl,
  LongControl,
  MomentControl,
  PathsControl,
  TextControl,
  TreeControl,
  TreesControl,
  type ControlProps,
} from './controls';
import { ask, queryKeys } from '../../client/query-keys';
import { usePreferences } from '../../client/preferences';
import { formatNumber } from '../../format/decimal';
import { isOddRate, lastRates, type Rates } from '../kinds/last-rates';
import { isPlanField } from './moment-input';
import {
  type Place,
  placeKey,
  useFieldIssue,
  useFieldValue,
  useForm,
  useSetCurrency,
  useSetField,
} from '../session/form-context';
import { CHILD_SPECS, FORM_SPECS, PART_NAMES, type FieldSpec } from '../values/form-specs';
import type { FormIssue } from '../session/form-store';
import { textValue } from '../values/form-values';
import { useSync } from '../../client/events';
import css from '../forms.module.css';
import {
  offeredIn,
  type Option,
  useHasFocus,
  useOptions,
  usePeople,
  useSteady,
  useWithCurrencies,
} from './options';
import { CompanyPick } from './record-pick';
import { useContactsOf, useSetCompany, useSetStage, useStages } from './opportunity-choices';

/** Label, hint and issue texts of a field; the most specific text wins. */
export const useFieldWords = (kind: IntentKind) => {
  const { t, i18n } = useTranslation();
  const editing = useForm(({ form }) => form.target !== null);
  const first = (keys: string[]): string | undefined => keys.find((key) => i18n.exists(key));
  const owner = (place: Place): string => (place.child === undefined ? kind : PART_NAMES[kind]);
  return {
    label: (place: Place): string => {
      const key = first([`form.field.${owner(place)}.${place.name}`, `form.field.any.${place.name}`]);
      return key === undefined ? place.name : t(key);
    },
    hint: (place: Place): string | undefined => {
      const key = first([
        ...(editing ? [`form.hint.${owner(place)}.${place.name}-edit`] : []),
        `form.hint.${owner(place)}.${place.name}`,
      ]);
      return key === undefined ? undefined : t(key);
    },
    issue: (place: Place, issue: FormIssue): string => {
      if (issue.message !== undefined) return t('form.refusedField', { message: issue.message });
      const key = first([`form.issue.${issue.code}-${place.name}`, `form.issue.${issue.code}`]);
      return key === undefined
        ? issue.code
        : t(key, { low: issue.low, high: issue.high, currency: issue.currency });
    },
  };
};

interface ListedProps extends ControlProps {
  hasFocus: boolean;
}

const PeopleControl = ({ many, hasFocus, ...props }: ListedProps & { many: boolean }) => {
  const people = useSteady(usePeople(props.value), hasFocus);
  return many ? (
    <ChoicesControl {...props} options={people} />
  ) : (
    <ChoiceControl {...props} options={people} />
  );
};

const ListedControl = ({
  spec,
  name,
  hasFocus,
  ...props
}: ListedProps & { spec: FieldSpec; name: string }) => {
  const { t } = useTranslation();
  const options = useOptions(spec.lookup, spec.enumeration);
  const listed = useSteady(useWithCurrencies(options, spec.anyCurrency ?? false), hasFocus);
  const fixed: Option[] =
    name === 'is_public'
      ? [
          { id: '0', name: t('form.private') },
          { id: '1', name: t('form.public') },
        ]
      : listed;
  const choices =
    name === 'pool_id' && listed.length > 0 && !listed.some(({ id }) => id === '0')
      ? [{ id: '0', name: t('form.noPool') }, ...listed]
      : fixed;
  switch (spec.control) {
    case 'choices':
      return <ChoicesControl {...props} options={offeredIn(choices, props.value)} />;
    case 'tree':
      return <TreeControl {...props} options={choices} />;
    case 'trees':
      return <TreesControl {...props} options={choices} />;
    case 'paths':
      return <PathsControl {...props} options={choices} />;
    default:
      return <ChoiceControl {...props} options={offeredIn(choices, props.value)} />;
  }
};

/** The contacts of the customer in the form. */
const ContactsControl = (props: ControlProps) => <ChoicesControl {...props} options={useContactsOf()} />;

const StageControl = ({ hasFocus, ...props }: ListedProps) => (
  <ChoiceControl {...props} options={useSteady(useStages(), hasFocus)} />
);

const controlOf = (spec: FieldSpec, name: string, hasFocus: boolean, props: ControlProps) => {
  switch (spec.control) {
    case 'text':
      return <TextControl {...props} />;
    case 'long':
    case 'json':
      return <LongControl {...props} rows={name === 'content' ? 6 : 2} />;
    case 'int':
    case 'decimal':
      return <TextControl {...props} numeric />;
    case 'day':
      return <DayControl {...props} isPlan={isPlanField(name)} />;
    case 'moment':
      return <MomentControl {...props} isPlan={isPlanField(name)} />;
    case 'person':
      return <PeopleControl {...props} hasFocus={hasFocus} many={false} />;
    case 'people':
      return <PeopleControl {...props} hasFocus={hasFocus} many />;
    case 'company':
      return <CompanyPick {...props} />;
    case 'contacts':
      return <ContactsControl {...props} />;
    case 'choice':
      if (name === 'stage') return <StageControl {...props} hasFocus={hasFocus} />;
      return <ListedControl {...props} hasFocus={hasFocus} spec={spec} name={name} />;
    case 'choices':
    case 'tree':
    case 'trees':
    case 'paths':
      return <ListedControl {...props} hasFocus={hasFocus} spec={spec} name={name} />;
  }
};

/** Returns true for the rates per 100. Their hint says where their value is from. */
const isRate = (name: string): name is keyof Rates =>
  name === 'exchange_rate' || name === 'exchange_rate_usd';

/** The hint of a rate. It says so if the rate is so far from that of an earlier document that it may be a mistake. */
const RateHint = ({
  name,
  typed,
  usual,
}: {
  name: keyof Rates;
  typed: string;
  usual: string | undefined;
}) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const currency = useForm(({ values }) => textValue(values.fields.currency));
  const last = useQuery({
    ...ask(queryKeys.lastRates<Rates>(currency), () => lastRates(currency)),
    enabled: currency !== '',
  }).data?.[name];
  return last !== undefined && isOddRate(typed, last)
    ? t('form.oddRate', { rate: formatNumber(last, locale) })
    : usual;
};

export const FormField = ({
  name,
  child,
  disabled = false,
  focused = false,
  hint,
}: Place & { disabled?: boolean; focused?: boolean; hint?: string | undefined }) => {
  const { t } = useTranslation();
  const kind = useForm((state) => state.form.kind);
  const place: Place = { name, child };
  const isAsked = useForm(({ form: { target, asked } }) =>
    child === undefined
      ? target === null && asked.required.includes(name)
      : asked.requiredOfLines?.includes(name) === true,
  );
  const value = useFieldValue(place);
  const found = useFieldIssue(place);
  const setField = useSetField(place);
  const setCurrency = useSetCurrency();
  const setCompany = useSetCompany();
  const setStage = useSetStage();
  const follows: Partial<Record<string, typeof setField>> = {
    currency: setCurrency,
    ...(kind === 'opportunity' ? { company_id: setCompany, stage: setStage } : {}),
  };
  const set = (child === undefined ? follows[name] : undefined) ?? setField;
  const words = useFieldWords(kind);
  const spec = (child === undefined ? FORM_SPECS : CHILD_SPECS)[kind].fields[name] ?? { control: 'text' };
  const error = found === undefined ? undefined : words.issue(place, found);
  const isRefused = useSync(
    ({ state }) => spec.lookup !== undefined && state?.refusedLookups.includes(spec.lookup) === true,
  );
  const { hasFocus, watch } = useHasFocus();
  // Not checked while the user types, because every incomplete number is too short.
  const isOdd = name === 'tel' && !hasFocus && isDoubtfulPhone(textValue(value));
  const ownHint = (): ReactNode => {
    if (isOdd) return t('form.oddPhone');
    const usual = hint ?? words.hint(place);
    const typed = textValue(value);
    if (!isRate(name)) return usual;
    return typed === '' ? undefined : <RateHint name={name} typed={hasFocus ? '' : typed} usual={usual} />;
  };
  return (
    <div
      {...watch}
      className={`${spec.wide ? css.wide : ''} ${spec.span === undefined ? '' : css[`span${spec.span}`]}`}
      data-field={placeKey(place)}
      data-bad={error === undefined ? undefined : 'true'}
    >
      {controlOf(spec, name, hasFocus, {
        label: words.label(place),
        hint: isRefused ? t('form.noPermission') : ownHint(),
        error,
        required: (spec.required ?? false) || isAsked,
        disabled,
        focused,
        value,
        onChange: set,
        place: placeKey(place),
      })}
    </div>
  );
};
