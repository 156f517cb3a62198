import { describe, expect, it } from 'vitest';
import {
  advanceGuide,
  type GuideFacts,
  readGuide,
} from '../../../src/renderer/features/first-run/demo-guide-model';

const calm: GuideFacts = { opened: false, offline: false, items: 3, delivered: 3, waiting: 0 };

describe('the demo tour', () => {
  it('ticks no step for work done before it was shown', () => {
    const guide = readGuide(undefined, calm);
    expect(advanceGuide(guide, calm)).toBe(guide);
  });

  it('ticks each step when it has happened, in any order, and keeps the tick', () => {
    let guide = readGuide('garbage', calm);
    const after = (facts: Partial<GuideFacts>): string[] =>
      (guide = advanceGuide(guide, { ...calm, ...facts })).done;
    expect(after({ offline: true })).toEqual(['offline']);
    expect(after({ offline: true, opened: true })).toEqual(['browse', 'offline']);
    expect(after({ offline: true, items: 4, waiting: 1 })).toEqual(['browse', 'offline', 'edit']);
    expect(after({ items: 4, waiting: 1 })).toEqual(['browse', 'offline', 'edit', 'online']);
    expect(after({ items: 4, delivered: 4 })).toEqual(['browse', 'offline', 'edit', 'online', 'delivered']);
    expect(readGuide(JSON.parse(JSON.stringify(guide)), calm)).toEqual(guide);
  });

  it('does not count a discarded edit as delivered', () => {
    const guide = advanceGuide(readGuide(undefined, calm), { ...calm, items: 4 });
    expect(advanceGuide(guide, { ...calm, items: 4, waiting: 0 }).done).toEqual(['edit']);
  });
});
