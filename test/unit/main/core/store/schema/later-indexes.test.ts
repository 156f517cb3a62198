import { describe, expect, it } from 'vitest';
import { LaterIndexes } from '#core/store/schema/later-indexes';
import { apply, openTemporaryCache, temporaryFiles } from '../cache-fixture';

const opened = () => {
  const files = temporaryFiles();
  const cache = openTemporaryCache(files);
  const db = files.openTagged('cache.db', null);
  return { cache, db, indexes: new LaterIndexes(db) };
};
const EARLY = ['order_by_company$id', 'order_by_opportunity_id', 'order_create_time'];

describe('the indexes of questions that are asked during a first copy', () => {
  it('are not there at first, and are made one a call once a scan is slow', () => {
    const { db, indexes } = opened();
    const made = (): string[] =>
      db
        .prepare("SELECT name FROM sqlite_master WHERE type = 'index' AND name IN (?, ?, ?) ORDER BY name")
        .pluck()
        .all(...EARLY) as string[];
    indexes.makeDue('order', 24_999);
    expect(made()).toEqual([]);
    for (const count of [1, 2, 3, 3]) {
      indexes.makeDue('order', 25_000);
      expect(made()).toHaveLength(count);
    }
    expect(made()).toEqual(EARLY);
    expect(indexes.has('order_amount')).toBe(false);
    db.close();
  });

  it('change nothing of the answers', () => {
    const { cache, db } = opened();
    apply(
      cache,
      'order',
      Array.from({ length: 60 }, (_, i) => ({
        order_id: i + 1,
        company: { company_id: (i % 3) + 1, name: `Company ${i % 3}` },
        create_time: `2026-01-${String((i % 28) + 1).padStart(2, '0')} 08:00:00`,
        update_time: `2026-02-${String((i % 28) + 1).padStart(2, '0')} 08:00:00`,
      })),
    );
    apply(cache, 'company', [{ company_id: 1, name: 'Company 1' }]);
    const answers = () => ({
      related: cache.related('company', '1', 10),
      newest: cache.page({ resource: 'order', sort: [{ field: 'create_time', direction: 'desc' }] }, 0, 20),
      days: cache.dayCounts(['order'], {
        from: '2026-01-03',
        to: '2026-01-20',
        person: null,
        until: '23:59:59',
      }),
      wanted: cache.detailsWanted('order', { limit: 20, ownerId: null }),
    });
    const before = answers();
    while (cache.makeIndex());
    expect(answers()).toEqual(before);
    expect(before.related[0]?.total).toBe(20);
    db.close();
  });
});
