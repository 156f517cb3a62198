/** Chinese names found as they are typed, and words with one typing error. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { CacheStore } from '#core/store/cache-store';
import { nameQueries } from '#core/store/words/name-words';
import { loadPinyin } from '#core/store/words/pinyin';
import { toSimplified } from '#core/store/words/simplified';
import { isSlipOf } from '#core/store/words/slips';
import { apply, applyDetail, openTemporaryCache } from './cache-fixture';

const found = (cache: CacheStore, text: string): string[] =>
  cache
    .search(text, { limit: 50 })
    .map((hit) => `${hit.resource} ${hit.id}`)
    .sort();

beforeAll(loadPinyin);

const furnished = (): CacheStore => {
  const cache = openTemporaryCache();
  apply(cache, 'company', [
    { company_id: 1, name: '东升进出口有限公司', serial_id: 'C1' },
    { company_id: 2, name: '重庆长安贸易有限责任公司', serial_id: 'C2' },
    { company_id: 3, name: '東昇實業（香港）', serial_id: 'C3' },
    { company_id: 4, name: 'Lotus Garden Trading', serial_id: 'C4' },
    { company_id: 5, name: 'Linden 林氏 Handel', serial_id: 'C5' },
    { company_id: 6, name: '绿源电子', remark: '东升介绍的客户', serial_id: 'C6' },
  ]);
  applyDetail(cache, 'company', { company_id: 4, customers: [{ customer_id: 8, name: '王芳' }] });
  apply(cache, 'order', [
    { order_id: 1, order_no: 'SO-1', company: { company_id: 1, name: '东升进出口有限公司' } },
  ]);
  return cache;
};

describe('names in pinyin', () => {
  it.each([
    ['first letters', 'dsjck', ['company 1', 'order 1']],
    ['first letters, the beginning of them', 'dsj', ['company 1', 'order 1']],
    ['first letters from the middle', 'jck', ['company 1', 'order 1']],
    ['more first letters than one word of the index has', 'dsjckyx', ['company 1', 'order 1']],
    ['syllables', 'dongsheng', ['company 1', 'company 3', 'order 1']],
    ['syllables, the last one begun', 'dongshengj', ['company 1', 'order 1']],
    ['more syllables than one word of the index has', 'dongshengjinchukou', ['company 1', 'order 1']],
    ['a reading that depends on the word', 'chongqing', ['company 2']],
    ['ü as v', 'lvyuan', ['company 6']],
    ['capitals', 'DSJCK', ['company 1', 'order 1']],
    ['a contact held in details', 'wangf', ['company 4']],
    ['Latin letters beside Chinese ones', 'lin', ['company 5']],
    ['two words', 'dsjck so', ['order 1']],
    ['simplified characters for traditional ones', '东升实业', ['company 3']],
    ['traditional characters for simplified ones', '東昇進出口', ['company 1', 'order 1']],
    ['no legal form', 'yxgs', []],
    ['no remark', 'jieshaodekehu', []],
    ['letters in another order', 'jcds', []],
  ])('finds by %s: %s', (_, text, wanted) => {
    expect(found(furnished(), text)).toEqual(wanted);
  });

  it.each([
    ['曾国藩', 'zengguofan', 'cengguo', 'zgf'],
    ['单雄信', 'shanx', 'danxiong', 'sxx'],
    ['仇和', 'qiuhe', 'chou', 'qh'],
    ['查良镛', 'zha', 'cha', 'zly'],
    ['区先生', 'ouxian', 'qu', 'oxs'],
    ['解晓东', 'xiexiaodong', 'jiex', 'xxd'],
    ['朴槿惠', 'piaojin', 'pujin', 'pjh'],
    ['乐嘉', 'yuejia', 'lejia', 'yj'],
    ['缪斯', 'miaosi', 'miusi', 'ms'],
    ['尉迟恭', 'yuchigong', 'weichi', 'ycg'],
    ['万俟卨', 'moqi', 'wansi', 'qx'],
    ['曾志强国际贸易', 'zengzhiqiangguoji', 'cengzhiqiang', 'zzqgjmy'],
  ])('finds %s by the reading of its surname and by the usual one: %s, %s, %s', (name, ...texts) => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [
      { company_id: 1, name },
      { company_id: 2, name: '李曾单' },
    ]);
    for (const text of texts) expect(found(cache, text), text).toEqual(['company 1']);
    expect(found(cache, 'lizeng')).toEqual([]);
  });

  it.each(['lv', 'lü', 'lu', 'lyu', 'LÜ', 'lvbu', 'lübu', 'lubu', 'lyubu', 'lubumaoyi', 'lb'])(
    'finds ü typed as in %s',
    (text) => {
      const cache = openTemporaryCache();
      apply(cache, 'company', [
        { company_id: 1, name: '吕布贸易有限公司' },
        { company_id: 2, name: '女娲' },
      ]);
      expect(found(cache, text)).toEqual(['company 1']);
    },
  );
  it.each(['nv', 'nü', 'nu', 'nyuwa', 'nuwa'])('finds ü after n typed as in %s', (text) => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [{ company_id: 2, name: '女娲' }]);
    expect(found(cache, text)).toEqual(['company 2']);
  });
  it('reads u as u and as ü, and lüe as one syllable', () => {
    expect(nameQueries('luoyang')).toContainEqual(['²luoyang']);
    expect(nameQueries('luoyang')).not.toContainEqual(['²lvoyang']);
    expect(nameQueries('zhanlue')).toContainEqual(['²zhanlve']);
    expect(nameQueries('lulu')).toContainEqual(['²lvlu']);
    expect(nameQueries('lu'.repeat(20)).length).toBeLessThan(15);
  });

  it('narrows a list as the search does', () => {
    const { rows } = furnished().page({ resource: 'company', search: 'dsjck' }, 0, 10);
    expect(rows.map(({ id }) => id)).toEqual(['1']);
  });

  it('reads letters as syllables in every possible way, and digits in none', () => {
    expect(nameQueries('xian')).toContainEqual(['²xian']);
    expect(nameQueries('fangan')).toContainEqual(['²fangan']);
    expect(nameQueries('dongshengjinchu')).toContainEqual(['²dongshengjin', '²shengjinchu']);
    expect(nameQueries('so2026')).toEqual([]);
    expect(nameQueries('d')).toEqual([]);
    expect(nameQueries('x'.repeat(41))).toEqual([]);
  });

  it('converts traditional characters to simplified ones, and leaves others unchanged', () => {
    expect(toSimplified('東昇進出口 Ltd 龍')).toBe('东升进出口 Ltd 龙');
  });
});

describe('one typing error', () => {
  it.each([
    ['a wrong letter', 'lotas', ['company 4']],
    ['a missing letter', 'gardn', ['company 4']],
    ['a letter too many', 'tradding', ['company 4']],
    ['two letters in the wrong order', 'gadren', ['company 4']],
    ['the first two in the wrong order', 'olt', []],
    ['the first two of a longer word', 'olt us', []],
    ['the first two of a word of five letters in the wrong order', 'oltus', ['company 4']],
    ['a word not typed to its end', 'tradi', ['company 4']],
    ['a slip in a word not typed to its end', 'tarding', ['company 4']],
    ['two slips', 'lutas', []],
    ['a short word', 'lts', []],
    ['a slip beside a right word', 'lotas garden', ['company 4']],
    ['a slip beside a word that is not there', 'lotas zebra', []],
  ])('finds by %s: %s', (_, text, wanted) => {
    expect(found(furnished(), text)).toEqual(wanted);
  });

  it('is not corrected if the typed word has a match', () => {
    const cache = furnished();
    apply(cache, 'company', [{ company_id: 9, name: 'Lotas Oy' }]);
    expect(found(cache, 'lotas')).toEqual(['company 9']);
  });

  it('is also corrected in a list', () => {
    const { rows } = furnished().page({ resource: 'company', search: 'gardan' }, 0, 10);
    expect(rows.map(({ id }) => id)).toEqual(['4']);
  });

  it('is also corrected in the beginning of a word', () => {
    expect(isSlipOf('kestral', 'kestrel')).toBe(true);
    expect(isSlipOf('kestr', 'kestrels')).toBe(true);
    expect(isSlipOf('kstrel', 'kestrel')).toBe(true);
    expect(isSlipOf('ketsral', 'kestrel')).toBe(false);
  });
});

describe('search words of an older version', () => {
  it('[PL22] are renewed once from the documents, a few at a time, also across a restart', async () => {
    const { openCache } = await import('#core/store/open-cache');
    const { silent, temporaryFiles } = await import('./cache-fixture');
    const files = temporaryFiles();
    const first = openCache(files, 'cache.db', silent);
    apply(
      first,
      'company',
      Array.from({ length: 30 }, (_, at) => ({ company_id: at + 1, name: `东升${at}` })),
    );
    applyDetail(first, 'company', { company_id: 30, customers: [{ customer_id: 8, name: 'Zoe' }] });
    // As an older version leaves it: without a place, and with other words.
    const older = files.openTagged('cache.db', null);
    older.exec('DELETE FROM company_fts; DELETE FROM state');
    older.close();
    expect(found(first, 'dongsheng')).toEqual([]);
    expect(first.renewedWords()).toBe(0);
    while ((first.renewedWords() ?? 1) < 0.5) first.renewWords(7);
    const half = found(first, 'dongsheng').length;
    expect(half).toBeGreaterThan(0);
    expect(half).toBeLessThan(30);
    first.close();

    const second = openCache(files, 'cache.db', silent);
    expect(second.renewedWords()).toBeGreaterThan(0);
    while (second.renewWords(7));
    expect(second.renewedWords()).toBeNull();
    expect(found(second, 'dongsheng')).toHaveLength(30);
    expect(found(second, 'zoe')).toEqual(['company 30']);
    expect(second.renewWords(7)).toBe(false);
    second.close();
  });

  it('[PL22] are renewed in a copy that the version before wrote', async () => {
    const { openCache } = await import('#core/store/open-cache');
    const { silent, temporaryFiles } = await import('./cache-fixture');
    const files = temporaryFiles();
    const first = openCache(files, 'cache.db', silent);
    first.beginWords();
    apply(first, 'company', [{ company_id: 1, name: '曾国藩' }]);
    applyDetail(first, 'company', { company_id: 1, name: '曾国藩', tel: '88886666', tel_area_code: '021' });
    first.close();
    const older = files.openTagged('cache.db', null);
    older.exec("DELETE FROM company_fts; UPDATE state SET json = json_set(json, '$.version', 3)");
    older.close();
    const second = openCache(files, 'cache.db', silent);
    second.beginWords();
    expect([second.renewedWords(), found(second, 'zengguofan')]).toEqual([0, []]);
    while (second.renewWords(7));
    expect(second.renewedWords()).toBeNull();
    for (const text of ['zengguofan', '02188886666']) expect(found(second, text)).toEqual(['company 1']);
    second.close();
  });

  it('do not exist in a new cache', () => {
    const cache = openTemporaryCache();
    cache.beginWords();
    apply(cache, 'company', [{ company_id: 1, name: '东升' }]);
    expect(cache.renewedWords()).toBeNull();
  });
});
