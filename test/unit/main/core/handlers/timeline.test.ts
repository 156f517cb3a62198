/** What a customer's timeline says of a waiting edit. */
import { describe, expect, it } from 'vitest';
import type { Workspace } from '#core/accounts/workspace/workspace';
import { pendingOf } from '#core/handlers/timeline';
import { loadPinyin } from '#core/store/words/pinyin';
import { apply, openTemporaryCache } from '../store/cache-fixture';
import { layOver, serverTime } from '../store/overlay-fixture';

describe('an edit that waits', () => {
  it('names the values that it changes, those without a column too', async () => {
    await loadPinyin();
    const cache = openTemporaryCache();
    apply(cache, 'company', [{ company_id: 12, name: 'Acme', remark: 'old' }]);
    apply(cache, 'opportunity', [{ opportunity_id: 3, name: 'Big deal', company_id: 12 }]);
    const laying = layOver(cache);
    laying.push('company', { name: 'Acme', remark: 'new', pool_id: '0' }, { target: '12' });
    laying.push('opportunity', { name: 'Big deal', stage: '6102', company_id: '12' }, { target: '3' });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the timeline uses no other members here
    const workspace = {
      outbox: { realIdOf: () => null },
      client: { serverClock: { at: serverTime } },
      records: laying.records,
    } as unknown as Workspace;
    const entries = pendingOf(workspace, { resource: 'company', id: '12' }).map(({ entry }) => [
      entry.key,
      Object.keys(entry.values).toSorted(),
    ]);
    expect(entries).toEqual([
      ['edit company 12', expect.arrayContaining(['remark'])],
      ['edit opportunity 3', expect.arrayContaining(['stage'])],
    ]);
    expect(entries.flat(2)).not.toContain('name');
  });
});
