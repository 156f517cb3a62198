/** The local ids of an outbox: which intent creates the record, and the real id that the service gave it. */
import { type OutboxStatements, textOf } from './outbox-statements';

export interface IdMap {
  /** The intent that creates the record, contact or line with this local id. */
  makerOf(localId: string): string | null;
  /** Another intent creates the contact or line with this local id from now on. */
  isMadeBy(localId: string, intentId: string): void;
  mapId(localId: string, kind: string, realId: string, intentId: string): void;
  realIdOf(localId: string): string | null;
  localIdOf(kind: string, realId: string): string | null;
  claimedBy(kind: string, realId: string): string | null;
  idsOf(intentId: string): { localId: string; kind: string; realId: string }[];
}

/** `onChange`: a local id was mapped, so the overlay may change. */
export const createIdMap = ({ sql, rows, one }: OutboxStatements, onChange: () => void): IdMap => ({
  makerOf: (localId) => textOf(one(`SELECT intent_id FROM locals WHERE local_id = ?`, localId)?.intent_id),
  isMadeBy: (localId, intentId) => {
    onChange();
    sql(`INSERT OR REPLACE INTO locals (local_id, intent_id) VALUES (?, ?)`).run(localId, intentId);
  },
  mapId: (localId, kind, realId, intentId) => {
    onChange();
    sql(`INSERT OR REPLACE INTO id_map (local_id, kind, real_id, intent_id) VALUES (?, ?, ?, ?)`).run(
      localId,
      kind,
      realId,
      intentId,
    );
  },
  realIdOf: (localId) => textOf(one(`SELECT real_id FROM id_map WHERE local_id = ?`, localId)?.real_id),
  localIdOf: (kind, realId) =>
    textOf(one(`SELECT local_id FROM id_map WHERE kind = ? AND real_id = ?`, kind, realId)?.local_id),
  claimedBy: (kind, realId) =>
    textOf(one(`SELECT intent_id FROM id_map WHERE kind = ? AND real_id = ?`, kind, realId)?.intent_id),
  idsOf: (intentId) =>
    rows(`SELECT local_id, kind, real_id FROM id_map WHERE intent_id = ?`, intentId).map((row) => ({
      localId: String(row.local_id),
      kind: String(row.kind),
      realId: String(row.real_id),
    })),
});
