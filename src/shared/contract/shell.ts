/**
 * The contract between a desktop window and its shell, apart from the data. The shell sends menu commands and
 * deep links; the window opens the log folder and saves diagnostics and files. It is served by Electron's
 * main process; a browser window does not have it.
 */
import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { RESOURCES } from '../domain/resources';
import { SCREENS } from '../domain/screens';
import { dueFollowUpSchema, MOST_REMINDED } from './follow-ups';

/** Ids are decimal strings with at most 64 bits. */
export const recordLinkSchema = z.object({
  resource: z.enum(RESOURCES).exclude(['user']),
  id: z.string().regex(/^[1-9]\d{0,19}$/),
});
export type RecordLink = z.infer<typeof recordLinkSchema>;

/**
 * A command of the user to the shell that a screen has to run, or a reminder for the window to show. It only
 * opens views and shows messages; it never changes or sends anything.
 */
const shellCommandSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('screen'),
    screen: z.enum(SCREENS),
    tab: z
      .string()
      .regex(/^[a-z]{1,20}$/)
      .optional(),
    /** The screen as it is at first, not with the query that it had last. */
    anew: z.literal(true).optional(),
  }),
  z.object({ type: z.literal('record'), ...recordLinkSchema.shape }),
  z.object({ type: z.literal('palette') }),
  z.object({ type: z.literal('reminder'), due: z.array(dueFollowUpSchema).max(MOST_REMINDED) }),
]);
export type ShellCommand = z.infer<typeof shellCommandSchema>;

/** `cancelled`: the user closed the system's dialog for the file. */
const fileOutcomeSchema = z.enum(['saved', 'cancelled', 'failed']);
export type FileOutcome = z.infer<typeof fileOutcomeSchema>;
const savedFileSchema = z.object({
  outcome: fileOutcomeSchema,
  /** The name that the user gave the file; null unless it was saved. */
  name: z.string().nullable(),
});
/** What became of a file that the page made. */
export type SavedFile = z.infer<typeof savedFileSchema>;

export const shellContract = {
  /** Begins with the commands from before this window listened. */
  commands: oc.output(eventIterator(shellCommandSchema)),
  openLogFolder: oc.output(z.object({ opened: z.boolean() })),
  /** Asks for the file, then writes requests, figures and the redacted log into it. */
  saveDiagnostics: oc.output(z.object({ saved: z.boolean() })),
  /**
   * The choices that exist on this system (desktop-choices.ts). `spelling`: languages, empty if the system
   * has its own spell check; `notifications`: false if the system shows none from this copy.
   */
  features: oc.output(
    z.object({ tray: z.boolean(), spelling: z.array(z.string()), notifications: z.boolean() }),
  ),
  /**
   * Asks for the file, then writes the window's page with its print styles. `name` is the proposed file name
   * without extension.
   */
  savePdf: oc
    .input(z.object({ name: z.string().min(1).max(200) }))
    .output(z.object({ outcome: fileOutcomeSchema })),
  /**
   * Answers when the page's download of this `blob:` address has ended. The page calls it before it starts the
   * download.
   */
  savedFile: oc.input(z.object({ url: z.string().min(1).max(300) })).output(savedFileSchema),
};
export type ShellContract = typeof shellContract;
