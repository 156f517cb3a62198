/** Which texts explain an item that was refused, or that Satchel did not send. */
import { expect, it } from 'vitest';
import type { IntentView } from '#shared/contract/outbox-item';
import { whyNotSent, whyRejected } from '../../../src/renderer/records/why-rejected';

type Reason = NonNullable<IntentView['reason']>;
const item = (reason: Reason, kind: IntentView['kind'] = 'company') => ({ kind, money: false, reason });

it.each<[Reason, string, IntentView['kind']?]>([
  [{ code: 'custom-changed', message: 'By rail', field: '7' }, 'customChangedTo'],
  [{ code: 'custom-changed', message: '', field: '7' }, 'customEmptied'],
  [{ code: 'custom-changed', field: '7' }, 'customChanged'],
  [{ code: 'number-in-use', field: 'serial_id' }, 'number-in-use', 'outboundInvoice'],
  [{ code: 'number-not-checked', field: 'serial_id' }, 'number-not-checked', 'outboundInvoice'],
  [{ code: 'would-clear', field: 'tel' }, 'wouldClear'],
  [{ code: 'gone' }, 'gone'],
  [{ code: 'ids-unknown' }, 'idsUnknownReceipt', 'receipt'],
])('Satchel’s own reason %j is %s', (reason, why, kind) => {
  expect([whyRejected(item(reason, kind)), whyNotSent(item(reason, kind))]).toEqual([why, why]);
});

it.each<[Reason, string]>([
  [{ code: 'refused-404', message: 'locked' }, 'refused'],
  [{ code: 'refused-404', message: 'too long', field: 'name' }, 'refusedField'],
  [{ code: 'refused-403', message: 'no' }, 'refusedPermission'],
  [{ code: 'not-offered' }, 'notOffered'],
])('the service’s own reason %j is %s', (reason, why) => {
  expect([whyRejected(item(reason)), whyNotSent(item(reason))]).toEqual([why, null]);
});
