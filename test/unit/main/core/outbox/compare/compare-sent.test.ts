/** What a record on the service proves about a command that was sent. */
import { describe, expect, it } from 'vitest';
import { compareSent, matchChildren } from '#core/outbox/compare/compare-sent';
import { compareValues } from '#core/outbox/compare/compare-values';
import type { Command, IntentKind, Snapshot } from '#shared/domain/intent';
import { COMPANY_CONTACT_FIELDS } from '#shared/domain/push-fields/contact';
import { RECEIPT_FIELDS } from '#shared/domain/push-fields/receipt';
import { COMPANY_FIELDS } from '#shared/domain/push-fields/company';

type Child = Command['children'][number];
const child = (ref: string, fields: Command['fields'], more: Partial<Child> = {}): Child => ({
  ref,
  fields,
  ...more,
});
const command = (
  fields: Command['fields'],
  children: readonly Child[] = [],
  kind: IntentKind = 'company',
): Command => ({ kind, schema: 1, target: '5', fields, children: [...children] });
const server = (fields: Snapshot['fields'], children: readonly Child[] | null = []) => ({
  fields,
  children: (children ?? []).map(({ ref, fields: of }) => ({ ref, fields: of })),
  readAt: null,
  hasChildren: children !== null,
});
const compare = (sent: Command, found: ReturnType<typeof server>, known: readonly string[] = []) =>
  compareSent(sent, found, new Set(known));

describe('a record and what was sent', () => {
  it('agree if one value agrees and none differs, whether of the record or of a contact', () => {
    const one = compare(command({ name: 'Acme' }), server({ name: 'Acme' }));
    expect(one).toMatchObject({ agrees: true, contradicts: false, same: ['name'], childrenSame: 0 });
    const both = compare(
      command({ name: 'Acme' }, [child('9', { tel: '1' })]),
      server({ name: 'Acme' }, [child('9', { tel: '1' })]),
    );
    expect(both).toMatchObject({ agrees: true, same: ['name'], childrenSame: 1 });
    const contact = compare(command({}, [child('9', { tel: '1' })]), server({}, [child('9', { tel: '1' })]));
    expect(contact).toMatchObject({ agrees: true, same: [], childrenSame: 1 });
  });

  it('do not agree if nothing that was sent can be read', () => {
    expect(compare(command({ name: 'Acme' }), server({ remark: 'x' }))).toMatchObject({
      agrees: false,
      contradicts: false,
      same: [],
    });
  });

  it('contradict each other by one different field', () => {
    expect(
      compare(command({ name: 'Acme', remark: 'a' }), server({ name: 'Acme', remark: 'b' })),
    ).toMatchObject({
      agrees: false,
      contradicts: true,
      same: ['name'],
    });
  });

  it('say nothing certain about a form that cannot be compared, or a custom field', () => {
    const named = compare(
      command({ name: 'Acme', biz_type: 2 }),
      server({ name: 'Acme', biz_type: '生产商' }),
    );
    expect(named).toMatchObject({ agrees: false, contradicts: false, unknown: ['biz_type'] });
    const custom = compare({ ...command({ name: 'Acme' }), custom: { 70: 'x' } }, server({ name: 'Acme' }));
    expect(custom).toMatchObject({ agrees: false, contradicts: false, unknown: ['70'] });
  });
});

