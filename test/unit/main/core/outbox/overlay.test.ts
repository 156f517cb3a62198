/** What a delivered edit still shows over a cached record whose parts were read at different times. */
import { describe, expect, it } from 'vitest';
import { createOverlay, projectOverlay } from '#core/outbox/overlay/overlay';
import { emptyDetail, type Intent } from '#core/outbox/store/intent-record';
import { createOutboxStore } from '#core/outbox/store/outbox-store';
import { DETAILS_AS_OF, LIST_ITEM, type CachedRecord } from '#core/store/overlay/cached-record';
import { accepted, companyCommand, outboxBench } from '../../../../support/outbox/outbox-bench';

const delivered = (fields: Record<string, unknown>): Intent => ({
  id: 'local:1',
  seq: 1,
  kind: 'company',
  state: 'applied',
  version: 1,
  command: { kind: 'company', schema: 1, target: '20', fields, children: [] },
  base: null,
  fingerprint: '',
  realId: '20',
  held: false,
  sendNow: false,
  needsUser: false,
  notBefore: 0,
  tries: 0,
  createdAt: 0,
  updatedAt: 0,
  detail: { ...emptyDetail(), appliedAt: '2026-09-21 10:00:05' },
});
const cachedAt = (listAsOf: string, detailsAsOf: string): CachedRecord => {
  const item = { company_id: '20', name: 'Renamed by a colleague', update_time: listAsOf };
  return {
    address: 'Old road 1',
    remark: 'old',
    ...item,
    [DETAILS_AS_OF]: detailsAsOf,
    [LIST_ITEM]: item,
  };
};
const over = (intent: Intent, cached: CachedRecord) =>
  projectOverlay('company', [intent], {
    resolve: () => null,
    cache: () => cached,
    acceptedAt: () => 1,
  })[0]?.values;

/** The rows of two edits that were accepted in this order. */
const rowsOfTwo = (first: Intent, second: Intent, cached: CachedRecord) =>
  projectOverlay('company', [first, { ...second, id: 'local:2', seq: 2 }], {
    resolve: () => null,
    cache: () => cached,
    acceptedAt: (id) => (id === 'local:1' ? 1 : 2),
  });

