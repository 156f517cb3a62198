import { describe, expect, it } from 'vitest';
import { emptyDetail, type Intent, type LedgerEntry } from '#core/outbox/store/intent-record';
import { applyLaterEdits, withoutOverruled } from '#core/outbox/edits/later-edits';
import type { Command, Snapshot } from '#shared/domain/intent';

interface Told {
  seq: number;
  event: string;
  command: Command;
  base?: Snapshot;
  facts?: Record<string, unknown>;
}
const company = (fields: Command['fields'], children: Command['children'] = []): Command => ({
  kind: 'company',
  schema: 1,
  target: '900',
  fields,
  children,
});
const seen = (fields: Snapshot['fields'], children: Snapshot['children'] = []): Snapshot => ({
  fields,
  children,
  readAt: null,
});

/** Intents as their histories make them; each told version is the next one. */
const world = (...histories: { id: string; state: Intent['state']; told: Told[] }[]) => {
  const intents = histories.map(({ id, state, told }): Intent => {
    const last = told.at(-1) as Told;
    return {
      seq: 1,
      id,
      kind: 'company',
      state,
      version: told.length,
      command: last.command,
      base: last.base ?? null,
      fingerprint: id,
      realId: '900',
      held: false,
      sendNow: false,
      needsUser: false,
      notBefore: 0,
      tries: 0,
      detail: emptyDetail(),
      // The clock was set back after the first of them: times of day say nothing of their order.
      createdAt: 10,
      updatedAt: 1,
    };
  });
  const told = new Map(histories.map((one) => [one.id, one.told]));
  const store = {
    forRecord: () => intents,
    realIdOf: (ref: string) => (ref === 'local:c' ? '51' : null),
    settledAt: (id: string) => told.get(id)?.at(-1)?.seq ?? 0,
    ledger: (id?: string) =>
      (told.get(id ?? '') ?? []).map(({ seq, event, facts }, at): LedgerEntry => ({
        seq,
        intentId: id ?? '',
        attempt: null,
        event,
        at: 0,
        serverAt: null,
        facts: { version: at + 1, ...facts },
      })),
    versionOf: (id: string, version: number) => {
      const one = told.get(id)?.[version - 1];
      return one ? { command: one.command, base: one.base ?? null, at: 0 } : null;
    },
  };
  return { store, intent: intents[0] as Intent };
};
const goes = ({ store, intent }: ReturnType<typeof world>) => applyLaterEdits(store, intent, intent.command);

