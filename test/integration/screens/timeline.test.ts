/**
 * A customer's timeline as the window reads it: the cache with the outbox applied, from offline to delivered.
 */
import { describe, expect, it, vi } from 'vitest';
import type { TimelineEntry } from '../../../src/shared/contract/timeline';
import type { TimelineKind } from '../../../src/shared/domain/timeline-kinds';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
const { workspace, window, cut, mend } = rig;

const open = async (): Promise<void> => {
  await rig.connect();
  await rig.releaseAll();
};
const submit = async (
  kind: 'company' | 'receipt' | 'trailNote',
  fields: Record<string, unknown>,
  target: string | null = null,
): Promise<string> => {
  const command = { kind, schema: 1, target, fields, children: [] } as const;
  const known = target === null ? null : await window().outbox.editBase({ kind, ref: target });
  const done = await window().outbox.submit({ command, base: known?.base ?? null });
  if (!done.ok) throw new Error(JSON.stringify(done));
  return done.id;
};
const story = async (
  id: string,
  more: { kinds?: TimelineKind[]; text?: string; limit?: number } = {},
): Promise<TimelineEntry[]> => {
  const entries: TimelineEntry[] = [];
  for (let cursor: string | null = null; ;) {
    const page = await window().timeline.page({ resource: 'company', id, cursor, ...more });
    entries.push(...page.entries);
    if (page.next === null) return entries;
    cursor = page.next;
  }
};
const unique = (entries: readonly TimelineEntry[]): void => {
  expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
};
const inOrder = (entries: readonly TimelineEntry[]): void => {
  expect(entries.map(({ time }) => time)).toEqual(
    entries
      .map(({ time }) => time)
      .toSorted()
      .reverse(),
  );
};

describe("a customer's timeline", () => {
  it('[OB34] shows pending work at its time, and each item once after delivery', async () => {
    await open();
    const busiest = [
      ...new Set(
        rig.service.database
          .prepare(
            "SELECT CAST(company_id AS TEXT) FROM record WHERE resource IN ('trail', 'order') AND company_id IS NOT NULL AND removed = 0 GROUP BY company_id ORDER BY count(*) DESC",
          )
          .pluck()
          .all() as string[],
      ),
    ];
    const held = new Set(workspace().cache.liveIds('company'));
    const id = busiest.find((one) => held.has(one))!;
    const before = await story(id);
    expect(before.length).toBeGreaterThan(3);
    inOrder(before);
    unique(before);

    cut();
    const pool = (await window().records.lookup({ name: 'pool' }))[0]!.id;
    await submit('trailNote', { company_id: id, content: 'Wants samples by March 样品', remark_type: 101 });
    await submit('receipt', { amount: '1200.50', currency: 'USD', company_id: id });
    await submit('company', { remark: 'met at the fair', pool_id: pool }, id);
    const waiting = await story(id);
    expect(
      waiting
        .filter(({ intents }) => intents.length > 0)
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['edit', 'receipt', 'trail']);
    expect(waiting.slice(3)).toEqual(before);
    expect(await story(id, { limit: 1 })).toEqual(waiting);
    inOrder(waiting);
    expect((await window().timeline.figures({ resource: 'company', id })).pending).toBe(3);
    expect(await story(id, { kinds: ['edit'] })).toEqual(waiting.slice(0, 3));
    expect(await story(id, { kinds: ['receipt'] })).toEqual(waiting.filter(({ kind }) => kind === 'receipt'));
    expect(
      (await story(id, { text: '样品' })).some(
        ({ kind, intents }) => kind === 'trail' && intents.length === 1,
      ),
    ).toBe(true);

    mend();
    await workspace().pull.round();
    await vi.waitFor(
      async () => {
        expect((await window().outbox.summary()).waiting).toBe(0);
      },
      { timeout: 10_000, interval: 20 },
    );
    await vi.waitFor(
      async () => {
        expect((await window().timeline.figures({ resource: 'company', id })).pending).toBe(0);
      },
      { timeout: 15_000, interval: 100 },
    );
    const known = new Set(before.map(({ key }) => key));
    const added = (entries: readonly TimelineEntry[]): unknown[] =>
      entries
        .filter(({ key }) => !known.has(key))
        .map(({ kind, values }) => [kind, values.content ?? values.amount])
        .toSorted();
    // The amount stands as it was typed until the record that the service made of it is read back.
    await vi.waitFor(
      async () => {
        expect(added(await story(id))).toEqual([
          ['receipt', '1200.5'],
          ['trail', 'Wants samples by March 样品'],
        ]);
      },
      { timeout: 15_000, interval: 100 },
    );
    const delivered = await story(id);
    unique(delivered);
    expect(
      delivered.filter(
        ({ kind, values }) => kind === 'trail' && values.content === 'Wants samples by March 样品',
      ),
    ).toHaveLength(1);
    expect(
      delivered.filter(({ kind, values }) => kind === 'receipt' && String(values.amount) === '1200.5'),
    ).toHaveLength(1);
  });

  it('of an undelivered company is its pending work, and continues under the real id', async () => {
    await open();
    cut();
    const local = await submit('company', {
      name: 'Ocean Trading',
      pool_id: (await window().records.lookup({ name: 'pool' }))[0]!.id,
    });
    await submit('receipt', { amount: '5', currency: 'USD', company_id: local });
    expect((await story(local)).map(({ kind }) => kind).toSorted()).toEqual(['edit', 'receipt']);
    mend();
    await workspace().pull.round();
    await vi.waitFor(
      async () => {
        expect((await window().timeline.figures({ resource: 'company', id: local })).pending).toBe(0);
      },
      { timeout: 15_000, interval: 100 },
    );
    expect((await story(local)).map(({ kind, intents }) => [kind, intents.length])).toEqual([['receipt', 0]]);
  });
});
