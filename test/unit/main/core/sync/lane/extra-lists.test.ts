import { describe, expect, it } from 'vitest';
import { addExtraIds, dropExtraIds, extraIds } from '#core/sync/lane/extra-lists';

const memory = () => {
  const states = new Map<string, string>();
  return {
    states,
    cache: {
      state: (key: string) => states.get(key) ?? null,
      setState: (key: string, value: string) => void states.set(key, value),
    },
  };
};

describe('the members of an extra list', () => {
  it('are added once each and dropped, and nothing is written that did not change', () => {
    const { cache, states } = memory();
    dropExtraIds(cache, 'lane', ['1']);
    expect(states.size).toBe(0);
    addExtraIds(cache, 'lane', ['1', '2']);
    addExtraIds(cache, 'lane', ['2', '3']);
    expect(extraIds(cache, 'lane')).toEqual(['1', '2', '3']);
    states.set('lane/members', '["1", "2", "3"]');
    addExtraIds(cache, 'lane', ['3']);
    dropExtraIds(cache, 'lane', ['9']);
    expect(states.get('lane/members')).toBe('["1", "2", "3"]');
    dropExtraIds(cache, 'lane', ['2']);
    expect(extraIds(cache, 'lane')).toEqual(['1', '3']);
  });
});
