/**
 * Each fault of the control interface on each of the pushes: real sockets, the real transport, the real
 * service.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { conflictKey, mergedCommand, type Conflict } from '../../../src/renderer/features/outbox/merge';
import type { Fault } from '#service/control/faults';
import { createOf, makeRig, PUSHES, type PushKind, type Rig } from '../../support/outbox/fault-rig';
import { isThorough } from '../../support/thorough';

let rig: Rig;
beforeEach(async () => {
  rig = await makeRig();
});
afterEach(async () => {
  await rig.close();
});

const KINDS = Object.keys(PUSHES) as PushKind[];
/** Two show what holds for each: both with parts, one of them of money. */
const SHOWN: readonly PushKind[] = isThorough ? KINDS : ['company', 'outboundInvoice'];
const cases = (faults: readonly [string, Fault][]): [string, string, PushKind, Fault][] =>
  SHOWN.flatMap((kind) =>
    faults.map(([name, fault]): [string, string, PushKind, Fault] => [
      PUSHES[kind].endpoint,
      name,
      kind,
      fault,
    ]),
  );
const arm = (kind: PushKind, fault: Fault, on = rig): void => {
  on.http.service.faults.add({ method: 'POST', path: PUSHES[kind].path, ...fault });
};
const create = (kind: PushKind, tag = 'Acme'): string => rig.submit(createOf(kind, tag, rig.selfUserId));
const applied = (id: string) => rig.until(id, ({ state }) => state === 'applied');

describe('a push that the service accepted and whose answer is lost', () => {
  it.each(
    cases([
      ['answer lost after the commit', { kind: 'lost' }],
      ['answer torn in the middle', { kind: 'torn' }],
    ]),
  )(
    '[OB13] %s, %s: read-back adopts the record, and there is only one',
    async (_endpoint, _name, kind, fault) => {
      arm(kind, fault);
      const view = await applied(create(kind));
      const [record, ...more] = rig.records(kind);
      expect(more).toEqual([]);
      expect([view.realId, view.attempts, view.notes.includes('proved-by-read-back')]).toEqual([
        record?.id,
        1,
        true,
      ]);
      expect(rig.posts(PUSHES[kind].path)).toHaveLength(1);
    },
  );
});

it('[OB53] if the service returns the same id for two creates, the second one is in doubt', async () => {
  const first = await applied(create('company', 'Acme'));
  const data = { company_id: Number(first.realId), customers: [] };
  rig.answerPushes(PUSHES.company.path, () =>
    Response.json({ code: 200, message: 'success', now: '2026-01-01 10:00:00', data }),
  );
  const id = create('company', 'Other');
  const view = await rig.until(id, ({ waits }) => waits === 'your-decision');
  expect([view.state, view.realId, view.reason?.code]).toEqual(['uncertain', null, 'id-claimed']);
  expect(rig.records('company')).toHaveLength(1);
});

