/**
 * What the store reads from the outbox to make the overlay. The store keeps no copy on disk. It reads
 * everything again when `revision` or the cached records change.
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
  /** The service's id for a local id; null until the service has given one. */
  realIdOf(localId: string): string | null;
  /** The server's wall-clock text for a time of this computer. */
  serverTime(epochMs: number): string;
  /** The person who works here, whom the service makes the creator of new records; null if not known. */
  selfUserId(): string | null;
}

/** Resources that can be pushed. Only these can have overlay rows. */
export const OVERLAID: readonly ResourceName[] = [
  'company',
  'lead',
  'opportunity',
  'outboundInvoice',
  'receipt',
  'trail',
];
