/** [PL28] The download of pinned records: what it requests, how often, and when it ends. */
import { describe, expect, it } from 'vitest';
import type { TravelPin } from '#shared/contract/travel';
import { MOST_TRAVEL_RECORDS } from '#shared/domain/travel';
import type { Scope } from '#core/sync/scope';
import { createTravel, type TravelOptions } from '#core/sync/travel/travel';

type Answer = { kind: string } | null;

/** A customer with these orders, none of them with details, and a service that answers by `answerOf`. */
const desk = (orders: readonly string[], answerOf: (id: string, times: number) => Answer = () => null) => {
  const wanting = new Set(orders);
  const asked: string[] = [];
  const waits: number[] = [];
  const ended: unknown[] = [];
  const pins: TravelPin[] = [{ kind: 'record', resource: 'company', id: '1' }];
  let scope = { pins } as unknown as Scope;
  const facts = {
    connectivity: 'online',
    isRefused: (_id: string) => false,
    /** Whether an answer waits for `open`. */
    isHeld: (_id: string, _times: number) => false,
  };
  let listsRead: () => void = () => undefined;
  const held: (() => void)[] = [];
  const options = {
    cache: {
      belonging: () => [
        { resource: 'company', ids: ['1'], wanting: [] },
        { resource: 'order', ids: [...orders], wanting: [...wanting] },
      ],
    },
    pull: {
      offers: { offered: () => true, forbidden: () => false },
      state: () => ({ resources: [], freshAsOf: 7, connectivity: facts.connectivity }),
      round: () => new Promise<void>((resolve) => (listsRead = resolve)),
      details: {
        offered: () => true,
        isRefused: (_resource: string, id: string) => facts.isRefused(id),
        fetchOne: async (_resource: string, id: string) => {
          asked.push(id);
          const times = asked.filter((one) => one === id).length;
          if (facts.isHeld(id, times)) await new Promise<void>((resolve) => held.push(resolve));
          const trouble = answerOf(id, times);
          if (trouble === null) wanting.delete(id);
          return { trouble };
        },
      },
    },
    scope: { read: () => scope, write: (next: Scope) => void (scope = next) },
    connectivity: { state: () => ({ connectivity: facts.connectivity }) },
    timers: {
      after: (ms: number, run: () => void) => {
        waits.push(ms);
        const timer = setTimeout(run, ms / 100);
        return () => clearTimeout(timer);
      },
    },
    log: {
      info: (_text: string, told: { end: unknown }) => void ended.push(told.end),
      error: (text: string, told: object) => void ended.push({ text, ...told }),
      warn: () => undefined,
    },
    realIdOf: (id: string) => (id === 'local:made' ? '9' : null),
    recordOf: (_resource: string, id: string) => (id.startsWith('local:gone') ? null : { title: 'Acme' }),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a download uses of its account
  const travel = createTravel(options as unknown as TravelOptions);
  return {
    travel,
    asked,
    waits: () => waits.filter((ms) => ms >= 1000),
    ended,
    facts,
    pins: () => scope.pins,
    listsRead: () => listsRead(),
    open: () => {
      for (const one of held.splice(0)) one();
    },
  };
};

describe('a download', () => {
  it('asks once for each record that lacks its details, and ends when the lists are read too', async () => {
    const { travel, asked, ended, listsRead } = desk(['a', 'b', 'c']);
    travel.prepare();
    travel.prepare();
    await expect.poll(() => asked.length).toBe(3);
    expect(ended).toEqual([]);
    listsRead();
    await expect.poll(() => ended).toEqual(['done']);
    expect(asked.toSorted()).toEqual(['a', 'b', 'c']);
    expect((await travel.state()).running).toBeNull();
  });

  it('counts what it has brought, of what was missing, and reads two at once', async () => {
    const { travel, asked, ended, facts, listsRead, open } = desk(['a', 'b', 'c']);
    facts.isHeld = () => true;
    travel.prepare();
    await expect.poll(() => asked).toEqual(['a', 'b']);
    expect((await travel.state()).running).toEqual({ done: 0, total: 3 });
    open();
    await expect.poll(() => asked).toEqual(['a', 'b', 'c']);
    expect((await travel.state()).running).toEqual({ done: 2, total: 3 });
    open();
    listsRead();
    await expect.poll(() => ended).toEqual(['done']);
  });

  it('is over for the user as soon as it is stopped, and can begin again, although the service is still answering', async () => {
    const { travel, asked, ended, facts, listsRead, open } = desk(['a', 'b', 'c']);
    facts.isHeld = (_, times) => times === 1;
    travel.prepare();
    await expect.poll(() => asked).toEqual(['a', 'b']);
    travel.stop();
    expect((await travel.state()).running).toBeNull();
    travel.prepare();
    expect((await travel.state()).running).not.toBeNull();
    open();
    await expect.poll(() => asked).toContain('c');
    open();
    listsRead();
    await expect.poll(() => ended).toEqual(['stopped', 'done']);
  });

  it('does not count a record that was not brought', async () => {
    const { travel, asked, ended, facts, listsRead, open } = desk(['a', 'b'], (id, times) =>
      id === 'b' && times === 1 ? { kind: 'refused' } : null,
    );
    facts.isHeld = (_, times) => times === 2;
    travel.prepare();
    await expect.poll(() => asked).toEqual(['a', 'b', 'b']);
    expect((await travel.state()).running).toEqual({ done: 1, total: 2 });
    open();
    listsRead();
    await expect.poll(() => ended).toEqual(['done']);
  });

  it('asks three times for a record that stays without details, with a wait before each repeat', async () => {
    const { travel, asked, ended, waits, listsRead } = desk(['a'], () => ({ kind: 'server-error-of-one' }));
    listsRead();
    travel.prepare();
    listsRead();
    await expect.poll(() => ended).toEqual(['done']);
    expect(asked).toEqual(['a', 'a', 'a']);
    expect(waits()).toEqual([1200, 1200]);
  });

  it('asks at once for what the lists bring meanwhile, beside what is repeated', async () => {
    const orders = ['a'];
    const { travel, asked, listsRead, ended } = desk(orders, (id, times) =>
      id === 'a' && times < 2 ? { kind: 'refused' } : null,
    );
    travel.prepare();
    listsRead();
    await expect.poll(() => ended).toEqual(['done']);
    expect(asked).toEqual(['a', 'a']);
  });

  it('leaves out what the service has refused', async () => {
    const { travel, asked, ended, facts, listsRead } = desk(['a', 'b']);
    facts.isRefused = (id) => id === 'a';
    travel.prepare();
    listsRead();
    await expect.poll(() => ended).toEqual(['done']);
    expect(asked).toEqual(['b']);
  });

  it('is cut off where the service is not reached, and goes on when it answers again', async () => {
    const trouble = { kind: 'offline' };
    const { travel, asked, ended, listsRead } = desk(['a', 'b', 'c', 'd'], (_, times) =>
      times === 1 ? trouble : null,
    );
    travel.reached();
    expect(asked).toEqual([]);
    travel.prepare();
    await expect.poll(() => ended).toEqual(['cut-off']);
    expect(asked.length).toBeLessThan(4);
    travel.reached();
    listsRead();
    await expect.poll(() => ended.length, { timeout: 10_000 }).toBeGreaterThan(1);
  });

  it('that was cut off does not go on by itself after the user has stopped it', async () => {
    const { travel, ended, asked, listsRead } = desk(['a'], () => ({ kind: 'offline' }));
    travel.prepare();
    await expect.poll(() => ended).toEqual(['cut-off']);
    travel.stop();
    const before = asked.length;
    travel.reached();
    listsRead();
    expect((await travel.state()).running).toBeNull();
    expect(asked).toHaveLength(before);
  });

  it('is cut off where nothing is missing, and nobody knows what is new', async () => {
    const { travel, ended, facts, listsRead } = desk([]);
    for (const connectivity of ['offline', 'sign-in']) {
      facts.connectivity = connectivity;
      travel.prepare();
      listsRead();
      await expect.poll(() => ended.splice(0)).toEqual(['cut-off']);
    }
    facts.connectivity = 'online';
    travel.prepare();
    listsRead();
    await expect.poll(() => ended).toEqual(['done']);
  });

  it('ends when it is stopped, also while it waits, and does not go on by itself', async () => {
    const { travel, ended, asked, listsRead } = desk(['a'], () => ({ kind: 'refused' }));
    travel.prepare();
    await expect.poll(() => asked.length).toBe(3);
    travel.stop();
    await expect.poll(() => ended).toEqual(['stopped']);
    travel.reached();
    listsRead();
    expect(asked).toHaveLength(3);
  });
});

describe('what is taken along', () => {
  it('is kept once each, up to a limit, and is given back one by one or as a whole', () => {
    const { travel, pins } = desk([]);
    const record = (id: string): TravelPin => ({ kind: 'record', resource: 'company', id });
    expect(travel.pin([record('1'), record('2')])).toBe(true);
    expect(pins()).toHaveLength(2);
    const many = Array.from({ length: MOST_TRAVEL_RECORDS - 2 }, (_, at) => record(`m${at}`));
    expect(travel.pin(many)).toBe(true);
    expect(travel.pin([record('one more')])).toBe(false);
    expect(pins()).toHaveLength(MOST_TRAVEL_RECORDS);
    travel.unpin([travel.keys()[0]!]);
    expect(pins()).toHaveLength(MOST_TRAVEL_RECORDS - 1);
    travel.unpin(null);
    expect(travel.keys()).toEqual([]);
    travel.prepare();
  });

  it('new records that were discarded take no place, because Travel does not list them', async () => {
    const { travel, pins } = desk([]);
    const record = (id: string): TravelPin => ({ kind: 'record', resource: 'company', id });
    const gone = Array.from({ length: 10 }, (_, at) => record(`local:gone${at}`));
    const many = Array.from({ length: MOST_TRAVEL_RECORDS - 11 }, (_, at) => record(`m${at}`));
    expect(travel.pin([...gone, ...many])).toBe(true);
    // A discard may still be undone, so they stay as long as there is room.
    expect(pins()).toHaveLength(MOST_TRAVEL_RECORDS);
    expect(travel.pin([record('one more')])).toBe(true);
    expect(pins()).toHaveLength(MOST_TRAVEL_RECORDS - 9);
  });

  it('a record that was delivered since is shown with its real id, and is removed by it', async () => {
    const { travel } = desk([]);
    travel.unpin(null);
    travel.pin([{ kind: 'record', resource: 'company', id: 'local:made' }]);
    const [pin] = (await travel.state()).pins;
    expect(pin).toMatchObject({ key: 'company~9', id: '9' });
    travel.unpin([pin!.key]);
    expect((await travel.state()).pins).toEqual([]);
  });

  it('a record that a window still calls by its local id is kept once, and is removed by that id too', async () => {
    const { travel } = desk([]);
    const made: TravelPin = { kind: 'record', resource: 'company', id: 'local:made' };
    travel.unpin(null);
    travel.pin([{ kind: 'record', resource: 'company', id: '9' }]);
    travel.pin([made]);
    expect((await travel.state()).pins.map(({ key }) => key)).toEqual(['company~9']);
    travel.unpin(['company~local:made']);
    expect(travel.keys()).toEqual([]);
  });
});
