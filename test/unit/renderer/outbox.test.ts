import { describe, expect, it } from 'vitest';
import type { IntentView } from '#shared/contract/outbox-item';
import { INTENT_KINDS, type Command, type Snapshot } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { kindOf } from '#shared/domain/push-fields/push-field';
import { changesOf, isEmptyValue, sameValue } from '../../../src/renderer/features/outbox/changes';
import { wordingOf } from '../../../src/renderer/features/outbox/history-words';
import {
  actionsOf,
  effectOf,
  explanationOf,
  groupOf,
  mainActionOf,
  serviceWordsOf,
  stateOf,
  waitOf,
} from '../../../src/renderer/features/outbox/item-state';
import {
  canPick,
  conflictKey,
  invalidFields,
  refusedTyped,
  mergedCommand,
  toCommandValue,
  typeOf,
  withoutConflicts,
} from '../../../src/renderer/features/outbox/merge';
import { labelKey, pushColumn } from '../../../src/renderer/features/outbox/sent-fields';
import { en, zhCn } from '../../support/catalogues';
import { itemView } from '../../support/outbox/item-view';
import type { Choice } from '../../../src/renderer/features/outbox/merge';
import { indentJson } from '../../../src/renderer/format/indent-json';

const edit = (fields: Record<string, unknown>, children: Command['children'] = []): Command => ({
  kind: 'company',
  schema: 1,
  target: '7',
  fields,
  children,
});
const base = (fields: Record<string, unknown>, children: Snapshot['children'] = []): Snapshot => ({
  fields,
  children,
  readAt: null,
});
const item = (given: Partial<IntentView> = {}): IntentView =>
  itemView({
    id: 'local:a',
    title: 'Acme',
    command: edit({ pool_id: '0', name: 'Acme' }),
    realId: '7',
    replaySafe: true,
    subject: 'Acme',
    ...given,
  });

describe('the readable diff', () => {
  it('lists only differences from the base', () => {
    const changes = changesOf(
      edit({ name: 'New', pool_id: '0', star: 4, cus_tag: ['2', '1'], next_follow_up_time: '' }),
      base({
        name: 'Old',
        pool_id: 0,
        star: '4',
        cus_tag: ['1', '2'],
        next_follow_up_time: '1970-01-01 08:00:00',
      }),
    );
    expect(changes.fields).toEqual([{ key: 'name', before: 'Old', after: 'New', seen: true }]);
  });

  it('lists the change of a text, such as 2026.10 to 2026.1, although both are the same number', () => {
    const { fields, children } = changesOf(
      edit({ short_name: '2026.1' }, [{ ref: '1', fields: { post: '1.10' } }]),
      base({ short_name: '2026.10' }, [{ ref: '1', fields: { post: '1.1' } }]),
    );
    expect(fields).toEqual([{ key: 'short_name', before: '2026.10', after: '2026.1', seen: true }]);
    expect(children.flatMap((child) => child.fields.map(({ key }) => key))).toEqual(['post']);
    const order: Command = { ...edit({ amount: '1.10' }), kind: 'receipt' };
    expect(changesOf(order, base({ amount: '1.1000' })).fields).toEqual([]);
  });

  it('lists a text that begins like an empty date', () => {
    const remark = '1970-01-01 founded in Kiel';
    expect(isEmptyValue(remark)).toBe(false);
    const isNew = { ...edit({ name: 'A', remark }), target: null };
    expect(changesOf(isNew, null).fields.map(({ key }) => key)).toEqual(['name', 'remark']);
    expect(changesOf(edit({ remark }), base({ remark: '' })).fields).toHaveLength(1);
    expect(changesOf(edit({ short_name: '' }), base({ short_name: '1970-01-01' })).fields).toHaveLength(1);
    for (const empty of ['1970-01-01', '1970-01-01 08:00:00', '1969-12-31 19:00:00', '0000-00-00 00:00:00'])
      expect(sameValue(empty, '')).toBe(true);
  });

  it('says if the value before is unknown, and lists the values of a new record', () => {
    expect(changesOf(edit({ remark: 'x' }), null).fields).toEqual([
      { key: 'remark', before: undefined, after: 'x', seen: false },
    ]);
    expect(
      changesOf({ ...edit({ name: 'A', remark: '', origin_list: [] }), target: null }, null).fields.map(
        ({ key }) => key,
      ),
    ).toEqual(['name']);
  });

  it('distinguishes added, changed and removed contacts, and leaves out unchanged ones', () => {
    const { children } = changesOf(
      edit({}, [
        { ref: 'local:n', fields: { name: 'New' } },
        { ref: '1', fields: { tel: '2' } },
        { ref: '2', fields: {}, remove: true },
        { ref: '3', fields: { tel: '9' } },
      ]),
      base({}, [
        { ref: '1', fields: { name: 'Ann', tel: '1' } },
        { ref: '2', fields: { name: 'Bo' } },
        { ref: '3', fields: { tel: '9' } },
      ]),
    );
    expect(children.map(({ ref, what, known }) => [ref, what, known.name])).toEqual([
      ['local:n', 'added', 'New'],
      ['1', 'changed', 'Ann'],
      ['2', 'removed', 'Bo'],
    ]);
  });

  it('compares decimals by value, ids by digits, and all forms of an empty date', () => {
    expect(sameValue('977.0000', 977)).toBe(true);
    expect(sameValue('12345678901234567890', 12345678901234567890n)).toBe(true);
    expect(sameValue('100', '10')).toBe(false);
    expect(sameValue('1.50', '1.5')).toBe(true);
    expect(isEmptyValue('0000-00-00')).toBe(true);
    expect(isEmptyValue(0)).toBe(false);
  });
});