describe('contacts of a company', () => {
  it('are found by their id; one that is gone differs', () => {
    const sent = command({}, [child('9', { name: 'Ann' })]);
    expect(compare(sent, server({}, [child('8', { name: 'Ann' })])).contradicts).toBe(true);
    expect(compare(sent, server({}, [child('9', { name: 'Anna' })])).contradicts).toBe(true);
    expect(compare(sent, server({}, [child('9', { post: 'x' })]))).toMatchObject({
      contradicts: false,
      childrenSame: 0,
    });
  });

  it('that were removed agree if they are gone', () => {
    const removed = command({}, [child('9', {}, { remove: true })]);
    expect(compare(removed, server({}, []))).toMatchObject({ agrees: true, childrenSame: 1 });
    expect(compare(removed, server({}, [child('9', { name: 'Ann' })]))).toMatchObject({ contradicts: true });
  });

  it('prove nothing where the answer has no list of them', () => {
    const sent = command({ name: 'Acme' }, [child('9', { name: 'Ann' }), child('local:b', { name: 'Bob' })]);
    expect(compare(sent, server({ name: 'Acme' }, null))).toMatchObject({
      agrees: true,
      contradicts: false,
      childrenSame: 0,
    });
  });

  it('that are new are each matched with one that was not there before', () => {
    const sent = command({}, [child('local:a', { name: 'Ann' }), child('local:b', { name: 'Ann' })]);
    const two = compare(sent, server({}, [child('9', { name: 'Ann' }), child('8', { name: 'Ann' })]));
    expect([...two.ids]).toEqual([
      ['local:a', '9'],
      ['local:b', '8'],
    ]);
    expect(two.childrenSame).toBe(2);
    const known = compare(sent, server({}, [child('9', { name: 'Ann' }), child('8', { name: 'Ann' })]), [
      '9',
    ]);
    expect([...known.ids]).toEqual([['local:a', '8']]);
    expect(known.contradicts).toBe(true);
  });

  it('that are new and look different, or have no id, are not matched', () => {
    const match = (found: readonly Child[], sent = child('local:a', { name: 'Ann', tel: '1380000' })) =>
      [...matchChildren([sent], found, COMPANY_CONTACT_FIELDS, new Set())].map(([, real]) => real);
    expect(match([child('9', { name: 'Ann', tel: '1390000' })])).toEqual([]);
    expect(match([child('9', { post: 'x' })])).toEqual([]);
    expect(match([child('0', { name: 'Ann' }), child('', { name: 'Ann' })])).toEqual([]);
    expect(match([child('9', { name: 'Ann' })])).toEqual(['9']);
    expect(match([child('9', { name: 'Ann' })], child('local:a', { name: 'Ann' }, { remove: true }))).toEqual(
      [],
    );
    expect(match([child('9', { name: 'Ann' })], child('7', { name: 'Ann' }))).toEqual([]);
  });

  it('that are new and perhaps there in another form are open, not missing', () => {
    const sent = command({ name: 'Acme' }, [child('local:a', { tel: '8613800000000' })]);
    const found = server({ name: 'Acme' }, [child('9', { tel: '13800000000' })]);
    expect(compare(sent, found)).toMatchObject({ agrees: false, contradicts: false, unknown: ['local:a'] });
  });
});

describe('contacts of a lead and lines of a receipt', () => {
  it('are found by what they say, whatever their place in the list', () => {
    const contacts = [child('1', { email: 'a@x.example' }), child('2', { email: 'b@x.example' })];
    const sent = (email: string) => command({}, [child('local:q', { email })], 'lead');
    expect(compare(sent('b@x.example'), server({}, contacts))).toMatchObject({
      childrenSame: 1,
      contradicts: false,
    });
    expect(compare(sent('c@x.example'), server({}, contacts))).toMatchObject({
      childrenSame: 0,
      contradicts: true,
    });
    const line = { refer_id: '3', refer_type: 2, cash_collection_amount: '1.50' };
    const receipt = command({}, [child('local:l', line)], 'receipt');
    expect(compare(receipt, server({}, [child('', { ...line, cash_collection_amount: 1.5 })]))).toMatchObject(
      {
        childrenSame: 1,
        contradicts: false,
      },
    );
  });

  it('a known contact of a lead is looked for by its values, because it has no id', () => {
    const sent = command({}, [child('7', { email: 'a@x.example' })], 'lead');
    expect(compare(sent, server({}, [child('', { email: 'a@x.example' })]))).toMatchObject({
      childrenSame: 1,
      contradicts: false,
    });
  });
});

describe('a day', () => {
  const day = (a: unknown, b: unknown) => compareValues(RECEIPT_FIELDS, 'collection_date', a, b);
  it('is the same with and without a time, and an empty one is any form of no date', () => {
    expect(day('2026-01-02', '2026-01-02 10:00:00')).toBe('same');
    expect(day('2026-01-02', '2026-01-03 00:00:00')).toBe('different');
    expect(day('', '1970-01-01 08:00:00')).toBe('same');
    expect(day('2026-01-02', '1970-01-01 08:00:00')).toBe('different');
    expect(day('2026-01-02', 'soon')).toBe('unknown');
  });
});

describe('a phone number', () => {
  const tel = (a: unknown, b: unknown) => compareValues(COMPANY_FIELDS, 'tel', a, b);
  it('is the same with other blanks or signs around its digits, or as other text', () => {
    expect([tel('1380001 ', '1380001'), tel('ext', ' ext'), tel('(138) 0001', '138-0001')]).toEqual([
      'same',
      'same',
      'same',
    ]);
  });
  it('is another one if it is text on one side alone, or ends with too few common digits', () => {
    expect([tel('ext', '1380001'), tel('0001', '1380001')]).toEqual(['different', 'different']);
    expect(tel('80001', '1380001')).toBe('unknown');
    expect(tel('1380001', '80001')).toBe('unknown');
  });
});
