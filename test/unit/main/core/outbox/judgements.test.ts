import { describe, expect, it } from 'vitest';
import { backoffDelayMs } from '#core/outbox/delivery/backoff';
import { fingerprintOf } from '#core/outbox/compare/fingerprint';
import { foldCommands } from '#core/outbox/edits/fold-edit';
import { judgeCreate, judgeEdit, type CreateEvidence, type Found } from '#core/outbox/doubt/judge-doubt';
import { mergeEdit } from '#core/outbox/edits/merge-edit';
import { nextState, TRANSITIONS } from '#core/outbox/state-machine';
import type { Command, Snapshot } from '#shared/domain/intent';
import { checkCommand, isMoney, isReplaySafe, mayLandAsDraft } from '#shared/domain/intent-rules';

const command = (over: Partial<Command> = {}): Command => ({
  kind: 'company',
  schema: 1,
  target: null,
  fields: { name: 'Acme', pool_id: '0' },
  children: [],
  ...over,
});
const shown = (
  fields: Record<string, unknown>,
  children: Snapshot['children'] = [],
): Snapshot & { hasChildren: boolean } => ({ fields, children, readAt: null, hasChildren: true });
const none = (): readonly unknown[] => [];

describe('state machine', () => {
  it('[OB1] only a verdict ends sending; a crash or no verdict means in doubt', () => {
    expect(nextState('sending', 'noVerdict')).toBe('uncertain');
    expect(nextState('sending', 'crashed')).toBe('uncertain');
    for (const event of ['edit', 'discard', 'sendAgain', 'send'] as const)
      expect(nextState('sending', event)).toBeNull();
  });
  it('[OB2] applied and discarded are final', () => {
    expect(TRANSITIONS.applied).toEqual({});
    expect(TRANSITIONS.discarded).toEqual({});
  });
});

describe('rules of commands', () => {
  it('[OB3] every E5 and E7 is money', () => {
    expect(
      ['company', 'lead', 'opportunity', 'outboundInvoice', 'receipt', 'trailNote'].filter((kind) =>
        isMoney({ kind: kind as Command['kind'] }),
      ),
    ).toEqual(['outboundInvoice', 'receipt']);
  });
  it('[OB4] a create, or an edit that adds contacts or lines, is not replay-safe; an edit by id is', () => {
    expect(isReplaySafe(command())).toBe(false);
    expect(isReplaySafe(command({ target: '5' }))).toBe(true);
    expect(
      isReplaySafe(command({ target: '5', children: [{ ref: 'local:a', fields: { name: 'x' } }] })),
    ).toBe(false);
    expect(
      isReplaySafe(
        command({ kind: 'lead', target: '5', children: [{ ref: 'local:a', fields: { email: 'a@b' } }] }),
      ),
    ).toBe(true);
    expect(
      isReplaySafe(
        command({ kind: 'lead', target: '5', children: [{ ref: 'local:a', fields: { name: 'x' } }] }),
      ),
    ).toBe(false);
  });
  it('[OB12] an edited line carries its order_record_id, and at least one line an order', () => {
    const line = (fields: Record<string, unknown>): Command =>
      command({ kind: 'outboundInvoice', target: '1', fields: {}, children: [{ ref: '9', fields }] });
    expect(checkCommand(line({ sale_price: '1' })).map((one) => one.code)).toEqual([
      'association',
      'order-record',
    ]);
    expect(checkCommand(line({ order_record_id: '7' }))).toEqual([]);
    expect(
      checkCommand({ ...line({ order_record_id: '7' }), fields: { currency: '' } }).map((one) => one.code),
    ).toEqual(['empty']);
  });
  it('requires pool_id and amount, and has no default for them', () => {
    expect(checkCommand(command({ target: '5', fields: { name: 'x' } }))).toEqual([
      { path: ['fields', 'pool_id'], code: 'required' },
    ]);
    expect(checkCommand(command({ kind: 'receipt', fields: {} }))).toEqual([
      { path: ['fields', 'amount'], code: 'required' },
    ]);
    expect(mayLandAsDraft(command({ kind: 'receipt', fields: { amount: '1', company_id: '5' } }))).toBe(true);
  });
  it('warns that the service may keep a draft only for a new receipt', () => {
    const fields = { amount: '1', company_id: '5' };
    const receipt = command({ kind: 'receipt', fields });
    expect(mayLandAsDraft({ ...receipt, fields: { ...fields, handler: ['7'] } })).toBe(false);
    expect(mayLandAsDraft({ ...receipt, target: '9' })).toBe(false);
    for (const kind of ['company', 'lead', 'opportunity', 'outboundInvoice', 'trailNote'] as const)
      expect([kind, mayLandAsDraft(command({ kind, fields }))]).toEqual([kind, false]);
  });
});

