/**
 * The outbox's journal in a run: the real file format, plain or encrypted, with its bytes in memory. A
 * countdown ends the process before an append or in the middle of it. A crash may also lose what was not
 * synced.
 */
import { createLineCodec } from '#node/journal-lines';
import type { JournalFile } from '#core/ports/ports';
import { memoryJournal } from '../support/outbox/memory-journal';
import { Crash, NO_ROOM } from './crashable-database';
import type { JournalDamage } from './sim-damage';
import type { SimRandom } from './sim-random';

const KEY = 'c0ffee'.padEnd(64, '1');
/** The journal seems this much larger than it is, so that it is rewritten in short histories too. */
export const JOURNAL_SCALE = 200;

export class SimJournal {
  full = false;
  readonly #memory = memoryJournal();
  readonly #random: SimRandom;
  readonly #key: string | null;
  readonly #codec: ReturnType<typeof createLineCodec>;
  /** Appends until the crash; null for none. */
  #fuse: { appends: number; tears: boolean } | null = null;

  /** Uses its own random source, so that the other choices of a seed do not change. */
  constructor(random: SimRandom, onCrash: () => void) {
    this.#random = random;
    this.#key = random.chance(0.5) ? KEY : null;
    this.#codec = createLineCodec(this.#key);
    this.#memory.beforeWrite = (bytes, write) => {
      if (this.full) throw Object.assign(new Error(NO_ROOM), { code: 'ENOSPC' });
      if (!this.#fuse || --this.#fuse.appends > 0) return;
      const { tears } = this.#fuse;
      this.#fuse = null;
      if (tears) write(bytes.subarray(0, random.int(1, bytes.length)));
      onCrash();
      throw new Crash();
    };
  }
  open(alive: () => boolean): JournalFile {
    const file = this.#memory.open(this.#key, alive);
    return { ...file, sizeBytes: () => JOURNAL_SCALE * file.sizeBytes() };
  }
  /** Returns true if the journal will end the process this time. */
  arm(): boolean {
    if (this.#random.chance(0.6)) return false;
    this.#fuse = { appends: this.#random.int(1, 5), tears: this.#random.chance(0.5) };
    return true;
  }
  disarm(): void {
    this.#fuse = null;
  }
  #older: Buffer | null = null;
  damage(how: JournalDamage): void {
    const { bytes } = this.#memory;
    const older = this.#older;
    this.#older = bytes;
    if (bytes === null || bytes.length === 0) return;
    const at = this.#random.int(0, bytes.length - 1);
    if (how === 'gone') this.#memory.bytes = null;
    else if (how === 'cut') this.#memory.bytes = bytes.subarray(0, at);
    else if (how === 'older') this.#memory.bytes = older ?? bytes;
    else {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << this.#random.int(0, 7));
      this.#memory.bytes = flipped;
    }
    this.#memory.synced = this.#memory.bytes?.length ?? 0;
  }
  losePower(): void {
    const { bytes, synced } = this.#memory;
    if (bytes === null || synced >= bytes.length || this.#random.chance(0.5)) return;
    this.#memory.bytes = bytes.subarray(0, this.#random.int(synced, bytes.length));
  }
  /**
   * Returns true if the journal says that this attempt is being sent, and the entry would survive a loss of
   * power.
   */
  saysSending(id: string, attempt: number): boolean {
    const { bytes, synced } = this.#memory;
    if (bytes === null) return false;
    const kept = bytes.subarray(0, synced);
    const last = kept.lastIndexOf(0x0a, kept.length - 2) + 1;
    const says = (part: Buffer): boolean =>
      this.#codec.read(part).records.some((record) => {
        const entry = JSON.parse(record) as { id?: string; attempt?: number; row?: { state: string } };
        return entry.id === id && entry.attempt === attempt && entry.row?.state === 'sending';
      });
    return says(kept.subarray(last)) || says(kept);
  }
}
