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
}

/** Reads what any version of Satchel has stored. What cannot be read is left out. */
export const readStored = (form: unknown): StoredForm => {
  const stored = (form !== null && typeof form === 'object' ? form : {}) as {
    values?: unknown;
    start?: unknown;
    emptied?: unknown;
    caution?: unknown;
  };
  return {
    values: readValues(stored.values),
    start: readValues(stored.start),
    ...(stored.emptied === undefined ? {} : { emptied: readValues(stored.emptied) }),
    ...(LASTING.includes(stored.caution) ? { caution: stored.caution as Caution } : {}),
  };
};
export const storedForm = ({ values, start, emptied, caution }: StoredForm): StoredForm & { schema: 1 } => ({
  schema: 1,
  values,
  start,
  ...(emptied === undefined ? {} : { emptied }),
  ...(LASTING.includes(caution) ? { caution } : {}),
});