describe('a push that the service did not accept, without a proof', () => {
  const faults: [string, Fault][] = [
    ['reset before the commit', { kind: 'reset' }],
    ["a captive portal's page", { kind: 'html' }],
    ['302', { kind: 'redirect', status: 302 }],
    ['307', { kind: 'redirect', status: 307 }],
    ['421', { kind: 'status', status: 421 }],
    ['500', { kind: 'status', status: 500 }],
    ['503', { kind: 'status', status: 503 }],
  ];
  const kindsOf = (isMoney: boolean) => SHOWN.filter((kind) => PUSHES[kind].money === isMoney);
  /** Each fault with a service and an outbox of its own, all at once: most of the time they wait. */
  const underEach = async (
    kind: PushKind,
    check: (own: Rig, id: string, name: string) => Promise<void>,
  ): Promise<void> => {
    await Promise.all(
      faults.map(async ([name, fault]) => {
        const own = await makeRig();
        try {
          arm(kind, fault, own);
          const id = own.submit(createOf(kind, 'Acme', own.selfUserId));
          await own.until(id, ({ state }) => state === 'uncertain');
          await check(own, id, name);
          expect([name, own.strangers()]).toEqual([name, 0]);
        } finally {
          await own.close();
        }
      }),
    );
  };
  it.each(kindsOf(true))('[OB6] [OB16] %s: money is never sent again', async (kind) => {
    await underEach(kind, async (own, id, name) => {
      const view = await own.until(id, ({ waits }) => waits === 'your-decision');
      expect([name, view.state, view.candidates]).toEqual([name, 'uncertain', []]);
      expect([name, own.posts(PUSHES[kind].path).length, own.records(kind).length]).toEqual([name, 1, 0]);
    });
  });
  it.each(kindsOf(false))('[OB6] [OB16] %s: sent again only after the late-commit bound', async (kind) => {
    await underEach(kind, async (own, id, name) => {
      await own.until(id, ({ state }) => state === 'applied');
      const [first, second, ...more] = own.posts(PUSHES[kind].path);
      expect([name, more]).toEqual([name, []]);
      expect((second?.at ?? 0) - (first?.at ?? 0), name).toBeGreaterThan(15 * 60_000);
      expect([name, own.records(kind).length]).toEqual([name, 1]);
    });
  });
});

it('[OB9] after a push got a 503 with a Retry-After, the item is in doubt and nothing is sent until that time is over', async () => {
  arm('company', { kind: 'status', status: 503, retryAfter: '1800' });
  const id = create('company');
  await rig.until(id, ({ state }) => state === 'uncertain');
  await applied(create('lead', 'Other'));
  await applied(id);
  const asked = rig.posts(PUSHES.company.path)[0]?.at ?? 0;
  const later = [PUSHES.company.path, PUSHES.lead.path].flatMap((path) => rig.posts(path)).slice(1);
  for (const { at } of later) expect(at - asked).toBeGreaterThanOrEqual(1_800_000);
  expect([rig.records('company').length, rig.records('lead').length]).toEqual([1, 1]);
});

describe('an answer about the sender, not about the record', () => {
  it.each(cases([['429 with Retry-After', { kind: 'status', status: 429, retryAfter: '90' }]]))(
    '[OB9] %s, %s: waits as long as the service asks',
    async (_endpoint, _name, kind, fault) => {
      arm(kind, fault);
      await applied(create(kind));
      const [first, second, ...more] = rig.posts(PUSHES[kind].path);
      expect(more).toEqual([]);
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(90_000);
      expect(rig.records(kind)).toHaveLength(1);
    },
  );
  it.each(SHOWN)(
    '[OB8] 401 while %s is sent: the token is renewed, and everything arrives once',
    async (kind) => {
      const ids = ['Anna', 'Bert', 'Cleo', 'Dora'].map((tag) => create(kind, tag));
      arm(kind, { kind: 'status', status: 401, skip: 1 });
      for (const id of ids) await applied(id);
      expect(rig.records(kind)).toHaveLength(4);
      expect(rig.posts(PUSHES[kind].path)).toHaveLength(5);
    },
  );
  it.each(SHOWN)(
    '[OB8] 401 for %s only: that kind is held and others are sent; after a release it arrives',
    async (kind) => {
      const other: PushKind = kind === 'lead' ? 'company' : 'lead';
      arm(kind, { kind: 'status', status: 401, times: 1_000_000 });
      const id = create(kind);
      await rig.until(id, ({ waits }) => waits === 'not-permitted');
      await applied(create(other, 'Other'));
      expect(rig.records(kind)).toHaveLength(0);
      rig.http.service.faults.clear();
      rig.live.outbox.release(kind);
      await applied(id);
      expect(rig.records(kind)).toHaveLength(1);
    },
  );
  it('[OB30] "send just this one" tries a kind that is not permitted once, not repeatedly', async () => {
    arm('lead', { kind: 'status', status: 401, times: 1_000_000 });
    const id = create('lead');
    await rig.until(id, ({ waits }) => waits === 'not-permitted');
    const before = rig.posts(PUSHES.lead.path).length;
    rig.live.outbox.sendNow(id);
    await rig.until(id, ({ attempts }) => attempts > before);
    await new Promise((resolve) => {
      setTimeout(resolve, 400);
    });
    expect(rig.posts(PUSHES.lead.path).length - before).toBeLessThanOrEqual(2);
    rig.http.service.faults.clear();
    rig.live.outbox.sendNow(id);
    await applied(id);
    expect(rig.live.outbox.summary().holds).toEqual({});
  });
  it.each(SHOWN)('[OB5] a push of %s never uses an earlier connection', async (kind) => {
    await applied(create(kind, 'First'));
    arm(kind, { kind: 'idle-close' });
    const view = await applied(create(kind, 'Second'));
    expect([view.attempts, rig.records(kind).length, rig.http.service.faults.list().length]).toEqual([
      1, 2, 1,
    ]);
  });
});

