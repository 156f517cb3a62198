/** What a form means: its values at the start and now, and which fields are filled in or changed. Pure. */
import type { IntentKind } from '#shared/domain/intent';
import type { FieldTable } from '#shared/domain/push-fields/push-field';
import { emptied, readTyped } from '#shared/domain/push-value';
import type { AskedFields } from '../fields/asked-fields';
import { differs, type FormValues, isBlank, type TypedValue } from '../values/form-values';

export interface FormMeaning {
  kind: IntentKind;
  target: string | null;
  start: FormValues;
  values: FormValues;
  asked?: AskedFields;
}

/** The changed fields of an edit; `stuck` are changed fields that an edit cannot empty. */
export const changedFields = (
  table: FieldTable,
  start: Record<string, TypedValue>,
  now: Record<string, TypedValue>,
): { fields: Record<string, unknown>; stuck: string[] } => {
  const fields: Record<string, unknown> = {};
  const stuck: string[] = [];
  for (const [name, { type }] of Object.entries(table)) {
    if (!differs(start[name], now[name])) continue;
    const value = isBlank(now[name]) ? emptied(type) : readTyped(type, now[name]);
    if (value === undefined) stuck.push(name);
    else fields[name] = value;
  }
  return { fields, stuck };
};

/** The filled-in fields, as a create sends them. */
export const filledFields = (table: FieldTable, now: Record<string, TypedValue>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(table).flatMap(([name, { type }]) =>
      isBlank(now[name]) ? [] : [[name, readTyped(type, now[name])]],
    ),
  );
