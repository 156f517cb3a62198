/** A correction that was copied into a later edit, and a choice against it in the conflict of its own edit. */
import { expect, it } from 'vitest';
import { mergedCommand, type Choice } from '../../../../../../src/renderer/features/outbox/merge';
import { crmBench, refusing } from '../../../../../support/outbox/fake-crm';
import { accepted } from '../../../../../support/outbox/outbox-bench';

type Fields = Record<string, unknown>;
const edit = (fields: object, contact: object | null) => ({
  kind: 'company',
  schema: 1,
  target: '900',
  fields: { pool_id: '0', ...fields },
  children: contact === null ? [] : [{ ref: 'local:ann', fields: contact }],
});
const refuses = refusing('Not today');
/** The earlier remark, and the stars that the CRM has now. */
const against: Record<string, Choice> = { '/remark': { pick: 'base' }, '/star': { pick: 'theirs' } };

/**
 * A refused edit and a later edit. The correction of the refused edit was copied into the later edit. With a contact,
 * the later edit waits for the refused edit, which adds that contact. Without a contact, the later edit is sent first.
 */
const correctedAndCopied = async ({
  hasContact = true,
  theirStar = 5,
}: { hasContact?: boolean; theirStar?: unknown } = {}) => {
  const bench = crmBench();
  const { crm, gateway, outbox, pushes, time } = bench;
  const inCrm: Fields = { company_id: 900, name: 'Acme', remark: 'old', star: 1, customers: [] };
  crm.put('company', inCrm);
  gateway.push = refuses;
  const takes: typeof gateway.push = async (_path, body) => {
    const { customers = [], ...fields } = JSON.parse(body) as Fields & { customers?: Fields[] };
    Object.assign(inCrm, fields);
    if (customers.length > 0) inCrm.customers = customers.map((one) => ({ customer_id: 51, ...one }));
    return accepted({ company_id: 900, customers: inCrm.customers });
  };
  const submit = (fields: Fields, contact: object | null, remark: unknown = 'old'): string => {
    const base = { fields: { remark, star: 1 }, children: [], readAt: null };
    const done = outbox.submit({ command: edit(fields, hasContact ? contact : null), base });
    if (!done.ok) throw new Error(JSON.stringify(done));
    return done.id;
  };
  const item = (id: string) => outbox.get(id)!.intent;
  const first = submit({ remark: 'mine', star: 2 }, { name: 'Ann', tel: '1' });
  await time.advance(10_000);
  outbox.pause(true);
  const later = submit({ remark: 'mine too', star: 3, homepage: 'x.example' }, { tel: '2' }, 'mine');
  const corrected = edit({ remark: 'corrected', star: 4 }, hasContact ? { name: 'Ann', tel: '3' } : null);
  expect(outbox.edit(first, { command: corrected })).toMatchObject({ ok: true });
  expect(item(later).command.fields).toMatchObject({ remark: 'corrected', star: 4 });
  /** Sends what is not held. A colleague has changed the record; the refused edit is in conflict in the end. */
  const untilConflict = async (): Promise<void> => {
    Object.assign(inCrm, { remark: 'theirs', star: theirStar });
    outbox.pause(false);
    await time.advance(10_000);
    expect(item(first)).toMatchObject({
      state: 'conflict',
      conflicts: [
        { field: 'remark', mine: 'corrected' },
        { field: 'star', mine: 4 },
      ],
    });
    outbox.pause(true);
    pushes.length = 0;
  };
  const choose = (choices: Record<string, Choice>): void => {
    const { version } = item(first);
    const merged = mergedCommand(item(first), choices, () => 'local:again')!;
    expect(outbox.edit(first, { ...merged, version })).toMatchObject({ ok: true });
  };
  /** Everything is accepted from now on. */
  const finish = async (): Promise<void> => {
    gateway.push = takes;
    outbox.pause(false);
    await time.advance(60_000);
  };
  return { ...bench, first, later, item, inCrm, submit, untilConflict, choose, finish };
};

it('[OB70] what the user chose against is not sent with the later edit', async () => {
  const { first, later, item, inCrm, pushes, untilConflict, choose, finish } = await correctedAndCopied();
  await untilConflict();
  choose(against);
  expect(item(later)).toMatchObject({ command: { fields: { remark: 'old', star: 5 } }, canUndo: false });
  await finish();
  expect([item(first).state, item(later).state]).toEqual(['applied', 'applied']);
  expect(inCrm).toMatchObject({ remark: 'old', star: 5, homepage: 'x.example', customers: [{ tel: '3' }] });
  expect(pushes.some(({ body }) => body.includes('corrected'))).toBe(false);
});

