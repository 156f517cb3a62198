// Breakages of the core outside the outbox, each one change of text in one file of `src/main/core`, which the
// simulation of the whole core must kill: one of the promises in `killedBy` fails on a history that the
// unbroken core passes. `steps` is the shortest such history that is known; without one, seeds are tried.

const signIn = (letter) => ({ do: 'account', what: 'signIn', letter });
const wait = (ms) => ({ do: 'wait', ms });
const create = (kind) => ({ do: 'create', kind, at: 1 });
const lookAll = { do: 'lookAll' };
const release = { do: 'release' };
const offline = (is) => ({ do: 'offline', offline: is });
const looks = (times) => Array.from({ length: times }, () => [wait(200), lookAll]).flat();

export const CORE_MUTANTS = [
  {
    name: 'a list counts as complete before its last page was read',
    file: 'sync/plan.ts',
    find: 'if (!atEnd(spec, walk, facts)) return { state: { ...state, walk }, finished: null };',
    by: 'if (!atEnd(spec, walk, facts)) return { state: { ...state, walk, completeAsOf: walk.firstNow ?? state.completeAsOf }, finished: null };',
    killedBy: ['complete-as-told'],
    options: { orders: 20, pageSize: 5 },
    steps: [signIn('a'), ...looks(20)],
  },
  {
    name: 'a delivered record is dropped by a pull that began before its delivery',
    file: 'outbox/overlay/overlay.ts',
    find: '(parseServerTime(completeAsOf) ?? 0) - (parseServerTime(row.appliedAt) ?? 0) > LONGEST_LAG_MS &&',
    by: "completeAsOf !== '' &&",
    killedBy: ['delivered-stays', 'acknowledged-shown'],
    options: { quirks: ['lag'] },
    steps: [signIn('a'), wait(20_000), release, create('lead'), ...looks(12)],
  },
  {
    name: 'accounts share one copy of the records',
    file: 'accounts/workspace.ts',
    find: 'options.openCache(`${directory}/${CACHE}`, key)',
    by: 'options.openCache(`accounts/${CACHE}`, key)',
    killedBy: ['own-account-only', 'complete-as-told'],
    steps: [signIn('a'), wait(20_000), release, create('lead'), wait(130_000), signIn('b'), lookAll],
  },
  {
    name: 'a second service with the same e-mail joins the data of the first one',
    file: 'accounts/join.ts',
    find: '!profile.demo && profile.baseUrl === url.baseUrl && matches(profile.identity, identity)',
    by: '!profile.demo && matches(profile.identity, identity)',
    killedBy: ['own-account-only', 'cache-equals-service'],
    steps: [signIn('a'), wait(20_000), signIn('b'), release, create('lead'), wait(20_000)],
  },
  {
    name: 'drafts are struck by a census of the default list',
    file: 'sync/lane-runner.ts',
    find: 'const missing = unseen.filter((id) => !elsewhere.has(id));',
    by: 'const missing = unseen;',
    killedBy: ['cache-equals-service'],
    options: { orders: 20 },
    steps: [
      signIn('a'),
      wait(90_000),
      { do: 'colleague', what: 'purge', resource: 'order', at: 1, service: 0 },
      wait(400_000),
    ],
  },
  {
    name: '"offline" stays after recovery',
    file: 'sync/connectivity.ts',
    find: "else if (outcome.kind === 'ok' || outcome.kind === 'refused') become('online', clock.now());",
    by: "else if (current.connectivity !== 'offline' && (outcome.kind === 'ok' || outcome.kind === 'refused')) become('online', clock.now());",
    killedBy: ['state-is-true'],
    steps: [signIn('a'), wait(20_000), offline(true), wait(130_000), offline(false)],
  },
  {
    name: 'nobody waits for the end of a Retry-After',
    file: 'api/throttle.ts',
    find: '    until,\n    hold: (delayMs) => {',
    by: '    until: () => 0,\n    hold: (delayMs) => {',
    killedBy: ['retry-after-kept'],
    steps: [
      signIn('a'),
      wait(90_000),
      { do: 'tooMany', seconds: 90, times: 1 },
      { do: 'round' },
      wait(70_000),
    ],
  },
  {
    name: 'the keychain keeps one sign-in for all accounts',
    file: 'api/session.ts',
    find: 'const key = `account/${accountId}/session`;',
    by: "const key = 'account/session';",
    killedBy: ['own-account-only'],
    options: { storage: 'keychain' },
    steps: [
      signIn('a'),
      wait(20_000),
      release,
      signIn('c'),
      wait(20_000),
      { do: 'account', what: 'open', letter: 'a' },
      create('lead'),
      wait(20_000),
    ],
  },
  {
    name: 'a copy that was put into the folder of another account is shown',
    file: 'store/schema/open-database.ts',
    find: 'if (owner !== null && owner !== folder)',
    by: 'if (owner === undefined)',
    killedBy: ['own-account-only'],
    steps: [
      signIn('a'),
      wait(20_000),
      release,
      create('lead'),
      wait(130_000),
      signIn('b'),
      wait(20_000),
      { do: 'damage', letter: 'b', file: 'cache.db', how: 'swapped' },
      lookAll,
    ],
  },
  {
    name: 'an item in conflict does not count as waiting',
    file: 'outbox/create-outbox.ts',
    find: 'waiting: of(...UNSETTLED),',
    by: "waiting: of('queued', 'sending', 'uncertain', 'rejected'),",
    killedBy: ['state-is-true'],
    steps: [
      signIn('a'),
      wait(90_000),
      release,
      { do: 'openRecord', resource: 'company', at: 0 },
      offline(true),
      { do: 'edit', kind: 'company', at: 0 },
      { do: 'colleague', what: 'change', resource: 'company', at: 0, service: 0 },
      offline(false),
      wait(20_000),
      wait(20_000),
    ],
  },
  {
    name: 'a total counts a record with a waiting edit twice',
    file: 'store/overlay/overlay-views.ts',
    find: 'over.filter(({ base }) => base?.state === STATE.live).length',
    by: '0',
    killedBy: ['rows-add-up'],
    steps: [
      signIn('a'),
      wait(90_000),
      offline(true),
      { do: 'edit', kind: 'company', at: 0 },
      { do: 'look', resource: 'company', at: 0 },
    ],
  },
  {
    name: 'a census that a wrong clock stamped ahead is not due before that time',
    file: 'sync/is-over.ts',
    find: 'now < last || now',
    by: 'now',
    killedBy: ['cache-equals-service'],
    steps: [
      signIn('a'),
      wait(400_000),
      { do: 'clock', byMs: -31_536_000_000 },
      { do: 'colleague', what: 'purge', resource: 'lead', at: 0, service: 0 },
    ],
  },
];
