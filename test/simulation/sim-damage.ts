/**
 * Which file of the outbox is damaged at a restart, and how. One file at a time; the next start repairs it.
 */
import type { SimRandom } from './sim-random';

export const JOURNAL_DAMAGES = ['gone', 'cut', 'flipped', 'older'] as const;
export type JournalDamage = (typeof JOURNAL_DAMAGES)[number];
/** `bytes`: an older database; null if the file is deleted. */
export type Harm =
  | { kind: 'journal'; how: JournalDamage }
  | { kind: 'row' }
  | { kind: 'older'; bytes: Buffer }
  | { kind: 'gone'; bytes: null };

const REMEMBERED = 6;

export class SimDamage {
  readonly #random: SimRandom;
  readonly #older: Buffer[] = [];
  constructor(random: SimRandom) {
    this.#random = random;
  }
  /** Keeps a copy of the database from time to time, to restore it later as an older file. */
  remember(copy: () => Buffer): void {
    if (!this.#random.chance(0.3)) return;
    this.#older.push(copy());
    if (this.#older.length > REMEMBERED) this.#older.shift();
  }
  choose(): Harm | null {
    const kind = this.#random.weighted({ none: 2, journal: 3, row: 1, older: 3, gone: 1 });
    if (kind === 'journal') return { kind, how: this.#random.pick(JOURNAL_DAMAGES) };
    if (kind === 'older' && this.#older.length > 0) return { kind, bytes: this.#random.pick(this.#older) };
    if (kind === 'row') return { kind };
    return kind === 'gone' ? { kind, bytes: null } : null;
  }
}
