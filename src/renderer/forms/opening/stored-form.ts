/** A form as its draft stores it. */
import type { Caution } from './caution';
import type { EmptiedValues } from '../values/emptied-values';
import { type FormValues, readValues } from '../values/form-values';

/** The cautions that a draft keeps, because it no longer names its item. */
const LASTING: readonly unknown[] = ['item-lost', 'children-lost'] satisfies Caution[];

export interface StoredForm {
  values: FormValues;
  /** As in `OpenForm`. */
  start: FormValues;
  emptied?: EmptiedValues | undefined;
  caution?: Caution | null;
  /** The custom fields whose text consists of several choices: the service's list of fields may be missing later. */
  lists?: readonly string[] | undefined;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Reads what any version of Satchel has stored. What cannot be read is left out. */
export const readStored = (form: unknown): StoredForm => {
  const stored = (form !== null && typeof form === 'object' ? form : {}) as {
    values?: unknown;
    start?: unknown;
    emptied?: unknown;
    caution?: unknown;
    lists?: unknown;
  };
  return {
    values: readValues(stored.values),
    start: readValues(stored.start),
    ...(stored.emptied === undefined ? {} : { emptied: readValues(stored.emptied) }),
    ...(LASTING.includes(stored.caution) ? { caution: stored.caution as Caution } : {}),
    ...(isTexts(stored.lists) ? { lists: stored.lists } : {}),
  };
};
const listsOf = (lists: readonly string[], { custom = {} }: FormValues): Pick<StoredForm, 'lists'> => {
  const used = lists.filter((key) => key in custom);
  return used.length === 0 ? {} : { lists: used };
};

/** `lists`: all custom fields of the form that take several choices. */
export const storedForm = ({
  values,
  start,
  emptied,
  caution,
  lists = [],
}: StoredForm): StoredForm & { schema: 1 } => ({
  schema: 1,
  values,
  start,
  ...listsOf(lists, values),
  ...(emptied === undefined ? {} : { emptied }),
  ...(LASTING.includes(caution) ? { caution } : {}),
});
