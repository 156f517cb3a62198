/** Generates the history of a seed: its world and its steps, all chosen before it is played. */
import { RESOURCES, type ResourceName } from '#shared/domain/resources';
import { seededQuirks } from '#service/quirks';
import { PUSH_FAULTS, type PushFault, READ_FAULTS } from '../sim-network';
import { SimRandom } from '../sim-random';
import { LETTERS, type History, type Step, type WorldOptions } from './history';
import { DAMAGED_FILES, DAMAGES, type DamagedFile } from './sim-disk';

const STEPS = 30;

const optionsOf = (seed: number, random: SimRandom): WorldOptions => {
  const profile = random.weighted({ full: 6, contract: 2, live: 2 });
  return {
    seed,
    profile,
    quirks: random.chance(0.4) ? seededQuirks(() => random.next(), true) : [],
    faultShare: random.pick([0, 0, 0.02, 0.08]),
    storage: random.chance(0.5) ? 'keychain' : 'memory',
    orders: random.pick([3, 6, 6, 6, 20]),
    roundMs: random.pick([60_000, 120_000]),
    censusMs: 240_000,
    undoSeconds: random.pick([0, 0, 6]),
    pageSize: random.pick([5, 10, 25, 25]),
    skewMs: random.pick([0, 0, -3_600_000, 5_400_000]),
    countsInvisible: random.chance(0.08),
    signsIn: random.chance(0.8),
  };
};

const MOVING: readonly ResourceName[] = RESOURCES.filter((one) => one !== 'user');

/** Weights: whose account is opened first, and whose files are damaged. */
const WHOSE = { a: 6, b: 2, c: 2 } as const;

/** Aimed damage: mostly files of the outbox, mostly replaced by valid earlier content. */
const AIMED = { 'outbox.db': 10, 'outbox.db-wal': 4, 'outbox.journal': 3, 'cache.db': 1 } as const;
const damageOf = (random: SimRandom, isAimed: boolean): Pick<DamageStep, 'file' | 'how'> => {
  const file: DamagedFile = isAimed ? random.weighted(AIMED) : random.pick(DAMAGED_FILES);
  if (isAimed && random.chance(0.7)) return { file, how: random.pick(['lost', 'torn', 'aged'] as const) };
  // Satchel refuses the outbox of another account (OB33), and the account does not open until the user
  // repairs that. So a history does not swap `outbox.db`.
  return {
    file,
    how: random.pick(file === 'outbox.db' ? DAMAGES.filter((one) => one !== 'swapped') : DAMAGES),
  };
};
type DamageStep = Extract<Step, { do: 'damage' }>;

/** The weights of damaged files and of steps in forms, 0 for none. */
interface Weights {
  damage: number;
  forms: number;
  isAimed: boolean;
  /** The rep and the colleagues work on few records of these kinds; null for all. */
  few: readonly EditedKind[] | null;
}
type EditedKind = keyof typeof EDITED_KINDS;
const EDITED_KINDS = { company: 4, lead: 3, opportunity: 2, receipt: 2 };

/**
 * Several edits of one record meet: each is refused, unanswered or in conflict, and decided in any order. Most of the
 * time the services can be reached.
 */
const ON_FEW = {
  wait: 40,
  edit: 20,
  editWaiting: 8,
  race: 8,
  decide: 9,
  act: 10,
  colleague: 14,
  fault: 34,
  create: 4,
  release: 4,
  account: 2,
  offline: 1.5,
  silence: 0.5,
  pause: 0.3,
  disk: 0.2,
  tooMany: 0.5,
  expire: 0.5,
};

/** Faults that leave an item open, so that the next edit of its record is another item. */
const STAYS_OPEN = ['refused', 'refused', 'refused', 'lostAnswer', 'lateCommit', 'resetBefore'] as const;

