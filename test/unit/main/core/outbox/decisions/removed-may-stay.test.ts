/** What the user removes from an item may be in the CRM already, where no push removes it. */
import { expect, it } from 'vitest';
import { removedMayStay } from '#core/outbox/decisions/removed-may-stay';
import { emptyDetail, type Intent } from '#core/outbox/store/intent-record';
import type { Command, CommandChild, IntentKind, Snapshot } from '#shared/domain/intent';

const allocation = { ref: 'local:a', fields: { refer_id: '7', refer_type: 1, cash_collection_amount: '50' } };
const contact = { ref: 'local:a', fields: { email: 'ann@acme.example' } };

/** An edit that was sent with `sent` and got no answer; the user then removes everything. */
const mayStay = (kind: IntentKind, sent: CommandChild, before: Snapshot['children'] = []): boolean => {
  const command: Command = { kind, schema: 1, target: '9', fields: {}, children: [sent] };
  const base = { fields: {}, children: before, readAt: null };
  const store = {
    idsOf: () => [],
    realIdOf: () => null,
    versionOf: () => ({ command, base, at: 0 }),
  };
  const intent = { id: 'i', kind, detail: { ...emptyDetail(), sentVersions: [1] } };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part that is used
  return removedMayStay(store, intent as unknown as Intent, { ...command, children: [] });
};

it('a contact or an allocation that an attempt added may stay; a line of an invoice can be removed', () => {
  expect(mayStay('company', contact)).toBe(true);
  expect(mayStay('receipt', allocation)).toBe(true);
  expect(mayStay('outboundInvoice', { ref: 'local:a', fields: { outbound_count: '1' } })).toBe(false);
});

it('money: an allocation beside an equal one was added; the contact of a lead that was there before was not', () => {
  expect(mayStay('receipt', allocation, [{ ref: '', fields: allocation.fields }])).toBe(true);
  expect(mayStay('lead', contact, [{ ref: '', fields: contact.fields }])).toBe(false);
});
