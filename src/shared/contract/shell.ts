/**
 * What a desktop window and its shell say to each other beside the data: menu commands and deep links one
 * way, log folder, diagnostics and PDF files the other. Lives in Electron's main process; a browser window
 * has none of it.
 */
import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { RESOURCES } from '../domain/resources';

/** Ids are decimal strings of at most 64 bits. */
export const recordLinkSchema = z.object({
  resource: z.enum(RESOURCES).exclude(['user']),
  id: z.string().regex(/^[1-9]\d{0,19}$/),
});
export type RecordLink = z.infer<typeof recordLinkSchema>;

export const SHELL_SCREENS = [
  'today',
  'trail',
  'customers',
  'orders',
  'quotations',
  'purchase-orders',
  'invoices',
  'receipts',
  'activity',
  'outbox',
  'settings',
  'agenda',
  'help',
] as const;

/**
 * Something the user asked of the shell that a screen has to do. Opens views only: nothing here changes or
 * sends.
 */
export const shellCommandSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('screen'),
    screen: z.enum(SHELL_SCREENS),
    tab: z
      .string()
      .regex(/^[a-z]{1,20}$/)
      .optional(),
  }),
  z.object({ type: z.literal('record'), ...recordLinkSchema.shape }),
  z.object({ type: z.literal('palette') }),
]);
export type ShellCommand = z.infer<typeof shellCommandSchema>;

const pdfOutcomeSchema = z.enum(['saved', 'cancelled', 'failed']);
export type PdfOutcome = z.infer<typeof pdfOutcomeSchema>;

export const shellContract = {
  /** Begins with what was asked before this window listened. */
  commands: oc.output(eventIterator(shellCommandSchema)),
  openLogFolder: oc.output(z.object({ opened: z.boolean() })),
  /** Asks where to, then writes requests, figures and the redacted log into one file. */
  saveDiagnostics: oc.output(z.object({ saved: z.boolean() })),
  /**
   * What can be chosen about the desktop app on this system (desktop-choices.ts); `spelling`: languages, none
   * where the system checks by itself; `notifications`: false where the system shows none from this copy.
   */
  features: oc.output(
    z.object({ tray: z.boolean(), spelling: z.array(z.string()), notifications: z.boolean() }),
  ),
  /**
   * Asks where to, then writes the window's page as its print styles lay it out. `name`: what the file is
   * proposed as, without its ending.
   */
  savePdf: oc
    .input(z.object({ name: z.string().min(1).max(200) }))
    .output(z.object({ outcome: pdfOutcomeSchema })),
};
export type ShellContract = typeof shellContract;