describe('resolving a conflict', () => {
  const conflicted = item({
    state: 'conflict',
    command: edit({ pool_id: '0', name: 'Mine', remark: 'only mine' }, [{ ref: '5', fields: { tel: '1' } }]),
    base: base({ name: 'Before' }, [{ ref: '5', fields: { name: 'Ann', tel: '0' } }]),
    conflicts: [
      { field: 'name', base: 'Before', mine: 'Mine', theirs: 'Theirs' },
      { child: '5', field: 'tel', base: '0', mine: '1', theirs: '2' },
    ],
  });
  const never = (): string => {
    throw new Error('no new reference is needed');
  };

  it('waits for every choice', () => {
    expect(mergedCommand(conflicted, { '/name': { pick: 'mine' } }, never)).toBeNull();
  });

  it('sends the choices, based on the values of the service', () => {
    const merged = mergedCommand(
      conflicted,
      { '/name': { pick: 'theirs' }, '5/tel': { pick: 'typed', value: '3' } },
      never,
    );
    expect(merged?.command).toMatchObject({
      fields: { name: 'Theirs', remark: 'only mine', pool_id: '0' },
      children: [{ ref: '5', fields: { tel: '3' } }],
    });
    expect(merged?.base).toMatchObject({
      fields: { name: 'Theirs' },
      children: [{ ref: '5', fields: { name: 'Ann', tel: '2' } }],
    });
  });

  it('reads what is typed as the forms do, and names a number that is none', () => {
    const of = (kind: Command['kind'], field: string, value: unknown) => {
      const conflict = { field, base: '1', mine: '2', theirs: '3' };
      const command: Command = { ...edit({ [field]: '2' }), kind };
      const merged = mergedCommand(
        item({ kind, command, base: base({ [field]: '1' }), conflicts: [conflict] }),
        { [conflictKey(conflict)]: { pick: 'typed', value } },
        never,
      );
      return [merged?.command.fields[field], merged && invalidFields(merged.command)];
    };
    expect(of('receipt', 'amount', '1,234.50')).toEqual(['1234.50', []]);
    expect(of('receipt', 'amount', '１２３。5')).toEqual(['123.5', []]);
    expect(of('receipt', 'amount', '12,5')).toEqual(['12,5', ['amount']]);
    expect(of('company', 'star', ' 4 ')).toEqual([4, []]);
    expect(of('company', 'star', 'four')).toEqual(['four', ['star']]);
    expect(of('company', 'homepage', ' a.example\u200b')).toEqual(['a.example', []]);
  });

  it('names a typed value that a form would refuse, and no value of the CRM', () => {
    const of = (kind: Command['kind'], field: string, choice: Choice, theirs: unknown = '0') => {
      const conflict = { field, base: '6', mine: '7', theirs };
      const command: Command = { ...edit({ amount: '1', pool_id: '0', [field]: '7' }), kind };
      const choices = { [conflictKey(conflict)]: choice };
      const given = { kind, command, base: base({ [field]: '6' }), conflicts: [conflict] };
      const merged = mergedCommand(item(given), choices, never);
      return merged && refusedTyped(merged.command, given.conflicts, choices);
    };
    expect(of('receipt', 'exchange_rate', { pick: 'typed', value: '0' })).toEqual(['exchange_rate']);
    expect(of('receipt', 'exchange_rate', { pick: 'typed', value: '7.1' })).toEqual([]);
    expect(of('receipt', 'exchange_rate', { pick: 'theirs' })).toEqual([]);
    expect(of('company', 'star', { pick: 'typed', value: '9' })).toEqual(['star']);
    expect(of('company', 'name', { pick: 'typed', value: '' })).toEqual(['name']);
    expect(of('company', 'name', { pick: 'theirs' }, '')).toEqual([]);
    const inContact = { child: '5', field: 'email', base: 'a@b.example', mine: 'c@b.example', theirs: '' };
    const command = edit({ pool_id: '0' }, [
      { ref: '4', fields: { email: 'none' } },
      { ref: '5', fields: { email: 'c@b.example' } },
    ]);
    const choices: Record<string, Choice> = { '5/email': { pick: 'typed', value: 'c.example' } };
    const merged = mergedCommand(item({ command, base: base({}), conflicts: [inContact] }), choices, never);
    expect(merged && refusedTyped(merged.command, [inContact], choices)).toEqual(['email']);
  });

  it('can take over that the CRM has no team pool, although each push must name one', () => {
    const conflict = { field: 'pool_id', base: '3', mine: '4', theirs: '' };
    const choices: Record<string, Choice> = { '/pool_id': { pick: 'theirs' } };
    const given = { command: edit({ pool_id: '4' }), base: base({ pool_id: '3' }), conflicts: [conflict] };
    const merged = mergedCommand(item(given), choices, never);
    expect(merged?.command.fields).toEqual({ pool_id: '0' });
    expect(merged && invalidFields(merged.command)).toEqual([]);
    // A field that a push may leave out is left out.
    const group = { field: 'group_id', base: '3', mine: '4', theirs: '' };
    const ofGroup = { command: edit({ pool_id: '0', group_id: '4' }), base: base({}), conflicts: [group] };
    expect(mergedCommand(item(ofGroup), { '/group_id': { pick: 'theirs' } }, never)?.command.fields).toEqual({
      pool_id: '0',
    });
  });

  describe('with the value before as the choice', () => {
    const chosen = (kind: Command['kind'], field: string, before: unknown) => {
      const conflict = { field, base: before, mine: '2', theirs: '3' };
      const command: Command = { ...edit({ [field]: '2' }), kind };
      const given = { kind, command, base: base({ [field]: before }), conflicts: [conflict] };
      const merged = mergedCommand(item(given), { [conflictKey(conflict)]: { pick: 'base' } }, never);
      return [canPick(conflict, 'base', typeOf(kind, conflict)), merged?.command.fields];
    };

    it('empties a field that was empty', () => {
      expect(chosen('receipt', 'capital_account_id', '')).toEqual([true, { capital_account_id: '0' }]);
      expect(chosen('company', 'remark', '')).toEqual([true, { remark: '' }]);
      expect(chosen('company', 'next_follow_up_time', '1970-01-01 08:00:00')).toEqual([
        true,
        { next_follow_up_time: '' },
      ]);
    });

    it('is not possible for a number that was empty, because no push empties it', () => {
      expect(chosen('opportunity', 'amount', '')[0]).toBe(false);
      expect(chosen('company', 'star', '')[0]).toBe(false);
      expect(chosen('company', 'star', null)[0]).toBe(false);
      expect(chosen('company', 'star', '4')).toEqual([true, { star: 4 }]);
    });
  });

  it('takes a time of the service that has no seconds or is a day', () => {
    expect(toCommandValue('dateTime', '2026-11-21')).toBe('2026-11-21 00:00:00');
    expect(toCommandValue('dateTime', '2026-11-21 09:30')).toBe('2026-11-21 09:30:00');
    expect(toCommandValue('dateTime', '2026-11-21 09:30:15')).toBe('2026-11-21 09:30:15');
  });

  it('adds a removed contact again with all known values, or leaves it removed', () => {
    const whole = { child: '5', field: '*', base: 'present', mine: 'edited', theirs: 'removed' };
    const gone = { ...conflicted, conflicts: [whole] };
    const key = conflictKey(whole);
    expect(mergedCommand(gone, { [key]: { pick: 'mine' } }, () => 'local:again')?.command.children).toEqual([
      { ref: 'local:again', fields: { name: 'Ann', tel: '1' } },
    ]);
    expect(mergedCommand(gone, { [key]: { pick: 'theirs' } }, never)?.command.children).toEqual([]);
  });

  it('removes a contact that others edited only if the user chooses it', () => {
    const removing = {
      ...conflicted,
      command: edit({ pool_id: '0' }, [{ ref: '5', fields: {}, remove: true }]),
      conflicts: [{ child: '5', field: '*', base: 'present', mine: 'removed', theirs: 'edited' }],
    };
    const merged = mergedCommand(removing, { '5/*': { pick: 'mine' } }, never);
    expect([merged?.command.children, merged?.base.children]).toEqual([
      [{ ref: '5', fields: {}, remove: true }],
      [],
    ]);
    expect(mergedCommand(removing, { '5/*': { pick: 'theirs' } }, never)?.command.children).toEqual([]);
  });

  it('sends values without a difference in any case', () => {
    expect(withoutConflicts(conflicted)).toMatchObject({
      fields: { remark: 'only mine', pool_id: '0' },
      children: [{ ref: '5', fields: {} }],
    });
    expect(withoutConflicts(conflicted).fields).not.toHaveProperty('name');
    const whole = { child: '5', field: '*', base: 'present', mine: 'edited', theirs: 'removed' };
    expect(withoutConflicts({ ...conflicted, conflicts: [whole] }).children).toEqual([]);
  });

  it('converts types of the service for a command, and names values that cannot be sent', () => {
    expect(toCommandValue('int', '3')).toBe(3);
    expect(['2', '07', '生产商'].map((code) => toCommandValue('code', code))).toEqual([2, '07', '生产商']);
    expect(toCommandValue('id', 512)).toBe('512');
    expect(toCommandValue('decimal', 12.5)).toBe('12.5');
    expect(toCommandValue('date', '2026-11-21 00:00:00')).toBe('2026-11-21');
    expect(toCommandValue('dateTime', '1970-01-01 08:00:00')).toBe('');
    expect(toCommandValue('dateTime', '1969-12-31 19:00:00')).toBe('');
    expect(toCommandValue('date', '1969-12-31 19:00:00')).toBe('');
    expect(toCommandValue('date', '1969-12-31')).toBe('1969-12-31');
    expect(toCommandValue('int', '')).toBeUndefined();
    expect(invalidFields(edit({ pool_id: '0', next_follow_up_time: 'tomorrow' }))).toEqual([
      'next_follow_up_time',
    ]);
    expect(invalidFields(edit({ pool_id: '0', name: 'fine' }))).toEqual([]);
  });
});

