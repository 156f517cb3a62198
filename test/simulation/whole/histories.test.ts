/** Beside `whole.test.ts`, so that two processes play the named histories. */
import { describe, expect, it } from 'vitest';
import { FORM_HISTORIES } from './form-histories';
import { NAMED } from './named-histories';
import { playHistory } from './play-history';

describe('simulation of the whole core', () => {
  it.each([...NAMED, ...FORM_HISTORIES])('$name', async ({ history }) => {
    expect((await playHistory(history)).broken).toBeNull();
  });
});
