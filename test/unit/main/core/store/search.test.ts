import type { SearchHit } from '#shared/contract/records';
import { LONGEST_TEXT } from '#shared/domain/push-value';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPinyin } from '#core/store/words/pinyin';
import { matchQuery } from '#core/store/words/search-text';
import type { CacheStore } from '#core/store/cache-store';
import { apply, applyDetail, idsOf, openTemporaryCache } from './cache-fixture';
import { layOver } from './overlay-fixture';

const found = (cache: CacheStore, text: string): string[] =>
  cache
    .search(text, { limit: 50 })
    .map((hit) => `${hit.resource} ${hit.id}`)
    .sort();

const furnished = (): CacheStore => {
  const cache = openTemporaryCache();
  apply(cache, 'company', [
    {
      company_id: 1,
      name: '宁波海港进出口有限公司',
      serial_id: 'C100234',
      update_time: '2026-03-01 00:00:00',
    },
    { company_id: 2, name: 'Café Lumière GmbH', serial_id: 'C100777', update_time: '2026-02-01 00:00:00' },
    { company_id: 3, name: 'شركة النور للتجارة', serial_id: 'X-1' },
    { company_id: 4, name: 'Lotus 🪴 Garden', short_name: 'ラーメン屋' },
    { company_id: 5, name: 'O\'Brien AND "Sons" (NEAR) *' },
  ]);
  applyDetail(cache, 'company', {
    company_id: 1,
    customers: [
      { customer_id: 8, name: 'Zoë Müller', email: 'zoe.m@harbor.example', tel: '+86 138-0013-8000' },
    ],
  });
  apply(cache, 'order', [
    {
      order_id: '9007199254740993',
      order_no: 'SO-2026-00451',
      customer_phone: '(030) 555 0199',
      company: { company_id: 1, name: '宁波海港' },
      users_info: [{ user_id: 1, nickname: 'Mia Chen' }],
      update_time: '2026-04-01 00:00:00',
    },
  ]);
  apply(cache, 'outboundInvoice', [
    { outbound_invoice_id: 5007713, serial_id: '', update_time: '2026-04-02 00:00:00' },
  ]);
  apply(cache, 'trail', [
    { trail_id: 7, content: 'Called about matte black lamps', create_time: '2026-05-01 00:00:00' },
  ]);
  return cache;
};

