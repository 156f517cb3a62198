/**
 * Compares every body that Satchel sends with the types and required fields that the live service publishes.
 */
import { describe, expect, it } from 'vitest';
import type { Command } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import type { FieldTable, WireType } from '#shared/domain/push-fields/push-field';
import { commandSchema } from '#shared/domain/intent-schema';
import { buildRequest } from '#core/outbox/delivery/build-request';
import {
  COMPANY_BODY,
  faultsOf,
  INVOICE_BODY,
  LEAD_BODY,
  OPPORTUNITY_BODY,
  RECEIPT_BODY,
  TRAIL_BODY,
  type PublishedBody,
} from '../../fixtures/live-service/push-bodies';

const SAMPLE: Readonly<Record<WireType, unknown>> = {
  text: 'x',
  int: 1,
  code: 2,
  id: '17',
  decimal: '2.5',
  date: '2026-01-02',
  dateTime: '2026-01-02 03:04:05',
  ids: ['17', '18'],
  textIds: ['17'],
  idPaths: [['1', '17']],
  json: ['https://files.demo.example/a.png'],
};
/** Every field that we can send, filled. */
const filled = (table: FieldTable): Record<string, unknown> =>
  Object.fromEntries(Object.entries(table).map(([key, { type }]) => [key, SAMPLE[type]]));
const bodyOf = (command: Partial<Command> & Pick<Command, 'kind'>, known = {}): Record<string, unknown> => {
  const whole: Command = { schema: 1, target: null, fields: {}, children: [], ...command };
  expect(commandSchema.safeParse(whole).error).toBeUndefined();
  return JSON.parse(buildRequest(whole, known).body) as Record<string, unknown>;
};

const KINDS: readonly [Command['kind'], PublishedBody][] = [
  ['company', COMPANY_BODY],
  ['lead', LEAD_BODY],
  ['opportunity', OPPORTUNITY_BODY],
  ['outboundInvoice', INVOICE_BODY],
  ['receipt', RECEIPT_BODY],
];

describe.each(KINDS)('a push of %s', (kind, published) => {
  const { fields, children } = KIND_TABLES[kind];
  const line = { ref: kind === 'receipt' ? 'local:a' : '9', fields: filled(children) };
  const lines = Object.keys(children).length === 0 ? [] : [line];
  it('with every field filled has the published types and no unknown field', () => {
    const command = { kind, fields: filled(fields), children: lines };
    expect(faultsOf(bodyOf(command), published)).toEqual([]);
    expect(faultsOf(bodyOf({ ...command, target: '77' }), published)).toEqual([]);
  });
  it('with a custom field has it as text', () => {
    const command = { kind, fields: filled(fields), children: lines, custom: { '70340001': 'x' } };
    expect(faultsOf(bodyOf(command), published)).toEqual([]);
  });
});

it('a trail note has the published types, with the id of the record that it is about', () => {
  for (const key of ['company_id', 'lead_id', 'opportunity_id']) {
    const body = bodyOf({ kind: 'trailNote', fields: { [key]: '17', content: 'x', remark_type: 101 } });
    expect(faultsOf(body, TRAIL_BODY)).toEqual([]);
    expect(body).toEqual({ [key]: 17, content: 'x', remark_type: 101 });
  }
});

describe('the smallest edits contain what the live service requires', () => {
  const known = { fields: { name: 'Acme', currency: 'USD' }, contacts: [] };
  it('of a company', () => {
    const body = bodyOf({ kind: 'company', target: '7', fields: { pool_id: '0', remark: 'x' } }, known);
    expect(faultsOf(body, COMPANY_BODY)).toEqual([]);
  });
  it('of a lead', () => {
    const body = bodyOf({ kind: 'lead', target: '7', fields: { remark: 'x' } }, known);
    expect(faultsOf(body, LEAD_BODY)).toEqual([]);
  });
  it('of an opportunity, with the team that was read', () => {
    const read = { fields: { name: 'Lobby', company_id: 17, handler: ['8', 9] } };
    const body = bodyOf({ kind: 'opportunity', target: '7', fields: { stage: '6102' } }, read);
    expect(faultsOf(body, OPPORTUNITY_BODY)).toEqual([]);
    expect(body).toEqual({ opportunity_id: 7, name: 'Lobby', company_id: 17, handler: [8, 9], stage: 6102 });
  });
  it('of a receipt', () => {
    const body = bodyOf({ kind: 'receipt', target: '7', fields: { amount: '1' } }, known);
    expect(faultsOf(body, RECEIPT_BODY)).toEqual([]);
  });
});

it('a new opportunity has an empty team if none is given', () => {
  const body = bodyOf({
    kind: 'opportunity',
    fields: { name: 'Lobby', company_id: '17', amount: '1250.50' },
  });
  expect(faultsOf(body, OPPORTUNITY_BODY)).toEqual([]);
  expect(body).toEqual({ name: 'Lobby', company_id: 17, amount: '1250.50', handler: [] });
});

it('a body that differs from the publication is found', () => {
  expect(faultsOf({ name: 1, customers: [{ tel: 5 }], odd: 'x' }, COMPANY_BODY)).toEqual([
    'name: not string',
    'customers.0.tel: not string',
    'odd: unknown',
  ]);
  expect(faultsOf({}, RECEIPT_BODY)).toEqual(['amount: missing', 'currency: missing']);
});
