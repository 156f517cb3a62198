/** A line that an attempt without an answer added, and that a later edit changes. */
import { expect, it, vi } from 'vitest';
import { allSettled, isPush, LOST, losesNextAnswer, showsLate, withData } from '../../support/outbox/answers';
import { makeOutboxDesk, savedId } from '../../support/renderer/outbox-desk';

const { rig, desk, colleague } = makeOutboxDesk();
type Values = Record<string, unknown>;
const SURE = { confirmed: true };
const one = (sql: string): string => String(rig.service.database.prepare(sql).pluck().get());
const linesOf = (id: string): Values[] =>
  (JSON.parse(one(`SELECT detail FROM record WHERE resource = 'outboundInvoice' AND id = ${id}`)) as Values)
    .record_list as Values[];

/** An edit of an invoice that adds a line of five pieces; it arrives, and its answer is lost. */
const lineInDoubt = async (refs = ['local:n'], custom?: string) => {
  const all = await desk();
  const { fieldsOf, line } = all.order();
  const made = await all.submit({
    kind: 'outboundInvoice',
    children: [line(0, 'local:l')],
    fields: { ...fieldsOf('INV-9'), discount_rate: 3 },
  });
  await all.core.outbox.sendNow({ id: made });
  await all.until(made, 'applied');
  const target = (await all.item(made)).realId ?? '';
  await rig.rounds();
  await all.core.sync.fetchDetail({ resource: 'outboundInvoice', id: target });
  const form = await all.open({ kind: 'outboundInvoice', mode: 'edit', target, ownDraft: null });
  form.actions.setField('discount_rate', '5');
  form.actions.addChildren(refs.map((ref) => line(2, ref)));
  if (custom !== undefined) form.actions.setOwn('70550001', custom);
  losesNextAnswer(rig);
  const id = savedId(await all.saveForm(form, SURE));
  await all.core.outbox.sendNow({ id });
  await all.until(id, 'uncertain');
  return { all, id, target, orderLine: (at: number) => Number(line(at, 'x').fields.order_record_id), line };
};
const counts = (id: string): number[] => linesOf(id).map((of) => Number(of.outbound_count));

it('a line that an attempt added is changed, not added again, by a later edit', async () => {
  const { all, id, target, orderLine } = await lineInDoubt();
  const second = await all.open({ kind: 'outboundInvoice', mode: 'edit', target, ownDraft: null });
  second.actions.setChild('local:n', 'outbound_count', '3');
  const later = savedId(await all.saveForm(second, SURE));
  await colleague('invoices/outbound/push', {
    outbound_invoice_id: Number(target),
    discount_rate: 7,
    record_list: [
      {
        outbound_record_id: linesOf(target)[0]?.outbound_record_id,
        order_record_id: orderLine(0),
      },
    ],
  });
  rig.mend();
  await all.core.outbox.sendAgain({ id });
  rig.workspace().outbox.reconnected();
  await all.until(id, 'conflict');
  const { mergedCommand } = await import('../../../src/renderer/features/outbox/merge');
  const item = await all.item(id);
  const merged = mergedCommand(item, { '/discount_rate': { pick: 'mine' } }, () => 'local:again');
  expect(await all.core.outbox.edit({ id, ...merged!, version: item.version })).toMatchObject({ ok: true });
  await allSettled(all);
  expect((await all.item(later)).state).toBe('applied');
  expect(counts(target)).toEqual([5, 3]);
});

it('money: a line that an attempt added and a colleague has changed is not added again without a question', async () => {
  const { all, id, target, orderLine } = await lineInDoubt();
  await colleague('invoices/outbound/push', {
    outbound_invoice_id: Number(target),
    record_list: [
      {
        outbound_record_id: linesOf(target)[1]?.outbound_record_id,
        outbound_count: 4,
        order_record_id: orderLine(2),
      },
    ],
  });
  expect(counts(target)).toEqual([5, 4]);
  rig.mend();
  await all.core.outbox.sendAgain({ id });
  rig.workspace().outbox.reconnected();
  await all.until(id, 'uncertain');
  expect(await all.item(id)).toMatchObject({ waits: 'your-decision', reason: { code: 'may-have-added' } });
  expect(counts(target)).toEqual([5, 4]);
  // The user has looked: it is another line.
  await all.core.outbox.sendAgain({ id });
  await all.until(id, 'applied');
  expect(counts(target)).toEqual([5, 4, 5]);
});

it('money: "It arrived" after two attempts removes no line', async () => {
  const { all, id, target, orderLine } = await lineInDoubt();
  const attempts = async (): Promise<unknown[]> => {
    const { state, attempts: made } = await all.item(id);
    return [state, made];
  };
  // A colleague sets the other field back, so the next attempt is sent; its answer is lost too.
  await colleague('invoices/outbound/push', {
    outbound_invoice_id: Number(target),
    discount_rate: 3,
    record_list: [
      { outbound_record_id: linesOf(target)[0]?.outbound_record_id, order_record_id: orderLine(0) },
    ],
  });
  rig.mend();
  losesNextAnswer(rig);
  await all.core.outbox.sendAgain({ id });
  rig.workspace().outbox.reconnected();
  await vi.waitFor(async () => expect(await attempts()).toEqual(['uncertain', 2]), { timeout: 20_000 });
  expect(await all.core.outbox.arrived({ id, realId: null })).toEqual({ ok: true });
  rig.mend();
  rig.workspace().outbox.reconnected();
  await allSettled(all);
  expect(counts(target)).toEqual([5, 5]);
});