describe('search', () => {
  it.each([
    ['two Chinese characters', '海港', ['company 1', 'order 9007199254740993']],
    ['one Chinese character inside a name', '波', ['company 1', 'order 9007199254740993']],
    ['the last character', '司', ['company 1']],
    ['a longer run', '进出口有限', ['company 1']],
    ['characters that do not follow each other', '宁港', []],
    ['kana', 'メン', ['company 4']],
    ['kana with a long vowel', 'ラーメン', ['company 4']],
    ['a long vowel in the middle', 'ーメ', ['company 4']],
    ['a long vowel after another kana than in the name', 'メーラ', []],
    ['a Latin prefix, any case', 'LUMI', ['company 2']],
    ['without the accents', 'cafe lumiere', ['company 2']],
    ['with accents', 'Café', ['company 2']],
    ['full-width letters', 'ＧｍｂＨ', ['company 2']],
    ['a contact held in details', 'zoe mull', ['company 1']],
    ['an e-mail', 'zoe.m@harbor.example', ['company 1']],
    ['a person', 'mia', ['order 9007199254740993']],
    ['contents', 'matte lamps', ['trail 7']],
    ['the middle of a phone', '00138', ['company 1']],
    ['a phone typed with its separators', '138-0013', ['company 1']],
    ['a phone with its country code', '+86 138 0013 8000', ['company 1']],
    ['a phone with its country code and no spaces', '+8613800138000', ['company 1']],
    ['a phone dialled from abroad', '0086 138-0013', ['company 1']],
    ['a phone pasted with marks of its direction', '\u202a+49 30 555 0199\u202c', ['order 9007199254740993']],
    ['a phone with the hyphens of a web page', '+49 30\u2011555\u20130199', ['order 9007199254740993']],
    ['a phone with the 0 before its area code', '+49 (0)30 555 0199', ['order 9007199254740993']],
    ['a phone dialled within its country', '030 5550199', ['order 9007199254740993']],
    ['the phone of nobody', '+86 139 0013 8000', []],
    ['the end of a number', '0451', ['order 9007199254740993']],
    ['the middle of a number', '0045', ['order 9007199254740993']],
    ['an id', '9007199254740993', ['order 9007199254740993']],
    ['the beginning of an id', '90071992', ['order 9007199254740993']],
    ['a fragment of the id of a record with a number', '992547', []],
    ['a fragment of the id of an invoice without a number', '0771', ['outboundInvoice 5007713']],
    ['Arabic', 'النور', ['company 3']],
    ['an emoji', '🪴', ['company 4']],
    ['words beside query syntax', 'and "sons" (near)', ['company 5']],
    ['nothing but signs', '*"()^:-', []],
    ['nothing', '   ', []],
    ['words that are not there', 'lumiere 海港', []],
  ])('finds by %s: %s', (_, text, wanted) => {
    expect(found(furnished(), text)).toEqual(wanted);
  });

  it.each([
    ['Ørsted A/S', 'orsted'],
    ['Acme Lamps', 'Acme® Lamps™'],
    ['Acme™ Lamps®', 'acme lamps'],
    ['Łódź Sp.', 'lodz sp'],
    ['Đà Nẵng', 'da nang'],
    ['Großhandel', 'grosshan'],
    ['GROẞHANDEL', 'großhandel'],
    ['Æblehaven', 'aeble'],
    ['Œuvre', 'oeuvre'],
    ['Þórður', 'thordur'],
    ['Işık', 'isik'],
    ['Orsted', 'ørsted'],
    ['Mül\u00adler', 'müller'],
    ['Müller', 'mül\u00adler'],
    ['Mül\u2060ler', 'müller'],
    ['\u2615 Coffee', '\u2615\ufe0f'],
    ['\u2615\ufe0f Coffee', '\u2615'],
    ['Team 🇩🇪 Berlin', '🇩🇪'],
    ['葛\u{e0100}城商事', '葛城'],
    ['葛城商事', '葛\u{e0100}城'],
    ['Mül\u200eler', 'müller'],
    ['\u202bשלום\u202c', 'שלום'],
    ['Foo\u200bbar', 'bar'],
    ['Foo\u200bbar', 'foo bar'],
    ['Foo Bar', 'foo\u200bbar'],
    ['\ufeffAcme\ufeffTools', 'acme tools'],
    ['ΑΣΤΗΡ ΑΕ', 'ΑΣ'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['شرکت یاس', 'شركت ياس'],
    ['شركت ياس', 'شرکت یاس'],
    ['شرکت می\u200cخواهم', 'میخواهم'],
    ['شرکت می\u200cخواهم', 'می\u200cخواهم'],
    ['شرکت می\u200cخواهم', 'می خواهم'],
    ['شرکت می\u200cخواهم', 'خواه'],
    ['شرکت میخواهم', 'می\u200cخواهم'],
    ['شرکت می خواهم', 'می\u200cخواهم'],
    ['ക്\u200dഷമ', 'ക്ഷമ'],
    ["L'Oréal Paris", 'loreal'],
    ['L’Oréal Paris', "l'oreal"],
    ["O'BRIEN & Sons", 'obrien'],
    ["O'Brien & Sons", 'O’Brien'],
    ['OBrien & Sons', "o'brien"],
    ['Oʼzbek Tekstil', 'ozbek'],
    ["Sant'Anna", 'anna'],
    ["'Rock 'n' Roll' Ltd", "'n' roll'"],
    ['مؤسسة محــمد للتجارة', 'محمد'],
    ['مؤسسة محمد للتجارة', 'محـــمد'],
    ['مصطفى للتجارة', 'مصطفي'],
    ['شركة القاهره', 'شركه القاهرة'],
    ['مصنع ٢٥', '25'],
    ['Plant 25', '٢٥'],
    ['کارخانه ۲۵', '25'],
  ])('finds %s by %s', (name, text) => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [{ company_id: 1, name }]);
    expect(found(cache, text)).toEqual(['company 1']);
  });

  it.each([
    ['www.acme-tools.example', 'https://www.acme-tools.example/'],
    ['acme-tools.example', 'HTTPS://www.acme-tools.example'],
    ['acme-tools.example', 'www.acme-tools.example'],
    ['https://www.acme-tools.example/en/', 'https://acme-tools.example'],
    ['https://acme-tools.example', 'https://'],
    ['www.acme-tools.example', 'www.'],
  ])('finds the customer with the homepage %s by the pasted address %s', (homepage, text) => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [{ company_id: 1, name: 'Acme' }]);
    applyDetail(cache, 'company', { company_id: 1, name: 'Acme', homepage });
    expect(found(cache, text)).toEqual(['company 1']);
  });

  it.each([
    ['+447700900123', '+447700900123'],
    ['+44 7700 900123', '07700 900123'],
    ['447700900123', '+44 7700 900-123'],
    ['13800138000', '+86 138 0013 8000'],
  ])('finds the contact with the account %s by the number %s of a message', (account, text) => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [
      { company_id: 1, name: 'Acme' },
      { company_id: 2, name: 'Boss' },
    ]);
    applyDetail(cache, 'company', { company_id: 1, customers: [{ customer_id: 8, whatsapp: account }] });
    const listed = [{ type: 'wechat', value: account }];
    applyDetail(cache, 'company', { company_id: 2, customers: [{ customer_id: 9, contact: listed }] });
    expect(found(cache, text).toSorted()).toEqual(['company 1', 'company 2']);
  });

  it.each(['+86 138 0013 8000', '(010) 8888-9999', '+49 30 5550199', '0086 138 0013 8000'])(
    'finds the number %s in the text of a note as it is written there',
    (number) => {
      const cache = openTemporaryCache();
      apply(cache, 'trail', [
        { trail_id: 1, content: `Please call ${number} on Monday.` },
        { trail_id: 2, content: 'Please call on Monday, 138 pieces.' },
      ]);
      expect(found(cache, number)).toEqual(['trail 1']);
    },
  );

  it('finds a customer by each choice of a custom field, whether it has one or several', () => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [{ company_id: 1, name: 'Acme' }]);
    const fields = [
      { id: '81000001', name: 'Trade', field_type: '3', value: 'wholesale' },
      { id: '81000002', name: 'Interests', field_type: '7', value: ['glass', 'brass'] },
    ];
    applyDetail(cache, 'company', { company_id: 1, company: [{ group_id: 4, fields }] });
    for (const text of ['wholesale', 'glass', 'brass']) expect(found(cache, text)).toEqual(['company 1']);
  });

  it('finds a note by the last word of the longest text that can be typed', () => {
    const cache = openTemporaryCache();
    const content = `${'word '.repeat((LONGEST_TEXT - 10) / 5)}lastword`;
    apply(cache, 'trail', [{ trail_id: 1, content }]);
    expect(found(cache, 'lastword')).toEqual(['trail 1']);
  });

  it('finds a product and a colleague by name although more newer orders name them', () => {
    const cache = openTemporaryCache();
    apply(cache, 'product', [{ product_id: 5, name: 'Bearing 6204', product_no: 'P5' }]);
    apply(cache, 'user', [{ user_id: '7', nickname: 'Ann Lee' }]);
    const order = (i: number) => ({
      order_id: i + 1,
      order_no: `S${i}`,
      update_time: '2026-01-01 00:00:00',
      product_list: [{ product_name: 'Bearing 6204' }],
      users_info: [{ user_id: 7, nickname: 'Ann Lee' }],
    });
    apply(
      cache,
      'order',
      Array.from({ length: 40 }, (_, i) => order(i)),
    );
    const laying = layOver(cache);
    laying.push('trailNote', { company_id: '1', content: 'Ann Lee asks for Bearing 6204', remark_type: 102 });
    for (const search of [cache.search, laying.records.search]) {
      const lastOf = (text: string) => {
        const hits = search.call(cache, text, { limit: 30 });
        return [hits.length, hits.at(-1)?.resource];
      };
      expect(lastOf('Bearing 6204')).toEqual([30, 'product']);
      expect(lastOf('Ann Lee')).toEqual([30, 'user']);
      expect(lastOf('S1')).toEqual([11, 'order']);
    }
  });

  it('finds the record whose whole number or name was typed although newer ones begin with it', () => {
    const cache = openTemporaryCache();
    const days = Array.from({ length: 60 }, (_, i) => `2026-01-${String(1 + (i % 28)).padStart(2, '0')}`);
    const orders = days.map((day, i) => ({ order_id: 100 + i, order_no: `PI-1${i}`, update_time: day }));
    apply(cache, 'order', [{ order_id: 1, order_no: 'PI-1', update_time: '2020-01-01' }, ...orders]);
    const companies = days.map((day, i) => ({ company_id: 100 + i, name: `Max ${i} Ltd`, update_time: day }));
    apply(cache, 'company', [
      { company_id: 1, name: 'Max', serial_id: 'C7', update_time: '2020-01-01' },
      { company_id: 2, name: 'MÁX', update_time: '2020-01-01' },
      ...companies,
    ]);
    const idsBy = (search: CacheStore['search'], text: string): string[] =>
      search(text, { limit: 30 }).map(({ resource, id }) => `${resource} ${id}`);
    const laying = layOver(cache);
    laying.push('trailNote', { company_id: '100', content: 'Max asks for PI-1', remark_type: 102 });
    const searches = [cache.search.bind(cache), laying.records.search.bind(laying.records)];
    for (const search of searches) {
      for (const text of ['PI-1', 'pi-1', ' ＰＩ-1 ']) {
        expect(idsBy(search, text)).toHaveLength(30);
        expect(idsBy(search, text)).toContain('order 1');
      }
      expect(idsBy(search, 'max')).toEqual(expect.arrayContaining(['company 1', 'company 2']));
    }
    laying.push('company', { name: 'Max', remark: 'call' }, { target: '1' });
    expect(idsBy(laying.records.search.bind(laying.records), 'max')).toContain('company 1');
  });

  describe('finds a number with a leading zero that is no phone', () => {
    const codes = (): CacheStore => {
      const cache = openTemporaryCache();
      const skus = [{ sku_id: 9, sku_code: '0123456789012' }];
      apply(cache, 'product', [{ product_id: 1, name: 'Bearing', model: '0012345678', sku_items: skus }]);
      apply(cache, 'order', [{ order_id: 2, order_no: 'A', name: '0055512345 repeat' }]);
      apply(cache, 'trail', [
        { trail_id: 3, content: 'See PO 0098765432, agreed on 01.02.2024' },
        { trail_id: 4, content: 'Delivered 07/05/2024' },
      ]);
      return cache;
    };
    it.each([
      ['0012345678', 'product 1'],
      ['００１２３４５６７８', 'product 1'],
      ['0123456789012', 'product 1'],
      ['0055512345', 'order 2'],
      ['0098765432', 'trail 3'],
      ['01.02.2024', 'trail 3'],
      ['07/05/2024', 'trail 4'],
    ])('by %s', (text, wanted) => {
      const cache = codes();
      expect(found(cache, text)).toEqual([wanted]);
      const [resource = '', id = ''] = wanted.split(' ');
      expect(idsOf(cache, { resource: resource as 'trail', search: text })).toEqual([id]);
    });
    it('and not by parts of it in another order', () => {
      expect(found(codes(), '01.03.2024')).toEqual([]);
      expect(found(codes(), '+1 02 2024')).toEqual([]);
    });
  });

  it.each([
    '13800138000',
    '１３８００１３８０００',
    '8000',
    '８０００',
    '＋８６ 138',
    '+86 １３８００１３８０００',
  ])('finds a phone with full-width digits by %s', (text) => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [{ company_id: 1, name: 'A' }]);
    const contact = { customer_id: 4, name: 'Z', tel: '１３８００１３８０００' };
    applyDetail(cache, 'company', { company_id: 1, name: 'A', customers: [contact] });
    expect(found(cache, text)).toEqual(['company 1']);
  });

  it.each(['0501234567', '٠٥٠١٢٣٤٥٦٧', '۰۵۰۱۲۳۴۵۶۷', '+966 50 123 4567', '4567', '٤٥٦٧'])(
    'finds a phone in Arabic and in usual digits by %s',
    (text) => {
      const cache = openTemporaryCache();
      apply(cache, 'company', [
        { company_id: 1, name: 'A' },
        { company_id: 2, name: 'B' },
      ]);
      applyDetail(cache, 'company', { company_id: 1, name: 'A', tel: '٠٥٠١٢٣٤٥٦٧' });
      applyDetail(cache, 'company', { company_id: 2, name: 'B', tel: '0501234567' });
      expect(found(cache, text)).toEqual(['company 1', 'company 2']);
    },
  );

  it.each(['12 34 56 78', '12-34-56-78', '45 12 34 56 78', '１２ ３４ ５６ ７８'])(
    'finds a phone that was typed in other groups by %s',
    (text) => {
      const cache = openTemporaryCache();
      apply(cache, 'company', [{ company_id: 1, name: 'A' }]);
      applyDetail(cache, 'company', { company_id: 1, name: 'A', tel: '12345678', tel_area_code: '45' });
      apply(cache, 'order', [{ order_id: 2, order_no: 'A', customer_phone: '+45 1234 5678' }]);
      expect(found(cache, text)).toEqual(['company 1', 'order 2']);
      expect(idsOf(cache, { resource: 'company', search: text })).toEqual(['1']);
    },
  );

  describe('finds a phone whose area code is a field of its own', () => {
    const phones = (): CacheStore => {
      const cache = openTemporaryCache();
      apply(cache, 'company', [{ company_id: 1, name: 'A' }]);
      applyDetail(cache, 'company', {
        company_id: 1,
        name: 'A',
        tel: '8888-6666',
        tel_area_code: '021',
        customers: [
          { customer_id: 4, name: 'Z', tel: 13912345678, tel_area_code: '+86' },
          { customer_id: 5, name: 'Y', tel_area_code: '777' },
        ],
      });
      apply(cache, 'lead', [{ lead_id: 2, name: 'B' }]);
      applyDetail(cache, 'lead', { lead_id: 2, name: 'B', tel: '', tel_area_code: '777' });
      return cache;
    };
    it.each([
      '021 88886666',
      '021-88886666',
      '02188886666',
      '(021) 8888 6666',
      '+86 21 8888 6666',
      '0086 21 8888 6666',
      '88886666',
      '6666',
      '8613912345678',
      '+8613912345678',
      '86 13912345678',
      '86-139-1234-5678',
      '13912345678',
      '5678',
    ])('by %s', (text) => {
      expect(found(phones(), text)).toEqual(['company 1']);
    });
    it.each(['02112345678', '8688886666', '777'])('but nothing by %s', (text) => {
      expect(found(phones(), text)).toEqual([]);
    });
  });

  it('returns the newest first, with the title of the record', () => {
    expect(furnished().search('海港', { limit: 1 })).toEqual([
      {
        resource: 'order',
        id: '9007199254740993',
        title: 'SO-2026-00451',
        subtitle: '宁波海港',
        time: '2026-04-01 00:00:00',
      },
    ]);
    expect(furnished().search('海港', { limit: 5, resources: ['company'] })).toMatchObject([
      { title: '宁波海港进出口有限公司', subtitle: 'C100234' },
    ]);
  });

  it('follows a record through changes and removal', () => {
    const cache = furnished();
    apply(cache, 'company', [{ company_id: 2, name: 'Renamed Oy' }]);
    expect([found(cache, 'lumiere'), found(cache, 'renamed')]).toEqual([[], ['company 2']]);
    apply(cache, 'company', [{ company_id: 1, name: 'Harbour Ltd' }]);
    expect([found(cache, '宁波'), found(cache, 'zoe')]).toEqual([['order 9007199254740993'], ['company 1']]);
    cache.tombstone('company', ['1']);
    expect(found(cache, 'zoe')).toEqual([]);
  });

  it('prefers the newest when matches are many', () => {
    const cache = openTemporaryCache();
    apply(
      cache,
      'trail',
      Array.from({ length: 2500 }, (_, i) => ({
        trail_id: i + 1,
        content: 'hello',
        create_time: `2026-01-01 ${String(Math.floor(i / 100)).padStart(2, '0')}:00:${String(i % 60).padStart(2, '0')}`,
      })),
    );
    const times = cache.search('hel', { limit: 20 }).map((hit) => hit.time);
    expect(times).toHaveLength(20);
    expect(times).toEqual([...times].sort().reverse());
    expect(times[0]).toBe('2026-01-01 24:00:59');
  });

  it('returns the newest matches for every way of searching: index, walk or the records themselves', async () => {
    await loadPinyin();
    const cache = openTemporaryCache();
    const words = ['nord', 'navy', 'ivory', 'quartz', 'umber', 'éclair', '海港'];
    // Shares from one in two to one in ten thousand; the last quarter, the newest, knows no `q`.
    const content = (i: number): string =>
      [
        i % 2 ? 'nord' : 'ivory',
        i % 7 ? '' : 'navy',
        i % 40 ? '' : 'éclair',
        i % 300 ? '' : 'umber',
        i % 900 || i > 9000 ? '' : 'quartz',
        i % 5000 ? '' : '海港',
      ].join(' ');
    apply(
      cache,
      'trail',
      Array.from({ length: 12_000 }, (_, i) => ({
        trail_id: 500_000 + i,
        content: content(i),
        create_time: new Date(Date.UTC(2026, 0, 1) + i * 61_000).toISOString().slice(0, 19).replace('T', ' '),
      })),
    );
    for (const text of [
      'n',
      'i',
      'na',
      'q',
      'u',
      'um',
      'e',
      '5',
      '50',
      'n i',
      'n u',
      'zz',
      '500777 n',
      '500777 q',
      '500777 5',
      '5007 n i',
      'nord 5',
      'ivory u',
      'nord q',
      'na 5',
      'um 5',
      'q 5 na',
      ...words,
    ]) {
      const byIndex = idsOf(
        cache,
        { resource: 'trail', search: text, sort: [{ field: 'create_time', direction: 'desc' }] },
        30,
      );
      expect(
        cache.search(text, { limit: 30 }).map((hit) => hit.id),
        text,
      ).toEqual(byIndex);
    }
  });

  it('finds the same in all kinds together as in each alone', async () => {
    await loadPinyin();
    const cache = openTemporaryCache();
    const timeOf = (minute: number): string =>
      new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString().slice(0, 19).replace('T', ' ');
    const words = (i: number): string => `nord ${i % 3 ? 'navy' : 'umber'} ${i % 50 ? '' : 'quartz 5'}`;
    // The newest notes are newer than most companies, the newest company is newer than all notes, some have no time.
    const [notes, companies] = [12_000, 11_000];
    apply(
      cache,
      'trail',
      Array.from({ length: notes }, (_, i) => ({
        trail_id: i + 1,
        content: words(i),
        create_time: timeOf(i),
      })),
    );
    apply(
      cache,
      'company',
      Array.from({ length: companies }, (_, i) => ({
        company_id: i + 1,
        name: words(i),
        update_time: i % 97 ? timeOf(i < companies - 40 ? i : notes - 30 + (i % 40)) : '',
      })),
    );
    apply(cache, 'user', [{ user_id: 7, nickname: 'Nora Navy', email: 'nora@example.com' }]);
    const kinds = ['trail', 'company', 'user'] as const;
    for (const text of ['n', 'nord', 'q', 'quartz', 'nord 5', 'na u', 'umber n', 'navy', '5', 'nora'])
      for (const limit of [1, 12, 30]) {
        const alone = kinds.flatMap((kind) =>
          cache.search(text, { limit, resources: [kind], forgive: 'never' }),
        );
        const hasTime = ({ resource }: SearchHit): boolean => resource !== 'user';
        const byTime = alone.filter(hasTime).toSorted((a, b) => (a.time < b.time ? 1 : -1));
        const times = cache.search(text, { limit }).filter(hasTime);
        expect(
          times.map(({ time }) => time),
          `${text} ${limit}`,
        ).toEqual(byTime.slice(0, times.length).map(({ time }) => time));
        expect(cache.search(text, { limit })).toHaveLength(Math.min(limit, alone.length));
      }
  });

  it('narrows a list together with its filters and sort', () => {
    const cache = furnished();
    expect(
      idsOf(cache, { resource: 'company', search: 'c100', sort: [{ field: 'name', direction: 'desc' }] }),
    ).toEqual(['1', '2']);
    expect(
      idsOf(cache, {
        resource: 'company',
        search: 'c100',
        filters: [{ field: 'serial_id', op: 'contains', text: '777' }],
      }),
    ).toEqual(['2']);
    expect(idsOf(cache, { resource: 'company', search: '***' })).toEqual([]);
  });

  it('accepts any text as a query, and finds every record by its own name', () => {
    const cache = openTemporaryCache();
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
        (query, name) => {
          expect(() => cache.search(query, { limit: 3 })).not.toThrow();
          apply(cache, 'company', [{ company_id: 1, name }]);
          expect(cache.search(name, { limit: 3 }).map((hit) => hit.id)).toEqual(
            matchQuery(name) === null ? [] : ['1'],
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});
