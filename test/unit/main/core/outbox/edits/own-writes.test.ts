import { describe, expect, it } from 'vitest';
import { resolveRefs } from '#core/outbox/delivery/build-request';
import { foldBases } from '#core/outbox/edits/fold-edit';
import { emptyDetail, type Intent } from '#core/outbox/store/intent-record';
import { baseWithoutUndelivered, ownWrites } from '#core/outbox/edits/own-writes';
import type { Command, Snapshot } from '#shared/domain/intent';

const invoice = (children: Command['children'], target: string | null = '900'): Command => ({
  kind: 'outboundInvoice',
  schema: 1,
  target,
  fields: {},
  children,
});
const line = (ref: string, outbound_count: string): Command['children'][number] => ({
  ref,
  fields: { outbound_count, order_record_id: '7' },
});
const seen = (...children: Snapshot['children']): Snapshot => ({ fields: {}, children, readAt: null });
const intent = (
  id: string,
  state: Intent['state'],
  command: Command,
  base: Snapshot | null = null,
): Intent => ({
  seq: 1,
  id,
  kind: command.kind,
  state,
  version: 1,
  command,
  base,
  fingerprint: id,
  realId: '900',
  held: false,
  sendNow: false,
  needsUser: false,
  notBefore: 0,
  tries: 0,
  detail: emptyDetail(),
  createdAt: 0,
  updatedAt: 0,
});
const entry = { intentId: 'local:a', attempt: null, at: 0, serverAt: null };
const LOCALS: Readonly<Record<string, string>> = { 'local:line': '51' };
const store = (...others: Intent[]) => ({
  forRecord: () => others,
  realIdOf: (ref: string) => LOCALS[ref] ?? null,
  ledger: () => [],
  versionOf: () => null,
});

