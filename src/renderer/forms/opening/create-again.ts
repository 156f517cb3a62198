/**
 * Creates a draft of a new record from an edit whose record is gone from the CRM: its last known values with
 * the edit's values. The user checks and saves the draft; nothing is sent before that.
 */
import type { IntentView } from '#shared/contract/outbox-item';
import { core } from '../../client/client';
import { openDraft } from '../../navigation/form-route';
import { accountOf } from '../session/opened-form';
import { listKeysIn } from '../fields/asked-fields';
import { ownValuesOf } from '../fields/own-values';
import { newChildRef } from './form-blank';
import { storedForm } from './stored-form';
import { NO_VALUES } from '../values/form-values';
import { valuesForNew } from '../values/anew-values';

/**
 * The draft is on disk before the item is discarded; then its form opens. An item that others depend on
 * stays: discarding it would discard them too. `accountId`: the account of the item. If another one is open by now,
 * the call fails and nothing is saved.
 */
export const createAgain = async (
  item: IntentView,
  operationId: string,
  accountId: string | null,
): Promise<{ ok: boolean }> => {
  const { kind, command } = item;
  const id = `draft:${operationId}`;
  const custom = command.target === null ? {} : await ownValuesOf(kind, command.target);
  const base = { fields: {}, children: [], ...item.base, custom };
  // An earlier press may have created the draft already, and the user may have typed into it since.
  const isThere = (await core.outbox.drafts()).some((draft) => draft.id === id);
  if (!isThere)
    await core.outbox.saveDraft({
      id,
      kind,
      form: storedForm({
        values: valuesForNew(kind, base, command, newChildRef),
        start: NO_VALUES,
        lists: listKeysIn(command.custom),
      }),
      ...accountOf({ accountId }),
    });
  const done =
    item.dependants.length > 0 ? { ok: true } : await core.outbox.discard({ id: item.id, operationId });
  openDraft({ id, kind });
  return done;
};
