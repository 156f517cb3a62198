/** The rows of the outbox over the cache: which exist, what they show, and when they end. */
import { describe, expect, it } from 'vitest';
import { projectOverlay, type ProjectOptions } from '#core/outbox/overlay/overlay';
import { childrenOver, columnsOf } from '#core/outbox/overlay/overlay-columns';
import { emptyDetail, type Intent } from '#core/outbox/store/intent-record';
import { DETAILS_AS_OF, type CachedRecord } from '#core/store/overlay/cached-record';
import type { Command } from '#shared/domain/intent';

let made = 0;
const intent = (
  state: Intent['state'],
  command: Partial<Command>,
  { detail = {}, ...more }: Omit<Partial<Intent>, 'detail'> & { detail?: Partial<Intent['detail']> } = {},
): Intent => {
  made++;
  const kind = command.kind ?? 'company';
  const target = command.target ?? null;
  return {
    id: `local:${made}`,
    seq: made,
    kind,
    state,
    version: 1,
    command: { schema: 1, fields: {}, children: [], ...command, kind, target },
    base: null,
    fingerprint: '',
    realId: target,
    held: false,
    sendNow: false,
    needsUser: false,
    notBefore: 0,
    tries: 0,
    createdAt: made,
    updatedAt: made,
    ...more,
    detail: { ...emptyDetail(), ...detail },
  };
};
const rows = (
  intents: readonly Intent[],
  cached: Record<string, CachedRecord> = {},
  options: Omit<ProjectOptions, 'acceptedAt' | 'cache' | 'resolve'> & { ids?: Record<string, string> } = {},
) =>
  projectOverlay('company', intents, {
    ...options,
    resolve: (ref) => options.ids?.[ref] ?? null,
    cache: (_, id) => cached[id] ?? null,
    acceptedAt: (id) => placeOf(intents, id),
  });
/** The service answered in the order of its times, and within a second in the order of creation. */
const placeOf = (intents: readonly Intent[], id: string): number =>
  intents
    .toSorted((a, b) => (a.detail.appliedAt ?? '').localeCompare(b.detail.appliedAt ?? '') || a.seq - b.seq)
    .findIndex((one) => one.id === id);
const at = (second: number): string => `2026-09-21 10:00:0${second}`;

describe('a row of the outbox', () => {
  it('of a new record is whole and under its local id, then under its real id', () => {
    const create = intent('queued', { fields: { name: 'Acme', pool_id: '0' } });
    const [row] = rows([create]);
    expect(row).toMatchObject({
      id: create.id,
      created: true,
      needsUser: false,
      values: { name: 'Acme' },
      intents: [{ id: create.id, state: 'queued' }],
      appliedAt: null,
    });
    const edit = intent('queued', { target: create.id, fields: { remark: 'x' } }, { realId: null });
    const both = rows([create, edit], {}, { ids: { [create.id]: '77' } });
    expect(both.map(({ id, values, intents }) => [id, values.remark, intents.length])).toEqual([
      ['77', 'x', 2],
    ]);
  });

  it('is made for the kinds of its resource, and not for what was discarded', () => {
    const lead = intent('queued', { kind: 'lead', fields: { name: 'x' } });
    const gone = intent('discarded', { fields: { name: 'x' } });
    expect(rows([lead, gone])).toEqual([]);
  });

  it.each([
    ['queued', false, false],
    ['sending', false, false],
    ['uncertain', false, false],
    ['uncertain', true, true],
    ['rejected', false, true],
    ['conflict', false, true],
  ] as const)('of an item that is %s (decision: %s) needs the user: %s', (state, needsUser, needs) => {
    const [row] = rows([
      intent(state, { target: '5', fields: { name: 'x' } }, { needsUser }),
      intent('queued', { target: '5', fields: { remark: 'y' } }),
    ]);
    expect(row).toMatchObject({ needsUser: needs, values: { name: 'x', remark: 'y' } });
  });

  it('shows the times of its items', () => {
    const [row] = rows([
      intent('queued', { target: '5', fields: { name: 'x' } }, { createdAt: 10, updatedAt: 90 }),
      intent('queued', { target: '5', fields: { name: 'y' } }, { createdAt: 20, updatedAt: 40 }),
    ]);
    expect(row).toMatchObject({ createdAt: 10, touchedAt: 90, values: { name: 'y' } });
  });
});

