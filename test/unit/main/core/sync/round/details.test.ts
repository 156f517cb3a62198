/** [PL24] Which details are read, in which order, how many, and when the reading stops. */
import { describe, expect, it } from 'vitest';
import { createDetails, type DetailsOptions } from '#core/sync/round/details';
import type { LaneContext } from '#core/sync/lane/lane-context';
import type { Offers } from '#core/sync/round/offers';
import { loadPinyin } from '#core/store/words/pinyin';

type Answer = { kind: string; [more: string]: unknown };
const OK: Answer = {
  kind: 'ok',
  data: { name: 'Acme' },
  body: {},
  text: '{"data":{"name":"Acme"}}',
  now: null,
};
const EVER = { most: 100, until: () => Number.POSITIVE_INFINITY };

/** These companies lack their details; each answer is by id and by how often it was asked. */
const desk = async (
  ids: readonly string[],
  {
    answerOf = () => OK,
    ...options
  }: { answerOf?: (id: string, times: number) => Answer } & Partial<DetailsOptions> = {},
) => {
  await loadPinyin();
  const wanting = new Set(ids);
  const asked: string[] = [];
  const states = new Map<string, string>();
  const facts = {
    offered: true as boolean | null,
    forbidden: false,
    turns: 0,
    waitMs: 0,
    stopped: false,
    now: 1000,
    /** The update time of the list item, by id. */
    listed: {} as Record<string, string>,
    /** The records that have details already. */
    detailed: new Set<string>(),
  };
  const urgent: boolean[] = [];
  const context = {
    cache: {
      state: (key: string) => states.get(key) ?? null,
      setState: (key: string, value: string) => void states.set(key, value),
      detailsWanted: (resource: string, { limit }: { limit: number }) =>
        resource === 'company' ? [...wanting].slice(0, limit) : [],
      storedTexts: () =>
        new Map(Object.entries(facts.listed).map(([id, updateTime]) => [id, { updateTime }])),
      recordForEdit: (_resource: string, id: string) => ({ detailAt: facts.detailed.has(id) ? 1 : null }),
      applyDetail: (...[, { id }, , read]: Parameters<LaneContext['cache']['applyDetail']>) =>
        read?.isOld === true || wanting.delete(id),
    },
    clock: { now: () => facts.now },
    client: {
      read: async (_path: string, query: { company_id: string }) => {
        const id = query.company_id;
        asked.push(id);
        return answerOf(id, asked.filter((one) => one === id).length);
      },
    },
    readLimiter: {
      run: async (task: () => unknown, isUrgent: boolean, patienceMs: number) => {
        urgent.push(isUrgent);
        return facts.waitMs > patienceMs
          ? { ok: false, trouble: { kind: 'rate-limited', retryAfterMs: facts.waitMs } }
          : task();
      },
      waitMs: () => facts.waitMs,
    },
    refusedDetails: new Set<string>(),
    turn: async () => void (facts.turns += 1),
    stopped: () => facts.stopped,
    closed: () => facts.stopped,
    onProgress: () => undefined,
    log: { warn: () => undefined },
  };
  const offers = { offered: () => facts.offered, forbidden: () => facts.forbidden };
  const details = createDetails(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- details use no other members
    context as unknown as LaneContext,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
    offers as unknown as Offers,
    {
      ownerId: () => null,
      since: () => null,
      takePlace: () => true,
      pinned: async () => new Map(),
      ...options,
    },
  );
  return { details, asked, facts, states, urgent, wanting };
};

