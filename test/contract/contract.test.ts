/** Every rule against the bundled service as it is by default. */
import { describe } from 'vitest';
import { EXTERNAL_URL, withPeer } from './peer';
import { customerPushRules } from './rules/customer-pushes';
import { documentPushRules } from './rules/document-pushes';
import { listRules } from './rules/lists';
import { lookupRules } from './rules/lookups';
import { opportunityPushRules } from './rules/opportunity-pushes';

describe('reads', () => {
  const peer = withPeer({}, true);
  listRules(peer);
  lookupRules(peer);
});

// Another service is only read from: pushes would leave records behind.
describe.skipIf(EXTERNAL_URL !== undefined)('pushes', () => {
  const peer = withPeer();
  customerPushRules(peer);
  documentPushRules(peer);
  opportunityPushRules(peer);
});
