/** One draft that several forms have open: none overwrites the text of another. */
import { describe, expect, it } from 'vitest';
import { outboxBench } from '../../../../support/outbox/outbox-bench';

const bench = outboxBench();
const textsOf = () => bench.outbox.drafts().map(({ id, form }) => [id, form]);
const save = (writer: string, form: string, knownAt: number | null, id = 'draft:1', tried?: string) =>
  bench.outbox.saveDraft({
    id,
    kind: 'lead',
    target: null,
    form,
    base: null,
    writer,
    knownAt,
    apartId: `draft:${writer}`,
    tried,
  });

describe('a draft that two forms write', () => {
  it('is kept beside the other, also after a restart and after lost answers', async () => {
    const first = save('a', 'one', null);
    await bench.time.advance(1_000);
    // Its answer is lost, so the form repeats what it knew.
    save('a', 'two', first.updatedAt);
    expect(save('a', 'three', first.updatedAt).id).toBe('draft:1');
    await bench.time.advance(1_000);
    bench.reopen();
    expect(save('b', 'mine', first.updatedAt).id).toBe('draft:b');
    expect(save('b', 'mine too', first.updatedAt).id).toBe('draft:b');
    expect(textsOf().toSorted()).toEqual([
      ['draft:1', 'three'],
      ['draft:b', 'mine too'],
    ]);
  });
});

describe('a draft whose form goes on after a crash of the core', () => {
  it('stays one draft although the last write had no answer', async () => {
    const first = save('a', 'one', null, 'draft:3');
    await bench.time.advance(1_000);
    save('a', 'two', first.updatedAt, 'draft:3');
    await bench.time.advance(1_000);
    bench.reopen();
    expect(save('a', 'three', first.updatedAt, 'draft:3', 'two').id).toBe('draft:3');
    expect(textsOf()).toContainEqual(['draft:3', 'three']);
  });

  it('is kept beside the other if that form did not write what is stored', async () => {
    const first = save('a', 'one', null, 'draft:4');
    await bench.time.advance(1_000);
    save('b', 'theirs', first.updatedAt, 'draft:4');
    save('c', 'theirs too', first.updatedAt, 'draft:4');
    bench.reopen();
    await bench.time.advance(1_000);
    expect(save('b', 'more', first.updatedAt - 1, 'draft:4', 'never stored').id).toBe('draft:b');
  });
});

describe('text that is typed after its draft was saved as a new record', () => {
  const command = { kind: 'lead', schema: 1, target: null, fields: { name: 'Ann' }, children: [] } as const;

  it('belongs to that item, also if the form that typed it wrote the draft last', () => {
    const written = save('a', 'one', null, 'draft:2');
    const saved = bench.outbox.submit({
      command,
      base: null,
      draftId: 'draft:2',
      draftAt: written.updatedAt,
    });
    expect(saved).toMatchObject({ ok: true, outcome: 'new' });
    const later = save('a', 'one and more', written.updatedAt, 'draft:2');
    expect(later.intentId).toBe(saved.ok ? saved.id : '');
    // A second form of the same draft, which saves it as a new record, is told.
    const again = bench.outbox.submit({
      command,
      base: null,
      draftId: later.id,
      draftAt: later.updatedAt,
    });
    expect(again).toMatchObject({ ok: false });
  });
});