describe('three-way merge', () => {
  const edit = command({ target: '5', fields: { pool_id: '0', address: 'mine' } });
  it('[OB20] a field that only I changed is sent, a field that only they changed stays', () => {
    expect(
      mergeEdit(edit, shown({ pool_id: 0, address: 'old' }), shown({ pool_id: 3, address: 'old' }), none),
    ).toMatchObject({ kind: 'send', command: { fields: { pool_id: '3', address: 'mine' } } });
  });
  it('[OB20] an e-mail of which I changed only the capitals is sent', () => {
    const contact = (email: string) => ({ ref: '7', fields: { name: 'Ann', email } });
    const before = { ...shown({ pool_id: 0 }), children: [contact('ANN@acme.example')], hasChildren: true };
    const mine = { ...edit, fields: { pool_id: '0' }, children: [contact('ann@acme.example')] };
    expect(mergeEdit(mine, before, before, none)).toMatchObject({
      kind: 'send',
      command: { children: [{ ref: '7', fields: { email: 'ann@acme.example' } }] },
    });
  });
  it('[OB20] a value of theirs that no command may carry is left out', () => {
    const grouped = { ...edit, fields: { group_id: '4', address: 'mine' } };
    const merged = mergeEdit(grouped, shown({ group_id: 4 }), shown({ group_id: { id: 5 } }), none);
    expect(merged).toEqual({
      kind: 'send',
      command: { ...edit, fields: { address: 'mine' } },
      unread: ['address'],
    });
  });
  it('[OB21] both changed: a conflict with all three values', () => {
    expect(mergeEdit(edit, shown({ address: 'old' }), shown({ address: 'theirs' }), none)).toEqual({
      kind: 'conflict',
      conflicts: [{ field: 'address', base: 'old', mine: 'mine', theirs: 'theirs' }],
    });
  });
  const read = (fields: Record<string, unknown>) => ({ ...shown(fields), readAt: '2026-09-21 10:00:00' });
  it('[OB20] their value of a field that I never saw is not overwritten: a conflict without a base', () => {
    expect(mergeEdit(edit, read({ pool_id: 0 }), shown({ pool_id: 0, address: 'theirs' }), none)).toEqual({
      kind: 'conflict',
      conflicts: [{ field: 'address', base: null, mine: 'mine', theirs: 'theirs' }],
    });
  });
  it('[OB20] an empty field that I never saw is filled without a question or a note', () => {
    const tagged = { ...edit, fields: { ...edit.fields, cus_tag: ['1'] } };
    const theirs = shown({ pool_id: 0, address: '', cus_tag: [] });
    expect(mergeEdit(tagged, read({ pool_id: 0 }), theirs, none)).toEqual({
      kind: 'send',
      command: tagged,
      unread: [],
    });
  });
  it('[OB20] an edit that I made before the record existed replaces what the service filled in, with a note', () => {
    const theirs = shown({ pool_id: 0, address: 'by the service' });
    const sent = { kind: 'send', unread: ['address'] };
    expect(mergeEdit(edit, null, theirs, none)).toMatchObject(sent);
    expect(mergeEdit(edit, shown({ name: 'as I made it' }), theirs, none)).toMatchObject(sent);
  });
  it('[OB20] an amount of zero that I never saw is nothing', () => {
    const amount = command({ kind: 'receipt', target: '5', fields: { real_amount: '10' } });
    expect(mergeEdit(amount, read({}), shown({ real_amount: '0.00' }), none).kind).toBe('send');
    expect(mergeEdit(amount, read({}), shown({ real_amount: '0.50' }), none).kind).toBe('conflict');
  });
  describe('[OB25] an amount that I change while a colleague changes the currency', () => {
    const receipt = (fields: Record<string, unknown>, children: Command['children'] = []) =>
      command({ kind: 'receipt', target: '5', fields, children });
    const before = {
      ...shown({ currency: 'USD', amount: '100.00', remark: 'a' }),
      readAt: '2026-11-30 10:00:00',
    };
    const theirs = shown({ currency: 'EUR', amount: '100.00', remark: 'a' });
    const asked = { field: 'currency', base: 'USD', mine: 'USD', theirs: 'EUR' };

    it('is not sent in their currency without a question', () => {
      const mine = receipt({ amount: '200' });
      expect(mergeEdit(mine, before, theirs, none)).toEqual({ kind: 'conflict', conflicts: [asked] });
      const both = receipt({ amount: '200', currency: 'USD' });
      expect(mergeEdit(both, before, theirs, none)).toEqual({ kind: 'conflict', conflicts: [asked] });
      const line = receipt({ amount: '100.00' }, [
        { ref: 'local:1', fields: { refer_type: 1, refer_id: '7', cash_collection_invoice_amount: '40' } },
      ]);
      expect(mergeEdit(line, before, theirs, none)).toEqual({ kind: 'conflict', conflicts: [asked] });
    });
    it('is sent once I have decided about the currency', () => {
      const seen = { ...before, fields: { ...before.fields, currency: 'EUR' } };
      for (const currency of ['USD', 'EUR'])
        expect(mergeEdit(receipt({ amount: '200', currency }), seen, theirs, none)).toMatchObject({
          kind: 'send',
          command: { fields: { amount: '200', currency } },
        });
    });
    it('is sent if I wrote that currency, or if the edit changes no amount', () => {
      const wrote = (field: string) => (field === 'currency' ? ['EUR'] : []);
      expect(mergeEdit(receipt({ amount: '200' }), before, theirs, wrote).kind).toBe('send');
      expect(mergeEdit(receipt({ amount: '100', remark: 'b' }), before, theirs, none).kind).toBe('send');
      const bare = { ...before, fields: { amount: '100.00' } };
      expect(mergeEdit(receipt({ amount: '200' }), bare, theirs, none).kind).toBe('send');
    });
    it('is a conflict of the currency alone if I changed both', () => {
      const mine = receipt({ amount: '200', currency: 'GBP' });
      expect(mergeEdit(mine, before, theirs, none)).toEqual({
        kind: 'conflict',
        conflicts: [{ ...asked, mine: 'GBP' }],
      });
    });
  });
  it('[OB20] a contact of a lead that I add, and that a colleague has added with other values, is a conflict', () => {
    const fields = { name: 'Ann', email: 'ann@acme.example' };
    const add = command({ kind: 'lead', target: '5', children: [{ ref: 'local:a', fields }] });
    const theirs = { ...shown({}), children: [{ ref: '', fields: { ...fields, name: 'Anna' } }] };
    expect(mergeEdit(add, read({}), theirs, none)).toEqual({
      kind: 'conflict',
      conflicts: [{ child: 'local:a', field: 'name', base: null, mine: 'Ann', theirs: 'Anna' }],
    });
  });
  it('[OB22] my own earlier write is never theirs', () => {
    expect(
      mergeEdit(edit, shown({ address: 'old' }), shown({ address: 'earlier' }), (field) =>
        field === 'address' ? ['earlier'] : [],
      ).kind,
    ).toBe('send');
  });
  it('[OB22] my own earlier write to a contact is never theirs, and says nothing of another contact', () => {
    const contact = (post: string): Snapshot['children'] => [{ ref: '51', fields: { post } }];
    const promoted = command({ target: '5', fields: {}, children: [{ ref: '51', fields: { post: 'new' } }] });
    const mergedAfterWriteTo = (written: string) =>
      mergeEdit(promoted, shown({}, contact('old')), shown({}, contact('earlier')), (field, child) =>
        field === 'post' && child === written ? ['earlier'] : [],
      ).kind;
    expect([mergedAfterWriteTo('51'), mergedAfterWriteTo('52')]).toEqual(['send', 'conflict']);
  });
  it('[OB23] sets merge as sets, from a known base only', () => {
    const tags = command({ target: '5', fields: { pool_id: '0', cus_tag: ['1', '3'] } });
    expect(mergeEdit(tags, shown({ cus_tag: [1, 2] }), shown({ cus_tag: [1, 2, 9] }), none)).toMatchObject({
      command: { fields: { cus_tag: ['1', '9', '3'] } },
    });
    expect(mergeEdit(tags, null, shown({ cus_tag: [9] }), none).kind).toBe('conflict');
  });
  it.each(['customer_id', 'handler'])(
    '[OB23] a colleague and I may both add to the %s of an opportunity',
    (key) => {
      const mine = command({ kind: 'opportunity', target: '5', fields: { [key]: ['1', '3'] } });
      expect(mergeEdit(mine, shown({ [key]: [1] }), shown({ [key]: [1, 9] }), none)).toMatchObject({
        kind: 'send',
        command: { fields: { [key]: ['1', '9', '3'] } },
      });
    },
  );
  it('[OB24] nothing left to change: already so', () => {
    expect(mergeEdit(edit, null, shown({ pool_id: 0, address: 'mine ' }), none)).toMatchObject({
      kind: 'same',
    });
  });
  it('[OB24] a field that only they changed has their value and does not count as my write', () => {
    const base = { fields: { address: 'old' }, children: [], readAt: null };
    expect(
      mergeEdit({ ...edit, fields: { address: 'old' } }, base, shown({ address: 'theirs' }), none),
    ).toMatchObject({ kind: 'same', command: { fields: { address: 'theirs' } } });
  });
  it('[OB25] removing a contact that a colleague has changed since is a conflict', () => {
    const contact = (name: string): Snapshot['children'] => [{ ref: '9', fields: { name, post: 'buyer' } }];
    const removal = command({
      target: '5',
      fields: { pool_id: '0' },
      children: [{ ref: '9', fields: {}, remove: true }],
    });
    const merged = (theirs: Snapshot['children']) =>
      mergeEdit(
        removal,
        { fields: { pool_id: 0 }, children: contact('Ann'), readAt: null },
        { ...shown({ pool_id: 0 }), children: theirs },
        none,
      );
    expect(merged(contact('Anna'))).toEqual({
      kind: 'conflict',
      conflicts: [{ child: '9', field: '*', base: 'present', mine: 'removed', theirs: 'edited' }],
    });
    expect(merged(contact('Ann'))).toMatchObject({ kind: 'send', command: { children: removal.children } });
    // A field that the service does not return was not changed.
    expect(merged([{ ref: '9', fields: { name: 'Ann' } }])).toMatchObject({ kind: 'send' });
    expect(merged([])).toMatchObject({ kind: 'same' });
  });
  it('[OB25] a line changed by somebody else is a conflict, never merged', () => {
    const invoice = command({
      kind: 'outboundInvoice',
      target: '1',
      fields: {},
      children: [{ ref: '9', fields: { sale_price: '2', order_record_id: '7' } }],
    });
    const line = (price: number): Snapshot['children'] => [
      { ref: '9', fields: { sale_price: price, order_record_id: 7 } },
    ];
    expect(mergeEdit(invoice, shown({}, line(1)), shown({}, line(3)), none)).toMatchObject({
      kind: 'conflict',
      conflicts: [{ child: '9', field: 'sale_price' }],
    });
  });
  it('[OB24] a line of which only a custom field changes is sent', () => {
    const lineFields = { sale_price: '2', order_record_id: '7' };
    const theirs: Snapshot['children'] = [{ ref: '9', fields: { sale_price: 2, order_record_id: 7 } }];
    const merged = (custom?: Record<string, string>) =>
      mergeEdit(
        command({
          kind: 'outboundInvoice',
          target: '1',
          fields: {},
          children: [{ ref: '9', fields: lineFields, ...(custom === undefined ? {} : { custom }) }],
        }),
        shown({}, theirs),
        shown({}, theirs),
        none,
      ).kind;
    expect([merged({ 900: 'red' }), merged()]).toEqual(['send', 'same']);
  });
});