describe('missing details', () => {
  it('are requested one after the other, each in its own turn, up to the allowed number', async () => {
    const { details, asked, facts, urgent } = await desk(['1', '2', '3', '4', '5']);
    expect(await details.fetchMissing({ ...EVER, most: 3 })).toBeNull();
    expect(asked).toEqual(['1', '2', '3']);
    expect([facts.turns, urgent]).toEqual([3, [false, false, false]]);
    expect(await details.fetchMissing({ ...EVER, most: 3 })).toBeNull();
    expect(asked).toEqual(['1', '2', '3', '4', '5']);
  });

  it('begin with what is taken along', async () => {
    const pinned = async () => new Map([['company', new Set(['4', '9'])]]) as never;
    const { details, asked } = await desk(['1', '4'], { pinned });
    await details.fetchMissing(EVER);
    expect(asked).toEqual(['4', '9', '1']);
  });

  it('use the hourly budget after the first copy, but not if many are missing or a kind is downloaded again', async () => {
    let left = 2;
    const takePlace = (): boolean => (left -= 1) >= 0;
    const { details, asked, wanting, states } = await desk([], { takePlace });
    await details.fetchMissing(EVER);
    expect(states.get('details/copied')).toBe('1');
    for (const id of ['1', '2', '3', '4']) wanting.add(id);
    await details.fetchMissing(EVER);
    expect(asked).toEqual(['1', '2']);
    details.copyAgain();
    await details.fetchMissing(EVER);
    expect(asked).toEqual(['1', '2', '3', '4']);
    await details.fetchMissing(EVER);
    for (let n = 0; n < 60; n += 1) wanting.add(`x${n}`);
    await details.fetchMissing(EVER);
    expect(asked).toHaveLength(4);
    wanting.add('x60');
    await details.fetchMissing(EVER);
    expect(asked).toHaveLength(65);
  });

  it('are not limited by the hourly budget for a quarter of an hour after items of the outbox were lost', async () => {
    const { details, asked, wanting, facts } = await desk([], { takePlace: () => false });
    await details.fetchMissing(EVER);
    wanting.add('1');
    await details.fetchMissing(EVER);
    expect(asked).toEqual([]);
    details.itemsLost();
    // Nothing is missing at first: the lists show later what was delivered.
    wanting.delete('1');
    await details.fetchMissing(EVER);
    wanting.add('2');
    await details.fetchMissing(EVER);
    expect(asked).toEqual(['2']);
    facts.now += 15 * 60_000;
    wanting.add('3');
    await details.fetchMissing(EVER);
    expect(asked).toEqual(['2']);
  });

  it('are not requested after the time is over, or after the account closed', async () => {
    const late = await desk(['1', '2', '3'], {
      answerOf: () => {
        late.facts.now += 10;
        return OK;
      },
    });
    await late.details.fetchMissing({ most: 100, until: () => 1020 });
    expect(late.asked).toEqual(['1', '2']);
    const closed = await desk(['1', '2', '3'], {
      answerOf: () => {
        closed.facts.stopped = true;
        return OK;
      },
    });
    await closed.details.fetchMissing(EVER);
    expect([closed.asked, closed.wanting.size]).toEqual([['1'], 3]);
  });

  it('of one record that cannot be read do not hold up those behind it, and are asked for again later', async () => {
    for (const kind of ['server-error', 'bad-answer', 'not-offered']) {
      let isBroken = true;
      const { details, asked, wanting, facts } = await desk(['1', '2', '3', '4'], {
        answerOf: (id) => (id === '2' && isBroken ? { kind, status: 500, detail: '' } : OK),
      });
      for (let round = 0; round < 3; round += 1) expect(await details.fetchMissing(EVER)).toBeNull();
      expect([kind, ...asked]).toEqual([kind, '1', '2', '3', '4']);
      facts.now += 10 * 60_000;
      await details.fetchMissing(EVER);
      // The second rest is twice as long.
      facts.now += 10 * 60_000;
      await details.fetchMissing(EVER);
      expect(asked.filter((id) => id === '2')).toHaveLength(2);
      isBroken = false;
      facts.now += 50 * 60_000;
      await details.fetchMissing(EVER);
      expect([...wanting]).toEqual([]);
    }
  });

  it('of a kind are left for the round after three errors in a row, and all are read when the service is back', async () => {
    let isAway = true;
    const ids = Array.from({ length: 10 }, (_, at) => String(at + 1));
    const { details, asked, wanting, facts } = await desk(ids, {
      answerOf: () => (isAway ? { kind: 'server-error', status: 500, detail: '' } : OK),
    });
    await details.fetchMissing(EVER);
    expect(asked).toEqual(['1', '2', '3']);
    isAway = false;
    await details.fetchMissing(EVER);
    expect([...wanting]).toEqual(['1', '2', '3']);
    facts.now += 10 * 60_000;
    await details.fetchMissing(EVER);
    expect([...wanting]).toEqual([]);
  });

  it('that are empty or those of another record are not kept', async () => {
    for (const data of [{}, { company_id: 2, name: 'Other' }]) {
      const text = JSON.stringify({ data });
      const { details, wanting } = await desk(['1'], { answerOf: () => ({ ...OK, data, text }) });
      await details.fetchMissing(EVER);
      expect([data, ...wanting]).toEqual([data, '1']);
    }
  });

  it('[PL30] that are older than the list item are read again, after a rest too, but not for ever', async () => {
    const [before, now] = ['2026-05-01 10:00:00', '2026-05-02 10:00:00'];
    const details = (time: string): Answer => ({ ...OK, data: { name: 'Acme', update_time: time } });
    for (const newAt of [2, 3, 4]) {
      const answerOf = (_id: string, times: number): Answer => details(times >= newAt ? now : before);
      const one = await desk(['1', '2'], { answerOf });
      one.facts.listed = { 1: now, 2: before };
      one.facts.detailed.add('1');
      await one.details.fetchMissing(EVER);
      expect([one.asked, [...one.wanting]]).toEqual([['1', '2'], ['1']]);
      for (let n = 0; n < 3; n += 1) await one.details.fetchMissing(EVER);
      expect(one.asked).toEqual(['1', '2', '1']);
      expect([...one.wanting]).toEqual(newAt === 2 ? [] : ['1']);
      expect(one.details.unreadable('company')).toEqual([]);
      one.facts.now += 10 * 60_000;
      await one.details.fetchMissing(EVER);
      expect([...one.wanting]).toEqual([]);
    }
    const first = await desk(['1'], { answerOf: () => details(before) });
    first.facts.listed = { 1: now };
    await first.details.fetchMissing(EVER);
    expect([...first.wanting]).toEqual([]);
  });

  it('that were refused for a while are asked for again, after a rest; a later success counts at once', async () => {
    let isBusy = true;
    const { details, wanting, facts, asked } = await desk(['1', '2', '3', '4', '5'], {
      answerOf: () => (isBusy ? { kind: 'refused', code: 404, message: 'system busy', now: null } : OK),
    });
    await details.fetchMissing(EVER);
    expect(asked).toEqual(['1', '2', '3']);
    isBusy = false;
    facts.now += 10 * 60_000;
    await details.fetchMissing(EVER);
    expect([...wanting]).toEqual([]);
  });

  it('that the account may not read do not hold up those that it may', async () => {
    const ids = Array.from({ length: 90 }, (_, at) => String(at + 1));
    const { details, asked, wanting } = await desk(ids, {
      answerOf: (id) => (Number(id) % 10 === 0 ? OK : { kind: 'forbidden', detail: 'HTTP 403' }),
    });
    for (let round = 0; round < 3; round += 1) await details.fetchMissing(EVER);
    expect(ids.filter((id) => !wanting.has(id))).toHaveLength(9);
    expect(asked).toHaveLength(90);
  });

  it('[PL24] that were refused are asked for again after another sign-in', async () => {
    let isRefused = true;
    const { details, wanting } = await desk(['1'], {
      answerOf: () => (isRefused ? { kind: 'refused', code: 403, message: 'No Privilege', now: null } : OK),
    });
    await details.fetchMissing(EVER);
    isRefused = false;
    await details.fetchMissing(EVER);
    expect([...wanting]).toEqual(['1']);
    details.signInChanges();
    await details.fetchMissing(EVER);
    expect([...wanting]).toEqual([]);
  });

  it('[PL24] that failed, and rest because of it, are asked for again after another sign-in', async () => {
    let isBroken = true;
    const { details, wanting } = await desk(['1'], {
      answerOf: () => (isBroken ? { kind: 'server-error', status: 500, detail: '' } : OK),
    });
    await details.fetchMissing(EVER);
    isBroken = false;
    await details.fetchMissing(EVER);
    expect([...wanting]).toEqual(['1']);
    details.signInChanges();
    await details.fetchMissing(EVER);
    expect([...wanting]).toEqual([]);
  });

  it('that the service refused for a record are not requested again; other trouble ends the round', async () => {
    const refused = await desk(['1', '2'], {
      answerOf: (id) =>
        id === '1' ? { kind: 'refused', code: 404, message: 'Not Found Resource', now: null } : OK,
    });
    for (let round = 0; round < 3; round += 1) expect(await refused.details.fetchMissing(EVER)).toBeNull();
    expect(refused.asked).toEqual(['1', '2']);
    expect(['1', '2'].map((id) => refused.details.isRefused('company', id))).toEqual([true, false]);
    const broken = await desk(['1', '2'], {
      answerOf: () => ({ kind: 'offline', reason: 'connect', detail: '' }),
    });
    expect(await broken.details.fetchMissing(EVER)).toMatchObject({ kind: 'offline' });
    expect(broken.asked).toEqual(['1']);
  });

  it('that the service refuses, or cannot give twice, are not waited for', async () => {
    const { details, facts } = await desk(['1', '2', '3'], {
      answerOf: (id) => {
        if (id === '1') return { kind: 'refused', code: 404, message: 'Not Found Resource', now: null };
        return id === '2' ? { kind: 'server-error', status: 500, detail: '' } : OK;
      },
    });
    await details.fetchMissing(EVER);
    expect(details.unreadable('company')).toEqual(['1']);
    facts.now += 10 * 60_000;
    await details.fetchMissing(EVER);
    expect(details.unreadable('company')).toEqual(['1', '2']);
    expect(details.unreadable('lead')).toEqual([]);
  });

  it('are not requested if the service does not offer them', async () => {
    const { details, asked, facts } = await desk(['1']);
    facts.offered = false;
    await details.fetchMissing(EVER);
    expect(await details.fetchOne('company', '1')).toEqual({ held: false, trouble: null });
    expect([asked, details.offered('company'), details.forbidden('company')]).toEqual([[], false, false]);
    facts.forbidden = true;
    expect(details.forbidden('company')).toBe(true);
    expect(details.offered('user')).toBe(false);
  });
});

describe('details that a person opens', () => {
  it('are read at once, and a rate limit is waited for, but not longer than a minute', async () => {
    const { details, asked, urgent, facts } = await desk(['7'], {
      answerOf: (_, times) => (times === 1 ? { kind: 'rate-limited', retryAfterMs: 5000 } : OK),
    });
    expect(await details.fetchOne('company', '7')).toEqual({ held: true, trouble: null });
    expect([asked, urgent, facts.turns]).toEqual([['7', '7'], [true, true], 0]);
    facts.waitMs = 60_001;
    expect(await details.fetchOne('company', '7')).toEqual({
      held: false,
      trouble: { kind: 'rate-limited', retryAfterMs: 60_001 },
    });
    expect(asked).toHaveLength(2);
  });
});