describe('colleagues', () => {
  /** Creates a record whose answer is lost, while a colleague creates the same one. */
  const createdTwice = async (kind: PushKind) => {
    const { path } = PUSHES[kind];
    // An accepted create tells under whom the service records what is ours.
    const first = await applied(create(kind, 'First'));
    arm(kind, { kind: 'latency', delayMs: 60 });
    arm(kind, { kind: 'lost' });
    const id = create(kind);
    // Ours has been received, and meets the faults; theirs does not.
    await rig.until(id, () => rig.posts(path).length === 2);
    const body = (rig.live.outbox.get(id)?.ledger ?? []).find(({ event }) => event === 'sending')?.facts
      .body as string;
    const theirs = await rig.http.service.fetch(
      new Request(`${rig.http.url}${path}`, {
        method: 'POST',
        headers: { authorization: rig.colleague.token, 'content-type': 'application/json' },
        body,
      }),
    );
    expect((await theirs.text()).includes('"code":200')).toBe(true);
    return { id, firstId: first.realId };
  };
  it.each(SHOWN.filter((kind) => kind !== 'lead'))(
    '[OB14] a colleague creates the same %s at the same moment: each adopts only their own',
    async (kind) => {
      const { id } = await createdTwice(kind);
      const view = await applied(id);
      expect(rig.records(kind)).toHaveLength(3);
      expect(rig.records(kind).find((one) => one.id === view.realId)?.creator).toBe(rig.selfUserId);
    },
  );
  it('[OB14] a colleague creates the same lead at the same moment: the user is shown both', async () => {
    const { id, firstId } = await createdTwice('lead');
    // No answer names who made a lead: nothing proves which is ours.
    const asked = await rig.until(id, ({ waits }) => waits === 'your-decision');
    const both = rig.records('lead').map((one) => one.id);
    expect(asked.candidates.map((one) => one.id).sort()).toEqual(
      both.filter((one) => one !== firstId).sort(),
    );
    expect(rig.posts(PUSHES.lead.path)).toHaveLength(3);
  });
});

describe('refused', () => {
  const envelope = (code: number, message: string) => (): Response =>
    new Response(JSON.stringify({ code, message, now: '2026-11-21 10:00:00', data: {} }), {
      headers: { 'content-type': 'application/json' },
    });
  it.each(SHOWN)(
    '[OB7] %s, naming a field: the message is shown there, and the edited item arrives',
    async (kind) => {
      const { path } = PUSHES[kind];
      rig.answerPushes(path, envelope(404, "'remark' cannot be empty"));
      const id = create(kind);
      const view = await rig.until(id, ({ state }) => state === 'rejected');
      expect(view.reason).toEqual({
        code: 'refused-404',
        message: "'remark' cannot be empty",
        field: 'remark',
      });
      rig.answerPushes(null);
      const edited = rig.live.outbox.edit(id, {
        command: { schema: 1, target: null, children: [], ...createOf(kind, 'Edited', rig.selfUserId) },
      });
      expect(edited.ok).toBe(true);
      expect((await applied(id)).attempts).toBe(2);
      expect(rig.records(kind)).toHaveLength(1);
    },
  );
  it.each(SHOWN)(
    '[OB7] [OB29] %s, naming no field: the message is kept, and the other items are sent',
    async (kind) => {
      rig.answerPushes(PUSHES[kind].path, envelope(404, 'No Privilege'));
      const id = create(kind);
      const view = await rig.until(id, ({ state }) => state === 'rejected');
      expect(view.reason).toEqual({ code: 'refused-404', message: 'No Privilege', field: undefined });
      await applied(create(kind === 'lead' ? 'company' : 'lead', 'Other'));
      expect(rig.live.outbox.get(id)?.intent.attempts).toBe(1);
    },
  );
});

