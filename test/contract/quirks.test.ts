/** The same rules under seeded mixes of quirks: expectations bend only where a quirk says so. */
import { describe, expect, test } from 'vitest';
import { parseQuirks, QUIRKS, seededQuirks } from '#service/quirks';
import { seededRandom } from '#service/random';
import { withPeer } from './peer';
import { customerPushRules } from './rules/customer-pushes';
import { documentPushRules } from './rules/document-pushes';
import { listRules } from './rules/lists';
import { lookupRules } from './rules/lookups';

const SEEDS = process.env['SATCHEL_QUIRK_SEED'] ? [Number(process.env['SATCHEL_QUIRK_SEED'])] : [3, 8];

for (const seed of SEEDS) {
  const names = seededQuirks(seededRandom(seed));
  describe(`seed ${seed}: ${names.join(', ')}`, () => {
    const parsed = parseQuirks(names.join(','));
    const peer = withPeer({ quirks: 'quirks' in parsed ? parsed.quirks : {} });
    listRules(peer);
    lookupRules(peer);
    customerPushRules(peer);
    documentPushRules(peer);
  });
}

test('[quirks] every word changes the service, and the seeds together use most of them', () => {
  expect(Object.values(QUIRKS).every((change) => Object.keys(change).length > 0)).toBe(true);
  expect(parseQuirks('page-cap,nonsense')).toEqual({ unknown: ['nonsense'] });
});

describe('read-after-write lag', () => {
  const peer = withPeer({ quirks: { lagMs: 3000 } });
  test('[quirks] a list answers the state before a write until the lag has passed', async () => {
    const before = (await peer.data('/v1/lead/list')).totalItem;
    await peer.push('/v1/lead/push', { name: 'late' });
    expect((await peer.data('/v1/lead/list')).totalItem).toBe(before);
    peer.skewMs += 4000;
    expect((await peer.data('/v1/lead/list')).totalItem).toBe(before + 1);
  });
});
