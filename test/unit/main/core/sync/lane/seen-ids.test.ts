/** The ids that a walk has seen survive a restart, and only as a complete set. */
import { describe, expect, it } from 'vitest';
import { loadSeen } from '#core/sync/lane/seen-ids';
import { memoryStates } from '../../../../../support/sync/memory-states';

const walk = (page: number, key = 'w1') => ({ key, page }) as never;

describe('the ids that a walk has seen', () => {
  it('are those of its pages, also after a restart', () => {
    const { cache } = memoryStates();
    const first = loadSeen(cache, 'lane', walk(1))!;
    expect(first.fresh(['1', '2', '1'])).toEqual(['1', '2']);
    first.keep(1, ['1', '2']);
    first.keep(2, first.fresh(['2', '3']));
    const again = loadSeen(cache, 'lane', walk(3))!;
    expect([...again.ids]).toEqual(['1', '2', '3']);
    expect(again.fresh(['3', '4'])).toEqual(['4']);
  });

  it('are unknown if a page is missing, of another walk, or cannot be read: the walk begins again', () => {
    const { cache, states } = memoryStates();
    loadSeen(cache, 'lane', walk(1))!.keep(1, ['1']);
    expect(loadSeen(cache, 'lane', walk(3))).toBeNull();
    expect(loadSeen(cache, 'lane', walk(2, 'w2'))).toBeNull();
    expect(loadSeen(cache, 'other', walk(2))).toBeNull();
    expect(loadSeen(cache, 'lane', walk(2))).not.toBeNull();
    states.set('lane/ids/1', '{"walk":"w1","ids":');
    expect(loadSeen(cache, 'lane', walk(2))).toBeNull();
  });
});
