/**
 * The note beside an account's outbox. It says that the outbox was made, so that a lost one is not taken for one
 * that never existed, and it lists the losses that the user has not confirmed. A loss is noted before a new
 * outbox is made, so that a kill cannot hide it.
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
  /** The outbox is missing, and the new one is not complete yet. */
  isGone: z.boolean(),
  losses: z.array(lossSchema),
});
type OutboxNote = z.infer<typeof noteSchema>;

const MADE: OutboxNote = { isGone: false, losses: [] };

interface NotePlace {
  files: Files;
  /** The account's folder. */
  directory: string;
}

/** Null if no outbox was made here. A note that cannot be read still says that one was. */
const read = ({ files, directory }: NotePlace): OutboxNote | null => {
  const text = files.readText(`${directory}/${NOTE}`);
  if (text === null) return null;
  try {
    return noteSchema.parse(JSON.parse(text));
  } catch {
    return MADE;
  }
};

const write = ({ files, directory }: NotePlace, note: OutboxNote): void =>
  files.writeText(`${directory}/${NOTE}`, JSON.stringify(note));

/** The note while its outbox opens. */
export interface OpeningNote {
  /** An outbox was made here. */
  readonly isMade: boolean;
  /** An earlier start found the outbox missing, and ended before the new one was complete. */
  readonly wasGone: boolean;
  /** Call before a new outbox takes the place of a missing one. */
  noteGone(): void;
  /** Adds a loss, in place of an earlier one with the same code. */
  noteLoss(loss: Loss): void;
  /** Call after the outbox is open. Returns the losses that the user has not confirmed. */
  settle(): readonly Loss[];
}

/** Reads the note. A disk that refuses to write it does not keep the outbox from opening. */
export const openNote = (place: NotePlace, log: Log): OpeningNote => {
  const before = read(place);
  let note = before ?? MADE;
  const change = (part: Partial<OutboxNote>): void => {
    note = { ...note, ...part };
    try {
      write(place, note);
    } catch (error) {
      log.warn('the note beside the outbox could not be written', { error: String(error) });
    }
  };
  return {
    isMade: before !== null,
    wasGone: note.isGone,
    noteGone: () => change({ isGone: true }),
    noteLoss: (loss) => change({ losses: [...note.losses.filter(({ code }) => code !== loss.code), loss] }),
    settle: () => {
      if (before === null || note.isGone) change({ isGone: false });
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

/** Call before the user's choice sets an outbox aside: it is not missing then. */
export const forgetOutbox = (files: Files, directory: string): void => {
  if (files.exists(`${directory}/${NOTE}`)) files.remove(`${directory}/${NOTE}`);
};
