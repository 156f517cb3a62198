/** The forms in which values are sent. */
import { describe, expect, it } from 'vitest';
import { buildRequest, sentAlong } from '#core/outbox/delivery/build-request';
import type { Command, IntentKind } from '#shared/domain/intent';

const command = (kind: IntentKind, fields: Command['fields'], target: string | null = '7'): Command => ({
  kind,
  schema: 1,
  target,
  fields,
  children: [],
});
const bodyOf = (of: Command): Record<string, unknown> => JSON.parse(buildRequest(of).body);

describe('a value of a request', () => {
  it('that is a code is a number where it has digits alone, and text where the CRM lists names', () => {
    expect(bodyOf(command('lead', { biz_type: 2 })).biz_type).toBe(2);
    expect(bodyOf(command('lead', { biz_type: '2' })).biz_type).toBe(2);
    expect(bodyOf(command('lead', { biz_type: '生产商' })).biz_type).toBe('生产商');
  });
  it('of an opportunity is text where the contract wants an amount as text', () => {
    expect(bodyOf(command('opportunity', { amount: '1.50' })).amount).toBe('1.50');
  });
  it('that is a list of paths keeps its nesting, and one that is not given is not sent', () => {
    expect(
      bodyOf(command('company', { pool_id: '0', category_ids: [['1', '2'], ['3']], remark: undefined })),
    ).toEqual({
      company_id: 7,
      pool_id: 0,
      category_ids: [[1, 2], [3]],
    });
  });
});

describe('what a push carries although the edit does not name it', () => {
  it('is what was read, but nothing that was empty or unknown', () => {
    const along = (known: Record<string, unknown>) => sentAlong(command('company', { pool_id: '0' }), known);
    expect(along({ name: 'Acme' })).toEqual({ name: 'Acme' });
    for (const known of [{}, { name: null }, { name: '' }, { name: undefined }, { name: { text: 'Acme' } }])
      expect(along(known)).toEqual({});
  });
  it('is not what the edit itself says', () => {
    expect(sentAlong(command('company', { pool_id: '0', name: 'New' }), { name: 'Acme' })).toEqual({});
  });
  it('of a new record is an empty list where the CRM wants one', () => {
    const lists = Object.values(sentAlong(command('opportunity', { name: 'x' }, null), { name: 'known' }));
    expect(lists).toEqual(lists.map(() => []));
  });
});