describe('a record that somebody else changed meanwhile', () => {
  const EDITS: Readonly<
    Record<
      PushKind,
      { field: string; base: unknown; mine: unknown; theirs: unknown; fields?: Record<string, unknown> }
    >
  > = {
    lead: { field: 'address', base: 'Old Road 1', mine: 'My Road 2', theirs: 'Their Road 3' },
    company: {
      field: 'address',
      base: 'Old Road 1',
      mine: 'My Road 2',
      theirs: 'Their Road 3',
      fields: { pool_id: '0' },
    },
    opportunity: { field: 'fail_remark', base: 'Price', mine: 'Delivery time', theirs: 'Quality' },
    outboundInvoice: { field: 'discount_rate', base: 5, mine: 7, theirs: 9 },
    receipt: {
      field: 'bank_name',
      base: 'Old Bank',
      mine: 'My Bank',
      theirs: 'Their Bank',
      fields: { amount: '12.50' },
    },
  };
  it.each(KINDS)(
    '[OB20] an edit of %s: a conflict with mine, theirs and base, and nothing is sent',
    async (kind) => {
      const { field, base, mine, theirs, fields = {} } = EDITS[kind];
      const made = createOf(kind, 'Acme', rig.selfUserId);
      const first = await applied(rig.submit({ ...made, fields: { ...made.fields, [field]: base } }));
      const target = first.realId as string;
      expect(rig.http.service.touch(kind, target, { [field]: theirs })).toBe(true);
      const sent = rig.posts(PUSHES[kind].path).length;
      const [line] =
        (rig.http.service.truth(kind).find(({ id }) => id === target)?.detail.record_list as
          | { outbound_record_id: unknown }[]
          | undefined) ?? [];
      const children = line
        ? [{ ref: String(line.outbound_record_id), fields: { order_record_id: '77' } }]
        : [];
      // Somebody else's value, not this user's own earlier one: another device's outbox knows nothing of the
      // first push.
      const view = await rig.until(
        rig.submit(
          { kind, target, fields: { ...fields, [field]: mine }, children },
          { fields: { [field]: base }, children: [], readAt: null },
        ),
        ({ state }) => state === 'conflict',
      );
      expect(view.conflicts).toEqual([{ field, base, mine, theirs }]);
      expect(rig.posts(PUSHES[kind].path)).toHaveLength(sent);
      const settled = rig.live.outbox.edit(view.id, {
        command: view.command,
        base: { fields: { [field]: theirs }, children: [], readAt: null },
      });
      expect(settled.ok).toBe(true);
      await applied(view.id);
      const record = rig.http.service.truth(kind).find(({ id }) => id === target);
      expect({ ...record?.doc, ...record?.detail }[field]).toBe(mine);
    },
  );

  /**
   * What the service holds of a record's contacts or lines, as the user's screen had it before the colleague
   * came.
   */
  const partsOf = (kind: PushKind, id: string): Record<string, unknown>[] => {
    const detail = rig.http.service.truth(kind).find((one) => one.id === id)?.detail;
    return ((kind === 'company' ? detail?.customers : detail?.record_list) ?? []) as Record<
      string,
      unknown
    >[];
  };
  const PARTS: Readonly<
    Record<
      'company' | 'outboundInvoice',
      {
        key: string;
        idKey: string;
        field: string;
        mine: unknown;
        theirs: unknown;
        required: Record<string, unknown>;
        fields: Record<string, unknown>;
      }
    >
  > = {
    company: {
      key: 'customers',
      idKey: 'customer_id',
      field: 'tel',
      mine: '111',
      theirs: '222',
      required: {},
      fields: { pool_id: '0' },
    },
    outboundInvoice: {
      key: 'record_list',
      idKey: 'outbound_record_id',
      field: 'sale_price',
      mine: '11.5',
      theirs: '12.75',
      required: { order_record_id: '77' },
      fields: {},
    },
  };
  const withPart = async (
    kind: 'company' | 'outboundInvoice',
  ): Promise<{ target: string; ref: string; base: unknown }> => {
    const { idKey, field } = PARTS[kind];
    const target = (await applied(create(kind))).realId as string;
    const [part] = partsOf(kind, target);
    return {
      target,
      ref: String(part?.[idKey]),
      base: part?.[field] === undefined ? '' : String(part[field]),
    };
  };
  const theirsNow = (
    kind: 'company' | 'outboundInvoice',
    target: string,
    change: (part: Record<string, unknown>) => Record<string, unknown>[],
  ): void => {
    expect(
      rig.http.service.touch(kind, target, { [PARTS[kind].key]: partsOf(kind, target).flatMap(change) }),
    ).toBe(true);
  };

  it.each(['company', 'outboundInvoice'] as const)(
    '[OB20] a contact or line of %s changed by both: the conflict names it, "mine" is chosen on the ' +
      'merge screen and arrives',
    async (kind) => {
      const { field, mine, theirs, required, fields } = PARTS[kind];
      const { target, ref, base } = await withPart(kind);
      theirsNow(kind, target, (part) => [{ ...part, [field]: theirs }]);
      const view = await rig.until(
        rig.submit(
          { kind, target, fields, children: [{ ref, fields: { ...required, [field]: mine } }] },
          { fields: {}, children: [{ ref, fields: { [field]: base } }], readAt: null },
        ),
        ({ state }) => state === 'conflict',
      );
      expect(view.conflicts).toMatchObject([{ child: ref, field, base, mine }]);
      expect(String(view.conflicts[0]?.theirs)).toBe(theirs);
      const merged = mergedCommand(
        view,
        { [conflictKey(view.conflicts[0] as Conflict)]: { pick: 'mine' } },
        () => 'local:again',
      );
      expect(rig.live.outbox.edit(view.id, merged as NonNullable<typeof merged>)).toMatchObject({ ok: true });
      await applied(view.id);
      expect(
        String(partsOf(kind, target).find((part) => String(part[PARTS[kind].idKey]) === ref)?.[field]),
      ).toBe(mine);
    },
  );
  it('[OB20] a contact edited here and removed there: "mine" adds it again with all known values, "theirs" leaves it removed', async () => {
    const { target, ref } = await withPart('company');
    const known = { ref, fields: { name: 'Ann', email: 'Acme@x.example', tel: '' } };
    theirsNow('company', target, () => []);
    for (const pick of ['theirs', 'mine'] as const) {
      const view = await rig.until(
        rig.submit(
          {
            kind: 'company',
            target,
            fields: { pool_id: '0', remark: pick },
            children: [{ ref, fields: { tel: '111' } }],
          },
          { fields: {}, children: [known], readAt: null },
        ),
        ({ state }) => state === 'conflict',
      );
      expect(view.conflicts).toEqual([
        { child: ref, field: '*', base: 'present', mine: 'edited', theirs: 'removed' },
      ]);
      const merged = mergedCommand(
        view,
        { [conflictKey(view.conflicts[0] as Conflict)]: { pick } },
        () => 'local:again',
      );
      expect(rig.live.outbox.edit(view.id, merged as NonNullable<typeof merged>)).toMatchObject({ ok: true });
      await applied(view.id);
      expect(partsOf('company', target).map(({ name, email, tel }) => [name, email, tel])).toEqual(
        pick === 'theirs' ? [] : [['Ann', 'Acme@x.example', '111']],
      );
    }
  });
});
