/** Edits that change a contact which another edit adds, after `outbox.db` was lost and the journal restored them. */
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { crmBench, refusing } from '../../../../../support/outbox/fake-crm';
import { memoryJournal } from '../../../../../support/outbox/memory-journal';
import { accepted } from '../../../../../support/outbox/outbox-bench';

type Contacts = Record<string, object>;
const base = { fields: { name: 'Acme' }, children: [], readAt: '2026-01-01 09:00:00' };
const edit = (contacts: Contacts) => ({
  base,
  command: {
    kind: 'company',
    schema: 1,
    target: '7',
    fields: { pool_id: '0' },
    children: Object.entries(contacts).map(([name, fields]) => ({ ref: `local:${name}`, fields })),
  },
});

/** Both edits are delivered, and each contact is there once. */
const onceWith = (isMoved: boolean) => ({
  states: ['applied', 'applied'],
  people: [
    ['Ann', isMoved ? 'boss' : undefined],
    ['Bob', 'buyer'],
  ],
});

/** Two edits, of which the first changes the contact of the second. `moved`: the second adds that of the first too. */
const twoEdits = async (isMoved: boolean) => {
  const journal = memoryJournal();
  const bench = crmBench({ journal: () => journal.open(null) });
  const added: Record<string, unknown>[] = [];
  const put = (): void => {
    const customers = added.map((one) => ({ ...one }));
    bench.crm.put('company', { company_id: 7, name: 'Acme', pool_id: 0, customers });
  };
  put();
  bench.gateway.push = refusing('no');
  const submit = async (contacts: Contacts): Promise<string> => {
    const saved = bench.outbox.submit(edit(contacts));
    if (!saved.ok) throw new Error(saved.code);
    await bench.time.advance(10_000);
    return saved.id;
  };
  const first = await submit({ ann: { name: 'Ann' } });
  bench.outbox.pause(true);
  const second = await submit({ bob: { name: 'Bob' } });
  const { command } = edit({ ann: { name: 'Ann' }, bob: { post: 'buyer' } });
  expect(bench.outbox.edit(first, { command }).ok).toBe(true);
  if (isMoved) expect(await submit({ ann: { post: 'boss' } })).toBe(second);
  /** Starts with an empty `outbox.db`. */
  const lose = (): void => {
    bench.outbox.stop();
    bench.database = new Database(':memory:');
    bench.reopen();
  };
  /** Sends both to a CRM that takes them. */
  const send = async () => {
    bench.gateway.push = async (_path, body) => {
      const { customers } = JSON.parse(body) as { customers: Record<string, unknown>[] };
      for (const sent of customers) {
        const known = added.find((one) => one.customer_id === sent.customer_id);
        if (known) Object.assign(known, sent);
        else added.push({ customer_id: 51 + added.length, ...sent });
      }
      put();
      return accepted({ company_id: 7, customers: added });
    };
    for (const id of [first, second]) bench.outbox.hold(id, false);
    bench.outbox.pause(false);
    await bench.time.advance(600_000);
    return {
      states: [first, second].map((id) => bench.outbox.get(id)!.intent.state),
      people: added.map(({ name, post }) => [name, post]).toSorted(),
    };
  };
  return { bench, journal, second, lose, send };
};

it.each([false, true])(
  '[OB61] each contact is added once after outbox.db was lost (moved: %s)',
  async (isMoved) => {
    const { lose, send } = await twoEdits(isMoved);
    lose();
    expect(await send()).toEqual(onceWith(isMoved));
  },
);

it.each([false, true])('[OB61] so it is after the journal was rewritten (moved: %s)', async (isMoved) => {
  const { bench, journal, lose, send } = await twoEdits(isMoved);
  journal.bytes = null;
  bench.outbox.pause(true);
  lose();
  expect(await send()).toEqual(onceWith(isMoved));
});

it('[OB61] Undo gave a contact back before: it is still created once', async () => {
  const { bench, second, lose, send } = await twoEdits(true);
  bench.outbox.undo(second);
  expect(bench.outbox.get(second)!.intent.command.children).toHaveLength(1);
  bench.outbox.submit(edit({ ann: { post: 'boss' } }));
  bench.outbox.undo(second);
  lose();
  bench.outbox.submit(edit({ ann: { post: 'boss' } }));
  expect(await send()).toEqual(onceWith(true));
});

it.each([false, true])(
  '[OB32] so it is after the outbox was restored from a copy (moved: %s)',
  async (isMoved) => {
    const { bench, journal, lose, send } = await twoEdits(isMoved);
    const copy = JSON.stringify(bench.outbox.export());
    journal.bytes = null;
    lose();
    expect(bench.outbox.restore(copy)).toMatchObject({ ok: true, added: 2 });
    expect(await send()).toEqual(onceWith(isMoved));
  },
);