describe('[OB35] one contact or line under its local and its real id', () => {
  it('is sent once, with the later value', () => {
    const resolved = resolveRefs(
      invoice([line('local:line', '2'), line('51', '6'), line('52', '1')]),
      (ref) => LOCALS[ref] ?? null,
    );
    expect(resolved.ok && resolved.command.children).toEqual([line('51', '6'), line('52', '1')]);
  });
  it('removed under its real id is sent as a removal only', () => {
    const resolved = resolveRefs(
      invoice([line('local:line', '2'), { ref: '51', fields: {}, remove: true }]),
      (ref) => LOCALS[ref] ?? null,
    );
    expect(resolved.ok && resolved.command.children).toEqual([{ ref: '51', fields: {}, remove: true }]);
  });
  it('counts its last value as our own write, under either id', () => {
    const mine = intent('local:next', 'queued', invoice([line('51', '9')]));
    expect(
      ownWrites(
        store(intent('local:a', 'applied', invoice([line('local:line', '2'), line('51', '7')]))),
        mine,
      )('outbound_count', '51'),
    ).toEqual(['7']);
    expect(
      ownWrites(
        store(intent('local:a', 'applied', invoice([line('51', '7'), line('local:line', '3')]))),
        mine,
      )('outbound_count', '51'),
    ).toEqual(['3']);
    expect(
      ownWrites(store(intent('local:a', 'rejected', invoice([line('51', '7')]))), mine)(
        'outbound_count',
        '51',
      ),
    ).toEqual([]);
  });
  it('[OB22] a write without a verdict may have arrived, discarded or not', () => {
    const gone = intent('local:b', 'discarded', invoice([line('51', '9')]));
    const others = store(
      { ...gone, detail: { ...gone.detail, sentVersions: [1] } },
      intent('local:a', 'applied', invoice([line('51', '7')])),
    );
    expect(
      ownWrites(others, intent('local:next', 'queued', invoice([line('51', '5')])))('outbound_count', '51'),
    ).toEqual(['9', '7']);
  });
  it('[OB22] only the latest delivered value is our own: an older one that a colleague restored is theirs', () => {
    const others = store(
      intent('local:b', 'applied', invoice([line('51', '7')])),
      intent('local:a', 'applied', invoice([line('51', '5')])),
    );
    expect(
      ownWrites(others, intent('local:next', 'queued', invoice([line('51', '9')])))('outbound_count', '51'),
    ).toEqual(['7']);
  });
  it('[OB22] a value that a merge took from the record is not our own, though our edit sent it', () => {
    const sent = intent('local:a', 'applied', invoice([line('51', 'theirs')]));
    const others = {
      ...store(sent),
      ledger: () => [
        { ...entry, seq: 1, event: 'submitted', facts: { version: 1 } },
        { ...entry, seq: 2, event: 'sending', facts: { version: 2 } },
      ],
      versionOf: (_: string, version: number) => ({
        command: version === 1 ? invoice([line('51', '7')]) : sent.command,
        base: null,
        at: 0,
      }),
    };
    const own = ownWrites(others, intent('local:next', 'queued', invoice([line('51', '9')])));
    expect(own('outbound_count', '51')).toEqual([]);
    expect(own('order_record_id', '51')).toEqual(['7']);
  });
  it('[OB22] a value that a merge took from our own earlier write is our own', () => {
    const wrote = intent('local:b', 'applied', invoice([line('51', '8')]));
    const took = intent('local:a', 'applied', invoice([line('51', '8')]));
    const saved = invoice([line('51', '7')]);
    const others = (earlier: Intent) => ({
      ...store(took, earlier),
      ledger: (id: string) =>
        id === 'local:a'
          ? [
              { ...entry, seq: 1, event: 'submitted', facts: { version: 1 } },
              { ...entry, seq: 9, event: 'settled', facts: { version: 1 } },
            ]
          : [
              { ...entry, seq: 2, event: 'submitted', facts: { version: 1 } },
              { ...entry, seq: 3, event: 'sending', facts: { version: 1 } },
            ],
      versionOf: (id: string) => ({ command: id === 'local:a' ? saved : earlier.command, base: null, at: 0 }),
    });
    const mine = intent('local:next', 'queued', invoice([line('51', '9')]));
    expect(ownWrites(others(wrote), mine)('outbound_count', '51')).toEqual(['8']);
    // Ours was another value, so a colleague has written this one since.
    const other = intent('local:b', 'applied', invoice([line('51', '6')]));
    expect(ownWrites(others(other), mine)('outbound_count', '51')).toEqual([]);
  });
  it('a line value of an undelivered own edit returns to the base of that edit', () => {
    const never = intent(
      'local:a',
      'discarded',
      invoice([line('51', '7')]),
      seen({ ref: 'local:line', fields: { outbound_count: '2' } }),
    );
    const mine = intent(
      'local:next',
      'queued',
      invoice([line('51', '9')]),
      seen({ ref: 'local:line', fields: { outbound_count: '7' } }),
    );
    expect(baseWithoutUndelivered(store(never), mine)?.children).toEqual([
      { ref: '51', fields: { outbound_count: '2' } },
    ]);
  });
  it('a value that no undelivered own edit set stays as the user saw it', () => {
    const never = intent(
      'local:a',
      'discarded',
      invoice([line('51', '7')]),
      seen({ ref: '51', fields: { outbound_count: '2' } }),
    );
    const sight = seen({ ref: '51', fields: { outbound_count: '5', sale_price: '' } });
    const mine = intent('local:next', 'queued', invoice([line('51', '9')]), sight);
    expect(baseWithoutUndelivered(store(never), mine)?.children).toEqual(sight.children);
  });
  it('[OB22] a value of an own edit returns to what was known when it was seen, not to what a later merge read', () => {
    const before = seen({ ref: '51', fields: { outbound_count: '2' } });
    const read = seen({ ref: '51', fields: { outbound_count: 'theirs' } });
    const waiting = intent('local:a', 'queued', invoice([line('51', '7')]), read);
    const mine = intent(
      'local:next',
      'queued',
      invoice([line('51', '9')]),
      seen({ ref: '51', fields: { outbound_count: '7' } }),
    );
    const decision = (seq: number, event: string, version: number) => ({
      ...entry,
      seq,
      event,
      facts: { version },
    });
    const ledgers: Readonly<Record<string, ReturnType<typeof decision>[]>> = {
      'local:a': [decision(1, 'submitted', 1), decision(3, 'merge', 2)],
      'local:next': [decision(2, 'submitted', 1)],
    };
    const both = {
      ...store(waiting),
      ledger: (id: string) => ledgers[id] ?? [],
      versionOf: (_: string, version: number) => ({
        command: waiting.command,
        base: version === 1 ? before : read,
        at: 0,
      }),
    };
    expect(baseWithoutUndelivered(both, mine)?.children).toEqual(before.children);
  });
  it("the value of a waiting line in the second snapshot is the user's own, not the server's", () => {
    expect(
      foldBases(
        seen({ ref: '52', fields: { outbound_count: '1' } }),
        seen({ ref: '51', fields: { outbound_count: '7', sale_price: '3' } }),
        invoice([line('51', '7')]),
        invoice([line('51', '7')]),
      )?.children,
    ).toEqual([
      { ref: '52', fields: { outbound_count: '1' } },
      { ref: '51', fields: { sale_price: '3' } },
    ]);
  });
});

describe('[OB22] what a push carried besides what the user saved', () => {
  const edit = (fields: Command['fields']): Command => ({
    kind: 'company',
    schema: 1,
    target: '900',
    fields,
    children: [],
  });
  it('is not our own write, also in a field that the user never set', () => {
    const saved = edit({ remark: 'by sea' });
    // The user agreed to send the whole record, so the push carried a colleague's address.
    const whole = intent('local:a', 'applied', edit({ remark: 'by sea', address: 'theirs' }));
    const own = ownWrites(
      {
        ...store(whole),
        ledger: () => [{ ...entry, seq: 1, event: 'submitted', facts: { version: 1 } }],
        versionOf: () => ({ command: saved, base: null, at: 0 }),
      },
      intent('local:b', 'queued', edit({ address: 'mine' })),
    );
    expect([own('address'), own('remark')]).toEqual([[], ['by sea']]);
  });
});
