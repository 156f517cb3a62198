/**
 * Pushes to the bundled service in profile `live`: everything that the live service requires is sent, and
 * items in doubt are settled with its forms. Real sockets, the real transport, the real service.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { createOf, makeRig, PUSHES, type PushKind, type Rig } from '../../support/outbox/fault-rig';

let rig: Rig;
afterEach(async () => {
  await rig.close();
});
/** Text that HTML writes in another way. */
const REMARK = 'cost < 5 & "ok"';
const KINDS = Object.keys(PUSHES) as PushKind[];
const applied = (id: string) => rig.until(id, ({ state }) => state === 'applied');
/** As a form of this service fills it in: each line says its unit. */
const made = (kind: PushKind, tag: string) => {
  const create = createOf(kind, tag, rig.selfUserId);
  // Its remark is plain text on the live service.
  if (kind === 'opportunity') return create;
  if (kind !== 'outboundInvoice') return { ...create, fields: { ...create.fields, remark: REMARK } };
  const lines = (create.children ?? []) as { ref: string; fields: Record<string, unknown> }[];
  const children = lines.map((line) => ({
    ...line,
    fields: { ...line.fields, outbound_count: '2.5', sku_id: '40002', product_unit: 'Box' },
  }));
  return { ...create, children };
};

describe.each(KINDS)('%s', (kind) => {
  const { path, money } = PUSHES[kind];

  it('[OB10] is accepted with the fields that the service requires, and so is its edit', async () => {
    rig = await makeRig({}, 'live');
    const first = await applied(rig.submit(made(kind, 'acme')));
    const ref = first.realId ?? '';
    const required = {
      company: { pool_id: '0' },
      receipt: { amount: '12.50' },
      lead: {},
      opportunity: {},
      outboundInvoice: {},
    }[kind];
    const lines = (rig.http.service.truth(kind)[0]?.detail.record_list ?? []) as Record<string, unknown>[];
    const children = lines
      .filter((line) => line.outbound_record_id !== undefined)
      .map((line) => ({
        ref: String(line.outbound_record_id),
        fields: { order_record_id: '77', product_unit: 'Box' },
      }));
    const change = kind === 'outboundInvoice' ? { discount_rate: 90 } : { remark: 'changed' };
    const base = {
      fields: { name: 'acme', currency: 'USD', remark: REMARK, discount_rate: 100 },
      children: [],
      readAt: null,
    };
    await applied(rig.submit({ kind, target: ref, fields: { ...change, ...required }, children }, base));
    const record = rig.http.service.truth(kind).find(({ id }) => id === ref);
    expect({ ...record?.doc, ...record?.detail }).toMatchObject(change);
    expect(rig.records(kind)).toHaveLength(1);
  });

  it(`[OB13] whose answer is lost is created once${money ? ', and never sent again' : ''}`, async () => {
    rig = await makeRig({}, 'live');
    // The first create teaches under whom the service records what this account makes.
    await applied(rig.submit(made('company', 'teacher')));
    const before = rig.records(kind).length;
    rig.http.service.faults.add({ kind: 'lost', method: 'POST', path });
    const id = rig.submit(made(kind, 'lost'));
    const view = await rig.until(id, ({ state, waits }) => state === 'applied' || waits === 'your-decision');
    // Only the record of a company proves who made it. The user is shown the one record that it may be.
    expect([view.state, view.candidates?.length]).toEqual(
      kind === 'company' ? ['applied', 0] : ['uncertain', 1],
    );
    rig.live.outbox.arrived(id, view.candidates?.[0]?.id ?? null);
    await applied(id);
    expect(rig.records(kind)).toHaveLength(before + 1);
    expect(rig.posts(path).length).toBe(kind === 'company' ? 2 : 1);
  });
});

it('a refusal because of a missing unit names the field', async () => {
  rig = await makeRig({}, 'live');
  const id = rig.submit(createOf('outboundInvoice', 'x', rig.selfUserId));
  const view = await rig.until(id, ({ state }) => state === 'rejected');
  expect(view.reason).toMatchObject({ field: 'product_unit' });
});
