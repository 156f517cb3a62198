import { describe, expect, it } from 'vitest';
import type { Column } from '#shared/contract/records';
import { telHref, waysOf } from '../../../src/renderer/format/channels';
import { webHref } from '../../../src/renderer/format/web-href';
import { pathOf, profileOf } from '../../../src/renderer/features/customers/profile-model';
import { groupOf, isBeginning } from '../../../src/renderer/features/customers/timeline-groups';
import { weekOf, twoWeeks } from '../../../src/renderer/features/today/week';
import type { FormatContext } from '../../../src/renderer/format/values';

const format: FormatContext = {
  locale: 'en',
  offsetMs: 0,
  word: (key) => (key === 'enum.scale.2' ? '60–149 people' : ''),
  userName: (id) => (id === '7' ? 'Mia' : undefined),
  lookupName: () => undefined,
};
const column = (key: string, kind: Column['kind'], options?: string): Column => ({
  key,
  kind,
  sort: 'none',
  ...(options === undefined ? {} : { options }),
});

describe('ways to reach a contact', () => {
  it('open a call, a mail or a website; an account without a link can only be copied', () => {
    const ways = waysOf({
      name: 'A',
      email: 'a+b@x.example',
      tel: '138 0000 1111',
      tel_area_code: '86',
      whatsapp: '+86 13800001111',
      wechat: 'wx_1',
      linkedin: 'linkedin.com/in/a',
      twitter: '@a',
    });
    expect(Object.fromEntries(ways.map(({ channel, href }) => [channel, href]))).toEqual({
      email: 'mailto:a%2Bb@x.example',
      tel: 'tel:+8613800001111',
      whatsapp: 'https://wa.me/8613800001111',
      wechat: null,
      linkedin: 'https://linkedin.com/in/a',
      twitter: null,
    });
    expect(ways.find(({ channel }) => channel === 'tel')?.text).toBe('+86 138 0000 1111');
  });

  it.each([
    ['+49 (0)40 123456', 'tel:+4940123456'],
    ['0049 (0) 40 123456', 'tel:004940123456'],
    ['Tel. +49（0）40 123456', 'tel:+4940123456'],
    ['(0)40 123456', 'tel:040123456'],
    ['040 555 ext. 12', 'tel:040555'],
    ['040 555 x12', 'tel:040555'],
    ['040 555 (Ext 12)', 'tel:040555'],
    ['0755-8888 转 12', 'tel:07558888'],
    ['0755-8888分机12', 'tel:07558888'],
    ['040 555; 040 666', 'tel:040555'],
    ['Fax 040 555', 'tel:040555'],
    ['040/555-66', 'tel:04055566'],
    ['ext. 12', 'tel:12'],
    ['(0755),88888888', 'tel:075588888888'],
    ['(0755)，88888888', 'tel:075588888888'],
    ['86,13912345678', 'tel:8613912345678'],
    ['+1,555,123', 'tel:+1555123'],
    ['0755-88888888转分机8001', 'tel:075588888888'],
    ['0755-88888888转分机号8001', 'tel:075588888888'],
    ['0755-88888888(转801)', 'tel:075588888888'],
    ['555 1234 - ext 5', 'tel:5551234'],
    ['555 1234/ext 3', 'tel:5551234'],
    ['555 1234 #5', 'tel:5551234'],
    ['555 1234 ext no. 5', 'tel:5551234'],
    ['555 1234 ext#5', 'tel:5551234'],
    ['13912345678/13812345678', 'tel:13912345678'],
    ['13912345678\n13812345678', 'tel:13912345678'],
    ['+86 139 0000 0000; 138', 'tel:+8613900000000138'],
  ])('dial the number that a person would dial: %s', (text, href) => expect(telHref(text)).toBe(href));

  it('open WhatsApp with the number in its international form', () => {
    const linkOf = (whatsapp: string) => waysOf({ whatsapp })[0]?.href;
    expect(linkOf('+49 (0)170 1234567')).toBe('https://wa.me/491701234567');
    expect(linkOf('0049 170 1234567')).toBe('https://wa.me/491701234567');
    expect(linkOf('12345')).toBeNull();
  });

  it('have no link for an account that is a name with a dot, because it is no address', () => {
    const linkOf = (account: Record<string, string>) => waysOf(account)[0]?.href;
    expect(linkOf({ facebook: 'maria.silva' })).toBeNull();
    expect(linkOf({ linkedin: 'anna.b-lamps' })).toBeNull();
    expect(linkOf({ twitter: '@lamps.world' })).toBeNull();
    expect(linkOf({ facebook: 'maria.silva/' })).toBeNull();
    for (const [text, href] of [
      ['facebook.com/maria.silva', 'https://facebook.com/maria.silva'],
      ['m.facebook.com/maria.silva', 'https://m.facebook.com/maria.silva'],
      ['fb.me/maria.silva', 'https://fb.me/maria.silva'],
      ['https://lnk.example/maria', 'https://lnk.example/maria'],
    ] as const)
      expect(linkOf({ facebook: text })).toBe(href);
    expect(linkOf({ linkedin: 'cn.linkedin.com/in/a' })).toBe('https://cn.linkedin.com/in/a');
    expect(linkOf({ twitter: 'x.com/lamps' })).toBe('https://x.com/lamps');
  });

  it('show each number of the phone list once, and never use a script as a link', () => {
    expect(
      waysOf({
        tel: '13800001111',
        tel_list: [
          ['86', '13800001111'],
          ['86', '555'],
        ],
      }).map(({ text }) => text),
    ).toEqual(['13800001111', '86 555']);
    expect([
      webHref('javascript:alert(1)'),
      webHref('ftp://x.example'),
      webHref('https://u:p@x.example'),
      telHref('call me'),
    ]).toEqual([null, null, null, null]);
    expect(waysOf({ email: 'x@y.example?subject=hi' })[0]?.href).toBe('mailto:x@y.example%3Fsubject%3Dhi');
    expect(waysOf({ email: 'x@y.example?bcc=z@y.example' })[0]?.href).toBeNull();
  });
});

