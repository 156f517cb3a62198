/** What a form shows and sends of contacts and lines while an edit of the record waits. */
import { expect, it, vi } from 'vitest';
import type { FormChild } from '../../../src/renderer/forms/values/form-values';
import { makeFormDesk } from '../../support/renderer/form-desk';

const { rig, desk, loseNext } = makeFormDesk();

type Kind = 'company' | 'outboundInvoice' | 'receipt';

/** A record of this kind with a contact or line, its details on this computer, and the CRM out of reach. */
const record = async (kind: Kind) => {
  const all = await desk();
  const { core, open } = all;
  rig.mend();
  for (const target of rig.workspace().cache.liveIds(kind)) {
    await vi.waitFor(
      async () =>
        expect(await core.sync.fetchDetail({ resource: kind, id: target })).toMatchObject({ held: true }),
      { timeout: 20_000 },
    );
    const ref = { kind, mode: 'edit', target, ownDraft: null } as const;
    const form = await open(ref);
    const hasChildren = form.store.getState().values.children.length > 0;
    await form.actions.stop();
    if (!hasChildren) continue;
    rig.cut();
    const items = async () => (await core.outbox.list({})).filter(({ command }) => command.target === target);
    return { ...all, ref, items };
  }
  throw new Error(`no ${kind} has a contact or line`);
};

const newLine = (like: FormChild): FormChild => ({
  ref: 'local:new-line',
  fields: { ...like.fields, outbound_count: '3' },
});

it.each(['record', 'item'] as const)(
  'a line that a waiting edit added is removed in the form of the %s',
  async (of) => {
    const { open, saveForm, ref, items } = await record('outboundInvoice');
    const form = await open(ref);
    form.actions.addChildren([newLine(form.store.getState().values.children[0]!)]);
    expect(await saveForm(form, { confirmed: true })).toMatchObject({ kind: 'saved' });
    const [item] = await items();
    const again = await open(
      of === 'record' ? ref : { kind: 'outboundInvoice', mode: 'intent', intentId: item!.id },
    );
    again.actions.removeChild('local:new-line', true);
    expect(await saveForm(again, { confirmed: true })).toMatchObject({ kind: 'saved' });
    const [now] = await items();
    expect(now?.command.children.map((line) => line.ref)).not.toContain('local:new-line');
    expect(now?.command.children.length).toBeGreaterThan(0);
  },
);

it.each(['outboundInvoice', 'company'] as const)(
  'after a lost answer, a line or contact that the user removes again is not sent: %s',
  async (kind) => {
    const { open, saveForm, ref, items } = await record(kind);
    const form = await open(ref);
    const [like] = form.store.getState().values.children;
    form.actions.addChildren([
      kind === 'company' ? { ref: 'local:new-line', fields: { name: 'Wrong' } } : newLine(like!),
    ]);
    loseNext('submit');
    await expect(saveForm(form, { confirmed: true })).rejects.toThrow();
    form.actions.removeChild('local:new-line', true);
    expect(await saveForm(form, { confirmed: true })).toMatchObject({ kind: 'saved' });
    const refs = (await items()).flatMap(({ command }) => command.children.map((line) => line.ref));
    expect(refs).not.toContain('local:new-line');
  },
);

it('an allocation of a receipt that a waiting edit changed is shown once, and sent once', async () => {
  const { open, saveForm, ref, items } = await record('receipt');
  const change = async (amount: string) => {
    const form = await open(ref);
    const { children } = form.store.getState().values;
    form.actions.setChild(children[0]!.ref, 'cash_collection_amount', amount);
    expect(await saveForm(form)).toMatchObject({ kind: 'saved' });
    return children.length;
  };
  const before = await change('80');
  expect(await change('70')).toBe(before);
  const [item, ...others] = await items();
  expect(others).toEqual([]);
  expect(item?.command.children.map(({ fields }) => fields.cash_collection_amount)).toEqual(['70']);
});

it.each(['record', 'item'] as const)(
  'money: what the user empties in a waiting allocation is not sent, in the form of the %s',
  async (of) => {
    const { open, saveForm, ref, items } = await record('receipt');
    const form = await open(ref);
    form.actions.addChildren([
      {
        ref: 'local:new-line',
        fields: {
          refer_type: '1',
          refer_id: '987654321',
          cash_collection_amount: '80',
          cash_collection_invoice_amount: '75',
          cash_collection_comment: 'for June',
        },
      },
    ]);
    expect(await saveForm(form)).toMatchObject({ kind: 'saved' });
    const [item] = await items();
    const again = await open(of === 'record' ? ref : { kind: 'receipt', mode: 'intent', intentId: item!.id });
    again.actions.setChild('local:new-line', 'cash_collection_comment', '');
    again.actions.setChild('local:new-line', 'cash_collection_invoice_amount', '');
    expect(await saveForm(again)).toMatchObject({ kind: 'saved' });
    const [now] = await items();
    const { cash_collection_comment: comment = '', ...sent } = now!.command.children[0]!.fields;
    expect(comment).toBe('');
    expect(sent).toEqual({
      refer_type: 1,
      refer_id: '987654321',
      cash_collection_amount: '80',
    });
  },
);

it('an emptied number of an allocation that the CRM has is an issue', async () => {
  const { open, saveForm, ref } = await record('receipt');
  const form = await open(ref);
  const [allocation] = form.store.getState().values.children;
  form.actions.setChild(allocation!.ref, 'cash_collection_amount', '');
  expect(await saveForm(form)).toEqual({ kind: 'issues' });
  expect(form.store.getState().issues).toEqual({
    [`${allocation!.ref}.cash_collection_amount`]: { code: 'empty' },
  });
});
