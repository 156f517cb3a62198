import { describe, expect, it } from 'vitest';
import { createHourlyBudget } from '#core/sync/rate/hourly-budget';
import { createRequestRate } from '#core/sync/rate/request-rate';

const makeRate = (most = 1200) => {
  const clock = { at: 0, now: () => clock.at };
  return { clock, rate: createRequestRate(clock, () => most) };
};
/** Asks one after another as the rate allows, each answered after `tookMs`; how many fitted into `forMs`. */
const ask = ({ clock, rate }: ReturnType<typeof makeRate>, forMs: number, tookMs: number): number => {
  let asked = 0;
  for (const until = clock.at + forMs; ;) {
    clock.at += rate.takePlace();
    if (clock.at >= until) return asked;
    rate.left();
    rate.answered(tookMs);
    asked += 1;
  }
};

describe('the rate of requests that nobody waits for', () => {
  it('[PL25] rises with good answers up to the limit', () => {
    const one = makeRate();
    const first = ask(one, 60_000, 100);
    const later = ask(one, 60_000, 100);
    expect(first).toBeGreaterThan(600);
    expect(later).toBeGreaterThan(1195);
    expect([later <= 1201, one.rate.perMinute()]).toEqual([true, 1200]);
    expect(one.rate.lastMinute()).toBeGreaterThan(1100);
  });
  it('[PL25] is halved by each burst of errors and recovers', () => {
    const one = makeRate();
    const trouble = (): void => {
      for (let i = 0; i < 6; i += 1) one.rate.troubled();
      one.clock.at += 6_000;
    };
    ask(one, 120_000, 100);
    trouble();
    expect(one.rate.perMinute()).toBe(600);
    trouble();
    expect(one.rate.perMinute()).toBe(300);
    ask(one, 60_000, 100);
    expect(one.rate.perMinute()).toBeGreaterThan(500);
    for (let i = 0; i < 30; i += 1) trouble();
    expect(one.rate.perMinute()).toBe(12);
  });
  it('[PL25] recovers within half a minute of good answers, however low it was', () => {
    const one = makeRate();
    for (let i = 0; i < 30; i += 1) {
      one.rate.troubled();
      one.clock.at += 6_000;
    }
    expect(one.rate.perMinute()).toBe(12);
    ask(one, 30_000, 100);
    expect(one.rate.perMinute()).toBeGreaterThanOrEqual(300);
  });
  it('[PL25] ignores an answer during which the computer slept or the clock was set', () => {
    const one = makeRate();
    ask(one, 120_000, 2_000);
    one.rate.answered(36_000_000);
    one.rate.answered(-86_400_000);
    ask(one, 120_000, 2_000);
    expect(one.rate.perMinute()).toBe(1200);
  });
  it('[PL25] a burst that began before the clock was set back is over', () => {
    const one = makeRate();
    one.clock.at = 3_600_000;
    one.rate.troubled();
    one.clock.at = 0;
    one.rate.troubled();
    expect(one.rate.perMinute()).toBe(150);
  });
  it('[PL25] is lowered when answers become slow, also without errors', () => {
    const one = makeRate();
    ask(one, 60_000, 200);
    const before = one.rate.perMinute();
    ask(one, 60_000, 8_000);
    expect(one.rate.perMinute()).toBeLessThan(before / 2);
  });
  it('[PL25] obeys a limit of the user at once', () => {
    let most = 1200;
    const clock = { at: 0, now: () => clock.at };
    const rate = createRequestRate(clock, () => most);
    most = 60;
    expect(ask({ clock, rate }, 60_000, 50)).toBeLessThanOrEqual(61);
    most = Number.POSITIVE_INFINITY;
    expect(rate.takePlace()).toBe(0);
  });
});

describe('the hourly budget', () => {
  const budgetOf = (detailsPerHour: number) => {
    const clock = { at: 0, now: () => clock.at };
    return { clock, budget: createHourlyBudget(clock, () => ({ perHour: 900, detailsPerHour })) };
  };
  const takeAll = (budget: ReturnType<typeof createHourlyBudget>): number => {
    let taken = 0;
    while (budget.takePlace()) {
      budget.spend();
      taken += 1;
    }
    return taken;
  };

  it('[PL24] refills evenly, and a first copy does not use it up for long', () => {
    const { clock, budget } = budgetOf(0);
    for (let i = 0; i < 5000; i += 1) budget.spend();
    expect(budget.takePlace()).toBe(false);
    clock.at += 120_000;
    let asked = 0;
    for (const until = clock.at + 3_600_000; clock.at < until; clock.at += 1000) asked += takeAll(budget);
    expect(asked).toBeGreaterThan(890);
    expect(asked).toBeLessThan(930);
  });

  it('[PL24] allows some details of every hour at once, whatever the lists used', () => {
    const { clock, budget } = budgetOf(60);
    for (let i = 0; i < 5000; i += 1) budget.spend();
    expect(takeAll(budget)).toBe(60);
    clock.at += 1000;
    expect(budget.takePlace()).toBe(false);
    // The lists use all that refills.
    for (const until = 3_600_000; clock.at < until; clock.at += 4000) budget.spend();
    expect(takeAll(budget)).toBe(60);
  });

  it('[PL24] an hour with details and lists has no more requests than it allows', () => {
    const { clock, budget } = budgetOf(60);
    let asked = 0;
    for (; clock.at < 3_600_000; clock.at += 1000) {
      // The lists use 840.
      if (clock.at % 30_000 < 7_000) {
        budget.spend();
        asked += 1;
      }
      asked += takeAll(budget);
    }
    expect(asked).toBeGreaterThan(890);
    expect(asked).toBeLessThan(910);
  });
});