describe('[OB34] a delivered edit', () => {
  const edit = delivered({ name: 'Mine', address: 'New road 2' });

  it('[OB63] of which only an earlier version is known does not lie over the copy', () => {
    const cached = cachedAt('2026-09-21 10:00:05', '2026-09-21 10:00:05');
    expect(over(edit, cached)).toMatchObject({ name: 'Mine', address: 'New road 2' });
    const detail = { ...edit.detail, notes: ['restored', 'older-content'] };
    expect(over({ ...edit, detail }, cached)).toBeUndefined();
    // The copy has no such field.
    const { address: _, ...listed } = cached;
    expect(over({ ...edit, detail }, listed)).toBeUndefined();
  });

  it('stays where only the details show it and they are older, though the list item is newer', () => {
    expect(over(edit, cachedAt('2026-09-21 10:00:09', '2026-09-21 09:00:00'))).toEqual({
      address: 'New road 2',
    });
  });
  it('gives way to what a colleague wrote after it, as soon as the details are newer too', () => {
    expect(over(edit, cachedAt('2026-09-21 10:00:09', '2026-09-21 10:00:09'))).toBeUndefined();
  });
  it('stays after an earlier one of the same second that the cache shows', () => {
    const earlier = delivered({ address: 'Wharf 3' });
    const later = delivered({ address: 'New road 2' });
    const cached = { ...cachedAt('2026-09-21 10:00:05', '2026-09-21 10:00:05'), address: 'Wharf 3' };
    const [row] = rowsOfTwo(earlier, later, cached);
    expect(row?.values).toEqual({ address: 'New road 2' });
  });
  it('stays although the old copy equals a later edit of another field or of a contact', () => {
    const cached = cachedAt('2026-09-20 10:00:00', '2026-09-20 10:00:00');
    const contact = { ref: '9', fields: { remark: 'buys lamps' } };
    const untouched = delivered({ remark: 'old' });
    const ofContact = { ...untouched, command: { ...untouched.command, fields: {}, children: [contact] } };
    for (const other of [untouched, ofContact]) {
      const [row] = rowsOfTwo(delivered({ address: 'New road 2' }), other, cached);
      expect(row?.values.address).toBe('New road 2');
    }
  });
  it('stays over a copy of an earlier one that has a later time, because the clock of the service was set back', () => {
    const detail = { ...emptyDetail(), appliedAt: '2026-09-21 08:30:00' };
    const later = { ...delivered({ address: 'New road 2' }), detail };
    const cached = { ...cachedAt('2026-09-21 10:00:05', '2026-09-21 10:00:05'), address: 'Wharf 3' };
    const [row] = rowsOfTwo(delivered({ address: 'Wharf 3' }), later, cached);
    expect(row?.values).toEqual({ address: 'New road 2' });
  });
  it('of a contact is the last one, also where the copy has it and an earlier one of the same second', () => {
    const contact = (remark: string): Intent => {
      const edit = delivered({});
      return { ...edit, command: { ...edit.command, children: [{ ref: '9', fields: { remark } }] } };
    };
    const cached = {
      ...cachedAt('2026-09-21 10:00:05', '2026-09-21 10:00:05'),
      customers: [{ customer_id: '9', remark: 'two' }],
    };
    const [row] = rowsOfTwo(contact('one'), contact('two'), cached);
    const { customers } = { ...row?.values, ...row?.sentValues };
    expect(customers ?? cached.customers).toMatchObject([{ remark: 'two' }]);
  });
  it('shows only its other fields where the copy has a later edit of the same field', () => {
    const later = delivered({ address: 'New road 2' });
    const cached = { ...cachedAt('2026-09-20 10:00:00', '2026-09-20 10:00:00'), address: 'New road 2' };
    const [row] = rowsOfTwo(delivered({ address: 'Wharf 3', remark: 'new' }), later, cached);
    expect(row?.values).toEqual({ remark: 'new' });
  });
  it('is the last one by the order of the answers, although the clock of the service was set back between', () => {
    const earlier = delivered({ address: 'Wharf 3' });
    const detail = { ...emptyDetail(), appliedAt: '2026-09-21 08:30:00' };
    const later = { ...delivered({ address: 'New road 2' }), detail };
    const cached = { ...cachedAt('2026-09-21 08:30:00', '2026-09-21 08:30:00'), address: 'New road 2' };
    const rows = rowsOfTwo(earlier, later, cached);
    // The cache shows the later one, so it contains both.
    expect(rows).toEqual([]);
  });
  it('lies over the whole record while the list item is older', () => {
    expect(over(edit, cachedAt('2026-09-21 09:00:00', '2026-09-21 09:00:00'))).toEqual({
      name: 'Mine',
      address: 'New road 2',
    });
  });
});

it('[OB34] a check after the delivery of a record does not bring back what a later edit has changed', async () => {
  const one = outboxBench({ gateway: { push: async () => accepted({ company_id: 20, customers: [] }) } });
  const made = one.submit(companyCommand('First'));
  await one.time.advance(60_000);
  expect(one.outbox.get(made)?.intent.state).toBe('applied');
  const { realId } = one.outbox.get(made)!.intent;
  const edit = one.submit(companyCommand('Second', realId));
  await one.time.advance(20 * 60_000);
  const store = createOutboxStore(one.database, one.time);
  const appliedAt = store.get(edit)!.detail.appliedAt;
  expect(store.get(edit)?.state).toBe('applied');
  store.record(made, { event: 'checked' });
  const cached = { company_id: realId, name: 'Second', update_time: store.get(made)!.detail.appliedAt };
  expect(appliedAt).not.toBeNull();
  const rows = createOverlay(store)('company', () => cached);
  expect(rows.map(({ values }) => values.name)).not.toContain('First');
});
