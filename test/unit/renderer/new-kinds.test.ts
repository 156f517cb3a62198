/** Which kinds of record can be created on a service, by the routes that it offers. */
import { expect, it } from 'vitest';
import { newKindsOf } from '../../../src/renderer/navigation/new-dialog-state';
import {
  COMPANY_INFO_PATH,
  LEAD_INFO_PATH,
  OPPORTUNITY_LIST_PATH,
  TRAIL_PUSH_PATH,
} from '../../../src/shared/http-api/screen-paths';

const ALWAYS = ['company', 'lead', 'outboundInvoice', 'receipt'];

it.each<[string, Record<string, boolean>, string[]]>([
  ['none of the optional routes is known', {}, []],
  ['the list of opportunities is offered', { [OPPORTUNITY_LIST_PATH]: true }, ['opportunity']],
  ['it is not offered', { [OPPORTUNITY_LIST_PATH]: false }, []],
  ['the details of companies are offered', { [COMPANY_INFO_PATH]: true }, ['trailNote']],
  ['the details of leads are offered', { [LEAD_INFO_PATH]: true }, ['trailNote']],
  ['neither is offered', { [COMPANY_INFO_PATH]: false, [LEAD_INFO_PATH]: false }, []],
  ['a note was accepted', { [TRAIL_PUSH_PATH]: true }, ['trailNote']],
  ['a note was answered by 404', { [TRAIL_PUSH_PATH]: false, [COMPANY_INFO_PATH]: true }, []],
])('if %s', (_name, offered, more) => {
  const kinds = newKindsOf((path) => offered[path] ?? null);
  expect(kinds.toSorted()).toEqual([...ALWAYS, ...more].toSorted());
});
