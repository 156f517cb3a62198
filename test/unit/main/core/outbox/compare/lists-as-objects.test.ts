/** A list of PHP from which an item was taken out is an object whose keys are numbers; an empty one may be `{}`. */
import { describe, expect, it } from 'vitest';
import { snapshotOf } from '#core/outbox/compare/server-snapshot';
import type { Command } from '#shared/domain/intent';
import { crmBench } from '../../../../../support/outbox/fake-crm';
import { accepted } from '../../../../../support/outbox/outbox-bench';

const tagged = (tag: unknown) => snapshotOf('company', { company_id: 5, tag }).fields.cus_tag;

describe('ids that an answer nests in a list', () => {
  it.each([
    ['a list', [{ tag_id: 1 }, { tag_id: '2' }], ['1', '2']],
    ['an object whose keys are places', { 0: { tag_id: 1 }, 2: { tag_id: 2 } }, ['1', '2']],
    ['the only item', { tag_id: 1, tag_name: 'A' }, ['1']],
    ['an empty list', [], []],
    ['an empty object', {}, []],
  ])('are read from %s', (_what, tag, ids) => {
    expect(tagged(tag)).toEqual(ids);
  });
  it('a colleague in a list of handlers is read too', () => {
    const handlers = { 1: { user_id: '51' }, 3: { user_id: 52 } };
    expect(snapshotOf('outboundInvoice', { handler_info: handlers }).fields.handler).toEqual(['51', '52']);
  });
});

it.each([
  ['a list', [5, 7], [5, 7]],
  ['an object whose keys are places', { 0: 5, 2: 7 }, [5, 7]],
  ['the only id', '5', ['5']],
  ['an empty object', {}, []],
])('ids of its own are read from %s', (_what, given, ids) => {
  expect(snapshotOf('company', { company_id: 5, origin_list: given }).fields.origin_list).toEqual(ids);
});

it('a tag that is added does not remove the tags of such a record (contract E3: the list replaces all)', async () => {
  const record = { company_id: 5, name: 'Acme', pool_id: 0, tag: { 0: { tag_id: 1 }, 2: { tag_id: 2 } } };
  const bench = crmBench();
  bench.crm.put('company', record);
  bench.gateway.push = async () => accepted({ company_id: 5, customers: [] });
  const base = snapshotOf('company', { ...record, tag: [{ tag_id: 1 }] }, bench.crm.now);
  const command: Command = {
    kind: 'company',
    schema: 1,
    target: '5',
    fields: { pool_id: '0', cus_tag: ['1', '9'] },
    children: [],
  };
  bench.outbox.submit({ command, base });
  await bench.time.advance(1_000);
  expect(bench.pushes.map(({ body }) => (JSON.parse(body) as { cus_tag: unknown }).cus_tag)).toEqual([
    [1, 2, 9],
  ]);
});
