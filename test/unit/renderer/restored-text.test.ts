/** What the user reads after a copy of the outbox was restored. */
import { expect, it } from 'vitest';
import { restoredText } from '../../../src/renderer/features/outbox/restored-text';
import { outboxBench } from '../../support/outbox/outbox-bench';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the keys matter here
const keys = ((key: string, { count }: { count?: number } = {}) =>
  `${key.replace('outbox.copy.', '')} ${count ?? ''}`.trim()) as never;

it('does not say that nothing was new if drafts were restored', () => {
  const from = outboxBench();
  from.outbox.saveDraft({ id: 'draft:1', kind: 'trailNote', target: null, form: { n: 1 }, base: null });
  const copy = JSON.stringify(from.outbox.export());
  const here = outboxBench();
  const restored = () => {
    const answer = here.outbox.restore(copy);
    return answer.ok ? restoredText(keys, answer) : [];
  };
  expect(restored()).toEqual(['restoredDrafts 1']);
  expect(here.outbox.drafts()).toHaveLength(1);
  expect(restored()).toEqual(['restoredNone']);
});
