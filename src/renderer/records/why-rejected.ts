/** Why an item was refused, or was not sent: the keys of the texts, under `outbox.why` in the catalogues. Pure. */
import type { IntentView } from '#shared/contract/outbox-item';

type Rejected = Pick<IntentView, 'kind' | 'money' | 'reason'>;

/** A new invoice whose number could not be checked: the user chooses one of three actions. */
export const NUMBER_NOT_CHECKED = 'number-not-checked';

/** The record that the edit is for is no longer in the CRM, so correcting the edit does not help. */
export const GONE = 'gone';
/** The CRM does not have the route of an optional push. */
export const NOT_OFFERED = 'not-offered';
/**
 * Kinds for which a new record can be created from an edit. An invoice is excluded, because the orders of its
 * lines may have changed.
 */
export const BEGINS_ANEW: ReadonlySet<IntentView['kind']> = new Set([
  'company',
  'lead',
  'opportunity',
  'receipt',
]);

const IDS_UNKNOWN: Partial<Record<IntentView['kind'], string>> = {
  lead: 'idsUnknownContact',
  receipt: 'idsUnknownReceipt',
};

/** `theirs`: the value in the CRM; undefined for an item of an earlier version. */
const whyCustomChanged = (theirs: string | undefined): string => {
  if (theirs === undefined) return 'customChanged';
  return theirs === '' ? 'customEmptied' : 'customChangedTo';
};

/**
 * Reasons that Satchel sets have their own texts; a reason from the service is shown beside a general text.
 */
export const whyRejected = (item: Rejected): string => {
  const code = item.reason?.code ?? '';
  if (code === 'would-clear') return item.money ? 'wouldClearMoney' : 'wouldClear';
  // The message names a missing link. Without it, the service did not say which contact or allocation is the user's.
  if (code === 'ids-unknown' && item.reason?.message === undefined) return IDS_UNKNOWN[item.kind] ?? code;
  if (code === 'custom-changed') return whyCustomChanged(item.reason?.message);
  if (code === NUMBER_NOT_CHECKED || code === 'number-in-use' || code === 'ids-unknown') return code;
  if (code === GONE) return BEGINS_ANEW.has(item.kind) ? 'gone' : 'goneOnly';
  if (code === NOT_OFFERED) return 'notOffered';
  if (code === 'refused-403') return 'refusedPermission';
  return item.reason?.field === undefined ? 'refused' : 'refusedField';
};

/** Keys of the texts for what the service itself said. */
const SAID_BY_SERVICE: ReadonlySet<string> = new Set([
  'refused',
  'refusedField',
  'refusedPermission',
  'notOffered',
]);

/** Returns the key of the text if Satchel did not send the item; null if the service refused it. */
export const whyNotSent = (item: Rejected): string | null => {
  const why = whyRejected(item);
  return SAID_BY_SERVICE.has(why) ? null : why;
};
