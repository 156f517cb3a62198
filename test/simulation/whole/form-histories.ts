/** Histories of forms that once violated an invariant, as in `named-histories.ts`. */
import type { History } from './history';
import { PLAIN } from './named-histories';

export const FORM_HISTORIES: readonly { name: string; history: History }[] = [
  {
    name: 'a form of an item keeps what was saved in the item since it was opened',
    history: {
      options: { ...PLAIN, seed: 330_000_256 },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 90_000 },
        { do: 'create', kind: 'receipt', at: 3629 },
        { do: 'form', what: 'item', kind: 'receipt', at: 663 },
        { do: 'edit', kind: 'receipt', at: 9114 },
      ],
    },
  },
  {
    name: 'a form whose account is no longer open writes nothing into the next one',
    history: {
      options: PLAIN,
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 20_000 },
        { do: 'account', what: 'signIn', letter: 'c' },
        { do: 'wait', ms: 20_000 },
        { do: 'account', what: 'open', letter: 'a' },
        { do: 'form', what: 'new', kind: 'company', at: 1 },
        { do: 'account', what: 'open', letter: 'c' },
        { do: 'form', what: 'type', kind: 'company', at: 1 },
        { do: 'wait', ms: 3_000 },
        { do: 'look', resource: 'company', at: 1 },
      ],
    },
  },
  {
    name: 'a second form of a draft that was saved makes no second record',
    history: {
      options: PLAIN,
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 20_000 },
        { do: 'release' },
        { do: 'form', what: 'new', kind: 'company', at: 1 },
        { do: 'wait', ms: 900 },
        { do: 'form', what: 'draft', kind: 'company', at: 2 },
        { do: 'form', what: 'save', kind: 'company', at: 2 },
        { do: 'wait', ms: 20_000 },
        { do: 'restart' },
        { do: 'wait', ms: 20_000 },
      ],
    },
  },
  {
    name: 'a form that is saved right after a key leaves no draft',
    history: {
      options: { ...PLAIN, seed: 6_000_000_041, orders: 20 },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'wait', ms: 70_000 },
        { do: 'form', what: 'save', kind: 'lead', at: 6598 },
        { do: 'form', what: 'save', kind: 'receipt', at: 9427 },
      ],
    },
  },
  {
    name: 'two forms of an item in doubt keep what each of them changed',
    history: {
      options: { ...PLAIN, seed: 8_000_000_486, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'release' },
        { do: 'fault', on: 'push', fault: 'resetBefore', times: 2 },
        { do: 'wait', ms: 20000 },
        { do: 'form', what: 'edit', kind: 'receipt', at: 4447 },
        { do: 'create', kind: 'outboundInvoice', at: 6780 },
        { do: 'wait', ms: 130000 },
        { do: 'form', what: 'save', kind: 'trailNote', at: 1045 },
        { do: 'damage', letter: 'a', file: 'accounts.json', how: 'torn' },
        { do: 'form', what: 'save', kind: 'outboundInvoice', at: 2856 },
        { do: 'form', what: 'draft', kind: 'lead', at: 5002 },
      ],
    },
  },
  {
    name: 'a line that one of two forms of a draft removed does not come back from the item of the other form',
    history: {
      options: { ...PLAIN, seed: 9_100_003_994, orders: 3, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'b' },
        { do: 'wait', ms: 90000 },
        { do: 'form', what: 'item', kind: 'trailNote', at: 2206 },
        { do: 'form', what: 'leave', kind: 'company', at: 8612 },
        { do: 'form', what: 'type', kind: 'lead', at: 972 },
        { do: 'form', what: 'edit', kind: 'outboundInvoice', at: 9684 },
        { do: 'damage', letter: 'b', file: 'outbox.key', how: 'torn' },
        { do: 'form', what: 'draft', kind: 'receipt', at: 4660 },
        { do: 'form', what: 'draft', kind: 'company', at: 9370 },
        { do: 'crash', after: 2, side: 'after', downMs: 60000 },
        { do: 'damage', letter: 'a', file: 'cache.db', how: 'cut' },
        { do: 'form', what: 'new', kind: 'outboundInvoice', at: 1343 },
        { do: 'form', what: 'type', kind: 'receipt', at: 7326 },
        { do: 'wait', ms: 20000 },
        { do: 'form', what: 'draft', kind: 'outboundInvoice', at: 196 },
      ],
    },
  },
  {
    name: 'what is typed while the form is saved is in the item too',
    history: {
      options: { ...PLAIN, seed: 9_200_000_056, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'form', what: 'new', kind: 'company', at: 7812 },
      ],
    },
  },
  {
    name: 'a draft of three forms whose first save was taken back makes one record',
    history: {
      options: {
        ...PLAIN,
        seed: 1_795_724_746,
        storage: 'keychain',
        roundMs: 60_000,
        countsInvisible: true,
        signsIn: false,
      },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'form', what: 'new', kind: 'receipt', at: 8563 },
        { do: 'damage', letter: 'a', file: 'cache.key', how: 'lost' },
        { do: 'wait', ms: 70_000 },
        { do: 'form', what: 'item', kind: 'company', at: 1313 },
        { do: 'form', what: 'leave', kind: 'company', at: 85 },
        { do: 'form', what: 'draft', kind: 'company', at: 4199 },
        { do: 'form', what: 'draft', kind: 'trailNote', at: 1363 },
        { do: 'form', what: 'draft', kind: 'outboundInvoice', at: 6302 },
      ],
    },
  },
  {
    name: 'a value that Undo brings back after a second Undo is sent',
    history: {
      options: { ...PLAIN, seed: 9_800_017_243, signsIn: false },
      steps: [
        { do: 'account', what: 'signIn', letter: 'a' },
        { do: 'form', what: 'new', kind: 'lead', at: 9100 },
        { do: 'edit', kind: 'lead', at: 8250 },
        { do: 'editWaiting', at: 8646 },
        { do: 'edit', kind: 'lead', at: 7151 },
        { do: 'act', what: 'undo', at: 2649 },
        { do: 'act', what: 'undo', at: 6278 },
      ],
    },
  },
  {
    name: 'the draft of an item that was discarded in doubt warns of a second record, also when it is opened again',
    history: {
      options: {
        ...PLAIN,
        seed: 9_930_110_925,
        storage: 'memory',
        orders: 3,
        roundMs: 60_000,
        censusMs: 240_000,
        undoSeconds: 0,
        pageSize: 25,
        countsInvisible: true,
        signsIn: false,
      },
      steps: [
        { do: 'account', what: 'signIn', letter: 'b' },
        { do: 'release' },
        { do: 'crash', after: 5, side: 'before', downMs: 0 },
        { do: 'create', kind: 'company', at: 2200 },
        { do: 'wait', ms: 70_000 },
        { do: 'form', what: 'edit', kind: 'company', at: 6369 },
        { do: 'act', what: 'discard', at: 9059 },
      ],
    },
  },
  {
    name: 'a form whose item was delivered overwrites no text of another form',
    history: {
      options: {
        ...PLAIN,
        seed: 20_261_136_518,
        storage: 'memory',
        orders: 3,
        roundMs: 60_000,
        censusMs: 240_000,
        undoSeconds: 0,
        pageSize: 25,
        signsIn: false,
      },
      steps: [
        { do: 'account', what: 'signIn', letter: 'c' },
        { do: 'release' },
        { do: 'create', kind: 'receipt', at: 3971 },
        { do: 'form', what: 'type', kind: 'receipt', at: 8462 },
        { do: 'form', what: 'save', kind: 'lead', at: 5525 },
        { do: 'form', what: 'item', kind: 'outboundInvoice', at: 5794 },
        { do: 'wait', ms: 20_000 },
        { do: 'form', what: 'edit', kind: 'receipt', at: 2690 },
        { do: 'form', what: 'leave', kind: 'opportunity', at: 1439 },
        { do: 'form', what: 'save', kind: 'outboundInvoice', at: 310 },
        { do: 'form', what: 'edit', kind: 'receipt', at: 8561 },
      ],
    },
  },
];
