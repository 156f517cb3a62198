/**
 * The note beside an account's outbox. It says whether the outbox was made, so that a lost one is not taken for
 * one that never existed, and which losses the user has not confirmed. A missing outbox is noted before a new one
 * takes its place, so that a kill cannot hide the loss.
 *
 *   no note ─→ not made ─→ made ⇄ missing (the new one is not complete)
 *                 ↑          │
 *                 └──────────┘ the user gave it up
 */
import { z } from 'zod';
import type { OutboxStore } from '../../outbox/store/outbox-store';
import type { Files, Log, SqlDatabase } from '../../ports/ports';

const NOTE = 'outbox.note';

const lossSchema = z.object({
  /**
   * `outbox-lost`: the outbox and its journal were both missing. `outbox-damaged`: nothing could be copied from the
   * damaged outbox. `outbox-unchecked`: Satchel ended without closing the outbox. Then its write-ahead log was missing,
   * and its journal was missing or damaged. So the last changes may be missing.
   */
  code: z.enum(['outbox-lost', 'outbox-damaged', 'outbox-unchecked']),
  /** The name of the damaged file that was kept; otherwise `''`. */
  detail: z.string(),
});
export type Loss = z.infer<typeof lossSchema>;

const noteSchema = z.object({
  isMade: z.boolean(),
  /** The database was missing at a start that did not end with a complete new one. */
  isMissing: z.boolean(),
  /** The database is open, or Satchel ended without closing it. In both cases its write-ahead log must exist. */
  isOpen: z.boolean().default(false),
  losses: z.array(lossSchema),
});
type OutboxNote = z.infer<typeof noteSchema>;

const NOT_MADE: OutboxNote = { isMade: false, isMissing: false, isOpen: false, losses: [] };

interface NotePlace {
  files: Files;
  /** The account's folder. */
  directory: string;
}

/** Returns null if there is no note. A note that cannot be read counts as that of an outbox that was made. */
const read = ({ files, directory }: NotePlace): OutboxNote | null => {
  try {
    const text = files.readText(`${directory}/${NOTE}`);
    return text === null ? null : noteSchema.parse(JSON.parse(text));
  } catch {
    return { ...NOT_MADE, isMade: true };
  }
};

const write = ({ files, directory }: NotePlace, note: OutboxNote): void =>
  files.writeText(`${directory}/${NOTE}`, JSON.stringify(note));

/** The note while its outbox opens. */
export interface OpeningNote {
  /** Null if there is no note. */
  readonly isMade: boolean | null;
  /** An earlier start found the database missing, and ended before the new one was complete. */
  readonly wasMissing: boolean;
  /** Satchel ended without closing the database. */
  readonly wasOpen: boolean;
  /** Call after the database is closed. */
  closed(): void;
  /** Call before a database is made. `isMissing`: it takes the place of one that is missing. */
  begins(isMissing: boolean): void;
  /** Adds a loss, in place of an earlier one with the same code. Returns false if the disk did not accept it. */
  noteLoss(loss: Loss): boolean;
  /**
   * Call after the outbox is open. `isComplete`: it has all that the journal has. Returns the losses that the user
   * has not confirmed.
   */
  settle(isComplete: boolean): readonly Loss[];
}

/** Reads the note. The outbox opens even if the disk refuses to write the note. */
export const openNote = (place: NotePlace, log: Log): OpeningNote => {
  const before = read(place);
  let note = before ?? NOT_MADE;
  const change = (part: Partial<OutboxNote>): boolean => {
    note = { ...note, ...part };
    try {
      write(place, note);
      return true;
    } catch (error) {
      log.warn('the note beside the outbox could not be written', { error: String(error) });
      return false;
    }
  };
  return {
    isMade: before?.isMade ?? null,
    wasMissing: note.isMissing,
    wasOpen: note.isOpen,
    closed: () => void change({ isOpen: false }),
    begins: (isMissing) => void change({ isMissing }),
    noteLoss: (loss) => change({ losses: [...note.losses.filter(({ code }) => code !== loss.code), loss] }),
    settle: (isComplete) => {
      const isMissing = note.isMissing && !isComplete;
      if (!note.isMade || note.isMissing !== isMissing || !note.isOpen)
        change({ isMade: true, isMissing, isOpen: true });
      return note.losses;
    },
  };
};

/** The user confirmed the message about a loss. Throws disk errors. */
export const confirmLoss = (files: Files, directory: string, confirmed: string): void => {
  const note = read({ files, directory });
  if (note?.losses.some(({ code }) => code === confirmed))
    write({ files, directory }, { ...note, losses: note.losses.filter(({ code }) => code !== confirmed) });
};

/**
 * Key in `meta` of an outbox that was made in place of a missing one, until the note says so, or until the missing
 * one is known to be restored. If the disk takes no note, the new outbox itself tells the loss at the next start.
 */
const MADE_ANEW = 'made-anew';
/**
 * The value of the key once the journal was read to its end and restored nothing of the missing outbox. What is
 * restored later is of the new one.
 */
const SURELY_LOST = 'lost';

/** Call when the tables of the new outbox are made. */
export const noteMadeAnew = (database: SqlDatabase): void => {
  database.prepare(`INSERT OR REPLACE INTO meta (key, value) VALUES (?, '1')`).run(MADE_ANEW);
};
export const wasMadeAnew = ({ meta }: Pick<OutboxStore, 'meta'>): boolean => Boolean(meta(MADE_ANEW));
export const isSurelyLost = ({ meta }: Pick<OutboxStore, 'meta'>): boolean => meta(MADE_ANEW) === SURELY_LOST;

/** Nothing of the missing outbox can be restored, and the disk took no note of this. Throws disk errors. */
export const noteSurelyLost = (store: Pick<OutboxStore, 'meta' | 'setMeta'>): void => {
  if (!isSurelyLost(store)) store.setMeta(MADE_ANEW, SURELY_LOST);
};

/** The loss is noted or confirmed, or nothing was lost. Throws disk errors. */
export const forgetMadeAnew = (store: Pick<OutboxStore, 'meta' | 'setMeta'>): void => {
  if (wasMadeAnew(store)) store.setMeta(MADE_ANEW, '');
};

/** Returns true if the user has not confirmed a loss yet. */
export const hasUnconfirmedLoss = (files: Files, directory: string): boolean =>
  (read({ files, directory })?.losses.length ?? 0) > 0;

/** Returns true if an outbox was made here. If it is missing, Satchel reports this when the account opens. */
export const wasOutboxMade = (files: Files, directory: string): boolean =>
  read({ files, directory })?.isMade === true;

/** Call before anything of a new account is made. Throws disk errors. */
export const noteNewAccount = (files: Files, directory: string): void => {
  if (read({ files, directory }) === null) write({ files, directory }, NOT_MADE);
};

/**
 * Call before an outbox that the user gave up is set aside, so that it does not count as missing. Losses that the
 * user has not confirmed stay.
 */
export const noteGivenUp = (files: Files, directory: string): void => {
  const note = read({ files, directory });
  write({ files, directory }, { ...(note ?? NOT_MADE), isMade: false, isMissing: false });
};

/** Call when an account without an outbox is removed. */
export const removeNote = (files: Files, directory: string): void => files.remove(`${directory}/${NOTE}`);
