/** The form of a record: the values that the cache has of it, with the edits that wait. */
import { type IntentKind, isLocalRef } from '#shared/domain/intent';
import type { ResourceName } from '#shared/domain/resources';
import { core } from '../../client/client';
import { newDraftId } from '../../navigation/form-route';
import { askedFields, listKeysIn } from '../fields/asked-fields';
import { ownValuesOf } from '../fields/own-values';
import { withLineFacts } from '../kinds/line-facts';
import { NO_ITEM } from '../session/opened-form';
import { valuesOf } from '../values/form-values';
import { detailsSoon } from './details-soon';
import type { Session } from './session-result';

/** Kinds whose details contain more than the list, such as contacts, lines or most of the profile. */
const DETAILED: Partial<Record<IntentKind, ResourceName>> = {
  company: 'company',
  lead: 'lead',
  outboundInvoice: 'outboundInvoice',
  receipt: 'receipt',
};

/** Reads the record's values and its custom fields, both at once, because each answer takes milliseconds. */
const readRecord = (kind: IntentKind, target: string) =>
  Promise.all([core.outbox.editBase({ kind, ref: target }), ownValuesOf(kind, target)]);

export const fromRecord = async (kind: IntentKind, target: string): Promise<Session> => {
  const [held, ownValues] = await readRecord(kind, target);
  if (held === null) return { ok: false, why: 'gone' };
  const resource = DETAILED[kind];
  let [known, custom] = [held, ownValues];
  if (
    !held.hasChildren &&
    resource !== undefined &&
    !isLocalRef(target) &&
    (await detailsSoon(resource, target))
  ) {
    const [withDetails, ownInDetails] = await readRecord(kind, target);
    if (withDetails !== null) [known, custom] = [withDetails, ownInDetails];
  }
  const values = await withLineFacts(
    kind,
    { target },
    valuesOf(kind, { ...known.current, custom: { ...custom, ...known.current.custom } }),
  );
  return {
    ok: true,
    form: {
      kind,
      target,
      ...NO_ITEM,
      draftId: newDraftId(),
      draftAt: null,
      base: known.base,
      start: values,
      values,
      restored: false,
      caution: null,
      hasChildren: known.hasChildren,
      asked: await askedFields(kind, null, listKeysIn(known.current.custom)),
    },
  };
};
