/** Histories of services and damaged copies that once violated an invariant, as in `named-histories.ts`. */
import type { History } from './history';
import { PLAIN } from './named-histories';

export const SERVICE_HISTORIES: readonly { name: string; history: History }[] = [
  {
    name: 'a record of a late push is found after the clock of the service was set back',
    history: {
      options: {
        ...PLAIN,
        seed: 8_000_000_951,
        faultShare: 0.02,
        storage: 'keychain',
        roundMs: 60_000,
        signsIn: false,
      },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 20000 },
        { do: 'release' },
        { do: 'create', kind: 'company', at: 5781 },
        { do: 'crash', after: 2, side: 'after', downMs: 60000 },
        { do: 'travel', what: 'takeList', at: 8561 },
        { do: 'fault', on: 'push', fault: 'lateCommit', times: 2 },
        { do: 'damage', letter: 'a', file: 'cache.db-wal', how: 'header' },
        { do: 'crash', after: 40, side: 'before', downMs: 0 },
        { do: 'restart' },
        { do: 'wait', ms: 70000 },
        { do: 'serviceClock', service: 0, backMs: 600000 },
      ],
    },
  },
  {
    name: 'a service whose clock is set forward does not end the wait for a late push',
    history: {
      options: { ...PLAIN, roundMs: 60_000, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 90_000 },
        { do: 'release' },
        { do: 'fault', on: 'push', fault: 'lateCommit', times: 2 },
        { do: 'create', kind: 'opportunity', at: 5781 },
        { do: 'wait', ms: 20_000 },
        { do: 'serviceClock', service: 0, backMs: -5_400_000 },
        { do: 'wait', ms: 20_000 },
        { do: 'wait', ms: 130_000 },
      ],
    },
  },
  {
    name: 'a window that reports its attention gets an answer although the copy is damaged',
    history: {
      options: {
        ...PLAIN,
        seed: 9_500_000_511,
        faultShare: 0.02,
        orders: 6,
        roundMs: 60_000,
        signsIn: false,
      },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 90_000 },
        { do: 'damage', letter: 'c', file: 'accounts.json', how: 'flip' },
        { do: 'damage', letter: 'a', file: 'cache.db', how: 'torn' },
      ],
    },
  },
  {
    name: 'lists are still read in turn after some of them were not available for a short time',
    history: {
      options: { ...PLAIN, seed: 9_800_023_782, roundMs: 60_000, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'b' },
        { do: 'wait', ms: 90_000 },
        { do: 'edit', kind: 'receipt', at: 9456 },
        { do: 'tooMany', seconds: 5, times: 3 },
        { do: 'wait', ms: 3000 },
        { do: 'release' },
        { do: 'wait', ms: 70_000 },
        { do: 'wait', ms: 130_000 },
        { do: 'wait', ms: 70_000 },
        { do: 'fault', on: 'read', fault: 'noRoute', times: 4 },
        { do: 'form', what: 'edit', kind: 'trailNote', at: 5047 },
        { do: 'wait', ms: 20_000 },
      ],
    },
  },
  {
    name: 'a copy from before the clock of the service was set back does not hide an edit',
    history: {
      options: {
        ...PLAIN,
        seed: 9_910_102_163,
        roundMs: 60_000,
        signsIn: true,
      },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 20_000 },
        { do: 'release' },
        { do: 'damage', letter: 'c', file: 'outbox.db', how: 'cut' },
        { do: 'form', what: 'draft', kind: 'trailNote', at: 2376 },
        { do: 'wait', ms: 3000 },
        { do: 'damage', letter: 'a', file: 'outbox.key', how: 'cut' },
        { do: 'serviceClock', service: 0, backMs: 600_000 },
        { do: 'form', what: 'type', kind: 'company', at: 8937 },
        { do: 'form', what: 'type', kind: 'outboundInvoice', at: 12 },
        { do: 'wait', ms: 130_000 },
        { do: 'create', kind: 'trailNote', at: 7613 },
      ],
    },
  },
  {
    name: 'a damaged key and a lost outbox: the recovery code restores the unsent work from the journal',
    history: {
      options: {
        ...PLAIN,
        seed: 9_930_112_217,
        storage: 'keychain',
        roundMs: 60_000,
        signsIn: false,
      },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'damage', letter: 'a', file: 'accounts.json', how: 'swapped' },
        { do: 'create', kind: 'receipt', at: 1139 },
        { do: 'protect', what: 'encrypt' },
        { do: 'damage', letter: 'a', file: 'outbox.key', how: 'header' },
        { do: 'damage', letter: 'a', file: 'outbox.db', how: 'empty' },
      ],
    },
  },
  {
    name: 'unsent work that is lost while the key of the copy is damaged is reported',
    history: {
      options: { ...PLAIN, seed: 1_795_856_087, storage: 'keychain', roundMs: 60_000, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 20_000 },
        { do: 'create', kind: 'outboundInvoice', at: 8094 },
        { do: 'damage', letter: 'a', file: 'cache.key', how: 'empty' },
        { do: 'damage', letter: 'a', file: 'outbox.db', how: 'gone' },
        { do: 'damage', letter: 'a', file: 'outbox.journal', how: 'gone' },
      ],
    },
  },
  {
    name: 'unsent work that is lost is reported, also if an earlier outbox was damaged and kept',
    history: {
      options: { ...PLAIN, seed: 1, roundMs: 60_000, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'b' },
        { do: 'create', kind: 'outboundInvoice', at: 8094 },
        { do: 'damage', letter: 'b', file: 'outbox.db', how: 'cut' },
        { do: 'create', kind: 'receipt', at: 94 },
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'damage', letter: 'b', file: 'outbox.db', how: 'gone' },
        { do: 'damage', letter: 'b', file: 'outbox.journal', how: 'gone' },
      ],
    },
  },
  {
    name: 'a draft whose page the disk lost comes back from the journal',
    history: {
      options: { ...PLAIN, seed: 1, orders: 3, roundMs: 60_000, pageSize: 25, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'restart' },
        { do: 'form', what: 'new', kind: 'lead', at: 6778 },
        { do: 'damage', letter: 'a', file: 'outbox.db', how: 'torn' },
      ],
    },
  },
  {
    name: 'an order that became a draft is not deleted before the drafts are read',
    history: {
      options: {
        ...PLAIN,
        seed: 20_261_144_197,
        storage: 'keychain',
        countsInvisible: true,
        signsIn: false,
      },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 90_000 },
        { do: 'sleep', ms: 36_000_000, timers: 'overdue' },
        { do: 'protect', what: 'encrypt' },
        { do: 'crash', after: 12, side: 'after', downMs: 60_000 },
        { do: 'colleague', what: 'move', resource: 'order', at: 2756, service: 0 },
        { do: 'wait', ms: 130_000 },
        { do: 'wait', ms: 20_000 },
        { do: 'lookAll' },
      ],
    },
  },
  {
    name: 'a value that no read shows stays on the screen after an older edit was sent with it',
    history: {
      options: { ...PLAIN, profile: 'contract', orders: 6, pageSize: 10, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'release' },
        { do: 'fault', on: 'push', fault: 'unsent', times: 1 },
        { do: 'fault', on: 'push', fault: 'lateCommit', times: 2 },
        { do: 'fault', on: 'push', fault: 'error408After', times: 2 },
        { do: 'wait', ms: 20000 },
        { do: 'create', kind: 'lead', at: 0 },
        { do: 'edit', kind: 'company', at: 0 },
        { do: 'wait', ms: 200 },
        { do: 'edit', kind: 'lead', at: 1 },
        { do: 'wait', ms: 130000 },
        { do: 'edit', kind: 'lead', at: 1 },
        { do: 'wait', ms: 400000 },
        { do: 'edit', kind: 'lead', at: 1 },
        { do: 'race', kind: 'lead', at: 2 },
        { do: 'wait', ms: 20000 },
      ],
    },
  },
];