describe('field names', () => {
  const known =
    (catalogue: object) =>
    (key: string): string | undefined => {
      const found = key
        .split('.')
        .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], catalogue);
      return typeof found === 'string' ? found : undefined;
    };
  it.each([
    ['en', en],
    ['zh-CN', zhCn],
  ])('uses the field names of the form: %s', (_, catalogue) => {
    const word = known(catalogue);
    const called = (...[kind, key, ofChild = false]: [Parameters<typeof labelKey>[0], string, boolean?]) =>
      word(labelKey(kind, key, ofChild, (name) => word(name) !== undefined) ?? '');
    expect(called('company', 'pool_id')).toBe(catalogue.form.field.any.pool_id);
    expect(called('outboundInvoice', 'serial_id')).toBe(catalogue.form.field.outboundInvoice.serial_id);
    expect(called('receipt', 'handler')).toBe(catalogue.form.field.receipt.handler);
    expect(called('lead', 'post', true)).toBe(catalogue.form.field.contact.post);
    expect(called('receipt', 'cash_collection_amount', true)).toBe(
      catalogue.form.field.allocation.cash_collection_amount,
    );
    // A name stands there, not the id that the form may ask for.
    expect(called('outboundInvoice', 'order_id', true)).toBe(catalogue.outbox.field.order_id);
    expect(catalogue.field.company.pool_id).toBe(catalogue.form.field.any.pool_id);
  });

  it.each([
    ['en', en],
    ['zh-CN', zhCn],
  ])('has a name in %s for every field that is pushed', (_, catalogue) => {
    const word = known(catalogue);
    const exists = (name: string): boolean => word(name) !== undefined;
    const nameless = INTENT_KINDS.flatMap((kind) => {
      const { fields, children } = KIND_TABLES[kind];
      return [
        ...Object.keys(fields).filter((key) => labelKey(kind, key, false, exists) === undefined),
        ...Object.keys(children).filter((key) => labelKey(kind, key, true, exists) === undefined),
      ].map((key) => `${kind} ${key}`);
    });
    expect(nameless).toEqual([]);
  });

  it('shows a field of a contact or line like the field of the same name of its record', () => {
    const differing = INTENT_KINDS.flatMap((kind) => {
      const { fields, children } = KIND_TABLES[kind];
      return Object.keys(fields).filter(
        (key) => children[key] !== undefined && kindOf(children[key]) !== pushColumn(kind, key).kind,
      );
    });
    expect(differing).toEqual([]);
  });
});

