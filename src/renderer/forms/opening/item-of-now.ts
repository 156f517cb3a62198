/** The item of the outbox that a form is about, as it is now; it may be edited elsewhere while the form is open. */
import type { EditBase } from '#shared/contract/outbox';
import type { IntentView } from '#shared/contract/outbox-item';
import type { Snapshot } from '#shared/domain/intent';
import { core } from '../../client/client';
import { ownValuesOf } from '../fields/own-values';
import { withLineFacts } from '../kinds/line-facts';
import type { OpenForm } from '../session/opened-form';
import { withoutEmptied } from '../values/emptied-values';
import { type FormValues, NO_VALUES, valuesOf, withOwnTexts } from '../values/form-values';
import { rebasedItem } from './rebase-draft';
import type { StoredForm } from './stored-form';

/**
 * The values of a refused new record with the edits that wait for it; null if there are none. An allocation that such
 * an edit adds can only be changed there, so it is left out.
 */
const withLaterEdits = async ({ id, kind, state, command }: IntentView) => {
  if (command.target !== null || kind === 'trailNote' || state !== 'rejected') return null;
  const known = await core.outbox.editBase({ kind, ref: id });
  if (known === null || !known.pending.some((one) => one.id !== id)) return null;
  const own = new Set(command.children.map(({ ref }) => ref));
  const children = known.current.children.filter(({ ref }) => kind !== 'receipt' || own.has(ref));
  return { ...known.current, children };
};

/**
 * The values of an item: a create contains all of them; an edit is shown over the values of the record. `seen`: what
 * the form shows beside the item itself.
 */
export const readItem = async (
  intent: IntentView,
): Promise<{ known: EditBase | null; seen: Snapshot | null; values: FormValues }> => {
  const { id, kind, command } = intent;
  const { target } = command;
  const known = target === null ? null : await core.outbox.editBase({ kind, ref: target });
  const later = await withLaterEdits(intent);
  const shown =
    target === null || known === null
      ? (later ?? { fields: command.fields, children: command.children, custom: command.custom })
      : { ...known.current, custom: { ...(await ownValuesOf(kind, target)), ...known.current.custom } };
  const values = withOwnTexts(kind, valuesOf(kind, shown), command);
  return {
    known,
    seen: later ?? known?.base ?? null,
    values: await withLineFacts(kind, { target, itemId: id }, values),
  };
};

/** False for a draft of an item that an earlier version of Satchel wrote: it does not contain the item's values. */
const isKnown = ({ start, emptied }: StoredForm): boolean =>
  emptied !== undefined || Object.keys(start.fields).length > 0;

/** The form's values after its item was edited elsewhere; what the user changed in the form stays. */
export const overItem = (target: string | null, now: FormValues, stored: StoredForm): StoredForm => {
  const { values, start, emptied = NO_VALUES } = stored;
  // An edit of a record sends only the changes, so values that the form did not change are kept anyway.
  if (target !== null || !isKnown(stored)) return stored;
  return {
    values: rebasedItem(withoutEmptied(now, emptied), { saved: start, typed: values }),
    start: now,
    emptied,
    lists: stored.lists,
  };
};

/**
 * For a form whose item was edited since the form was opened. Returns the form with the item as it is now, and the
 * merged values; null if there is no such item any more. Another form of the same draft may have saved the text with
 * which this form was opened, so the user's changes to that text are applied too.
 */
export const withItemOfNow = async (
  form: OpenForm,
  values: FormValues,
): Promise<{ form: OpenForm; values: FormValues } | null> => {
  const intent = (await core.outbox.get({ id: form.intentId ?? '' }))?.intent;
  if (!intent) return null;
  const { command, version, base } = intent;
  const now = await readItem(intent);
  const merged = overItem(command.target, now.values, { ...form, values });
  const opened = {
    ...form,
    earlier: command,
    version,
    base,
    start: merged.start,
    ...(command.target === null ? { seen: now.seen } : {}),
  };
  if (command.target !== null) return { form: opened, values: merged.values };
  const changed = rebasedItem(merged.values, { saved: form.values, typed: values });
  // Added children are in `merged` already, perhaps under the id that another form gave them.
  const known = new Set(merged.values.children.map(({ ref }) => ref));
  return {
    form: { ...opened, values: merged.start, emptied: undefined },
    values: { ...changed, children: changed.children.filter(({ ref }) => known.has(ref)) },
  };
};