describe('folding', () => {
  it('[OB18] two edits of a waiting record are one push; a new line that was removed is never sent', () => {
    const first = command({
      kind: 'outboundInvoice',
      fields: { currency: 'USD' },
      children: [
        { ref: 'local:a', fields: { product_id: '1' } },
        { ref: 'local:b', fields: { product_id: '2' } },
      ],
    });
    const folded = foldCommands(first, {
      ...first,
      fields: { currency: 'EUR' },
      children: [
        { ref: 'local:a', fields: {}, remove: true },
        { ref: 'local:b', fields: { sale_price: '3' } },
      ],
    });
    expect(folded).toMatchObject({
      fields: { currency: 'EUR' },
      children: [{ ref: 'local:b', fields: { product_id: '2', sale_price: '3' } }],
    });
  });
});

const found = (over: Partial<Found> = {}): Found => ({
  id: '7',
  title: 'Acme',
  createdAt: '2026-01-01 10:00:05',
  createdBy: '1',
  ownedBy: null,
  isChanged: false,
  snapshot: shown({ name: 'Acme' }),
  ...over,
});
const evidence = (over: Partial<CreateEvidence> = {}): CreateEvidence => ({
  sent: [command()],
  found: [found()],
  altered: [],
  preexisting: new Set(),
  claimed: () => false,
  windowFrom: '2026-01-01 10:00:00',
  sentFrom: '2026-01-01 10:00:00',
  madeUntil: null,
  selfUserId: '1',
  ownCreator: null,
  verified: true,
  lateCommitPassed: false,
  readsBefore: 0,
  money: false,
  twinMayHaveTwo: false,
  ...over,
});

