import { describe, expect, it } from 'vitest';
import { accepted, companyCommand, outboxBench } from '../../../../support/outbox/outbox-bench';

const bench = () => {
  const made = outboxBench({ settings: { undoSeconds: 6 } });
  let id = 50;
  made.gateway.push = async () => accepted({ company_id: id++, customers: [] });
  return made;
};

describe('[OB70] a saved item', () => {
  it('waits six seconds, shows this, and is then sent by itself', async () => {
    const { outbox, submit, time, pushes } = bench();
    const id = submit(companyCommand('Acme'));
    await time.advance(5_900);
    expect(pushes).toEqual([]);
    expect(outbox.get(id)?.intent).toMatchObject({ state: 'queued', waits: 'undo' });
    await time.advance(1_000);
    expect(pushes).toHaveLength(1);
  });
  it('that is undone within that time is never sent', async () => {
    const { outbox, submit, time, pushes } = bench();
    const id = submit(companyCommand('Acme'));
    await time.advance(3_000);
    expect(outbox.discard(id)).toEqual({ ok: true });
    await time.advance(60_000);
    expect(pushes).toEqual([]);
  });
  it('returns to its previous version when an edit is undone, and that version is sent', async () => {
    const { outbox, submit, time, pushes } = bench();
    const id = submit(companyCommand('Acme'));
    await time.advance(4_000);
    outbox.edit(id, { command: companyCommand('Acme Ltd') });
    await time.advance(4_000);
    expect(pushes).toEqual([]);
    expect(outbox.undo(id)).toEqual({ ok: true });
    await time.advance(10_000);
    expect(pushes.map(({ body }) => (JSON.parse(body) as { name: string }).name)).toEqual(['Acme']);
  });
  it('says that it is too late for Undo when it is being sent', async () => {
    const { outbox, submit, time } = bench();
    const id = submit(companyCommand('Acme'));
    await time.advance(8_000);
    expect(outbox.discard(id)).toMatchObject({ ok: false });
  });
  it('is sent at once by "send now"', async () => {
    const { outbox, submit, time, pushes } = bench();
    const id = submit(companyCommand('Acme'));
    outbox.sendNow(id);
    await time.advance(500);
    expect(pushes).toHaveLength(1);
  });
  it('still waits after a restart: closing the app sends nothing early', async () => {
    const made = bench();
    made.submit(companyCommand('Acme'));
    await made.time.advance(1_000);
    made.reopen();
    await made.time.advance(4_500);
    expect(made.pushes).toEqual([]);
    await made.time.advance(1_500);
    expect(made.pushes).toHaveLength(1);
  });
  it('waits as long as the user chose, also after a restart', async () => {
    const made = bench();
    made.outbox.setUndoSeconds(20);
    made.reopen();
    expect(made.outbox.summary().undoSeconds).toBe(20);
    made.submit(companyCommand('Acme'));
    await made.time.advance(19_000);
    expect(made.pushes).toEqual([]);
    await made.time.advance(2_000);
    expect(made.pushes).toHaveLength(1);
  });
  it('does not wait for years after a clock was set back', async () => {
    const made = bench();
    made.submit(companyCommand('Acme'));
    made.database.prepare('UPDATE intents SET not_before = not_before + 365 * 86400000').run();
    made.outbox.kick();
    await made.time.advance(310_000);
    expect(made.pushes).toHaveLength(1);
  });
});
