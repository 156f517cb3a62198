/**
 * `accounts.json`: the profiles and the settings, no secret among them. Written whole and atomically. A file
 * that cannot be read is kept aside under another name, and the folders of its accounts stay where they are.
 */
import { z } from 'zod';
import type { Files, Log } from '../ports/ports';

const FILE = 'accounts.json';

const profileSchema = z.object({
  id: z.string().regex(/^[\w-]+$/),
  name: z.string(),
  baseUrl: z.string(),
  demo: z.boolean(),
  headerStyle: z.enum(['raw', 'bearer']),
  selfUserId: z.string().nullable(),
  selfName: z.string().nullable(),
  /** What the tokens said of their user, to keep two people apart. */
  identity: z.object({ userId: z.string().nullable(), email: z.string().nullable() }),
  /** Signed out by the person, as opposed to expired. */
  signedOut: z.boolean(),
});
export type Profile = z.infer<typeof profileSchema>;

const fileSchema = z.object({
  version: z.literal(1),
  currentId: z.string().nullable(),
  profiles: z.array(profileSchema),
  settings: z.record(z.string(), z.unknown()),
});
export type AccountsFile = z.infer<typeof fileSchema>;

export const loadAccounts = (files: Files, log: Log): { file: AccountsFile; kept: string | null } => {
  const empty: AccountsFile = { version: 1, currentId: null, profiles: [], settings: {} };
  const text = files.readText(FILE);
  if (text === null) return { file: empty, kept: null };
  try {
    return { file: fileSchema.parse(JSON.parse(text)), kept: null };
  } catch (cause) {
    const kept = `accounts.unreadable-${text.length}.json`;
    files.writeText(kept, text);
    log.error('accounts.json cannot be read', {
      cause: cause instanceof Error ? cause.name : 'unknown',
      kept,
    });
    return { file: empty, kept };
  }
};

export const saveAccounts = (files: Files, file: AccountsFile): void =>
  files.writeText(FILE, `${JSON.stringify(file, null, 2)}\n`);