describe('read-back', () => {
  it('[OB13] adopts the only record that is new, ours, in agreement and unclaimed', () => {
    expect(judgeCreate(evidence())).toMatchObject({ kind: 'adopt', id: '7' });
  });
  it.each([
    ['was there before', { preexisting: new Set(['7']) }],
    ['is claimed by another intent', { claimed: () => true }],
    ['is older than the send', { found: [found({ createdAt: '2026-01-01 09:59:59' })] }],
    ['was made by somebody else than our own are', { ownCreator: '1', found: [found({ createdBy: '2' })] }],
    ['says something else', { found: [found({ snapshot: shown({ name: 'Other' }) })] }],
  ])('[OB14] never one that %s', (_why, over) => {
    expect(judgeCreate(evidence(over)).kind).toBe('wait');
  });
  it('[OB14] asks about an equal record that was made after the attempt could arrive: the user may have entered it', () => {
    const until = (madeUntil: string) => judgeCreate(evidence({ madeUntil })).kind;
    expect([until('2026-01-01 10:15:00'), until('2026-01-01 10:00:04')]).toEqual(['adopt', 'ask']);
  });
  it('[OB14] asks the user about a new record of ours that was changed since, before it sends again', () => {
    const changed = found({ snapshot: shown({ name: 'Renamed by a colleague' }) });
    const gone = { found: [], altered: [changed] };
    expect(judgeCreate(evidence(gone)).kind).toBe('wait');
    expect(judgeCreate(evidence({ ...gone, lateCommitPassed: true }))).toEqual({
      kind: 'ask',
      candidates: [{ id: '7', title: 'Acme', createdAt: changed.createdAt, createdBy: '1', agrees: false }],
    });
    // Only its details contradict what was sent.
    const inFull = { found: [{ ...changed, isChanged: true }], lateCommitPassed: true };
    expect(judgeCreate(evidence(inFull)).kind).toBe('ask');
    // The creator of our records may be the account of the token.
    const named = [
      { altered: [{ ...changed, createdBy: '2' }] },
      { altered: [{ ...changed, createdBy: null, ownedBy: '2' }] },
    ];
    for (const other of named)
      expect(judgeCreate(evidence({ ...gone, lateCommitPassed: true, ...other })).kind).toBe('ask');
    for (const other of [
      ...named.map((one) => ({ ...one, ownCreator: '1' })),
      { altered: [{ ...changed, createdAt: '2026-01-01 09:59:59' }] },
      { claimed: () => true },
      { preexisting: new Set(['7']) },
    ])
      expect(judgeCreate(evidence({ ...gone, lateCommitPassed: true, ...other })).kind).toBe('absent');
  });
  it('[OB13] asks the user if the creator of a record may be the account of the token', () => {
    const other = { found: [found({ createdBy: '2' })], lateCommitPassed: true };
    expect(judgeCreate(evidence(other))).toMatchObject({ kind: 'ask', candidates: [{ id: '7' }] });
    expect(judgeCreate(evidence({ ...other, ownCreator: '2' }))).toMatchObject({ kind: 'adopt', id: '7' });
    expect(judgeCreate(evidence({ ...other, ownCreator: '1' })).kind).toBe('absent');
  });
  it('[OB13] asks the user about a record that a colleague created for me, and never adopts it', () => {
    const given = { found: [found({ createdBy: '2', ownedBy: '1' })], lateCommitPassed: true };
    expect(judgeCreate(evidence(given)).kind).toBe('ask');
    expect(judgeCreate(evidence({ ...given, ownCreator: '1' })).kind).toBe('absent');
    const mine = { found: [found({ createdBy: '1', ownedBy: '2' })], lateCommitPassed: true };
    expect(judgeCreate(evidence(mine)).kind).toBe('adopt');
  });
  it('[OB51] a form that cannot be compared excludes no record and proves none ours', () => {
    const sent = [command({ fields: { name: 'Acme', pool_id: '0', biz_type: 2 } })];
    const textual = found({ snapshot: shown({ name: 'Acme', biz_type: '生产商' }) });
    expect(judgeCreate(evidence({ sent, found: [textual], lateCommitPassed: true })).kind).toBe('adopt');
    const anothers = { ...textual, createdBy: '2' };
    expect(judgeCreate(evidence({ sent, found: [anothers], lateCommitPassed: true })).kind).toBe('ask');
    const nothing = found({ snapshot: shown({ biz_type: '生产商' }) });
    expect(judgeCreate(evidence({ sent, found: [nothing], lateCommitPassed: true })).kind).toBe('ask');
  });
  it('[OB51] an edit of a phone whose request was lost does not count as delivered', () => {
    const base = { fields: { tel: '1380001', pool_id: '0' }, children: [], readAt: null };
    const edit = {
      sent: [command({ target: '5', fields: { tel: '1390002', pool_id: '0' } })],
      base,
      knownChildren: new Set<string>(),
      lateCommitPassed: true,
      money: false,
      replaySafe: true,
    };
    const now = (tel: unknown) => shown({ pool_id: '0', tel });
    expect(judgeEdit({ ...edit, now: now('1380001') }).kind).toBe('absent');
    expect(judgeEdit({ ...edit, now: now('1390002') }).kind).toBe('adopt');
    expect(judgeEdit({ ...edit, now: now({ area: '86', number: '1390002' }) })).toEqual({
      kind: 'ask',
      candidates: [],
    });
    expect(judgeEdit({ ...edit, now: shown({ pool_id: '0' }) }).kind).toBe('absent');
    const asBefore = { area: '86', number: '1380001' };
    expect(
      judgeEdit({ ...edit, base: { ...base, fields: { tel: asBefore, pool_id: '0' } }, now: now(asBefore) })
        .kind,
    ).toBe('absent');
  });
  it('[OB15] with two possible records, or one without proof, the user decides', () => {
    expect(judgeCreate(evidence({ found: [found(), found({ id: '8' })] }))).toMatchObject({
      kind: 'ask',
      candidates: [{ id: '7' }, { id: '8' }],
    });
    expect(judgeCreate(evidence({ found: [found({ createdBy: null })] }))).toMatchObject({ kind: 'ask' });
  });
  it('[OB37] a record that may be the duplicate of a twin proves nothing: the user decides', () => {
    expect(judgeCreate(evidence()).kind).toBe('adopt');
    expect(judgeCreate(evidence({ twinMayHaveTwo: true })).kind).toBe('ask');
  });
  it('[OB16] "not there" needs a verified read after the late-commit bound, and is never concluded for money', () => {
    const nothing = { found: [], lateCommitPassed: true };
    expect(judgeCreate(evidence(nothing)).kind).toBe('absent');
    expect(judgeCreate(evidence({ ...nothing, verified: false })).kind).toBe('wait');
    expect(judgeCreate(evidence({ found: [] })).kind).toBe('wait');
    expect(judgeCreate(evidence({ ...nothing, money: true }))).toEqual({ kind: 'ask', candidates: [] });
  });
  it('[OB17] an edit of a record that cannot be read is sent again after the bound if replay-safe, otherwise the user decides', () => {
    const base = {
      sent: [command({ target: '5' })],
      base: null,
      now: null,
      knownChildren: new Set<string>(),
      lateCommitPassed: true,
      money: false,
      replaySafe: true,
    };
    expect(judgeEdit(base).kind).toBe('absent');
    expect(judgeEdit({ ...base, lateCommitPassed: false }).kind).toBe('wait');
    expect(judgeEdit({ ...base, replaySafe: false }).kind).toBe('ask');
    expect(judgeEdit({ ...base, money: true }).kind).toBe('ask');
  });
  it('[OB17] if the record has the new contact of an edit but another field differs, the user decides', () => {
    const child = { ref: 'local:c1', fields: { name: 'Ann', email: 'ann@a.example' } };
    const arrived = shown({ name: 'Acme', pool_id: '0', address: 'theirs' }, [
      { ref: '9', fields: { name: 'Ann', email: 'ann@a.example' } },
    ]);
    const base = {
      sent: [command({ target: '5', fields: { address: 'ours' }, children: [child] })],
      base: null,
      now: arrived,
      knownChildren: new Set<string>(),
      lateCommitPassed: true,
      money: false,
      replaySafe: false,
    };
    expect(judgeEdit(base)).toEqual({ kind: 'ask', candidates: [] });
    expect(judgeEdit({ ...base, lateCommitPassed: false }).kind).toBe('wait');
    expect(judgeEdit({ ...base, knownChildren: new Set(['9']) }).kind).toBe('absent');
    expect(judgeEdit({ ...base, now: shown({ address: 'theirs' }) }).kind).toBe('absent');
    expect(
      judgeEdit({ ...base, now: { ...arrived, fields: { ...arrived.fields, address: 'ours' } } }).kind,
    ).toBe('adopt');
  });
  it('[OB17] lines that the edit names unchanged, because every edit names all lines, prove nothing', () => {
    const line = { ref: '9', fields: { order_id: '3', order_record_id: '4' } };
    const edit = {
      sent: [command({ kind: 'outboundInvoice', target: '5', fields: { remark: 'mine' }, children: [line] })],
      base: { fields: {}, children: [line], readAt: 'then' },
      // The service shows no empty remark.
      now: shown({ serial_id: 'INV-1' }, [line]),
      knownChildren: new Set(['9']),
      lateCommitPassed: true,
      money: true,
      replaySafe: true,
    };
    expect(judgeEdit(edit)).toEqual({ kind: 'ask', candidates: [] });
    expect(judgeEdit({ ...edit, now: shown({ remark: 'mine' }, [line]) }).kind).toBe('adopt');
    const counted = { ...line, fields: { ...line.fields, outbound_count: '7' } };
    const change = {
      ...edit,
      sent: [command({ kind: 'outboundInvoice', target: '5', fields: {}, children: [counted] })],
    };
    expect(judgeEdit({ ...change, now: shown({}, [counted]) }).kind).toBe('adopt');
  });
  it('[OB17] an allocation that the receipt had before the edit does not prove that the edit arrived', () => {
    const old = { ref: '', fields: { refer_id: '3', refer_type: 1, cash_collection_amount: '100' } };
    const edit = {
      sent: [
        command({
          kind: 'receipt',
          target: '5',
          fields: { amount: '300' },
          children: [{ ...old, ref: 'local:a' }],
        }),
      ],
      base: { fields: { amount: '300' }, children: [old], readAt: 'then' },
      now: shown({ amount: '300' }, [old]),
      knownChildren: new Set<string>(),
      lateCommitPassed: true,
      money: true,
      replaySafe: false,
    };
    expect(judgeEdit(edit)).toEqual({ kind: 'ask', candidates: [] });
    expect(judgeEdit({ ...edit, now: shown({ amount: '300' }, [old, old]) }).kind).toBe('adopt');
  });
  it('[OB19] creates that read-back cannot tell apart share a fingerprint', () => {
    expect(fingerprintOf('a', command({ fields: { name: ' ACME ', pool_id: '1' } }))).toBe(
      fingerprintOf('b', command()),
    );
    expect(fingerprintOf('a', command({ target: '5' }))).not.toBe(
      fingerprintOf('b', command({ target: '5' })),
    );
  });
});

