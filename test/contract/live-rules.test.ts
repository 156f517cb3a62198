/**
 * The rules of the contract with a service that requires, checks and lists what the live service does, while
 * its answers keep the forms of the contract. `live-profile.test.ts` tests the other forms of the live
 * service's answers one by one.
 */
import { describe } from 'vitest';
import { ALL_LIVE, NO_LIVE_QUIRKS, type LiveQuirks } from '#service/live/live-quirks';
import { withPeer } from './peer';
import { customerPushRules } from './rules/customer-pushes';
import { documentPushRules } from './rules/document-pushes';
import { listRules } from './rules/lists';
import { lookupRules } from './rules/lookups';
import { opportunityPushRules } from './rules/opportunity-pushes';

/** Quirks that give answers another form than the contract's, or another default. */
const OTHER_FORMS = [
  'telPair',
  'contactChannels',
  'creator',
  'bizTypeText',
  'companyGroups',
  'isPublicAbsent',
  'wideLines',
  'approvalNone',
  'capitalAccountInfo',
  'floatTails',
  'html',
  'reportCached',
  'orderListLive',
  'userFlags',
] as const satisfies readonly (keyof LiveQuirks)[];
const forms = Object.fromEntries(OTHER_FORMS.map((name) => [name, NO_LIVE_QUIRKS[name]]));
const DEMANDS: LiveQuirks = { ...ALL_LIVE, ...forms };

describe('reads', () => {
  const peer = withPeer({ quirks: DEMANDS });
  listRules(peer);
  lookupRules(peer);
});

describe('pushes', () => {
  const peer = withPeer({ quirks: DEMANDS });
  customerPushRules(peer);
  documentPushRules(peer);
  opportunityPushRules(peer);
});