it('money: of two equal lines one is not found twice', async () => {
  const { all, id, target, orderLine } = await lineInDoubt(['local:n', 'local:m']);
  expect(counts(target)).toEqual([5, 5, 5]);
  await colleague('invoices/outbound/push', {
    outbound_invoice_id: Number(target),
    record_list: [
      {
        outbound_record_id: linesOf(target)[2]?.outbound_record_id,
        outbound_count: 4,
        order_record_id: orderLine(2),
      },
    ],
  });
  rig.mend();
  await all.core.outbox.sendAgain({ id });
  rig.workspace().outbox.reconnected();
  await vi.waitFor(
    async () => expect(await all.item(id)).toMatchObject({ reason: { code: 'may-have-added' } }),
    { timeout: 20_000 },
  );
  // The user adds the second line again, and this attempt does not arrive.
  rig.service.wire.intercept = (request, pass) => (isPush(request) ? Promise.resolve(LOST) : pass());
  await all.core.outbox.sendAgain({ id });
  await vi.waitFor(async () => expect((await all.item(id)).attempts).toBe(2), { timeout: 20_000 });
  rig.service.wire.intercept = (_, pass) => pass();
  await expect(
    vi.waitFor(async () => expect((await all.item(id)).state).toBe('applied'), { timeout: 5000 }),
  ).rejects.toThrow();
  expect(counts(target)).toEqual([5, 5, 4]);
});

const FIELD = '70550001';
/** The same edit, refused before it was sent again, because a colleague has changed a custom field that it sets. */
const lineRefused = async () => {
  const made = await lineInDoubt(['local:n'], 'mine');
  const { all, id, target } = made;
  rig.service.database
    .prepare(
      `UPDATE record SET detail = json_set(detail, '$."${FIELD}"', 'theirs')
       WHERE resource = 'outboundInvoice' AND id = ?`,
    )
    .run(BigInt(target));
  rig.mend();
  await all.core.outbox.sendAgain({ id });
  rig.workspace().outbox.reconnected();
  await all.until(id, 'rejected');
  expect(await all.item(id)).toMatchObject({ reason: { code: 'custom-changed' }, mayHaveArrived: true });
  return made;
};
/** The lines of the pushes from now on. */
const pushedLines = (): Values[][] => {
  const pushed: Values[][] = [];
  rig.service.wire.intercept = (request, pass) => {
    if (isPush(request))
      pushed.push((JSON.parse(String(request.body)) as { record_list: Values[] }).record_list);
    return pass();
  };
  return pushed;
};
/** The correction is refused too, for the custom field; the user sends it all the same. */
const sendAnyway = async ({ all, id }: Awaited<ReturnType<typeof lineRefused>>): Promise<void> => {
  await all.until(id, 'rejected');
  await all.core.outbox.sendAgain({ id });
  await all.until(id, 'applied');
  await allSettled(all);
};

it('money: a line that the form shows under both its names is there once if the user removes one', async () => {
  const made = await lineRefused();
  const { all, id, target } = made;
  await rig.rounds();
  await all.core.sync.fetchDetail({ resource: 'outboundInvoice', id: target });
  const form = await all.open({ kind: 'outboundInvoice', mode: 'intent', intentId: id });
  const [, read] = form.store.getState().values.children;
  form.actions.removeChild(read?.ref ?? '', true);
  const pushed = pushedLines();
  savedId(await all.saveForm(form, SURE));
  await sendAnyway(made);
  expect(counts(target)).toEqual([5, 5]);
  const ids = pushed.at(-1)?.map((one) => one.outbound_record_id);
  expect(ids).toEqual([...new Set(ids)]);
});

it('money: a line that the user removes from a refused item does not stay in the invoice', async () => {
  const made = await lineRefused();
  const { all, id, target } = made;
  // A form over an older copy of the invoice, which does not show the line of the attempt.
  const { command, version } = await all.item(id);
  const without = { ...command, children: command.children.filter(({ ref }) => ref !== 'local:n') };
  expect(await all.core.outbox.edit({ id, command: without, version })).toMatchObject({ ok: true });
  await sendAnyway(made);
  expect(counts(target)).toEqual([5]);
});

it('money: "It arrived" does not add again a line that only a later attempt had', async () => {
  const { all, id, target, orderLine, line } = await lineInDoubt([]);
  const late = showsLate(rig, ({ url }, got) =>
    url.includes('/outbound/info')
      ? withData(got, (data) => ({
          ...data,
          discount_rate: 3,
          record_list: (data.record_list as Values[]).slice(0, 1),
        }))
      : got,
  );
  await all.core.outbox.sendAgain({ id });
  late.begin();
  await all.until(id, 'rejected');
  // The correction adds another line; it arrives, and its answer is lost too.
  const form = await all.open({ kind: 'outboundInvoice', mode: 'intent', intentId: id });
  form.actions.addChildren([line(1, 'local:m')]);
  const hides = rig.service.wire.intercept;
  rig.service.wire.intercept = async (request, pass) => {
    if (!isPush(request)) return hides?.(request, pass) ?? pass();
    await pass();
    rig.cut();
    return LOST;
  };
  savedId(await all.saveForm(form, SURE));
  await all.core.outbox.sendNow({ id });
  rig.workspace().outbox.reconnected();
  await all.until(id, 'uncertain');
  expect(counts(target)).toEqual([5, 5]);
  await colleague('invoices/outbound/push', {
    outbound_invoice_id: Number(target),
    discount_rate: 7,
    record_list: [
      { outbound_record_id: linesOf(target)[0]?.outbound_record_id, order_record_id: orderLine(0) },
    ],
  });
  expect(await all.core.outbox.arrived({ id, realId: null })).toEqual({ ok: true });
  rig.mend();
  rig.workspace().outbox.reconnected();
  await allSettled(all);
  expect(counts(target)).toEqual([5, 5]);
});
