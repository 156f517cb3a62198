/**
 * Five hundred installations of one company and one service, in virtual time. Measures how many requests each
 * installation sends in an hour, and how many all send in the busiest second: when they open at nine, and
 * when the service returns after an outage. An installation is the real timetable with a network that counts
 * requests. It is compared with the previous timetable (a whole round every minute and a connection check
 * every 15 seconds, with or without open windows), and with a whole core and the bundled service, counted by
 * the service's own log.
 */
import { attentionOf, createTimetable, PACES, type TimedList } from '#core/sync/rate/timetable';
import { HOUR_MS, makeVirtualDesk } from '../support/sync/virtual-desk';
import { seededRandom } from '#service/random';

const DESKS = 500;
const MINUTE_MS = 60_000;
const LIVE = [
  'company',
  'order',
  'lead',
  'quotation',
  'outboundInvoice',
  'purchaseOrder',
  'receipt',
  'opportunity',
  'trail',
];
const LISTS: readonly TimedList[] = [
  ...LIVE.map((key) => ({ key, newest: true })),
  ...Array.from({ length: 11 }, (_, i) => ({ key: `other ${i}`, newest: false })),
  ...Array.from({ length: 2 }, (_, i) => ({ key: `rare ${i}`, newest: false, rare: true })),
];
/** Requests of a whole round with the previous timetable, measured at the bundled service. */
const OLD_ROUND = 26;
const RETRY_MS = [5_000, 10_000, 20_000, 40_000, 60_000];

interface Service {
  /** Returns whether the service answers at `now`. Every request is counted, answered or not. */
  ask(now: number, requests: number): boolean;
}

interface Desk {
  /** When it next has something to do. */
  at: number;
  work(now: number): void;
}

const countingService = (isDown: (now: number) => boolean) => {
  const seconds = new Map<number, number>();
  return {
    seconds,
    ask: (now: number, requests: number): boolean => {
      const second = Math.floor(now / 1000);
      seconds.set(second, (seconds.get(second) ?? 0) + requests);
      return !isDown(now);
    },
  };
};

type InUse = (desk: number, now: number) => boolean;
/** Wall clock of the service for a time of the bench, which starts at midnight. */
const wallClock = (now: number): string =>
  new Date(Date.UTC(2026, 4, 12) + now).toISOString().replace('T', ' ');

const newDesk = (index: number, service: Service, inUse: InUse): Desk => {
  const random = seededRandom(index + 1);
  const timetable = createTimetable({ next: random });
  let [failures, wasInUse] = [0, false];
  const desk: Desk = {
    at: random() * 30 * MINUTE_MS,
    work: (now) => {
      const used = inUse(index, now);
      const pace = PACES[attentionOf(used, wallClock(now))];
      const came = used && !wasInUse;
      wasInUse = used;
      const due = timetable.due(LISTS, pace, now);
      // If the service does not answer the first list, the step ends.
      const answered = due.length === 0 || service.ask(now, 1);
      if (!answered) {
        failures += 1;
        // While a window is in use, a small read finds out that the service is back.
        const [from, share] = used ? [8_000, 0.5] : [RETRY_MS[Math.min(failures, 5) - 1]!, 0.2];
        desk.at = now + from * (1 - share / 2 + share * random());
        return;
      }
      if (due.length > 1) service.ask(now, due.length - 1);
      for (const key of due) timetable.asked(key, now);
      const back = failures > 0 ? random() * 4_000 : 0;
      failures = 0;
      desk.at = now + (came || back > 0 ? 2_000 + back : timetable.delayMs(LISTS, pace, now));
    },
  };
  return desk;
};

const oldDesk = (index: number, service: Service, inUse: InUse): Desk => {
  const random = seededRandom(index + 1);
  let [failures, roundAt, beatAt] = [0, random() * MINUTE_MS, 0];
  const desk: Desk = {
    at: roundAt,
    work: (now) => {
      if (now >= roundAt) {
        const answered = service.ask(now, failures > 0 ? 1 : OLD_ROUND);
        if (answered && failures > 0) service.ask(now, OLD_ROUND - 1);
        failures = answered ? 0 : failures + 1;
        const wait = failures > 0 ? RETRY_MS[Math.min(failures, 5) - 1]! : MINUTE_MS;
        roundAt = now + wait * (0.9 + 0.2 * random());
        beatAt = now + (failures > 0 ? 8_000 : 15_000);
      } else if (inUse(index, now)) {
        const answered = service.ask(now, 1);
        // The service is back: a whole round runs at once.
        if (answered && failures > 0) roundAt = now;
        beatAt = now + (answered ? 15_000 : 8_000);
      } else beatAt = roundAt;
      desk.at = Math.min(roundAt, beatAt);
    },
  };
  return desk;
};

