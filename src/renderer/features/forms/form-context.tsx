/** The open form for the fields inside it; each subscribes to its own value only, so that typing draws one field. */
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { FormActions, FormIssue, FormState, FormStore } from './form-store';
import type { FormChild, TypedValue } from './form-values';

export const FormContext = createContext<FormStore | null>(null);

const useFormStore = (): FormStore => {
  const form = useContext(FormContext);
  if (form === null) throw new Error('a form field outside a form');
  return form;
};
export const useForm = <T,>(select: (state: FormState) => T): T => useStore(useFormStore().store, select);
export const useFormActions = (): FormActions => useFormStore().actions;

/** A place in the form: a field of the record, or of one of its contacts or lines. */
export interface Place { name: string; child?: string | undefined }
export const placeKey = ({ name, child }: Place): string => `${child ?? 'fields'}.${name}`;

const childOf = (state: FormState, ref: string | undefined): FormChild | undefined => (ref === undefined ? undefined : state.values.children.find((item) => item.ref === ref));

export const useFieldValue = ({ name, child }: Place): TypedValue | undefined => useForm((state) => (child === undefined ? state.values.fields[name] : childOf(state, child)?.fields[name]));
export const useFieldIssue = (place: Place): FormIssue | undefined => useForm((state) => state.issues[placeKey(place)]);
export const useSetField = ({ name, child }: Place): ((value: TypedValue) => void) => {
  const actions = useFormActions();
  return (value) => { if (child === undefined) actions.setField(name, value); else actions.setChild(child, name, value); };
};
