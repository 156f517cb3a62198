/**
 * A repeated request of a window is carried out once: after a lost answer between window and core, after two
 * presses of one button, and after a crash between the commit and the answer. A whole core, called through
 * its router.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { makeCore } from '../../support/sync/core-fixture';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
const { window } = rig;
type Window = ReturnType<typeof window>;

const receipt = (amount: string) => ({
  kind: 'receipt',
  schema: 1,
  target: null,
  fields: { amount, currency: 'USD' },
  children: [],
});
const submit = async (operationId: string, amount = '100', to: Window = window()) => {
  const answer = await to.outbox.submit({ command: receipt(amount), operationId });
  if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer)}`);
  return answer;
};
const waiting = async (of: Window = window()) => await of.outbox.list({ states: ['queued'] });
const ledgerOf = async (id: string) =>
  (await window().outbox.get({ id }))?.ledger.map(({ event }) => event) ?? [];

describe('an operation of a window', () => {
  beforeEach(async () => {
    await rig.connect();
    await window().outbox.pause({ paused: true });
  });

  it('[OB50] a repeated submit makes one intent and gets the first answer', async () => {
    const first = await submit('press-1');
    expect(await submit('press-1')).toEqual(first);
    expect(await waiting()).toHaveLength(1);
  });

  it('[OB50] two submits with two operation ids make two intents, also with equal content', async () => {
    const [first, second] = [await submit('press-1'), await submit('press-2')];
    expect(second.id).not.toBe(first.id);
    expect(await waiting()).toHaveLength(2);
  });

  it('[OB50] after a crash between the commit and the answer, the repeat makes no second intent', async () => {
    const first = await submit('press-1');
    // The files as a killed process leaves them, opened by another core.
    const left = mkdtempSync(join(tmpdir(), 'satchel-crash-'));
    onTestFinished(() => rmSync(left, { recursive: true, force: true }));
    cpSync(rig.fixture.directory, left, { recursive: true });
    const other = await makeCore({
      transport: rig.service.wire,
      directory: left,
      secrets: rig.fixture.secrets,
    });
    onTestFinished(() => other.core.close());
    const after = createRouterClient(other.core.router);
    expect(await submit('press-1', '100', after)).toEqual(first);
    expect(await waiting(after)).toHaveLength(1);
  });

  it('[OB50] a repeated edit writes one version; another edit of the same intent is a second operation', async () => {
    const { id } = await submit('press-1');
    const edit = (operationId: string, amount: string) =>
      window().outbox.edit({ id, command: receipt(amount), operationId });
    expect(await edit('press-2', '200')).toEqual(await edit('press-2', '200'));
    expect((await window().outbox.get({ id }))?.intent.version).toBe(2);
    expect(await edit('press-3', '300')).toMatchObject({ ok: true, id });
    expect((await window().outbox.get({ id }))?.intent).toMatchObject({
      version: 3,
      command: { fields: { amount: '300' } },
    });
  });

  it('[OB50] a repeated undo is not a redo', async () => {
    const { id } = await submit('press-1', '100');
    await window().outbox.edit({ id, command: receipt('200'), operationId: 'press-2' });
    const undo = () => window().outbox.undo({ id, operationId: 'press-3' });
    expect([await undo(), await undo()]).toEqual([{ ok: true }, { ok: true }]);
    expect((await window().outbox.get({ id }))?.intent.command.fields).toMatchObject({ amount: '100' });
  });

  it('[OB50] a repeated decision gets the same answer and writes nothing', async () => {
    const { id } = await submit('press-1');
    const discard = () => window().outbox.discard({ id, operationId: 'press-2' });
    expect([await discard(), await discard()]).toEqual([{ ok: true }, { ok: true }]);
    expect((await ledgerOf(id)).filter((event) => event === 'discarded')).toHaveLength(1);
  });

  it('[OB50] an operation id of another decision is refused', async () => {
    const [one, two] = [await submit('press-1'), await submit('press-2')];
    await window().outbox.hold({ id: one.id, held: true, operationId: 'press-3' });
    for (const again of [
      window().outbox.hold({ id: two.id, held: true, operationId: 'press-3' }),
      window().outbox.discard({ id: one.id, operationId: 'press-3' }),
    ])
      expect(await again).toEqual({ ok: false, code: 'invalid', issues: [] });
    expect((await waiting()).map(({ id, held }) => [id, held])).toEqual([
      [one.id, true],
      [two.id, false],
    ]);
  });

  it('[OB50] a refusal is not stored: the same operation is decided again', async () => {
    const company = (fields: Record<string, unknown>) => ({
      command: { kind: 'company', schema: 1, target: null, fields, children: [] },
      operationId: 'press-1',
    });
    expect(await window().outbox.submit(company({}))).toMatchObject({ ok: false, code: 'invalid' });
    expect(await window().outbox.submit(company({ name: 'Nordlicht', pool_id: '0' }))).toMatchObject({
      ok: true,
      outcome: 'new',
    });
  });
});
