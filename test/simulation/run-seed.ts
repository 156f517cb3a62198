/**
 * Runs one seed: operations under faults, recovery, decisions, final checks. Returns statistics, or the
 * violated invariant with its log.
 */
import { INTENT_KINDS } from '#shared/domain/intent';
import { checkCalm, checkOverlay, checkRest } from './check-world';
import { edgesTaken } from './edges';
import { must, Violation, type Invariant } from './invariants';
import type { Mutant } from './mutants';
import { SimRep } from './sim-rep';
import { SimWorld } from './sim-world';

export interface SeedResult {
  seed: number;
  violation: { invariant: Invariant | 'harness'; detail: string; log: string[] } | null;
  operations: number;
  faults: Record<string, number>;
  transitions: Record<string, number>;
  pushes: number;
  profile: string;
}

const OPERATIONS = 32;

/**
 * `lateMs`: how late a request may commit. If it is longer than the bound, the invariants of the late suite
 * apply.
 */
export const runSeed = async (
  seed: number,
  mutant?: Mutant,
  lateMs?: number,
  damage = mutant?.damage ?? false,
): Promise<SeedResult> => {
  const world = new SimWorld({ seed, mutant, damage, ...(lateMs === undefined ? {} : { lateMs }) });
  let violation: SeedResult['violation'] = null;
  try {
    await live(world);
  } catch (error) {
    violation = {
      invariant: error instanceof Violation ? error.invariant : 'harness',
      detail:
        error instanceof Error
          ? `${error.message}${error instanceof Violation ? '' : `\n${error.stack ?? ''}`}`
          : String(error),
      log: [...world.log],
    };
  }
  const transitions = mutant || world.historyLost ? {} : edgesTaken(world);
  const result = {
    seed,
    violation,
    operations: world.operations,
    faults: Object.fromEntries(world.network.faults),
    transitions,
    pushes: world.network.seen.length,
    profile: `${world.profile} ${world.quirkNames.join(',')}`,
  };
  world.close();
  return result;
};

const live = async (world: SimWorld): Promise<void> => {
  const { random, network } = world;
  const rep = new SimRep(world);
  network.faultShare = random.pick([0.1, 0.2, 0.35]);
  for (let at = 0; at < OPERATIONS; at++) {
    world.operations++;
    const step = random.weighted({
      create: 9,
      editRecord: 5,
      editIntent: 4,
      userAct: 5,
      colleague: 3,
      network: 3,
      crash: 2,
      disk: 1,
      clock: 1,
      kick: 1,
    });
    switch (step) {
      case 'create':
        rep.create();
        break;
      case 'editRecord':
        rep.editRecord();
        break;
      case 'editIntent':
        rep.editIntent();
        break;
      case 'userAct':
        rep.userAct();
        break;
      case 'colleague':
        rep.colleague();
        break;
      case 'network':
        changeNetwork(world);
        break;
      case 'crash':
        if (random.chance(0.3)) world.crashNow();
        else world.armCrash();
        break;
      case 'disk':
        world.fillDisk(true);
        world.note('disk full');
        world.time.after(random.int(1_000, 300_000), () => {
          world.note('disk has room');
          world.fillDisk(false);
        });
        break;
      case 'clock':
        world.setClock(random.pick([-1, 1]) * random.pick([5_000, 600_000, 86_400_000, 31_536_000_000]));
        break;
      case 'kick':
        if (!world.down) world.call(() => world.outbox.kick());
        break;
    }
    await world.advance(
      random.weighted({ soon: 5, seconds: 4, minutes: 2, long: 1 }) === 'soon'
        ? random.int(1, 900)
        : random.pick([3_000, 20_000, 120_000, 1_000_000]),
    );
    world.check();
  }
  await heal(world, rep);
};

const changeNetwork = (world: SimWorld): void => {
  const { network, random } = world;
  const what = random.weighted({ offline: 2, online: 4, forbid: 1, permit: 3, expire: 2 });
  world.note(`network ${what}`);
  if (what === 'offline') network.offline = true;
  if (what === 'online') network.offline = false;
  if (what === 'forbid')
    network.forbidden.add(
      random.pick(['/v1/lead/push', '/v1/company/pushCompanyAndCustomers', '/v1/invoices/outbound/push']),
    );
  if (what === 'permit') network.forbidden.clear();
  if (what === 'expire') world.service.expireTokens();
};

/** Enough time for the reads before a push, each of which takes up to 400 ms here. */
const SOON_MS = 10_000;

/** After a bad answer, an item waits for the service, whether or not the connection was lost since. */
const waitsForService = ({ truth, clock }: SimWorld, id: string): boolean => {
  const intent = truth.get(id);
  return (
    intent !== null &&
    intent.notBefore > clock.now() &&
    (intent.detail.waitsBecause ?? 'offline') !== 'offline'
  );
};

/** Some time without a connection, then its return: items that may be sent are sent soon. */
const comeBack = async (world: SimWorld, rep: SimRep): Promise<void> => {
  const { network, random, truth } = world;
  network.offline = true;
  rep.create();
  await world.advance(random.pick([20_000, 600_000, 7_200_000]));
  if (random.chance(0.2)) world.setClock(-random.pick([60_000, 86_400_000]));
  network.offline = false;
  world.note('--- back online');
  // A Retry-After still holds after the return. If the clock was set back meanwhile, the item waits for it
  // once more.
  const told =
    network.quietUntil.some(({ to }) => to > world.time.now()) ||
    Number(truth.meta('quiet-until') ?? 0) > world.clock.now();
  const mayGo = truth
    .due(Number.MAX_SAFE_INTEGER)
    .filter(({ id, state, fingerprint }) => state === 'queued' && !truth.twinInDoubt(id, fingerprint))
    .filter(({ id }) => !waitsForService(world, id));
  world.call(() => world.outbox.reconnected());
  await world.advance(SOON_MS);
  // When its references are resolved, an item may turn out to be the twin of another item in doubt.
  const free = mayGo.filter(({ id }) => {
    const intent = truth.get(id);
    return intent?.state !== 'queued' || !truth.twinInDoubt(id, intent.fingerprint);
  });
  const moved = free.filter(({ id }) => truth.get(id)?.state !== 'queued');
  must(
    world.down || told || free.length === 0 || moved.length > 0,
    'reconnect-drains',
    () => `${free.length} items may go and none went within ${SOON_MS} ms of the connection's return`,
  );
};

const heal = async (world: SimWorld, rep: SimRep): Promise<void> => {
  const { network } = world;
  world.note('--- healing');
  network.offline = false;
  network.faultShare = 0;
  network.forbidden.clear();
  world.fillDisk(false);
  world.disarm();
  await world.advance(120_000);
  const release = (): void => {
    world.call(() => world.outbox.pause(false));
    for (const kind of INTENT_KINDS) world.call(() => world.outbox.release(kind));
    for (const intent of world.truth.list())
      if (intent.held) world.call(() => world.outbox.hold(intent.id, false));
    world.call(() => world.outbox.kick());
  };
  release();
  await comeBack(world, rep);
  release();
  checkOverlay(world);
  await world.advance(45 * 60_000);
  world.check();
  checkCalm(world);
  for (
    let round = 0;
    round < 12 && world.truth.list(['queued', 'sending', 'uncertain', 'rejected', 'conflict']).length > 0;
    round++
  ) {
    for (const intent of world.truth.list(['uncertain', 'rejected', 'conflict']))
      rep.decide(world.truth.get(intent.id) ?? intent, true);
    await world.advance(20 * 60_000);
    world.check();
  }
  checkOverlay(world);
  checkRest(world);
};
