/** What the lanes of one account share. */
import type { ApiClient } from '../../api/client';
import type { DriftMeter } from '../../api/decode';
import type { Clock, Log } from '../../ports/ports';
import type { CacheStore } from '../../store/cache-store';
import type { ResourceName } from '#shared/domain/resources';
import type { LaneSpec } from './lane-state';
import type { PlanLimits } from './plan-step';
import type { ReadLimiter } from '../rate/read-limiter';

export const detailsKey = (resource: ResourceName, id: string): string => `${resource} ${id}`;

export interface LaneContext {
  cache: CacheStore;
  client: ApiClient;
  readLimiter: ReadLimiter;
  clock: Clock;
  log: Log;
  drift: DriftMeter;
  limits: PlanLimits;
  sleep: (ms: number) => Promise<void>;
  /**
   * Resolves in a turn of the event loop that no other lane uses, so that the windows do not wait until all
   * answers that arrived together are written.
   */
  turn: () => Promise<void>;
  /** The round must end. */
  stopped: () => boolean;
  /** The copy takes no more records: the account is closed, or the disk has room only for unsent work. */
  closed: () => boolean;
  /** Records per transaction, adapted to the duration of the last ones. */
  pieces: { size: number };
  /** How long a transaction may hold up the windows. */
  pieceMs: () => number;
  /**
   * `answered`: how many pages of lists the service has answered. `atFailure`: by lane, the value of `answered` when
   * the list last failed. If it is the same at the next failure, the service answered nothing in between.
   */
  pages: { answered: number; atFailure: Map<string, number> };
  /**
   * Records whose details the service refused, as `detailsKey` names them. They are asked for again after a change of
   * the list item.
   */
  refusedDetails: Set<string>;
  /** Called when a page or a result is on disk. */
  onProgress: (spec: LaneSpec, changed: boolean, records?: number) => void;
}
