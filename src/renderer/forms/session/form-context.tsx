/**
 * The open form as a context for its fields. Each field subscribes only to its own value, so that typing
 * renders one field.
 */
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { FormActions, FormIssue, FormState, FormStore } from './form-store';
import { currencyCode } from '#shared/domain/currency';
import {
  differs,
  type FormChild,
  type FormValues,
  isBlank,
  textValue,
  type TypedValue,
} from '../values/form-values';
import { lastRates, type Rates } from '../kinds/last-rates';

export const FormContext = createContext<FormStore | null>(null);

const useFormStore = (): FormStore => {
  const form = useContext(FormContext);
  if (form === null) throw new Error('a form field outside a form');
  return form;
};
export const useForm = <T,>(select: (state: FormState) => T): T => useStore(useFormStore().store, select);
export const useFormActions = (): FormActions => useFormStore().actions;

/** A place in the form: a field of the record, or of one of its contacts or lines. */
export interface Place {
  name: string;
  child?: string | undefined;
}
export const placeKey = ({ name, child }: Place): string => `${child ?? 'fields'}.${name}`;

const childOf = (state: FormState, ref: string | undefined): FormChild | undefined =>
  ref === undefined ? undefined : state.values.children.find((item) => item.ref === ref);

export const useFieldValue = ({ name, child }: Place): TypedValue | undefined =>
  useForm((state) => (child === undefined ? state.values.fields[name] : childOf(state, child)?.fields[name]));
export const useFieldIssue = (place: Place): FormIssue | undefined =>
  useForm((state) => state.issues[placeKey(place)]);
/** The rates that the form began with, if `currency` is theirs; otherwise none. */
const ratesOfStart = ({ fields }: FormValues, currency: TypedValue): Rates => {
  const isSame = currencyCode(currency) === currencyCode(fields.currency);
  const rateOf = (name: keyof Rates): string => (isSame ? textValue(fields[name]) : '');
  return { exchange_rate: rateOf('exchange_rate'), exchange_rate_usd: rateOf('exchange_rate_usd') };
};
/** The rates that the user typed before a currency was chosen, or while its code is being typed. */
const ratesOfNone = ({ fields }: FormValues, start: FormValues): Partial<Rates> =>
  /^[A-Z]{3}$/.test(currencyCode(fields.currency))
    ? {}
    : Object.fromEntries(
        (['exchange_rate', 'exchange_rate_usd'] as const)
          .filter((name) => !isBlank(fields[name]) && differs(fields[name], start.fields[name]))
          .map((name) => [name, fields[name]]),
      );
/**
 * Changing the currency also changes the rates, because those of another currency would be wrong. The currency that the
 * form began with gets its rates back.
 */
export const useSetCurrency = (): ((value: TypedValue) => void) => {
  const { store, actions } = useFormStore();
  return (value) => {
    const {
      form: { start },
      values,
    } = store.getState();
    actions.setFields({ currency: value, ...ratesOfStart(start, value), ...ratesOfNone(values, start) });
    actions.setIssues(
      Object.fromEntries(
        Object.entries(store.getState().issues).filter(([place]) => place !== 'fields.currency'),
      ),
    );
    const filling = lastRates(textValue(value))
      .then((rates) => {
        const { fields } = store.getState().values;
        if (
          fields.currency === value &&
          isBlank(fields.exchange_rate) &&
          isBlank(fields.exchange_rate_usd) &&
          rates.exchange_rate !== ''
        )
          actions.setFields({ ...rates });
      })
      .catch(() => undefined);
    // A form that is saved at once is saved with the rates.
    const filled = actions.addPick({ place: 'fields.currency', take: () => filling.then(() => true) });
    void filling.then(filled);
  };
};
export const useSetField = ({ name, child }: Place): ((value: TypedValue) => void) => {
  const actions = useFormActions();
  return (value) => {
    if (child === undefined) actions.setField(name, value);
    else actions.setChild(child, name, value);
  };
};