describe('the state of an item', () => {
  const around = { now: 1000, offline: false, summary: { quietUntil: 0 } };

  it('lists items that need the user first', () => {
    expect(
      [
        item({ state: 'rejected' }),
        item({ state: 'conflict' }),
        item({ state: 'uncertain', waits: 'your-decision' }),
        item({ state: 'uncertain', waits: 'later' }),
        item(),
        item({ state: 'discarded' }),
      ].map(groupOf),
    ).toEqual(['needs', 'needs', 'needs', 'checking', 'waiting', 'done']);
  });

  it('shows why it waits and the time of the next try', () => {
    expect(waitOf(item({ waits: 'parent' }), around)).toEqual({ word: 'parent', at: null });
    expect(waitOf(item({ waits: 'later', notBefore: 5000 }), around)).toEqual({ word: 'at', at: 5000 });
    expect(
      waitOf(item({ waits: 'later', notBefore: 5000, reason: { code: 'throttled' } }), {
        ...around,
        summary: { quietUntil: 9000 },
      }),
    ).toEqual({ word: 'throttled', at: 9000 });
    expect(waitOf(item({ waits: 'later' }), around)).toEqual({ word: 'twin', at: null });
    expect(waitOf(item({ waits: 'later', notBefore: 5000 }), { ...around, offline: true })).toEqual({
      word: 'offline',
      at: null,
    });
    expect(waitOf(item({ waits: 'held' }), { ...around, offline: true })).toEqual({ word: 'held', at: null });
    expect(waitOf(item({ waits: 'undo' }), around)).toEqual({ word: 'undo', at: null });
    expect(waitOf(item({ waits: 'undo' }), { ...around, offline: true })).toEqual({
      word: 'offline',
      at: null,
    });
    expect(waitOf(item({ state: 'rejected' }), around)).toBeNull();
  });

  it('has one text for a change by others and another for a value that was never on this computer', () => {
    const conflicts = [{ field: 'tel', base: null, mine: '1', theirs: '2' }];
    const seen = { fields: { tel: null }, children: [], readAt: null };
    const why = (base: IntentView['base']) =>
      explanationOf(item({ state: 'conflict', conflicts, base }), null);
    expect([why(seen), why({ ...seen, fields: {} })]).toEqual(['conflict', 'conflictUnseen']);
    // A contact of a lead has another id in the base.
    const [one] = conflicts;
    const ofContact = item({
      state: 'conflict',
      conflicts: [{ ...one!, child: 'local:u', base: '0' }],
      base: seen,
    });
    expect(explanationOf(ofContact, null)).toBe('conflict');
  });
  it('says that nothing was sent or changed, and not so if an earlier attempt may have arrived', () => {
    const conflict = item({ state: 'conflict' });
    const rejected = (code: string) => item({ state: 'rejected', reason: { code } });
    const items = [conflict, ...['number-not-checked', 'would-clear', 'gone', 'refused-403'].map(rejected)];
    expect(items.map(effectOf)).toEqual([
      'nothingSent',
      'nothingSent',
      'nothingSent',
      'nothingChanged',
      'nothingChanged',
    ]);
    const unanswered = [...items, rejected('refused-404')].map((of) => ({ ...of, mayHaveArrived: true }));
    expect(new Set(unanswered.map(effectOf))).toEqual(new Set(['mayHaveArrived']));
    expect(
      [rejected('refused-404'), item({ state: 'uncertain', mayHaveArrived: true })].map(effectOf),
    ).toEqual([null, null]);
    // No other text says it.
    const { nothingSent: _, nothingChanged: __, appliedAlready: ___, ...others } = en.outbox.why;
    expect(Object.values(others).filter((text) => /nothing was/i.test(text))).toEqual([]);
  });
  it('offers no action while it is being sent, and none that skips its dependencies', () => {
    expect(actionsOf(item({ state: 'sending' }))).toEqual([]);
    expect(actionsOf(item({ waits: 'parent' }))).not.toContain('sendNow');
    expect(actionsOf(item({ version: 2, canUndo: true }))).toContain('undo');
    expect(actionsOf(item({ version: 2, canUndo: false }))).not.toContain('undo');
    expect(actionsOf(item({ state: 'rejected' }))).toEqual(['edit', 'retry', 'discard']);
    const unchecked = item({ state: 'rejected', reason: { code: 'number-not-checked', field: 'serial_id' } });
    const gone = item({ state: 'rejected', reason: { code: 'gone' } });
    expect([actionsOf(gone), mainActionOf(gone)]).toEqual([['createAgain', 'discard'], 'createAgain']);
    const refusedGone = item({ state: 'rejected', reason: { code: 'gone', message: 'Not Found Resource' } });
    expect(serviceWordsOf(refusedGone)).toBe('Not Found Resource');
    expect(
      serviceWordsOf(item({ state: 'rejected', reason: { code: 'ids-unknown', message: 'local:1' } })),
    ).toBeUndefined();
    const unknown = item({ kind: 'receipt', state: 'rejected', reason: { code: 'ids-unknown' } });
    expect(explanationOf(unknown, null)).toBe('idsUnknownReceipt');
    expect(explanationOf({ ...unknown, kind: 'lead' }, null)).toBe('idsUnknownContact');
    const added = item({
      kind: 'outboundInvoice',
      state: 'uncertain',
      waits: 'your-decision',
      reason: { code: 'may-have-added' },
    });
    expect(explanationOf({ ...added, money: true }, null)).toBe('doubtAdded');
    expect(explanationOf({ ...added, kind: 'company' }, null)).toBe('doubtAddedContacts');
    const linkLost = { ...unknown, reason: { code: 'ids-unknown', message: 'local:1' } };
    expect(explanationOf(linkLost, null)).toBe('ids-unknown');
    const goneInvoice = item({ ...gone, kind: 'outboundInvoice' });
    expect([actionsOf(goneInvoice), mainActionOf(goneInvoice)]).toEqual([['discard'], undefined]);
    const replaced = item({ state: 'applied', notes: ['replaced-late'] });
    expect([groupOf(replaced), actionsOf(replaced)]).toEqual(['needs', ['replacedSeen']]);
    const seen = item({ state: 'applied', notes: ['replaced-seen'] });
    expect([groupOf(seen), actionsOf(seen)]).toEqual(['done', []]);
    expect(actionsOf(unchecked)).toEqual(['retry', 'dropNumber', 'numberChecked', 'edit', 'discard']);
    expect(mainActionOf(unchecked)).toBe('retry');
    expect(explanationOf(unchecked, null)).toBe('number-not-checked');
    const forbidden = { ...unchecked, reason: { code: 'refused-403', message: 'no permission' } };
    expect(explanationOf(forbidden, null)).toBe('refusedPermission');
    expect([
      mainActionOf(item({ waits: 'held' })),
      mainActionOf(item()),
      mainActionOf(item({ state: 'rejected' })),
    ]).toEqual(['sendNow', undefined, 'edit']);
  });

  it('explains a doubt by its case: candidates, money, or neither', () => {
    const doubt = item({ state: 'uncertain', waits: 'your-decision' });
    expect(explanationOf(doubt, 'your-decision')).toBe('doubt');
    expect(explanationOf({ ...doubt, money: true }, 'your-decision')).toBe('doubtMoney');
    expect(
      explanationOf(
        { ...doubt, candidates: [{ id: '1', title: '', createdAt: null, createdBy: null, agrees: true }] },
        'your-decision',
      ),
    ).toBe('doubtCandidates');
    expect(
      explanationOf(
        item({ state: 'uncertain', waits: 'later', reason: { code: 'closed-while-sending' } }),
        'checking',
      ),
    ).toBe('checkingCrash');
    expect(
      explanationOf(item({ state: 'rejected', reason: { code: 'refused-404', field: 'name' } }), null),
    ).toBe('refusedField');
  });
});

