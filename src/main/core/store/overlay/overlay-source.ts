/**
 * The overlay source that the store needs. The store keeps none of it: it reads everything again when
 * `revision` or the cached records change.
 */
import type { ResourceName } from '#shared/domain/resources';
import type { OverlayRow } from '../../outbox/overlay/overlay';
import type { CacheLookup } from './cached-record';

export interface OverlaySource {
  /**
   * Changes whenever `rows` may return something else for the same cache. Read with every window, so it must
   * be fast.
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
