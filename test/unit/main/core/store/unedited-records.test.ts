/** Records of a service that gives an update time only to records that were edited. */
import { describe, expect, it } from 'vitest';
import { apply, applyDetail, idsOf, openTemporaryCache } from './cache-fixture';

const order = (id: number, create: string, update: unknown) => ({
  order_id: id,
  order_no: `No ${id}`,
  company: { company_id: 7, name: 'Nord' },
  create_time: create,
  update_time: update,
});
const made = () => {
  const cache = openTemporaryCache();
  apply(cache, 'company', [{ company_id: 7, name: 'Nord' }]);
  apply(cache, 'order', [
    order(1, '2026-05-01 08:00:00', '2026-05-02 08:00:00'),
    order(2, '2026-06-01 08:00:00', ''),
    order(3, '2026-04-01 08:00:00', '1970-01-01 08:00:00'),
    order(4, '2026-03-01 08:00:00', '2026-05-20 08:00:00'),
  ]);
  return cache;
};

describe('a record that was never edited', () => {
  it('is listed by its creation time, also after the index is made and with filters', () => {
    const cache = made();
    const newestFirst = ['2', '4', '1', '3'];
    expect(idsOf(cache, { resource: 'order' })).toEqual(newestFirst);
    while (cache.makeIndex());
    expect(idsOf(cache, { resource: 'order' })).toEqual(newestFirst);
    const filters = [{ field: 'order_no', op: 'contains' as const, text: 'No' }];
    expect(idsOf(cache, { resource: 'order', filters })).toEqual(newestFirst);
    // The cell is empty, and so is it for a filter.
    expect(cache.get('order', '2')?.row.values.update_time).toBe('');
    const ofNone = [{ field: 'update_time', op: 'empty' as const }];
    expect(idsOf(cache, { resource: 'order', filters: ofNone })).toEqual(['2', '3']);
  });

  it('its details are kept for the chosen number of months after its creation', () => {
    const cache = made();
    const wanted = cache.detailsWanted('order', { limit: 9, ownerId: null, since: '2026-05-15 00:00:00' });
    expect(wanted).toEqual(['2', '4']);
    for (const id of [2, 3]) applyDetail(cache, 'order', { order_id: id, remark: 'Details' });
    cache.dropDetails('order', { before: '2026-05-15 00:00:00', after: 0, limit: 100 });
    expect(cache.get('order', '2')?.detailRaw).not.toBeNull();
    expect(cache.get('order', '3')?.detailRaw).toBeNull();
  });

  it('has no update time for the pull', () => {
    const cache = made();
    apply(cache, 'order', [order(5, '2026-06-01 08:00:00', 0), order(6, '2026-06-01 08:00:00', null)]);
    const texts = cache.storedTexts('order', ['1', '2', '3', '5', '6']);
    const times = [...texts.values()].map(({ updateTime }) => updateTime);
    expect(times).toEqual(['2026-05-02 08:00:00', null, null, null, null]);
  });
});