describe('a delivered edit', () => {
  const edit = (name: string, second: number, seq = second): Intent =>
    intent('applied', { target: '5', fields: { name } }, { seq, detail: { appliedAt: at(second) } });
  const cached = (name: string, second: number): Record<string, CachedRecord> => ({
    5: { company_id: '5', name, update_time: at(second) },
  });

  it('ends when the cache shows the edit, or is newer than the edit', () => {
    const shownInFull = new Set<string>();
    const shown = edit('Mine', 5);
    expect(rows([shown], cached('Old', 1))).toHaveLength(1);
    expect(rows([shown], cached('Mine', 1))).toEqual([]);
    expect(rows([shown], cached('Theirs', 9), { shownInFull })).toEqual([]);
    expect([...shownInFull]).toEqual([shown.id]);
  });

  it('ends with a later one that the cache shows, by the order of writing and not of saving', () => {
    // The one that was saved first was written last.
    const savedFirst = edit('Last', 8, 1);
    const savedLater = edit('First', 3, 2);
    expect(rows([savedFirst, savedLater], cached('Last', 8))).toEqual([]);
    const [row] = rows([savedFirst, savedLater], cached('First', 3));
    expect(row?.values).toEqual({ name: 'Last' });
    expect(row?.appliedAt).toBe(at(8));
  });

  it('of contacts ends when the details show them, or are newer', () => {
    const children = [{ ref: '51', fields: { name: 'Ann' } }];
    const mine = intent('applied', { target: '5', children }, { detail: { appliedAt: at(5) } });
    const record = (name: string, details: number): Record<string, CachedRecord> => ({
      5: {
        company_id: '5',
        update_time: at(1),
        customers: [{ customer_id: '51', name, post: 'buyer' }],
        [DETAILS_AS_OF]: at(details),
      },
    });
    const [row] = rows([mine], record('An', 1));
    expect(row?.sentValues.customers ?? row?.values.customers).toEqual([
      { customer_id: '51', name: 'Ann', post: 'buyer' },
    ]);
    expect(rows([mine], record('Ann', 1))).toEqual([]);
    expect(rows([mine], record('Anna', 9))).toEqual([]);
  });

  it('of contacts shows those of the last edit while the list lacks a field of an earlier one', () => {
    const contact = (remark: string): Command['children'] => [{ ref: '51', fields: { remark } }];
    const first = intent(
      'applied',
      { target: '5', fields: { address: 'Quay 1' }, children: contact('first') },
      { detail: { appliedAt: at(5) } },
    );
    const second = intent(
      'applied',
      { target: '5', children: contact('second') },
      { detail: { appliedAt: at(7) } },
    );
    const inCache: CachedRecord = {
      company_id: '5',
      update_time: at(5),
      address: 'Quay 0',
      customers: [{ customer_id: '51', remark: '' }],
      [DETAILS_AS_OF]: at(1),
    };
    const [row] = rows([first, second], { 5: inCache });
    expect({ ...row?.sentValues, ...row?.values }).toMatchObject({
      address: 'Quay 1',
      customers: [{ customer_id: '51', remark: 'second' }],
    });
  });

  it('of a new record ends when a copy that was complete ten minutes later does not have it', () => {
    const create = intent(
      'applied',
      { fields: { name: 'Acme' } },
      { realId: '77', detail: { appliedAt: '2026-09-21 10:00:00' } },
    );
    const ids = (completeAsOf: string | null) => rows([create], {}, { completeAsOf }).map(({ id }) => id);
    expect([ids(null), ids('2026-09-21 10:10:00'), ids('2026-09-21 10:10:01')]).toEqual([['77'], ['77'], []]);
    const waiting = intent('queued', { target: '77', fields: { remark: 'x' } });
    expect(rows([create, waiting], {}, { completeAsOf: '2026-09-21 11:00:00' })).toHaveLength(1);
  });

  it('shows the later value of the user, although the older edit was accepted last and nothing can be read', () => {
    const older = intent(
      'applied',
      { target: '77', fields: { address: 'older' } },
      { detail: { appliedAt: at(5) } },
    );
    const later = intent(
      'applied',
      { target: '77', fields: { address: 'later' } },
      { detail: { appliedAt: at(2) } },
    );
    // A list item without the field; the older edit was sent with the later value.
    const cached = { '77': { company_id: '77', name: 'Acme', update_time: at(5) } };
    const withoutOverruled = (all: readonly Intent[]): Intent[] =>
      all.map((one) => (one.id === older.id ? { ...one, command: { ...one.command, fields: {} } } : one));
    const [row] = rows([older, later], cached, { withoutOverruled });
    expect(row?.sentValues).toEqual({ address: 'later' });
    expect(row?.asSent.address).toMatchObject({ value: 'later' });
  });

  it('shows the number that the service gave', () => {
    const sent = intent(
      'applied',
      { kind: 'receipt', fields: { amount: '1' } },
      { realId: '8', detail: { appliedAt: at(5), number: 'R-8' } },
    );
    const [row] = projectOverlay('receipt', [sent], {
      resolve: () => null,
      cache: () => null,
      acceptedAt: () => 1,
    });
    expect(row?.values).toMatchObject({ amount: '1', cash_collection_invoice_no: 'R-8' });
  });
});

