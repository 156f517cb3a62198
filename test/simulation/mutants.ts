import type { OutboxParts } from '#core/outbox/outbox-parts';
import type { OutboxGateway } from '#core/outbox/outbox-gateway';
import type { OutboxSettings } from '#core/outbox/outbox-desk';
import type { OutboxStore } from '#core/outbox/outbox-store';
import type { SqlDatabase } from '#core/ports/ports';
import type { Invariant } from './invariants';
import type { VirtualTime } from './virtual-time';

export interface Seams { database: SqlDatabase; gateway: OutboxGateway; truth: OutboxStore; time: VirtualTime }
/** One deliberate breakage, made at the simulation's seam; production code has no switch for it. */
export interface Mutant {
  name: string;
  /** The bug of somebody else it stands for (anchors). */
  like?: string;
  killedBy: readonly Invariant[];
  parts?: (parts: OutboxParts) => OutboxParts;
  seams?: (world: Seams) => Partial<Seams>;
  settings?: Partial<OutboxSettings>;
  onStart?: (world: Seams) => void;
}
export const MUTANTS: readonly Mutant[] = [];
