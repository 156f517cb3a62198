import { describe, expect, it } from 'vitest';
import { createConnectivity } from '#core/sync/rate/connectivity';
import { createHeartbeat } from '#core/sync/rate/heartbeat';

const makeWorld = (options: { awake?: () => boolean } = {}) => {
  let now = 1_000_000;
  let due: { at: number; run: () => void }[] = [];
  const world = {
    reachable: true,
    mute: false,
    broken: false,
    probes: [] as number[],
    backs: [] as number[],
    /** The clock was set back by this. */
    setBackMs: 0,
  };
  const clock = { now: () => now - world.setBackMs };
  const timers = {
    after: (ms: number, run: () => void) => {
      const timer = { at: now + ms, run };
      due.push(timer);
      return () => {
        due = due.filter((other) => other !== timer);
      };
    },
  };
  const connectivity = createConnectivity(clock, () => heartbeat.changed());
  const ask = (): void =>
    connectivity.onOutcome(
      world.reachable
        ? { kind: 'ok', body: {}, data: {}, now: null, text: '' }
        : { kind: 'offline', reason: 'connect', detail: '' },
    );
  const heartbeat = createHeartbeat({
    clock,
    timers,
    connectivity,
    random: { next: () => 0.5 },
    awake: options.awake ?? (() => true),
    probe: async () => {
      world.probes.push(now - 1_000_000);
      if (world.broken) throw new Error('the probe broke');
      if (!world.mute) ask();
    },
    onBack: () => world.backs.push(now - 1_000_000),
  });
  const pass = async (ms: number): Promise<void> => {
    for (const until = now + ms; now < until;) {
      now += 100;
      for (const timer of due.filter(({ at }) => at <= now)) {
        due = due.filter((other) => other !== timer);
        timer.run();
      }
      await Promise.resolve();
      await Promise.resolve();
      await Promise.resolve();
    }
  };
  heartbeat.start();
  return { world, connectivity, heartbeat, ask, pass, pending: () => due.length };
};

describe('the heartbeat', () => {
  it('[PL16] continues after a failed probe', async () => {
    const { world, ask, pass } = makeWorld();
    ask();
    world.broken = true;
    await pass(16_000);
    world.broken = false;
    await pass(16_000);
    expect(world.probes).toHaveLength(2);
  });

  it('[PL16] asks only after fifteen seconds without any answer', async () => {
    const { world, ask, pass } = makeWorld();
    ask();
    for (let i = 0; i < 6; i += 1) {
      await pass(10_000);
      ask();
    }
    expect(world.probes).toEqual([]);
    await pass(60_000);
    expect(world.probes).toHaveLength(4);
  });
  it('[PL16] notices that the service is gone, and is back, within seconds', async () => {
    const { world, connectivity, ask, pass } = makeWorld();
    ask();
    world.reachable = false;
    await pass(15_200);
    expect(connectivity.state().connectivity).toBe('offline');
    await pass(120_000);
    expect(world.probes.length).toBeLessThan(20);
    world.reachable = true;
    await pass(8_200);
    expect([connectivity.state().connectivity, world.backs.length]).toEqual(['online', 1]);
  });
  it('[PL16] after a failed request it asks again at once, without waiting for the rest', async () => {
    const { world, ask, pass } = makeWorld();
    ask();
    world.reachable = false;
    ask();
    world.reachable = true;
    await pass(2_200);
    expect([world.probes.length, world.backs.length]).toEqual([1, 1]);
  });
  it('[PL16] after a new loss of the connection it asks as soon as after the first one', async () => {
    const { world, ask, pass } = makeWorld();
    ask();
    world.reachable = false;
    ask();
    await pass(60_000);
    // Another request is answered, and soon the connection is lost again.
    world.reachable = true;
    ask();
    world.reachable = false;
    ask();
    const before = world.probes.length;
    await pass(2_200);
    expect(world.probes.length - before).toBe(1);
  });
  it('[PL16] without a window in use, a sign-in or a first answer there are no requests', async () => {
    let watched = false;
    const { world, connectivity, ask, pass } = makeWorld({ awake: () => watched });
    await pass(60_000);
    ask();
    await pass(60_000);
    connectivity.signInNeeded();
    watched = true;
    await pass(60_000);
    expect(world.probes).toEqual([]);
  });
  it('[PL16] an answer that says nothing about the connection does not cause more requests', async () => {
    const { world, ask, pass } = makeWorld();
    ask();
    world.mute = true;
    await pass(61_000);
    expect(world.probes).toHaveLength(4);
  });
  it('[PL16, PL26] continues after the clock was set back', async () => {
    const { world, connectivity, ask, pass } = makeWorld();
    ask();
    world.setBackMs = 86_400_000;
    world.reachable = false;
    await pass(31_000);
    expect(connectivity.state().connectivity).toBe('offline');
  });
  it('[PL16] ends with the workspace', async () => {
    const { world, heartbeat, ask, pass, pending } = makeWorld();
    ask();
    heartbeat.close();
    await pass(60_000);
    expect([world.probes, pending()]).toEqual([[], 0]);
  });
});
