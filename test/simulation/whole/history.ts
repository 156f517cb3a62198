/**
 * A history of the whole core: the options of its world, and the steps of the rep, the colleagues and the
 * computer. A history is data: it is generated from a seed, stored as a script, shrunk by leaving out steps,
 * and played by `play-history.ts`. `at` selects an item among those that exist at that time.
 */
import type { ResourceName } from '#shared/domain/resources';
import type { IntentKind } from '#shared/domain/intent';
import type { PushFault, READ_FAULTS } from '../sim-network';
import type { Damage, DamagedFile } from './sim-disk';
import type { KeyringMood } from './sim-keyring';

/**
 * `a` and `b` have the same e-mail at two services. `c` is another user at the service of `a`, with a token
 * that cannot be renewed.
 */
export const LETTERS = ['a', 'b', 'c'] as const;
export type Letter = (typeof LETTERS)[number];

export interface WorldOptions {
  /** Seed of the small choices: network delays, ids. */
  seed: number;
  profile: 'full' | 'contract' | 'live';
  quirks: readonly string[];
  /** Probability that a request meets a fault of the network. */
  faultShare: number;
  storage: 'keychain' | 'memory';
  /** Orders in each service; the other records are in proportion. */
  orders: number;
  roundMs: number;
  censusMs: number;
  undoSeconds: number;
  pageSize: number;
  skewMs: number;
  /** The totals of the services' lists count one more record, which the user cannot see. */
  countsInvisible?: boolean;
  /** The user signs in after a restart if the app asks for it. */
  signsIn: boolean;
}

export type Step =
  | { do: 'wait'; ms: number }
  | { do: 'create'; kind: IntentKind; at: number }
  | { do: 'edit'; kind: IntentKind; at: number }
  | { do: 'editWaiting'; at: number }
  /** The rep edits a field that a colleague has just changed, before the next reading. */
  | { do: 'race'; kind: IntentKind; at: number }
  | { do: 'decide'; at: number }
  | { do: 'act'; what: 'undo' | 'discard' | 'hold' | 'unhold' | 'sendNow' | 'numberChecked'; at: number }
  | { do: 'pause'; paused: boolean }
  | { do: 'release' }
  | { do: 'demo'; offline: boolean }
  | { do: 'undoSeconds'; seconds: number }
  | { do: 'draft'; what: 'save' | 'submit' | 'delete'; at: number }
  | {
      do: 'form';
      what: 'new' | 'edit' | 'item' | 'draft' | 'type' | 'save' | 'leave' | 'throwAway';
      kind: IntentKind;
      at: number;
    }
  | { do: 'account'; what: 'signIn' | 'open' | 'signOut' | 'remove'; letter: Letter }
  | { do: 'round' }
  | { do: 'keep'; resource: ResourceName; keep: boolean }
  | { do: 'keepDetails'; months: 1 | 3 | null }
  | { do: 'refetch'; resource: ResourceName }
  | { do: 'travel'; what: 'take' | 'takeList' | 'leave' | 'leaveAll' | 'stop'; at: number }
  | { do: 'openRecord'; resource: ResourceName; at: number }
  | { do: 'look'; resource: ResourceName; at: number }
  | { do: 'lookAll' }
  | { do: 'diagnose' }
  | { do: 'exportList'; resource: ResourceName; format: 'csv' | 'xlsx' }
  | { do: 'exportOutbox'; restore: boolean }
  | { do: 'protect'; what: 'encrypt' | 'decrypt' | 'withdraw' }
  | { do: 'unlock'; renew: boolean }
  | { do: 'settings'; at: number }
  | {
      do: 'colleague';
      what: 'make' | 'change' | 'contend' | 'move' | 'remove' | 'purge';
      resource: ResourceName;
      at: number;
      service: 0 | 1;
    }
  | { do: 'offline'; offline: boolean }
  /** A service takes connections and answers no read. */
  | { do: 'silence'; service: 0 | 1; silent: boolean }
  | { do: 'fault'; on: 'read'; fault: (typeof READ_FAULTS)[number]; times: number }
  | { do: 'fault'; on: 'push'; fault: PushFault; times: number }
  | { do: 'tooMany'; seconds: number; times: number }
  | { do: 'expire'; refreshToo: boolean }
  | { do: 'serviceRestart'; service: 0 | 1 }
  /** The clock of a service is set back, or forward if `backMs` is negative. */
  | { do: 'serviceClock'; service: 0 | 1; backMs: number }
  | { do: 'clock'; byMs: number }
  | { do: 'sleep'; ms: number; timers: 'overdue' | 'paused' }
  | { do: 'crash'; after: number; side: 'before' | 'after'; downMs: number }
  | { do: 'restart' }
  | { do: 'disk'; full: boolean }
  | { do: 'keyring'; mood: KeyringMood }
  | { do: 'remember'; letter: Letter; file: DamagedFile }
  | { do: 'damage'; letter: Letter; file: DamagedFile; how: Damage };

export interface History {
  options: WorldOptions;
  steps: readonly Step[];
}

export const INVARIANTS = [
  'acknowledged-shown',
  'delivered-stays',
  'value-shown',
  'rows-add-up',
  'cache-equals-service',
  'outbox-drains',
  'state-is-true',
  'complete-as-told',
  'at-most-once',
  'own-account-only',
  'nobody-else-discards',
  'draft-stays',
  'draft-ends',
  'untouched-stays',
  'children-as-saved',
  'values-as-saved',
  'taken-back-stays',
  'decided-stays',
  'theirs-not-overwritten',
  'retry-after-kept',
  'no-unheard-error',
  'no-error-logged',
  'answers',
] as const;
export type WholeInvariant = (typeof INVARIANTS)[number];

/** A word of the rep, and its account: `ma12z` is the twelfth word of account a. */
export const WORD = /m([abc])\d+z/g;

/** A violated invariant, with its name, so that a broken variant is known to be detected by it. */
export class Broken extends Error {
  readonly invariant: WholeInvariant;
  constructor(invariant: WholeInvariant, detail: string) {
    super(`[${invariant}] ${detail}`);
    this.name = 'Broken';
    this.invariant = invariant;
  }
}
export const must = (holds: boolean, invariant: WholeInvariant, detail: () => string): void => {
  if (!holds) throw new Broken(invariant, detail());
};