describe('[OB43] the latest change counts field by field', () => {
  it('an old edit that is settled late keeps its new decisions and takes over the values that a later edit delivered', () => {
    const old = company({ remark: 'old', tel: '1' });
    const result = goes(
      world(
        {
          id: 'a',
          state: 'queued',
          told: [
            { seq: 1, event: 'submitted', command: old },
            {
              seq: 9,
              event: 'merge',
              command: company({ remark: 'old', tel: '2' }),
              base: seen({ remark: 'theirs', tel: '8' }),
            },
          ],
        },
        {
          id: 'b',
          state: 'applied',
          told: [{ seq: 5, event: 'submitted', command: company({ remark: 'new', tel: '5' }) }],
        },
      ),
    );
    expect(result.command.fields).toEqual({ remark: 'new', tel: '2' });
    expect(result.base?.fields).toEqual({ remark: 'new', tel: '8' });
  });
  it('of two later edits that were delivered the last one counts, in whatever order they are listed', () => {
    const of = (id: string, state: Intent['state'], seq: number) => ({
      id,
      state,
      told: [{ seq, event: 'submitted', command: company({ remark: id }) }],
    });
    const [first, second, third] = [of('a', 'queued', 1), of('b', 'applied', 5), of('c', 'applied', 9)];
    for (const later of [
      [second, third],
      [third, second],
    ])
      expect(goes(world(first, ...later)).command.fields).toEqual({ remark: 'c' });
  });
  const chosen = (remark: string) => {
    const old = company({ remark: 'old', tel: '1' });
    const conflict = { field: 'remark', base: 'before', mine: 'old', theirs: 'theirs' };
    const verdict = { state: 'conflict', reason: null, conflicts: [conflict] };
    return world(
      {
        id: 'a',
        state: 'queued',
        told: [
          { seq: 1, event: 'submitted', command: old },
          { seq: 9, event: 'merge', command: company({ remark, tel: '1' }), facts: { verdict } },
        ],
      },
      {
        id: 'b',
        state: 'applied',
        told: [{ seq: 5, event: 'submitted', command: company({ remark: 'new', tel: '5' }) }],
      },
    );
  };
  it.each(['old', 'theirs', 'before'])(
    'a value that a conflict offered does not undo what a later edit entered: %s',
    (remark) => {
      expect(goes(chosen(remark)).command.fields).toEqual({ remark: 'new', tel: '5' });
    },
  );
  it('another value that was entered in a conflict is the latest', () => {
    expect(goes(chosen('third')).command.fields).toEqual({ remark: 'third', tel: '5' });
  });
  it('Undo to a version that Satchel made returns to the user’s change before that', () => {
    const old = company({ remark: 'old' });
    const result = goes(
      world(
        {
          id: 'a',
          state: 'queued',
          told: [
            { seq: 1, event: 'submitted', command: old },
            { seq: 2, event: 'sending', command: company({ remark: 'old', tel: 'theirs' }) },
            { seq: 7, event: 'edit', command: company({ remark: 'typo' }) },
            {
              seq: 9,
              event: 'edit',
              command: company({ remark: 'old', tel: 'theirs' }),
              facts: { undoneTo: 2 },
            },
          ],
        },
        {
          id: 'b',
          state: 'applied',
          told: [{ seq: 5, event: 'submitted', command: company({ remark: 'new', tel: 'mine' }) }],
        },
      ),
    );
    expect(result.command.fields).toEqual({ remark: 'new', tel: 'mine' });
  });
  it('Undo returns to the change before it, and is no change itself', () => {
    const result = goes(
      world(
        {
          id: 'a',
          state: 'queued',
          told: [
            { seq: 1, event: 'submitted', command: company({ remark: 'first' }) },
            { seq: 7, event: 'edit', command: company({ remark: 'typo' }) },
            { seq: 9, event: 'edit', command: company({ remark: 'first' }), facts: { undoneTo: 1 } },
          ],
        },
        {
          id: 'b',
          state: 'applied',
          told: [{ seq: 5, event: 'submitted', command: company({ remark: 'new' }) }],
        },
      ),
    );
    expect(result.command.fields).toEqual({ remark: 'new' });
  });
  it('an edit that came back from the journal counts from there on', () => {
    const result = goes(
      world(
        {
          id: 'a',
          state: 'queued',
          told: [{ seq: 1, event: 'submitted', command: company({ remark: 'old' }) }],
        },
        {
          id: 'b',
          state: 'applied',
          told: [
            { seq: 5, event: 'restored', command: company({ remark: 'new' }), facts: { journal: true } },
          ],
        },
      ),
    );
    expect(result.command.fields).toEqual({ remark: 'new' });
  });
  /** What a waiting edit sends after a later edit was delivered whose value is that of its base. */
  const afterSameValue = (waiting: Command, later: Command, base: Told['base']): Command =>
    goes(
      world(
        { id: 'a', state: 'queued', told: [{ seq: 1, event: 'submitted', command: waiting }] },
        { id: 'b', state: 'applied', told: [{ seq: 5, event: 'submitted', command: later, base: base! }] },
      ),
    ).command;
  it('a field that every edit carries does not count as a change if it is untouched', () => {
    const later = company({ pool_id: '0' });
    const { fields } = afterSameValue(company({ pool_id: '1' }), later, seen({ pool_id: '0' }));
    expect(fields).toEqual({ pool_id: '1' });
  });
  it('a field that is set back while an own edit of it waits counts as a change', () => {
    const later = company({ remark: 'as it was' });
    const { fields } = afterSameValue(company({ remark: 'mine' }), later, seen({ remark: 'as it was' }));
    expect(fields).toEqual({ remark: 'as it was' });
  });
  it('a field of a contact that is set back counts, whichever other contacts there are', () => {
    const contact = (ref: string, tel: string) => ({ ref, fields: { tel } });
    const { children } = afterSameValue(
      company({}, [contact('52', 'mine')]),
      company({}, [contact('52', 'as it was')]),
      seen({}, [contact('local:c', 'other'), contact('52', 'as it was')]),
    );
    expect(children).toEqual([contact('52', 'as it was')]);
  });
  it('credits a value to the edit that delivered it, not to the undelivered edit that put it on the screen', () => {
    const result = goes(
      world(
        {
          id: 'a',
          state: 'queued',
          told: [
            { seq: 1, event: 'submitted', command: company({ remark: 'first' }), base: seen({ remark: '' }) },
          ],
        },
        {
          id: 'b',
          state: 'discarded',
          told: [
            {
              seq: 3,
              event: 'submitted',
              command: company({ remark: 'second' }),
              base: seen({ remark: 'first' }),
            },
          ],
        },
        {
          id: 'c',
          state: 'applied',
          told: [
            {
              seq: 5,
              event: 'submitted',
              command: company({ remark: 'second' }),
              base: seen({ remark: 'second' }),
            },
          ],
        },
      ),
    );
    expect(result.command.fields).toEqual({ remark: 'second' });
  });
  it.each(['queued', 'rejected', 'conflict'] as const)('an intent in state %s delivers no value', (state) => {
    const held = world(
      {
        id: 'a',
        state: 'queued',
        told: [{ seq: 1, event: 'submitted', command: company({ remark: 'mine' }) }],
      },
      { id: 'b', state, told: [{ seq: 5, event: 'submitted', command: company({ remark: 'not there' }) }] },
    );
    expect(goes(held).command).toBe(held.intent.command);
  });
  it('also holds for contacts under their local and their real id', () => {
    const result = goes(
      world(
        {
          id: 'a',
          state: 'queued',
          told: [
            {
              seq: 1,
              event: 'submitted',
              command: company({}, [{ ref: '51', fields: { tel: '1', name: 'A' } }]),
              base: seen({}, [{ ref: '51', fields: { tel: '0', name: '' } }]),
            },
          ],
        },
        {
          id: 'b',
          state: 'applied',
          told: [
            { seq: 5, event: 'submitted', command: company({}, [{ ref: 'local:c', fields: { tel: '7' } }]) },
          ],
        },
      ),
    );
    expect(result.command.children).toEqual([{ ref: '51', fields: { tel: '7', name: 'A' } }]);
    expect(result.base?.children).toEqual([{ ref: '51', fields: { tel: '7', name: '' } }]);
  });
});

