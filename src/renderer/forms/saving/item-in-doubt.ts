/**
 * The form of an item that was sent without a verdict. What was sent cannot be changed, so the form becomes a form of
 * the record. The user's changes are saved as an edit of the record; if one waits already, they are merged into it.
 */
import { core } from '../../client/client';
import { withLineFacts } from '../kinds/line-facts';
import { NO_ITEM } from '../session/opened-form';
import { overItem } from '../opening/item-of-now';
import type { FormStore } from '../session/form-store';
import { valuesOf } from '../values/form-values';
import { withRemoved } from '../opening/removed-children';

/** Call before the command is built. Notes cannot be edited, so their form stays as it is. */
export const leaveInDoubt = async ({ store }: FormStore): Promise<void> => {
  const { form } = store.getState();
  const { kind, intentId } = form;
  if (intentId === null || kind === 'trailNote') return;
  const intent = (await core.outbox.get({ id: intentId }))?.intent;
  if (intent?.frozen !== true) return;
  const target = form.target ?? intentId;
  const known = await core.outbox.editBase({ kind, ref: target });
  // For an edit, the base is what the user saw when the form was opened, because the cache may have a later change by a
  // colleague.
  const base = form.target === null ? (known?.base ?? null) : (form.seen ?? form.base);
  // Another window may have edited a new record before it was sent, so its values are merged. Not for an edit: its
  // contacts and lines have no lasting ids by which to compare them.
  const now =
    form.target === null && known !== null
      ? await withLineFacts(kind, { target }, valuesOf(kind, known.current))
      : null;
  store.setState(({ values }) => {
    const typed = withRemoved(values, form.start);
    const merged =
      now === null ? { start: form.start, values: typed } : overItem(null, now, { ...form, values: typed });
    return {
      form: { ...form, ...NO_ITEM, target, base, seen: null, start: merged.start },
      values: merged.values,
    };
  });
};