const stepOf = (random: SimRandom, { damage, forms, isAimed, few }: Weights): Step => {
  const at = few === null ? random.int(0, 9_999) : random.int(0, 2);
  const what = random.weighted({
    wait: 16 + forms / 4,
    create: 14,
    edit: 9,
    editWaiting: 4,
    race: 3,
    decide: 5,
    act: 5,
    draft: 2,
    form: forms,
    account: 6,
    round: 3,
    keep: 2,
    keepDetails: 1,
    refetch: 1,
    travel: 1.5,
    openRecord: 3,
    look: 6,
    lookAll: 3,
    diagnose: 1,
    exportList: 1,
    exportOutbox: 1,
    protect: damage > 0 ? 3 : 1,
    unlock: damage > 0 ? 2 : 1,
    settings: 1,
    demo: 0.3,
    pause: 1,
    release: 2,
    undoSeconds: 1,
    colleague: 9,
    offline: 5,
    silence: 1.5,
    fault: 6,
    tooMany: 2,
    expire: 2,
    serviceRestart: 1,
    serviceClock: 0.5,
    clock: 1,
    sleep: 2,
    crash: 5,
    restart: 2,
    disk: 1,
    keyring: damage > 0 ? 1 : 0,
    remember: damage > 0 ? 3 : 0,
    damage,
    ...(few === null ? {} : ON_FEW),
  });
  const resource = random.pick(RESOURCES);
  const kindOf = <K extends string>(weights: Record<K, number>): K | EditedKind =>
    few === null ? random.weighted(weights) : random.pick(few);
  switch (what) {
    case 'wait':
      return { do: what, ms: random.pick([200, 900, 3_000, 20_000, 70_000, 130_000, 400_000]) };
    case 'create':
      return {
        do: what,
        kind: kindOf({
          company: 4,
          lead: 3,
          opportunity: 3,
          receipt: 3,
          outboundInvoice: 3,
          trailNote: 2,
        }),
        at,
      };
    case 'edit':
    case 'race':
      return { do: what, kind: kindOf(EDITED_KINDS), at };
    case 'act':
      return {
        do: what,
        what: random.weighted({ undo: 2, discard: 1, hold: 2, unhold: 2, sendNow: 3, numberChecked: 1 }),
        at,
      };
    case 'draft':
      return { do: what, what: random.weighted({ save: 3, submit: 1, delete: 1 }), at };
    case 'form':
      return {
        do: what,
        what: random.weighted({
          new: 3,
          edit: 3,
          item: 2,
          draft: 3,
          type: 3,
          save: 5,
          leave: 2,
          throwAway: 0.5,
        }),
        kind: kindOf({
          company: 4,
          lead: 2,
          opportunity: 2,
          receipt: 3,
          outboundInvoice: 4,
          trailNote: 1,
        }),
        at,
      };
    case 'account':
      return {
        do: what,
        what: random.weighted({ signIn: 4, open: 4, signOut: 2, remove: 1 }),
        letter: random.pick(LETTERS),
      };
    case 'keep':
      return { do: what, resource: random.pick(MOVING), keep: random.chance(0.5) };
    case 'keepDetails':
      return { do: what, months: random.pick([1, 3, null]) };
    case 'travel':
      return {
        do: what,
        what: random.weighted({ take: 4, takeList: 4, leave: 1, leaveAll: 1, stop: 1 }),
        at,
      };
    case 'refetch':
    case 'openRecord':
    case 'look':
      return { do: what, resource, at };
    case 'exportList':
      return { do: what, resource, format: random.pick(['csv', 'xlsx']) };
    case 'exportOutbox':
      return { do: what, restore: random.chance(0.5) };
    case 'protect':
      return { do: what, what: random.weighted({ encrypt: 4, decrypt: 1, withdraw: 1 }) };
    case 'unlock':
      return { do: what, renew: random.chance(0.5) };
    case 'pause':
      return { do: what, paused: random.chance(0.3) };
    case 'undoSeconds':
      return { do: what, seconds: random.pick([0, 6, 30]) };
    case 'colleague': {
      const done = random.weighted({
        make: 3,
        change: 4,
        contend: few === null ? 2 : 30,
        remove: 1,
        purge: 1,
      });
      const moved = random.pick(MOVING);
      const isMove = done === 'change' && (moved === 'order' || moved === 'lead') && at % 3 > 0;
      return {
        do: what,
        what: isMove ? 'move' : done,
        resource: moved,
        at,
        service: random.chance(0.7) ? 0 : 1,
      };
    }
    case 'silence':
      return { do: what, service: random.chance(0.7) ? 0 : 1, silent: random.chance(0.6) };
    case 'offline':
      return { do: what, offline: random.chance(few === null ? 0.5 : 0.3) };
    case 'fault':
      return random.chance(few === null ? 0.5 : 0.2)
        ? { do: what, on: 'read', fault: random.pick(READ_FAULTS), times: random.int(1, 4) }
        : {
            do: what,
            on: 'push',
            fault: random.pick<PushFault>(few === null || random.chance(0.3) ? PUSH_FAULTS : STAYS_OPEN),
            times: random.int(1, 2),
          };
    case 'tooMany':
      return { do: what, seconds: random.pick([5, 30, 90]), times: random.int(1, 3) };
    case 'expire':
      return { do: what, refreshToo: random.chance(0.3) };
    case 'serviceRestart':
      return { do: what, service: random.chance(0.7) ? 0 : 1 };
    case 'serviceClock':
      return {
        do: what,
        service: random.chance(0.7) ? 0 : 1,
        backMs: random.pick([5_000, 600_000, 5_400_000, -600_000, -5_400_000]),
      };
    case 'clock':
      return {
        do: what,
        byMs: random.pick([-1, 1]) * random.pick([5_000, 600_000, 86_400_000, 31_536_000_000]),
      };
    case 'sleep':
      return {
        do: what,
        ms: random.pick([60_000, 3_600_000, 36_000_000]),
        timers: random.pick(['overdue', 'paused']),
      };
    case 'crash':
      return {
        do: what,
        after: random.pick([0, 0, 1, 2, 5, 12, 40]),
        side: random.pick(['before', 'after']),
        downMs: random.pick([0, 2_000, 60_000]),
      };
    case 'demo':
      return { do: what, offline: random.chance(0.5) };
    case 'disk':
      return { do: what, full: random.chance(0.5) };
    case 'keyring':
      return { do: what, mood: random.pick(['open', 'locked', 'refuses', 'throws']) };
    case 'remember':
      return { do: what, letter: random.weighted(WHOSE), file: random.pick(DAMAGED_FILES) };
    case 'damage':
      return { do: what, letter: random.weighted(WHOSE), ...damageOf(random, isAimed) };
    case 'release':
    case 'round':
    case 'lookAll':
    case 'diagnose':
    case 'restart':
      return { do: what };
    case 'editWaiting':
    case 'decide':
    case 'settings':
      return { do: what, at };
  }
};