interface Scene {
  name: string;
  from: number;
  forMs: number;
  inUse: InUse;
  isDown: (now: number) => boolean;
}

const TEN = 10 * HOUR_MS;
const NINE = 9 * HOUR_MS;
/** All users start to work within ten minutes around nine. */
const cameAt = (desk: number): number => NINE + (seededRandom(desk + 1_000)() - 0.5) * 10 * MINUTE_MS;
const SCENES: readonly Scene[] = [
  { name: 'an hour in use', from: TEN, forMs: HOUR_MS, inUse: () => true, isDown: () => false },
  {
    name: 'an hour without a focused window',
    from: TEN,
    forMs: HOUR_MS,
    inUse: () => false,
    isDown: () => false,
  },
  {
    name: 'an hour of the night',
    from: 2 * HOUR_MS,
    forMs: HOUR_MS,
    inUse: () => false,
    isDown: () => false,
  },
  {
    name: 'nine o’clock, after a night in the background',
    from: NINE - 5 * MINUTE_MS,
    forMs: 15 * MINUTE_MS,
    inUse: (desk, now) => now >= cameAt(desk),
    isDown: () => false,
  },
  {
    name: 'the service comes back after 20 minutes',
    from: TEN + 20 * MINUTE_MS,
    forMs: 5 * MINUTE_MS,
    inUse: () => true,
    isDown: (now) => now >= TEN && now < TEN + 20 * MINUTE_MS,
  },
];

const run = (scene: Scene, make: typeof newDesk) => {
  const service = countingService(scene.isDown);
  const desks = Array.from({ length: DESKS }, (_, i) => make(i, service, scene.inUse));
  for (const [i, desk] of desks.entries()) {
    // Starts long enough before the scene that everything has been read once.
    desk.at += scene.from - 6 * HOUR_MS;
    const came = cameAt(i);
    while (desk.at < scene.from + scene.forMs) {
      const before = desk.at;
      desk.work(before);
      // A user who opens the window does not wait for the next step of the background.
      if (scene.name.startsWith('nine') && before < came && desk.at > came) desk.at = came;
    }
  }
  const counts: number[] = [];
  for (let s = Math.floor(scene.from / 1000); s < (scene.from + scene.forMs) / 1000; s += 1)
    counts.push(service.seconds.get(s) ?? 0);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return {
    perDeskHour: (total / DESKS) * (HOUR_MS / scene.forMs),
    mean: total / counts.length,
    worst: Math.max(...counts),
  };
};

console.log(`\n${DESKS} desks, one service, virtual time (requests; before → now)`);
for (const scene of SCENES) {
  const [before, now] = [run(scene, oldDesk), run(scene, newDesk)];
  const of = (pick: (one: typeof now) => number): string =>
    `${Math.round(pick(before)).toLocaleString('en')} → ${Math.round(pick(now)).toLocaleString('en')}`;
  console.log(
    `  ${scene.name.padEnd(48)} per desk-hour ${of((one) => one.perDeskHour).padEnd(16)} a second ${of((one) => one.mean).padEnd(12)} worst second ${of((one) => one.worst)}`,
  );
}

for (const [name, inUse, shows, aim] of [
  ['in use', true, ['order'], 900],
  ['in use, showing products and collections', true, ['product', 'collection'], 900],
  ['without a focused window', false, [], 200],
] as const) {
  const desk = await makeVirtualDesk({ service: { profile: 'live', dataset: 300 } });
  await desk.attend(inUse, [...shows]);
  await desk.time.advance(15 * MINUTE_MS);
  const from = desk.time.now();
  await desk.time.advance(HOUR_MS);
  const asked = desk.heard(from).length;
  console.log(
    `  one whole core, an hour ${name}, by the service’s own log: ${asked} requests   aim ≤ ${aim}: ${asked <= aim ? 'met' : 'MISSED'}`,
  );
  await desk.dispose();
}
