/** Histories of damaged files that once violated an invariant, as in `named-histories.ts`. */
import type { History } from './history';
import { PLAIN } from './named-histories';

export const DAMAGE_HISTORIES: readonly { name: string; history: History }[] = [
  {
    name: 'an edit that was copied from a damaged outbox does not count as later than the one after it',
    history: {
      options: { ...PLAIN, seed: 20261916271, roundMs: 60000 },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 90000 },
        { do: 'release' },
        { do: 'edit', kind: 'receipt', at: 784 },
        { do: 'wait', ms: 3000 },
        { do: 'damage', letter: 'a', file: 'cache.db', how: 'empty' },
        { do: 'damage', letter: 'a', file: 'cache.db', how: 'cut' },
        { do: 'edit', kind: 'receipt', at: 4421 },
        { do: 'damage', letter: 'a', file: 'outbox.journal', how: 'lost' },
        { do: 'wait', ms: 3000 },
        { do: 'damage', letter: 'a', file: 'outbox.db', how: 'lost' },
      ],
    },
  },
  {
    name: 'a note that was lost with its delivered item is found by the next round',
    history: {
      options: {
        ...PLAIN,
        seed: 20261906280,
        faultShare: 0.02,
        storage: 'keychain',
        orders: 6,
        roundMs: 60000,
        pageSize: 10,
        signsIn: false,
      },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 1000 },
        { do: 'release' },
        { do: 'fault', on: 'read', fault: 'noRoute', times: 2 },
        { do: 'wait', ms: 400000 },
        { do: 'damage', letter: 'a', file: 'outbox.db-wal', how: 'aged' },
        { do: 'create', kind: 'trailNote', at: 6708 },
        { do: 'wait', ms: 3000 },
        { do: 'damage', letter: 'a', file: 'outbox.db', how: 'gone' },
        { do: 'damage', letter: 'a', file: 'outbox.db', how: 'flip' },
        { do: 'lookAll' },
      ],
    },
  },
  {
    name: 'a draft whose delivered item was lost makes a second record only after its form says so',
    history: {
      options: { ...PLAIN, seed: 1795882964, profile: 'full', roundMs: 60000, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'create', kind: 'company', at: 5188 },
        { do: 'release' },
        { do: 'form', what: 'item', kind: 'company', at: 4488 },
        { do: 'wait', ms: 70000 },
        { do: 'damage', letter: 'a', file: 'outbox.db', how: 'cut' },
      ],
    },
  },
  {
    name: 'an older outbox.db does not show an earlier version of what was delivered',
    history: {
      options: {
        seed: 1129205407,
        profile: 'full',
        quirks: [],
        faultShare: 0.02,
        storage: 'keychain',
        orders: 3,
        roundMs: 120000,
        censusMs: 240000,
        undoSeconds: 0,
        pageSize: 25,
        skewMs: 0,
        countsInvisible: false,
        signsIn: false,
      },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 20000 },
        { do: 'release' },
        { do: 'edit', kind: 'company', at: 2 },
        { do: 'damage', letter: 'c', file: 'cache.db', how: 'swapped' },
        { do: 'edit', kind: 'company', at: 0 },
        { do: 'wait', ms: 130000 },
        { do: 'damage', letter: 'a', file: 'outbox.db', how: 'aged' },
      ],
    },
  },
  {
    name: 'an item that was delivered with an edit, and is older in a file that was put back, says so',
    history: {
      options: { ...PLAIN, seed: 1129700905, profile: 'contract', orders: 6 },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'release' },
        { do: 'damage', letter: 'c', file: 'outbox.key', how: 'header' },
        { do: 'wait', ms: 400000 },
        { do: 'create', kind: 'opportunity', at: 9667 },
        { do: 'edit', kind: 'company', at: 6136 },
        { do: 'create', kind: 'lead', at: 5136 },
        { do: 'damage', letter: 'a', file: 'outbox.key', how: 'flip' },
        { do: 'editWaiting', at: 3269 },
        { do: 'wait', ms: 20000 },
        { do: 'damage', letter: 'a', file: 'outbox.db', how: 'aged' },
      ],
    },
  },
  {
    name: 'a receipt that no list has is known by its edit alone after damage to the outbox',
    history: {
      options: { ...PLAIN, seed: 1129700251, profile: 'contract', roundMs: 60000, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 90000 },
        { do: 'release' },
        { do: 'create', kind: 'receipt', at: 4773 },
        { do: 'wait', ms: 130000 },
        { do: 'edit', kind: 'receipt', at: 3049 },
        { do: 'damage', letter: 'a', file: 'outbox.db', how: 'cut' },
      ],
    },
  },
  {
    name: 'a change that was lost with the outbox and the end of the journal is told',
    history: {
      options: { ...PLAIN, seed: 1129704521, orders: 20, roundMs: 60000, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 90000 },
        { do: 'create', kind: 'company', at: 1 },
        { do: 'edit', kind: 'lead', at: 0 },
        { do: 'editWaiting', at: 0 },
        { do: 'act', what: 'hold', at: 2 },
        { do: 'damage', letter: 'a', file: 'accounts.json', how: 'gone' },
        { do: 'damage', letter: 'a', file: 'outbox.journal', how: 'zeros' },
        { do: 'damage', letter: 'a', file: 'outbox.db', how: 'cut' },
      ],
    },
  },
];
