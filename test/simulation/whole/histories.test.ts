/** Beside `whole.test.ts`, so that two processes play the named histories. */
import { describe, expect, it } from 'vitest';
import { hasPinyin } from '#core/store/words/pinyin';
import { FORM_HISTORIES } from './form-histories';
import { NAMED, PLAIN } from './named-histories';
import { playHistory } from './play-history';

describe('simulation of the whole core', () => {
  it('the first history of a process does not wait for the dictionary of pinyin', async () => {
    expect(hasPinyin()).toBe(false);
    await playHistory({ options: PLAIN, steps: [] });
    expect(hasPinyin()).toBe(true);
  });
  it.each([...NAMED, ...FORM_HISTORIES])('$name', async ({ history }) => {
    expect((await playHistory(history)).broken).toBeNull();
  });
});