it('[OB70] a number that the CRM has emptied is left out of the later edit too', async () => {
  const { later, item, inCrm, untilConflict, choose, finish } = await correctedAndCopied({ theirStar: '' });
  await untilConflict();
  choose(against);
  expect(item(later).command.fields).toEqual({ pool_id: '0', remark: 'old', homepage: 'x.example' });
  await finish();
  expect(inCrm).toMatchObject({ star: '', homepage: 'x.example' });
});

it('[OB43] what the user entered in the later edit since the copy is sent', async () => {
  const { outbox, later, item, inCrm, untilConflict, choose, finish } = await correctedAndCopied();
  const { command } = item(later);
  const newest = { ...command, fields: { ...command.fields, remark: 'newest' } };
  expect(outbox.edit(later, { command: newest })).toMatchObject({ ok: true });
  await untilConflict();
  choose(against);
  await finish();
  expect(inCrm).toMatchObject({ remark: 'newest', star: 5 });
});

it('[OB70] Undo of the choice brings the copied correction back', async () => {
  const { outbox, first, later, item, untilConflict, choose } = await correctedAndCopied();
  await untilConflict();
  const { base } = item(later);
  choose(against);
  expect(outbox.undo(first)).toEqual({ ok: true });
  expect(item(first)).toMatchObject({ state: 'conflict', command: { fields: { remark: 'corrected' } } });
  expect(item(later)).toMatchObject({ command: { fields: { remark: 'corrected', star: 4 } }, base });
});

it('[OB70] a refused later edit is not sent again with what the user chose against, nor with the choice over a still later value', async () => {
  const bench = await correctedAndCopied({ hasContact: false });
  const { outbox, time, first, later, item, inCrm, pushes, submit, untilConflict, choose, finish } = bench;
  outbox.hold(first, true);
  outbox.pause(false);
  await time.advance(10_000);
  expect(item(later)).toMatchObject({ state: 'rejected', command: { fields: { remark: 'corrected' } } });
  outbox.hold(first, false);
  await untilConflict();
  const latest = submit({ remark: 'latest' }, null, 'theirs');
  choose(against);
  expect(item(later)).toMatchObject({ state: 'rejected', command: { fields: { remark: 'old', star: 5 } } });
  await finish();
  expect(item(latest).state).toBe('applied');
  expect(outbox.sendAgain(later)).toEqual({ ok: true });
  await finish();
  expect(item(later).state).toBe('applied');
  expect(inCrm).toMatchObject({ remark: 'latest', star: 5, homepage: 'x.example' });
  expect(pushes.some(({ body }) => body.includes('corrected'))).toBe(false);
});

/** The user types over the copy, chooses against the corrected value, and then undoes the typing. */
const typedOverAndUndone = async ({ isChoiceUndone }: { isChoiceUndone: boolean }) => {
  const bench = await correctedAndCopied();
  const { outbox, first, later, item } = bench;
  const { command } = item(later);
  const newest = { ...command, fields: { ...command.fields, remark: 'newest' } };
  expect(outbox.edit(later, { command: newest })).toMatchObject({ ok: true });
  await bench.untilConflict();
  bench.choose(against);
  if (isChoiceUndone) outbox.undo(first);
  expect(outbox.undo(later)).toEqual({ ok: true });
  return bench;
};

it('[OB43] Undo of what was typed over the copy does not bring back what the user chose against', async () => {
  const { later, item, inCrm, pushes, finish } = await typedOverAndUndone({ isChoiceUndone: false });
  expect(item(later).command.fields).toMatchObject({ remark: 'old', star: 5 });
  await finish();
  expect(inCrm).toMatchObject({ remark: 'old', star: 5, homepage: 'x.example' });
  expect(pushes.some(({ body }) => body.includes('corrected'))).toBe(false);
});

it('[OB70] Undo of what was typed over the copy brings it back if the choice was undone before', async () => {
  const { later, item } = await typedOverAndUndone({ isChoiceUndone: true });
  expect(item(later).command.fields).toMatchObject({ remark: 'corrected', star: 4 });
});
