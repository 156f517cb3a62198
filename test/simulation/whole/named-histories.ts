/**
 * Histories that once violated an invariant, shrunk and stored as scripts, because a seed gives another
 * history when the generator changes. Each is named after the fault that it found.
 */
import type { History, WorldOptions } from './history';

/** A service as in the contract, and a network without faults. */
export const PLAIN: WorldOptions = {
  seed: 1,
  profile: 'full',
  quirks: [],
  faultShare: 0,
  storage: 'memory',
  orders: 3,
  roundMs: 120_000,
  censusMs: 240_000,
  undoSeconds: 0,
  pageSize: 25,
  skewMs: 0,
  signsIn: true,
};

export const NAMED: readonly { name: string; history: History }[] = [
  {
    name: 'an answer that comes after another account was opened is not reported as an error',
    history: {
      options: PLAIN,
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 20_000 },
        { do: 'release' },
        { do: 'fault', on: 'push', fault: 'lateCommit', times: 1 },
        { do: 'fault', on: 'push', fault: 'lostAnswer', times: 4 },
        { do: 'create', kind: 'company', at: 1 },
        { do: 'create', kind: 'lead', at: 1 },
        { do: 'wait', ms: 2_000 },
        { do: 'account', what: 'signIn', letter: 'b' },
        { do: 'wait', ms: 130_000 },
      ],
    },
  },
  {
    name: 'a choice that a full disk refuses is refused with the reason',
    history: {
      options: PLAIN,
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 20_000 },
        { do: 'disk', full: true },
        { do: 'keep', resource: 'order', keep: false },
        { do: 'keepDetails', months: 3 },
        { do: 'settings', at: 1 },
        { do: 'disk', full: false },
      ],
    },
  },
  {
    name: 'a record that is deleted after the clock was set back leaves the screens',
    history: {
      options: PLAIN,
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 400_000 },
        { do: 'clock', byMs: -31_536_000_000 },
        { do: 'colleague', what: 'purge', resource: 'lead', at: 0, service: 0 },
      ],
    },
  },
  {
    name: 'a Retry-After that arrives while the app closes still holds after the restart',
    history: {
      options: { ...PLAIN, storage: 'keychain' },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 90_000 },
        { do: 'tooMany', seconds: 90, times: 2 },
        { do: 'round' },
        { do: 'restart' },
        { do: 'wait', ms: 20_000 },
      ],
    },
  },
  {
    name: 'after the clock was set back while lists were read, later rounds still read them',
    history: {
      options: PLAIN,
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'clock', byMs: -86_400_000 },
        { do: 'wait', ms: 20_000 },
        { do: 'colleague', what: 'make', resource: 'order', at: 0, service: 0 },
      ],
    },
  },
  {
    name: 'the app asks for a sign-in that expired while it was restarting',
    history: {
      options: { ...PLAIN, storage: 'keychain', signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'c' },
        { do: 'wait', ms: 90_000 },
        { do: 'protect', what: 'decrypt' },
        { do: 'crash', after: 0, side: 'after', downMs: 2_000 },
        { do: 'expire', refreshToo: true },
      ],
    },
  },
  {
    name: 'a Retry-After of the demo stops no other account',
    history: {
      options: PLAIN,
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'demo', offline: true },
        { do: 'tooMany', seconds: 90, times: 3 },
        { do: 'restart' },
      ],
    },
  },
  {
    name: 'a delivered value of the details stays on the screen while another change updates the list item',
    history: {
      options: { ...PLAIN, seed: 920_027, roundMs: 60_000, undoSeconds: 6 },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 90_000 },
        { do: 'release' },
        { do: 'create', kind: 'outboundInvoice', at: 7778 },
        { do: 'edit', kind: 'lead', at: 2878 },
        { do: 'create', kind: 'receipt', at: 2429 },
        { do: 'edit', kind: 'company', at: 5918 },
        { do: 'wait', ms: 3_000 },
        { do: 'offline', offline: true },
        { do: 'round' },
        { do: 'expire', refreshToo: true },
        { do: 'refetch', resource: 'order' },
        { do: 'clock', byMs: -600_000 },
        { do: 'create', kind: 'trailNote', at: 1060 },
      ],
    },
  },
  {
    name: 'the details of a kind that is downloaded again are read at once, even if the hourly budget is used up',
    history: {
      options: {
        ...PLAIN,
        seed: 1_503_112,
        orders: 20,
        roundMs: 60_000,
        pageSize: 5,
        signsIn: false,
      },
      steps: [
        { do: 'account', what: 'signIn', letter: 'b' },
        { do: 'wait', ms: 20_000 },
        { do: 'edit', kind: 'company', at: 2499 },
        { do: 'release' },
        { do: 'wait', ms: 70_000 },
        { do: 'refetch', resource: 'company' },
        { do: 'look', resource: 'company', at: 6316 },
      ],
    },
  },
  {
    name: 'a person does not wait for one rate limit after another',
    history: {
      options: {
        ...PLAIN,
        seed: 1_604_109,
        faultShare: 0.02,
        orders: 20,
        roundMs: 60_000,
        pageSize: 10,
        signsIn: false,
      },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 1000 },
        { do: 'release' },
        { do: 'create', kind: 'lead', at: 3345 },
        { do: 'fault', on: 'read', fault: 'unsent', times: 4 },
        { do: 'wait', ms: 400_000 },
        { do: 'tooMany', seconds: 90, times: 3 },
        { do: 'openRecord', resource: 'company', at: 2614 },
      ],
    },
  },
  {
    name: 'an account that is closed while the status of a receipt is read logs no error',
    history: {
      options: { ...PLAIN, seed: 1_701_741, pageSize: 5, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'c' },
        { do: 'wait', ms: 20_000 },
        { do: 'release' },
        { do: 'draft', what: 'submit', at: 7186 },
        { do: 'create', kind: 'company', at: 1430 },
        { do: 'editWaiting', at: 2386 },
        { do: 'wait', ms: 20_000 },
        { do: 'wait', ms: 70_000 },
        { do: 'create', kind: 'receipt', at: 8775 },
        { do: 'account', what: 'open', letter: 'b' },
      ],
    },
  },
  {
    name: 'an outbox whose account id has a flipped bit still belongs to this account',
    history: {
      options: { ...PLAIN, seed: 1_600_117, roundMs: 60_000, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'damage', letter: 'a', file: 'outbox.db', how: 'flip' },
      ],
    },
  },
  {
    name: 'a record that a colleague deleted before the read-back may be created again',
    history: {
      options: { ...PLAIN, seed: 2_203_853, orders: 20, roundMs: 60_000, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 20_000 },
        { do: 'release' },
        { do: 'fault', on: 'push', fault: 'lostAnswer', times: 2 },
        { do: 'fault', on: 'read', fault: 'timeout', times: 1 },
        { do: 'wait', ms: 400_000 },
        { do: 'create', kind: 'opportunity', at: 8789 },
        { do: 'wait', ms: 20_000 },
        { do: 'colleague', what: 'purge', resource: 'opportunity', at: 6638, service: 0 },
      ],
    },
  },
  {
    name: 'the demo opens even if its service sent a Retry-After before',
    history: {
      options: { ...PLAIN, seed: 2_401_742, roundMs: 60_000, signsIn: false },
      steps: [
        { do: 'tooMany', seconds: 5, times: 2 },
        { do: 'demo', offline: true },
        { do: 'demo', offline: false },
      ],
    },
  },
  {
    name: 'an outbox that was cut within a page is read row by row',
    history: {
      options: { ...PLAIN, seed: 1_500_652, roundMs: 60_000, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'damage', letter: 'a', file: 'outbox.db', how: 'cut' },
      ],
    },
  },
  {
    name: 'a delivered item may leave the list with its damaged file, after the journal was rewritten',
    history: {
      options: { ...PLAIN, seed: 950_240, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 20_000 },
        { do: 'release' },
        { do: 'edit', kind: 'lead', at: 9101 },
        { do: 'edit', kind: 'lead', at: 6399 },
        { do: 'create', kind: 'receipt', at: 777 },
        { do: 'wait', ms: 3_000 },
        { do: 'create', kind: 'company', at: 372 },
        { do: 'crash', after: 5, side: 'before', downMs: 0 },
        { do: 'edit', kind: 'company', at: 5580 },
        { do: 'wait', ms: 3_000 },
        { do: 'damage', letter: 'a', file: 'outbox.db', how: 'cut' },
      ],
    },
  },
  {
    name: 'marking changes as seen on a full disk is refused with the reason',
    history: {
      options: PLAIN,
      steps: [{ do: 'account', what: 'signIn', letter: 'c' }, { do: 'disk', full: true }, { do: 'diagnose' }],
    },
  },
  {
    name: 'a Retry-After of an account that is not open holds for its sign-in after a restart',
    history: {
      options: { ...PLAIN, seed: 2_000_702, storage: 'keychain', roundMs: 60_000, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'c' },
        { do: 'restart' },
        { do: 'tooMany', seconds: 90, times: 1 },
        { do: 'wait', ms: 200 },
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'restart' },
      ],
    },
  },
  {
    name: 'opening a record during a long rate limit gets an answer',
    history: {
      options: { ...PLAIN, seed: 2_000_950, signsIn: false },
      steps: [
        { do: 'account', what: 'open', letter: 'c' },
        { do: 'wait', ms: 70_000 },
        { do: 'tooMany', seconds: 90, times: 3 },
        { do: 'openRecord', resource: 'order', at: 5743 },
      ],
    },
  },
  {
    name: 'a Retry-After holds for a sign-in after the local copy was removed',
    history: {
      options: { ...PLAIN, seed: 2_001_814, roundMs: 60_000, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'tooMany', seconds: 90, times: 2 },
        { do: 'account', what: 'remove', letter: 'a' },
        { do: 'damage', letter: 'c', file: 'cache.db', how: 'swapped' },
      ],
    },
  },
  {
    name: 'a keychain that fails when the outbox is to be encrypted is reported, and the account stays open',
    history: {
      options: { ...PLAIN, seed: 3_000_316, storage: 'keychain', roundMs: 60_000, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'keyring', mood: 'throws' },
        { do: 'protect', what: 'encrypt' },
      ],
    },
  },
  {
    name: 'an item that is lost with the outbox and a damaged journal is reported',
    history: {
      options: { ...PLAIN, seed: 3_008_279, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'b' },
        { do: 'create', kind: 'receipt', at: 7 },
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'damage', letter: 'b', file: 'outbox.db', how: 'gone' },
        { do: 'damage', letter: 'b', file: 'outbox.journal', how: 'flip' },
      ],
    },
  },
  {
    name: 'a new lead whose answer was lost, and that a colleague renamed at once, is not made twice',
    history: {
      options: { ...PLAIN, seed: 80_001_469, roundMs: 120_000, pageSize: 25, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'release' },
        { do: 'fault', on: 'push', fault: 'lostAnswer', times: 1 },
        { do: 'create', kind: 'lead', at: 879 },
        { do: 'wait', ms: 20_000 },
        { do: 'colleague', what: 'change', resource: 'lead', at: 3417, service: 0 },
      ],
    },
  },
  {
    name: 'an item that is lost with the outbox and the end of its journal is reported',
    history: {
      options: { ...PLAIN, seed: 70_001_753, roundMs: 120_000, pageSize: 25, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 20_000 },
        { do: 'edit', kind: 'lead', at: 1885 },
        { do: 'account', what: 'open', letter: 'c' },
        { do: 'damage', letter: 'a', file: 'outbox.journal', how: 'zeros' },
        { do: 'damage', letter: 'a', file: 'outbox.db', how: 'gone' },
      ],
    },
  },
  {
    name: 'the journal of another account that lies in the folder is not sent',
    history: {
      options: { ...PLAIN, seed: 3_002_031, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'account', what: 'open', letter: 'c' },
        { do: 'create', kind: 'receipt', at: 1195 },
        { do: 'damage', letter: 'a', file: 'outbox.journal', how: 'swapped' },
      ],
    },
  },
  {
    name: 'two accounts at one service edit the same company, and the later delivery counts',
    history: {
      options: { ...PLAIN, seed: 3_000_316, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'c' },
        { do: 'wait', ms: 20_000 },
        { do: 'edit', kind: 'company', at: 155 },
        { do: 'account', what: 'open', letter: 'a' },
        { do: 'wait', ms: 70_000 },
        { do: 'edit', kind: 'company', at: 1559 },
        { do: 'release' },
      ],
    },
  },
  {
    name: 'an order that becomes a draft and a lead that is archived stay on the screens',
    history: {
      options: { ...PLAIN, seed: 7, profile: 'live', orders: 20 },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 90_000 },
        { do: 'colleague', what: 'move', resource: 'order', at: 3, service: 0 },
        { do: 'colleague', what: 'move', resource: 'lead', at: 3, service: 0 },
        { do: 'wait', ms: 400_000 },
        { do: 'lookAll' },
        { do: 'wait', ms: 400_000 },
        { do: 'lookAll' },
      ],
    },
  },
  {
    name: 'a draft that a colleague deletes leaves the screens',
    history: {
      options: { ...PLAIN, seed: 3_001_010, orders: 20 },
      steps: [
        { do: 'account', what: 'signIn', letter: 'c' },
        { do: 'wait', ms: 90_000 },
        { do: 'colleague', what: 'purge', resource: 'order', at: 8336, service: 0 },
      ],
    },
  },
  {
    name: 'a service that refuses several renewed tokens in a row is asked again',
    history: {
      options: PLAIN,
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 90_000 },
        { do: 'fault', on: 'read', fault: 'expired', times: 6 },
        { do: 'round' },
        { do: 'wait', ms: 20_000 },
      ],
    },
  },
  {
    name: 'an account that a crash left without a folder is connected again if accounts.json is lost',
    history: {
      options: { ...PLAIN, seed: 3_000_247, signsIn: false },
      steps: [
        { do: 'crash', after: 1, side: 'after', downMs: 60_000 },
        { do: 'wait', ms: 60_000 },
        { do: 'account', what: 'open', letter: 'b' },
        { do: 'damage', letter: 'b', file: 'accounts.json', how: 'gone' },
      ],
    },
  },
  {
    name: 'a refused edit that is corrected while a later edit is being sent shows its new value',
    history: {
      options: {
        ...PLAIN,
        seed: 3_008_723,
        profile: 'contract',
        quirks: ['names-required'],
        roundMs: 60_000,
        signsIn: false,
      },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 90_000 },
        { do: 'release' },
        { do: 'edit', kind: 'company', at: 7880 },
        { do: 'wait', ms: 400_000 },
        { do: 'edit', kind: 'company', at: 6220 },
        { do: 'editWaiting', at: 8452 },
        { do: 'lookAll' },
      ],
    },
  },
  {
    name: 'a copy with damaged record counts is replaced, and the windows still get events of the core',
    history: {
      options: { ...PLAIN, seed: 20_001_133, storage: 'keychain', signsIn: false },
      steps: [
        { do: 'account', what: 'open', letter: 'a' },
        { do: 'damage', letter: 'a', file: 'cache.db', how: 'zeros' },
        { do: 'tooMany', seconds: 90, times: 1 },
        { do: 'wait', ms: 400_000 },
      ],
    },
  },
  {
    name: 'a rate limit that is over does not begin again after the clock was set back',
    history: {
      options: {
        ...PLAIN,
        seed: 40_040_087,
        faultShare: 0.02,
        storage: 'keychain',
        roundMs: 60_000,
        signsIn: false,
      },
      steps: [
        { do: 'account', what: 'signIn', letter: 'b' },
        { do: 'release' },
        { do: 'create', kind: 'company', at: 4934 },
        { do: 'damage', letter: 'a', file: 'outbox.journal', how: 'swapped' },
        { do: 'damage', letter: 'a', file: 'scope.json', how: 'header' },
        { do: 'fault', on: 'push', fault: 'tooMany', times: 2 },
        { do: 'wait', ms: 400_000 },
        { do: 'clock', byMs: -600_000 },
        { do: 'crash', after: 0, side: 'after', downMs: 60_000 },
      ],
    },
  },
  {
    name: 'an open account that is opened again still knows that the service answers',
    history: {
      options: { ...PLAIN, seed: 6_100_500, storage: 'keychain', signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'crash', after: 0, side: 'before', downMs: 0 },
        { do: 'wait', ms: 130_000 },
        { do: 'exportList', resource: 'lead', format: 'xlsx' },
        { do: 'account', what: 'open', letter: 'a' },
      ],
    },
  },
  {
    name: 'an interrupted rescue of the outbox continues, even if its new file is lost',
    history: {
      options: { ...PLAIN, seed: 130_030_683, orders: 20, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'release' },
        { do: 'create', kind: 'lead', at: 8808 },
        { do: 'wait', ms: 130_000 },
        { do: 'crash', after: 12, side: 'after', downMs: 0 },
        { do: 'create', kind: 'outboundInvoice', at: 75 },
        { do: 'wait', ms: 900 },
        { do: 'damage', letter: 'a', file: 'outbox.db', how: 'zeros' },
        { do: 'damage', letter: 'a', file: 'outbox.db', how: 'gone' },
      ],
    },
  },
  {
    name: 'an interrupted rescue of the outbox continues, even if the journal is damaged',
    history: {
      options: { ...PLAIN, seed: 130_030_742, roundMs: 60_000, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'create', kind: 'company', at: 2938 },
        { do: 'crash', after: 5, side: 'before', downMs: 60_000 },
        { do: 'damage', letter: 'a', file: 'outbox.db', how: 'zeros' },
        { do: 'damage', letter: 'a', file: 'outbox.journal', how: 'zeros' },
      ],
    },
  },
  {
    name: 'a new company whose real id is lost with a page of the outbox gets it back from the journal',
    history: {
      options: { ...PLAIN, seed: 150_051_474, roundMs: 60_000, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'release' },
        { do: 'create', kind: 'company', at: 7287 },
        { do: 'create', kind: 'outboundInvoice', at: 902 },
        { do: 'wait', ms: 70_000 },
        { do: 'damage', letter: 'a', file: 'outbox.db', how: 'zeros' },
      ],
    },
  },
  {
    name: 'an older plain outbox beside an encrypted journal is encrypted, and the journal restores what it lacks',
    history: {
      options: { ...PLAIN, storage: 'keychain' },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 20_000 },
        { do: 'restart' },
        { do: 'create', kind: 'outboundInvoice', at: 9890 },
        { do: 'protect', what: 'encrypt' },
        { do: 'damage', letter: 'a', file: 'outbox.db', how: 'aged' },
        { do: 'wait', ms: 20_000 },
      ],
    },
  },
  {
    name: 'an account that an older accounts.json does not list is listed again',
    history: {
      options: PLAIN,
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'restart' },
        { do: 'account', what: 'open', letter: 'c' },
        { do: 'damage', letter: 'a', file: 'accounts.json', how: 'aged' },
      ],
    },
  },
];