export const writeHistory = (
  seed: number,
  {
    damage = false,
    aimed = false,
    inForms = false,
    onFew = false,
  }: { damage?: boolean; aimed?: boolean; inForms?: boolean; onFew?: boolean } = {},
): History => {
  const random = new SimRandom(seed ^ 0x701d);
  const options = optionsOf(seed, random);
  const steps: Step[] = [
    { do: 'account', what: 'signIn', letter: random.weighted(WHOSE) },
    { do: 'wait', ms: random.pick([1_000, 20_000, 90_000]) },
  ];
  // A kind that was never sent waits for its first review; most reps release all kinds at once.
  if (random.chance(0.8)) steps.push({ do: 'release' });
  // Some disks fail repeatedly.
  const weight = aimed ? 22 : damage ? random.pick([4, 4, 20]) : 0;
  // Some reps work mostly in forms.
  const forms = inForms ? 120 : random.pick([6, 6, 60]);
  const kinds = Object.keys(EDITED_KINDS) as EditedKind[];
  const few = onFew || random.chance(0.2) ? [random.pick(kinds), random.pick(kinds)] : null;
  const isLong = inForms || few !== null;
  while (steps.length < (isLong ? 2 * STEPS : STEPS))
    steps.push(stepOf(random, { damage: weight, forms, isAimed: aimed, few }));
  return { options, steps };
};