describe('[OB36] edits that are laid over each other end with the latest values', () => {
  const histories = (child: string, laterAt = 5) =>
    [
      {
        id: 'a',
        state: 'queued',
        told: [
          { seq: 1, event: 'submitted', command: company({ remark: 'old', tel: '1' }) },
          {
            seq: 9,
            event: 'edit',
            command: company({ remark: 'old', tel: '2' }, [{ ref: child, fields: { name: 'last' } }]),
          },
        ],
      },
      {
        id: 'b',
        state: 'sending',
        told: [
          {
            seq: laterAt,
            event: 'submitted',
            command: company({ remark: 'new', tel: '5' }, [{ ref: '51', fields: { name: 'x', post: 'p' } }]),
          },
        ],
      },
    ] satisfies Parameters<typeof world>;

  it('a refused edit that was corrected while a later one is being sent shows its new values', () => {
    const { store } = world(...histories('local:c'));
    const [first, second] = withoutOverruled(store, store.forRecord());
    expect(first).toBe(store.forRecord()[0]);
    expect(second?.command.fields).toEqual({ remark: 'new' });
    expect(second?.command.children).toEqual([{ ref: '51', fields: { post: 'p' } }]);
  });
  it('a refused edit does not hide what a later edit has delivered', () => {
    const { store } = world(
      {
        id: 'a',
        state: 'rejected',
        told: [{ seq: 1, event: 'submitted', command: company({ remark: 'old', tel: '1' }) }],
      },
      {
        id: 'b',
        state: 'applied',
        told: [{ seq: 5, event: 'submitted', command: company({ remark: 'new' }) }],
      },
    );
    const [first, second] = withoutOverruled(store, store.forRecord());
    expect(first?.command.fields).toEqual({ tel: '1' });
    expect(second).toBe(store.forRecord()[1]);
  });
  it('nothing is left out if the later edit was made after the correction', () => {
    const { store } = world(...histories('51', 12));
    expect(withoutOverruled(store, store.forRecord())).toEqual(store.forRecord());
  });
});
