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
import type { Files, Log } from '../../ports/ports';

const NOTE = 'outbox.note';

const lossSchema = z.object({
  /** `outbox-lost`: neither the outbox nor its journal was there. `outbox-damaged`: nothing could be copied. */
  code: z.enum(['outbox-lost', 'outbox-damaged']),
  /** The name of the damaged file that was kept; otherwise `''`. */
  detail: z.string(),
});
export type Loss = z.infer<typeof lossSchema>;

const noteSchema = z.object({
  isMade: z.boolean(),
  /** What was missing at a start that is not complete: the database, or also its journal. */
  missing: z.enum(['database', 'both']).nullable(),
  losses: z.array(lossSchema),
});
type OutboxNote = z.infer<typeof noteSchema>;
export type Missing = OutboxNote['missing'];

const NOT_MADE: OutboxNote = { isMade: false, missing: null, losses: [] };

interface NotePlace {
  files: Files;
  /** The account's folder. */
  directory: string;
}

/** Null if there is no note. One that cannot be read still says that the outbox was made. */
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
  /** What an earlier start found missing that ended before the new outbox was complete. */
  readonly wasMissing: Missing;
  /** Call before an outbox is made; `missing` tells whether it takes the place of one. */
  begins(missing: Missing): void;
  /** Adds a loss, in place of an earlier one with the same code. Returns false if the disk did not accept it. */
  noteLoss(loss: Loss): boolean;
  /** Call after the outbox is open. Returns the losses that the user has not confirmed. */
  settle(): readonly Loss[];
}

/** Reads the note. A disk that refuses to write it does not keep the outbox from opening. */
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
    wasMissing: note.missing,
    begins: (missing) => void change({ missing }),
    noteLoss: (loss) => change({ losses: [...note.losses.filter(({ code }) => code !== loss.code), loss] }),
    settle: () => {
      if (!note.isMade || note.missing !== null) change({ isMade: true, missing: null });
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

/** Returns true if the user has not confirmed a loss yet. */
export const hasUnconfirmedLoss = (files: Files, directory: string): boolean =>
  (read({ files, directory })?.losses.length ?? 0) > 0;

/** Returns true if an outbox was made here: if it is missing, that is told when the account opens. */
export const wasOutboxMade = (files: Files, directory: string): boolean =>
  read({ files, directory })?.isMade === true;

/** Call before anything of a new account is made. Throws disk errors. */
export const noteNewAccount = (files: Files, directory: string): void => {
  if (read({ files, directory }) === null) write({ files, directory }, NOT_MADE);
};

/**
 * Call before the user's choice sets an outbox, or what is left of it, aside: it is not missing then. Losses that
 * are not confirmed stay.
 */
export const noteGivenUp = (files: Files, directory: string): void => {
  const note = read({ files, directory });
  write({ files, directory }, { ...(note ?? NOT_MADE), isMade: false, missing: null });
};

/** Call if the account is removed and has no outbox. */
export const removeNote = (files: Files, directory: string): void => files.remove(`${directory}/${NOTE}`);
