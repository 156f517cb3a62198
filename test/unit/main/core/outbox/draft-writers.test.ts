/** One draft that several forms have open: none overwrites the text of another. */
import { describe, expect, it } from 'vitest';
import { outboxBench } from '../../../../support/outbox/outbox-bench';

const bench = outboxBench();
const textsOf = () => bench.outbox.drafts().map(({ id, form }) => [id, form]);
const save = (writer: string, form: string, knownAt: number | null) =>
  bench.outbox.saveDraft({
    id: 'draft:1',
    kind: 'lead',
    target: null,
    form,
    base: null,
    writer,
    knownAt,
    apartId: `draft:${writer}`,
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
