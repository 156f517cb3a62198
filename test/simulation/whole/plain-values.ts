/**
 * What the rep saved into one field of a record that nobody else writes: a text, nothing, or the text from before.
 * The last save counts: forms must show its value, and the service must have it at the end. Words cannot tell this,
 * because a word is only looked for while it is the last one, and an emptied field has none.
 */
import type { IntentKind } from '#shared/domain/intent';
import type { Letter } from './history';

/** The field of each kind. Neither colleagues nor `Rep.edit` write it. */
export const PLAIN_FIELD = {
  company: 'homepage',
  lead: 'homepage',
  receipt: 'trade_no',
  opportunity: 'amount',
} as const satisfies Partial<Record<IntentKind, string>>;
type PlainKind = keyof typeof PLAIN_FIELD;
export const plainField = (kind: IntentKind): string | null => PLAIN_FIELD[kind as PlainKind] ?? null;

interface Saved {
  letter: Letter;
  kind: IntentKind;
  /** The id under which the rep knew the record. */
  ref: string;
  intentIds: readonly string[];
  /** '' for an emptied field. */
  value: string;
}

/** The last save of a record. */
export interface Known {
  kind: IntentKind;
  id: string;
  value: string;
  intentIds: readonly string[];
  /** The place of the save among all saves. */
  at: number;
}

export class PlainValues {
  readonly #saved: Saved[] = [];
  /** Items and records about which the rep decided otherwise: Undo, Discard, a conflict. */
  readonly #unknown = new Set<string>();
  /** The saves of each record that were not answered. A crash can leave one that is never answered. */
  readonly #saving = new Map<string, number>();
  #n = 0;

  nextValue(kind: IntentKind): string {
    this.#n++;
    return kind === 'opportunity' ? `${1_000 + this.#n}.25` : `v${this.#n}q.example`;
  }
  /** A save of this record began. The record is not checked until the answer. */
  saves(ref: string): void {
    this.#saving.set(ref, (this.#saving.get(ref) ?? 0) + 1);
  }
  /** The save was answered. */
  answered(ref: string): void {
    this.#saving.set(ref, (this.#saving.get(ref) ?? 0) - 1);
  }
  saved(save: Saved): void {
    this.#saved.push(save);
  }
  /** Another save of one of these is under way, or its answer was lost. */
  isSaving(ids: readonly string[]): boolean {
    return ids.some((id) => (this.#saving.get(id) ?? 0) > 0);
  }
  /** The record of this item is no longer checked. */
  forget(id: string): void {
    this.#unknown.add(id);
  }
  /** The local ids that the rep knows records by. */
  localRefs(letter: Letter): Set<string> {
    return new Set(
      this.#saved
        .filter((one) => one.letter === letter)
        .flatMap(({ ref }) => (/^\d+$/.test(ref) ? [] : [ref])),
    );
  }
  /**
   * The last value of each record that is known. `realIds`: the record of each local id. `isSameService`: the letters
   * of one service, whose users may write the same record.
   */
  known(
    letter: Letter,
    realIds: ReadonlyMap<string, string>,
    isSameService: (other: Letter) => boolean,
  ): Map<string, Known> {
    const found = new Map<string, Known>();
    const unsure = new Set<string>();
    const isUnsure = (id: string): boolean => this.#unknown.has(id) || this.isSaving([id]);
    for (const [at, { letter: of, kind, ref, intentIds, value }] of this.#saved.entries()) {
      if (of !== letter && !isSameService(of)) continue;
      const id = realIds.get(ref) ?? ref;
      const key = `${kind} ${id}`;
      if (of !== letter || [id, ref, ...intentIds].some(isUnsure)) unsure.add(key);
      found.set(key, {
        kind,
        id,
        value,
        at,
        intentIds: [...(found.get(key)?.intentIds ?? []), ...intentIds],
      });
    }
    for (const key of unsure) found.delete(key);
    return found;
  }
}
