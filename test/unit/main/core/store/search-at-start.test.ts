/** The search before the dictionary of pinyin is loaded, which the first round does. */
import { expect, it, vi } from 'vitest';
import { apply, silent, temporaryFiles } from './cache-fixture';

it('a Chinese name is found by its pinyin before the dictionary is loaded', async () => {
  const { loadPinyin } = await import('#core/store/words/pinyin');
  const { openCache } = await import('#core/store/open-cache');
  const files = temporaryFiles();
  await loadPinyin();
  const before = openCache(files, 'cache.db', silent);
  const notes = Array.from({ length: 40 }, (_, i) => ({
    trail_id: i + 1,
    content: 'Dongsheng called',
    create_time: `2026-01-01 10:00:${10 + i}`,
  }));
  apply(before, 'trail', notes);
  apply(before, 'company', [{ company_id: 1, name: '东升进出口', update_time: '2026-05-01 00:00:00' }]);
  before.close();
  vi.resetModules();
  const { openCache: openAtStart } = await import('#core/store/open-cache');
  const cache = openAtStart(files, 'cache.db', silent);
  const found = ['dongsheng', 'ds'].map((text) => cache.search(text, { limit: 30 })[0]?.title);
  cache.close();
  expect(found).toEqual(['东升进出口', '东升进出口']);
});
