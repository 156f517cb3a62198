/** The figures of each person (E8), one request each. */
import { expect, it, vi } from 'vitest';
import type { Outcome } from '#core/api/classify-read';
import type { ApiClient } from '#core/api/client';
import { createActivity } from '#core/statistics/activity';
import { apply, openTemporaryCache } from '../store/cache-fixture';

const REFUSED: Outcome = { kind: 'refused', code: 404, message: 'No Privilege', now: null };
const FORBIDDEN: Outcome = { kind: 'forbidden', detail: 'no scope' };
const BROKEN: Outcome = { kind: 'server-error', status: 500, detail: '' };
const OFFLINE: Outcome = { kind: 'offline', reason: 'connect', detail: 'no route' };
const SPAN = { start: '2026-11-01', end: '2026-11-30', userIds: [] };
const MINUTE_MS = 60_000;

/** Mia, Bo and Li; `outcomes` are those that do not answer figures. */
const desk = (outcomes: Record<string, Outcome> = {}, today = '2026-11-25') => {
  const cache = openTemporaryCache();
  const people = [
    { user_id: '1', nickname: 'Mia' },
    { user_id: '2', nickname: 'Bo' },
    { user_id: '3', nickname: 'Li' },
  ];
  apply(cache, 'user', people);
  const time = { ms: 0 };
  const asked: string[] = [];
  const readByPost = async (_path: string, body: string): Promise<Outcome> => {
    const id = /"user_id":\[(\d+)\]/.exec(body)?.[1] ?? '';
    asked.push(id);
    return outcomes[id] ?? { kind: 'ok', body: {}, data: { order_add_count: 4 }, now: null, text: '' };
  };
  const activity = createActivity({
    cache,
    client: { readByPost, serverClock: { at: () => `${today} 00:00:00` } } as unknown as ApiClient,
    readLimiter: { run: (work: () => unknown) => work() } as never,
    clock: { now: () => time.ms },
    closed: () => false,
    onChange: () => undefined,
  });
  const settled = async () => {
    activity.get(SPAN);
    return vi.waitFor(() => {
      const answer = activity.get(SPAN);
      expect(answer.state).not.toBe('loading');
      return answer;
    });
  };
  return { cache, outcomes, asked, time, settled };
};

it.each([
  ['refused', REFUSED],
  ['forbidden', FORBIDDEN],
  ['broken', BROKEN],
])('a colleague whose figures are %s is named, and the others have theirs', async (_, outcome) => {
  const { settled } = desk({ 2: outcome });
  const answer = await settled();
  expect(answer).toMatchObject({ state: 'held', error: null, missing: [{ userId: '2', name: 'Bo' }] });
  expect(answer.rows.map(({ name, counts }) => [name, counts.order_add_count])).toEqual([
    ['Mia', 4],
    ['Li', 4],
  ]);
});

it.each([
  ['a list', []],
  ['an object', {}],
])('a colleague whose answer is empty as %s is named, not left out', async (_, data) => {
  const { settled } = desk({ 2: { kind: 'ok', body: {}, data, now: null, text: '' } });
  const answer = await settled();
  expect(answer).toMatchObject({ state: 'held', missing: [{ userId: '2', name: 'Bo' }] });
  expect(answer.rows.map(({ name }) => name)).toEqual(['Mia', 'Li']);
});

it('nobody is counted twice if the service answers the figures of all for one person', async () => {
  const data = [1, 2, 3].map((user_id) => ({ user_id, nickname: `P${user_id}`, order_add_count: user_id }));
  const all: Outcome = { kind: 'ok', body: {}, data, now: null, text: '' };
  const { settled } = desk({ 1: all, 2: all, 3: all });
  const { rows } = await settled();
  expect(rows.map(({ userId, counts }) => [userId, counts.order_add_count])).toEqual([
    ['1', 1],
    ['2', 2],
    ['3', 3],
  ]);
});

it('the figures fail if nobody has any, and all are asked again only when figures would be old', async () => {
  const { settled, time, asked } = desk({ 1: REFUSED, 2: FORBIDDEN, 3: REFUSED });
  expect(await settled()).toMatchObject({ state: 'failed', rows: [], error: { code: 'refused' } });
  time.ms = MINUTE_MS;
  await settled();
  expect(asked).toHaveLength(3);
  time.ms = 6 * MINUTE_MS;
  await settled();
  expect(asked).toHaveLength(6);
});

it('the figures fail as a whole if the service fails twice in a row', async () => {
  const { asked, settled } = desk({ 1: BROKEN, 2: BROKEN });
  expect(await settled()).toMatchObject({ state: 'failed', rows: [], missing: [] });
  expect(asked).toHaveLength(2);
});

it('the figures fail as a whole if the connection is lost in between, and are asked for again soon', async () => {
  const { settled, time, outcomes } = desk({ 2: OFFLINE });
  expect(await settled()).toMatchObject({ state: 'offline', rows: [], missing: [] });
  delete outcomes[2];
  time.ms = MINUTE_MS;
  const answer = await settled();
  expect(answer.rows).toHaveLength(3);
  // The new figures are not shown as those of before the failure.
  expect(answer).toMatchObject({ state: 'held', error: null, asOf: MINUTE_MS });
});

it('of a past range, only a colleague whose report failed is a reason to ask again soon', async () => {
  const { settled, time, outcomes, asked } = desk({ 2: BROKEN }, '2026-12-02');
  expect(await settled()).toMatchObject({ missing: [{ name: 'Bo' }] });
  outcomes[2] = REFUSED;
  time.ms = 6 * MINUTE_MS;
  await settled();
  expect(asked).toHaveLength(6);
  delete outcomes[2];
  time.ms = 60 * MINUTE_MS;
  expect(await settled()).toMatchObject({ missing: [{ name: 'Bo' }] });
  expect(asked).toHaveLength(6);
  time.ms = 13 * 60 * MINUTE_MS;
  expect(await settled()).toMatchObject({ missing: [] });
});

it('reads the rows that an earlier version stored', async () => {
  const { cache, settled } = desk();
  const row = { userId: '1', name: 'Mia', counts: { order_add_count: 9 } };
  cache.putActivity(JSON.stringify([SPAN.start, SPAN.end, []]), JSON.stringify([row]), 0);
  expect(await settled()).toMatchObject({ rows: [row], missing: [] });
});
