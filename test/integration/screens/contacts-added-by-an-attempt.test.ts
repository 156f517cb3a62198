/** A contact that an attempt without an answer added, and that a later edit changes. */
import { expect, it } from 'vitest';
import { allSettled, losesNextAnswer } from '../../support/outbox/answers';
import { makeOutboxDesk, savedId } from '../../support/renderer/outbox-desk';

const { rig, desk, colleague } = makeOutboxDesk();
type Values = Record<string, unknown>;
const one = (sql: string): string => String(rig.service.database.prepare(sql).pluck().get());
const detailOf = (where: string): Values =>
  JSON.parse(one(`SELECT detail FROM record WHERE ${where}`)) as Values;

it.each(['mine', 'theirs'] as const)(
  'a later edit changes a contact that an earlier attempt added, and adds none, after a conflict (%s)',
  async (pick) => {
    const all = await desk();
    const target = all.cache.liveIds('company')[0] ?? '';
    await all.core.sync.fetchDetail({ resource: 'company', id: target });
    const form = await all.open({ kind: 'company', mode: 'edit', target, ownDraft: null });
    form.actions.setField('remark', 'mine');
    form.actions.addChildren([{ ref: 'local:n', fields: { name: 'Zoe Zander' } }]);
    losesNextAnswer(rig);
    const id = savedId(await all.saveForm(form));
    await all.core.outbox.sendNow({ id });
    await all.until(id, 'uncertain');
    const second = await all.open({ kind: 'company', mode: 'edit', target, ownDraft: null });
    second.actions.setChild('local:n', 'post', 'Head buyer');
    const later = savedId(await all.saveForm(second));
    const theirs = { company_id: Number(target), pool_id: 0, remark: 'theirs' };
    await colleague('company/pushCompanyAndCustomers', theirs);
    rig.mend();
    await all.core.outbox.sendAgain({ id });
    rig.workspace().outbox.reconnected();
    await all.until(id, 'conflict');
    const { mergedCommand } = await import('../../../src/renderer/features/outbox/merge');
    const item = await all.item(id);
    const merged = mergedCommand(item, { ['/remark']: { pick } }, () => 'local:again');
    if (merged === null) throw new Error('not merged');
    expect(await all.core.outbox.edit({ id, ...merged, version: item.version })).toMatchObject({ ok: true });
    await allSettled(all);
    expect((await all.item(later)).state).toBe('applied');
    const { customers } = detailOf(`resource = 'company' AND id = ${target}`) as { customers: Values[] };
    const added = customers.filter(({ name, post }) => name === 'Zoe Zander' || post === 'Head buyer');
    expect(added).toMatchObject([{ name: 'Zoe Zander', post: 'Head buyer' }]);
  },
);