describe('the history', () => {
  const key = (facts: Record<string, unknown>) =>
    wordingOf({ event: 'unsendable', facts, attempt: null }).key;
  it('tells an edit from its Undo and from a correction of another item', () => {
    const edited = (facts: Record<string, unknown>) => wordingOf({ event: 'edit', facts, attempt: null }).key;
    expect([edited({ version: 2 }), edited({ version: 3, undoneTo: 1 })]).toEqual(['edit', 'undone']);
    expect(edited({ version: 2, follows: 'local:1' })).toBe('carried');
    expect(edited({ version: 3, follows: 'local:1', takesBack: [2] })).toBe('takenBack');
  });
  it('says that the record is gone if nothing was sent for that reason', () => {
    expect([key({ code: 'gone' }), key({ code: 'would-clear' }), key({})]).toEqual([
      'unsendableGone',
      'unsendable',
      'unsendable',
    ]);
  });
});

describe('the exact data', () => {
  it('is indented without touching a digit or a character of text', () => {
    const text = '{"id":51000000000000000001,"a":[],"b":{},"list":[1.50,"x, {y}: \\"z\\""]}';
    const shown = indentJson(text);
    expect(shown).toBe(
      '{\n  "id": 51000000000000000001,\n  "a": [],\n  "b": {},\n  "list": [\n    1.50,\n    "x, {y}: ' +
        '\\"z\\""\n  ]\n}',
    );
  });
});