describe('contacts and lines over a record', () => {
  const none = (): null => null;
  it('are edited in place, removed, or added at the end', () => {
    const held = [
      { customer_id: '51', name: 'Ann', tel: '1' },
      { customer_id: '52', name: 'Bob' },
    ];
    expect(
      childrenOver(
        'company',
        held,
        [
          { ref: '51', fields: { tel: '2' } },
          { ref: '52', fields: {}, remove: true },
          { ref: '53', fields: {}, remove: true },
          { ref: 'local:new', fields: { name: 'Cy' } },
        ],
        { resolve: (ref) => (ref === 'local:new' ? '54' : null) },
      ),
    ).toEqual([
      { customer_id: '51', name: 'Ann', tel: '2' },
      { customer_id: '54', name: 'Cy' },
    ]);
  });
  it('of a lead are the same by e-mail, lines of a receipt by their document', () => {
    const people = [{ name: 'Ann', email: 'Ann@x.example' }];
    const ann = { ref: 'local:a', fields: { email: ' ann@X.example', tel: '1' } };
    expect(childrenOver('lead', people, [ann], { resolve: none })).toEqual([
      { name: 'Ann', email: ' ann@X.example', tel: '1' },
    ]);
    const nameless = { ref: 'local:b', fields: { name: 'Bob' } };
    expect(childrenOver('lead', [{ name: 'Cy' }], [nameless], { resolve: none })).toEqual([
      { name: 'Cy' },
      { customer_id: 'local:b', name: 'Bob' },
    ]);
    const lines = [{ refer_type: 2, refer_id: '3', cash_collection_amount: '1' }];
    const line = { ref: 'local:l', fields: { refer_type: 2, refer_id: '3', cash_collection_amount: '2' } };
    expect(childrenOver('receipt', lines, [line], { resolve: none })).toEqual([line.fields]);
    expect(
      childrenOver('receipt', lines, [{ ...line, fields: { ...line.fields, refer_type: 1 } }], {
        resolve: none,
      }),
    ).toHaveLength(2);
  });
  it('of an invoice get the amount of their new count and price; others keep the amount of the service', () => {
    const held = [
      { outbound_record_id: '11', outbound_count: '10', sale_price: '5', product_amount: '50' },
      { outbound_record_id: '12', outbound_count: '3', sale_price: '0.33333', product_amount: '1' },
      { outbound_record_id: '13', outbound_count: '1', sale_price: '2', product_amount: '2' },
    ];
    const lines = childrenOver(
      'outboundInvoice',
      held,
      [
        { ref: '11', fields: { outbound_count: '20' } },
        { ref: '12', fields: { outbound_count: '3.0', order_id: '7' } },
        { ref: '13', fields: { sale_price: '' } },
        { ref: 'local:n', fields: { outbound_count: '2', sale_price: '1.5' } },
        { ref: 'local:m', fields: { outbound_count: '2' } },
      ],
      { resolve: none },
    );
    expect(lines.map((line) => line.product_amount)).toEqual(['100', '1', undefined, '3', undefined]);
  });
  it('carry custom fields, and references by their real ids', () => {
    const [line] = childrenOver(
      'outboundInvoice',
      [],
      [{ ref: 'local:l', fields: { order_id: 'local:o' }, custom: { 31: 'red' } }],
      { resolve: (ref) => (ref === 'local:o' ? '9' : null) },
    );
    expect(line).toEqual({ outbound_record_id: 'local:l', order_id: '9', 31: 'red' });
    expect(columnsOf('company', { cus_tag: ['local:o', '4'], remark: undefined }, () => '9')).toMatchObject({
      tag: [
        { tag_id: '9', tag_name: '' },
        { tag_id: '4', tag_name: '' },
      ],
    });
  });
});