it('[OB9] the backoff doubles from 2 s to 5 min, and its upper half is random', () => {
  expect([1, 2, 3].map((tries) => backoffDelayMs(tries, 0))).toEqual([1000, 2000, 4000]);
  expect(backoffDelayMs(50, 1)).toBe(300_000);
});

describe('a new opportunity in doubt', () => {
  const sent = command({
    kind: 'opportunity',
    fields: { name: 'Lobby', company_id: '5', main_user: '1', amount: '10' },
  });
  const record = (over: Partial<Found> = {}): Found => ({
    id: '100',
    title: 'Lobby',
    createdAt: '2026-01-01 10:00:00',
    createdBy: '1',
    ownedBy: '1',
    isChanged: false,
    snapshot: shown({ name: 'Lobby', company_id: 5, main_user: 1, amount: '10.00' }),
    ...over,
  });
  const judged = (found: Found[], over: Partial<CreateEvidence> = {}) =>
    judgeCreate({
      sent: [sent],
      found,
      altered: [],
      preexisting: new Set(),
      claimed: () => false,
      windowFrom: '2026-01-01 10:00:00',
      sentFrom: '2026-01-01 10:00:00',
      madeUntil: null,
      selfUserId: '1',
      ownCreator: '1',
      verified: true,
      lateCommitPassed: true,
      readsBefore: 0,
      money: false,
      twinMayHaveTwo: false,
      ...over,
    }).kind;
  it('[OB13] is adopted if the one record that agrees names our creator', () => {
    expect(judged([record()])).toBe('adopt');
    expect(judged([record({ createdBy: '9' })])).toBe('absent');
    expect(judged([record(), record({ id: '101' })])).toBe('ask');
  });
  it('[OB13] is not adopted for its owner, whom it names itself', () => {
    expect(judged([record({ createdBy: null })])).toBe('ask');
  });
  it('[OB16] may go again if a complete read after the bound shows none', () => {
    expect(judged([])).toBe('absent');
    expect(judged([], { verified: false })).toBe('wait');
  });
});