describe('an item that Satchel did not send', () => {
  const stopped = (code: string, given: Partial<IntentView> = {}): IntentView =>
    item({ state: 'rejected', reason: { code, field: 'tel' }, ...given });

  it('is not called refused, unless an earlier attempt may have arrived', () => {
    for (const code of [
      'would-clear',
      'custom-changed',
      'number-in-use',
      'number-not-checked',
      'ids-unknown',
    ])
      expect(stateOf(stopped(code)).word).toBe('unsent');
    expect(stateOf(stopped('number-in-use', { mayHaveArrived: true })).word).toBe('rejected');
    expect(stateOf(stopped('refused-404')).word).toBe('rejected');
  });

  it('has "Try again" as its main action where there is nothing to correct, and not where it cannot help', () => {
    expect(mainActionOf(stopped('would-clear'))).toBe('retry');
    expect(mainActionOf(stopped('custom-changed'))).toBe('retry');
    expect(actionsOf(stopped('would-clear', { kind: 'receipt', money: true }))).toEqual(['edit', 'discard']);
    expect(mainActionOf(stopped('number-in-use'))).toBe('edit');
  });

  it('that was restored does not say that the user held it', () => {
    const held = item({ held: true, waits: 'held', notes: ['restored'] });
    const wait = waitOf(held, { now: 0, offline: false, summary: null });
    expect(wait?.word).toBe('restored');
    expect(explanationOf(held, wait?.word ?? null)).toBe('restored');
  });

  it('is not offered for sending alone while a sign-in is needed', () => {
    expect(actionsOf(item({ waits: 'sign-in' }))).not.toContain('sendNow');
  });
});

it('the history says that a refusal had no reason', () => {
  const keyOf = (message: unknown) => wordingOf({ event: 'refused', facts: { message }, attempt: 1 }).key;
  expect([keyOf('locked'), keyOf(' '), keyOf(undefined)]).toEqual([
    'refused',
    'refusedSilently',
    'refusedSilently',
  ]);
});

it('the history names the values that the service emptied', () => {
  const facts = { cleared: { tel: '123' } };
  expect(wordingOf({ event: 'checked', facts, attempt: null }).key).toBe('checkedCleared');
  expect(wordingOf({ event: 'checked', facts: {}, attempt: null }).key).toBe('checked');
});
