/** Allocations of a receipt that an attempt without an answer made: a second push would make them twice. */
import { expect, it, vi } from 'vitest';
import type { HttpRequest, HttpResult } from '#core/ports/ports';
import { isPush, LOST, withData } from '../../support/outbox/answers';
import { makeOutboxDesk, savedId } from '../../support/renderer/outbox-desk';

const { rig, desk } = makeOutboxDesk();
type Values = Record<string, unknown>;

/**
 * An edit of a receipt that allocates it to a document; it arrives without an answer. The service shows allocations.
 */
const allocationInDoubt = async () => {
  const all = await desk();
  const target = await all.deliveredReceipt();
  const kept: Values[] = [];
  const service = { losesNext: true };
  const intercept = async (request: HttpRequest, pass: () => Promise<HttpResult>): Promise<HttpResult> => {
    const got = await pass();
    if (isPush(request)) {
      kept.push(...((JSON.parse(String(request.body)) as { record_list?: Values[] }).record_list ?? []));
      if (!service.losesNext) return got;
      service.losesNext = false;
      rig.cut();
      return LOST;
    }
    return request.url.includes('receiptRegistration/info')
      ? withData(got, (data) => ({ ...data, record_list: [...kept] }))
      : got;
  };
  rig.service.wire.intercept = intercept;
  await rig.rounds();
  await all.core.sync.fetchDetail({ resource: 'receipt', id: target });
  const form = await all.open({ kind: 'receipt', mode: 'edit', target, ownDraft: null });
  form.actions.setField('remark', 'mine');
  form.actions.addChildren([
    { ref: 'local:a', fields: { refer_id: '7', refer_type: '1', cash_collection_invoice_amount: '77.5' } },
  ]);
  const id = savedId(await all.saveForm(form));
  await all.core.outbox.sendNow({ id });
  await all.until(id, 'uncertain');
  expect(kept).toHaveLength(1);
  const sendAgain = async (): Promise<void> => {
    rig.mend();
    rig.service.wire.intercept = intercept;
    await all.core.outbox.sendAgain({ id });
    rig.workspace().outbox.reconnected();
  };
  return { all, id, target, kept, sendAgain };
};

it('money: "Send again" makes no allocation again that the receipt shows', async () => {
  const { all, id, target, kept, sendAgain } = await allocationInDoubt();
  // A colleague empties the remark, so the edit is sent again.
  rig.service.service.touch('receipt', target, { remark: '' });
  await sendAgain();
  await vi.waitFor(async () => expect((await all.item(id)).state).toBe('applied'), { timeout: 20_000 });
  expect((await all.item(id)).attempts).toBe(2);
  expect(kept).toHaveLength(1);
});

it('money: a changed allocation is not sent beside the one that the receipt shows', async () => {
  const { all, id, target, kept, sendAgain } = await allocationInDoubt();
  rig.service.service.touch('receipt', target, { remark: 'theirs' });
  await sendAgain();
  await all.until(id, 'conflict');
  const { command, base, version } = await all.item(id);
  const changed = {
    ...command,
    fields: { ...command.fields, remark: 'theirs' },
    children: command.children.map((item) => ({
      ...item,
      fields: { ...item.fields, cash_collection_invoice_amount: '80' },
    })),
  };
  const answer = await all.core.outbox.edit({ id, command: changed, base: base ?? undefined, version });
  expect(answer).toMatchObject({ ok: true });
  await all.until(id, 'rejected');
  expect((await all.item(id)).reason).toMatchObject({ code: 'ids-unknown' });
  expect(kept).toHaveLength(1);
});
