import { describe, expect, it } from 'vitest';
import { addMembers, dropMembers, membersOf } from '#core/sync/lane/extra-lists';
import { laneKey, type LaneSpec } from '#core/sync/lane/lane-state';
import { memoryStates } from '../../../../../support/sync/memory-states';

const DRAFTS: LaneSpec = { resource: 'order', flag: 'drafts', windows: 'stated', paged: true };

describe('the members of an extra list', () => {
  it('are added once each and dropped, and nothing is written that did not change', () => {
    const { cache, states } = memoryStates();
    dropMembers(cache, DRAFTS, ['1']);
    expect(states.size).toBe(0);
    addMembers(cache, DRAFTS, ['1', '2']);
    addMembers(cache, DRAFTS, ['2', '3']);
    expect(membersOf(cache, DRAFTS)).toEqual(['1', '2', '3']);
    states.set(`${laneKey(DRAFTS)}/members`, '["1", "2", "3"]');
    addMembers(cache, DRAFTS, ['3']);
    dropMembers(cache, DRAFTS, ['9']);
    expect(states.get(`${laneKey(DRAFTS)}/members`)).toBe('["1", "2", "3"]');
    dropMembers(cache, DRAFTS, ['2']);
    expect(membersOf(cache, DRAFTS)).toEqual(['1', '3']);
  });
});
