/**
 * What is to be shown over the cached records, as the store needs to know it. The store keeps none of it:
 * everything here can be asked for again, and is, whenever `revision` or the records beneath have moved.
 */
import type { ResourceName } from '#shared/domain/resources';
import type { OverlayRow } from '../../outbox/overlay/overlay';
import type { CacheLookup } from './cached-record';

export interface OverlaySource {
  /**
   * Moves whenever `rows` may answer something else of the same cache. Asked for with every window, so it
   * must cost nothing.
   */
  revision(): number;
  rows(resource: ResourceName, cached: CacheLookup): OverlayRow[];
  /** The service's id of what a local id stands for; null while it has none. */
  realIdOf(localId: string): string | null;
  /** Server wall-clock text of an instant of ours. */
  serverTime(epochMs: number): string;
}

/** Resources that can be pushed, hence have anything over their records. */
export const OVERLAID: readonly ResourceName[] = ['company', 'lead', 'outboundInvoice', 'receipt', 'trail'];