describe('the profile', () => {
  const tree = [
    { id: '501', name: 'Europe' },
    { id: '511', name: 'DACH', parentId: '501' },
    { id: '512', name: 'Loop', parentId: '512' },
  ];

  it('shows trees as paths and an unknown id as itself, and survives a circular tree', () => {
    expect([
      pathOf(tree, '511'),
      pathOf(tree, '9'),
      pathOf(undefined, '9'),
      pathOf(tree, '512').startsWith('Loop'),
    ]).toEqual(['Europe / DACH', '9', '9', true]);
  });

  it('shows known fields by name and lists missing ones', () => {
    const columns = [
      column('group_id', 'enum', 'group'),
      column('scale_id', 'enum', 'scale'),
      column('country', 'text'),
      column('category_ids', 'list'),
      column('owner', 'users'),
      column('fax', 'phone'),
      { ...column('12345', 'text'), customName: 'Market' },
    ];
    const { lines, empty } = profileOf(
      'company',
      columns,
      {
        group_id: 511,
        scale_id: 2,
        country: 'DE',
        category_ids: [['501', '511']],
        owner: ['7'],
        fax: '',
        12345: 'Retail',
      },
      format,
      { group: tree, category: tree },
    );
    expect(Object.fromEntries(lines.map(({ key, text }) => [key, text]))).toEqual({
      group_id: 'Europe / DACH',
      scale_id: '60–149 people',
      country: 'Germany',
      category_ids: 'Europe / DACH',
      owner: 'Mia',
      12345: 'Retail',
    });
    expect(empty.map(({ key }) => key)).toEqual(['fax']);
  });
});

describe('groups of a timeline', () => {
  const now = new Date(2026, 10, 21, 9, 30).getTime();
  const at = (year: number, month: number, day: number, hour = 0): number =>
    new Date(year, month, day, hour).getTime();

  it("are days in the computer's time zone for two weeks, then months", () => {
    expect(
      [at(2026, 10, 21, 0), at(2026, 10, 20, 23), at(2026, 10, 8), at(2026, 10, 7), at(2025, 10, 21)].map(
        (ms) => groupOf(ms, now).kind,
      ),
    ).toEqual(['today', 'yesterday', 'day', 'month', 'month']);
    expect(groupOf(at(2026, 10, 7), now).key).toBe(groupOf(at(2026, 10, 1), now).key);
    expect(groupOf(at(2025, 10, 21), now).key).not.toBe(groupOf(at(2026, 10, 1), now).key);
    expect(groupOf(undefined, now).kind).toBe('undated');
  });

  it('are days for the next two weeks, then months with their year, apart from the past days of this month', () => {
    expect([at(2026, 11, 4), at(2026, 11, 5), at(2027, 0, 5)].map((ms) => groupOf(ms, now).kind)).toEqual([
      'day',
      'month',
      'month',
    ]);
    const middle = new Date(2026, 9, 16).getTime();
    expect(groupOf(at(2026, 9, 1), middle).key).not.toBe(groupOf(at(2026, 9, 31), middle).key);
  });
});

describe('this week compared with last week', () => {
  it('starts on Monday and compares the same number of days, today until the same hour', () => {
    expect(twoWeeks('2026-11-22')).toEqual({ from: '2026-11-09', to: '2026-11-22', monday: '2026-11-16' });
    const week = weekOf(
      [
        { day: '2026-11-09', count: 2, early: 0 },
        { day: '2026-11-11', count: 4, early: 3 },
        { day: '2026-11-15', count: 5, early: 5 },
        { day: '2026-11-16', count: 3, early: 1 },
        { day: '2026-11-18', count: 1, early: 1 },
      ],
      '2026-11-18',
    );
    expect({ now: week.now, beforeByNow: week.beforeByNow, before: week.before }).toEqual({
      now: 4,
      beforeByNow: 5,
      before: 11,
    });
    expect(week.days.map(({ now }) => now)).toEqual([3, 0, 1, null, null, null, null]);
  });
});

it('a timeline begins with the creation in the CRM, if it is its first event and has happened', () => {
  const at = '2026-11-26 15:26:00';
  expect(isBeginning('12', at, at)).toBe(true);
  expect(isBeginning('12', at, '2026-01-01 00:00:00')).toBe(false);
  expect(isBeginning('local:9f', at, at)).toBe(false);
  expect(isBeginning('12', undefined, at)).toBe(false);
});
