/** Accounts: named local profiles, each with its own pair of databases. Tokens never appear here. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { SCOPES } from '../domain/scopes';
import { failureSchema } from './errors';

const client = {
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  /** The modules that a token is asked for; all of them where absent. */
  scopes: z.array(z.enum(SCOPES)).min(1).optional(),
};
export const credentialsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('client'), ...client }),
  z.object({
    kind: z.literal('password'),
    ...client,
    username: z.string().min(1),
    password: z.string().min(1),
  }),
  z.object({ kind: z.literal('token'), accessToken: z.string().min(1) }),
]);
export type Credentials = z.infer<typeof credentialsSchema>;

export const connectionSchema = z.object({
  baseUrl: z.string().min(1).max(2000),
  credentials: credentialsSchema,
  /** How the header is written (contract B): the raw token, or `Bearer <token>`. */
  headerStyle: z.enum(['raw', 'bearer']).default('raw'),
});
export type Connection = z.input<typeof connectionSchema>;

export const accountSchema = z.object({
  id: z.string(),
  name: z.string(),
  baseUrl: z.string(),
  demo: z.boolean(),
  selfUserId: z.string().nullable(),
  selfName: z.string().nullable(),
  /** `signed-in`, or why reads of the network cannot happen; local data stays open either way. */
  auth: z.enum(['signed-in', 'signed-out', 'expired']),
});
export type Account = z.infer<typeof accountSchema>;

/**
 * An account that cannot be opened for now: its local copy or its unsent work is encrypted, and the system's
 * keychain does not give the key.
 */
export const accountLockSchema = z.object({
  accountId: z.string(),
  name: z.string(),
  /**
   * `copy`: the records, which can be fetched anew; `outbox`: the unsent work, which the user's recovery code
   * opens.
   */
  what: z.enum(['copy', 'outbox']),
  /**
   * `waiting`: no answer for now; `undecryptable`: it says the key is not its own; `no-keyring`: there is
   * none in this session; `missing`: the key's file is gone.
   */
  reason: z.enum(['waiting', 'undecryptable', 'no-keyring', 'missing']),
  /** A recovery code can be tried. */
  canRecover: z.boolean(),
  /** Waiting may be in vain, so the user may put aside what is locked for a new one. */
  canRenew: z.boolean(),
});
export type AccountLock = z.infer<typeof accountLockSchema>;

export const appStateSchema = z.object({
  version: z.string(),
  shell: z.enum(['electron', 'web']),
  platform: z.string(),
  account: accountSchema.nullable(),
  accounts: z.array(accountSchema),
  /** Where the token is kept: the OS keychain, or memory until the app closes. */
  tokenStorage: z.enum(['keychain', 'memory']),
  /** How the open account's local copy lies on the disk; null where none is open. */
  cacheProtection: z.enum(['encrypted', 'plain']).nullable(),
  /**
   * How its unsent work lies there. `hasCode`: a recovery code can open it; `plainCopies`: older copies of it
   * that are too damaged to be encrypted.
   */
  outboxProtection: z
    .object({ state: z.enum(['encrypted', 'plain']), hasCode: z.boolean(), plainCopies: z.int() })
    .nullable(),
  locked: accountLockSchema.nullable(),
  /** A connection to suggest on first run (`--base-url`). */
  suggestedBaseUrl: z.string().nullable(),
  settings: z.record(z.string(), z.unknown()),
  /** Something the user must know once, e.g. the cache was rebuilt. */
  notices: z.array(z.object({ code: z.string(), detail: z.string() })),
});
export type AppState = z.infer<typeof appStateSchema>;

const outcome = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), state: appStateSchema }),
  z.object({ ok: z.literal(false), error: failureSchema }),
]);

export const accountsContract = {
  state: oc.output(appStateSchema),
  /** Tries the connection with one token request and one read; stores nothing. `users` feeds "who am I". */
  test: oc.input(connectionSchema).output(
    z.discriminatedUnion('ok', [
      z.object({
        ok: z.literal(true),
        serverTime: z.string(),
        users: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })),
        /** Modules that were asked for and that the token does not reach. */
        refusedScopes: z.array(z.enum(SCOPES)),
      }),
      z.object({ ok: z.literal(false), error: failureSchema }),
    ]),
  ),
  connect: oc
    .input(
      connectionSchema.extend({
        name: z.string().max(100).default(''),
        selfUserId: z.string().nullable().default(null),
      }),
    )
    .output(outcome),
  openDemo: oc.output(outcome),
  open: oc.input(z.object({ accountId: z.string() })).output(outcome),
  signIn: oc.input(z.object({ accountId: z.string(), credentials: credentialsSchema })).output(outcome),
  /**
   * Forgets the token. `data: 'remove'` also erases the cache, never the outbox. Throws `no-keychain` where
   * the keychain does not delete the token; nothing has changed then.
   */
  signOut: oc
    .input(z.object({ accountId: z.string(), data: z.enum(['keep', 'remove']) }))
    .output(appStateSchema),
  /** Asks the keychain again for the locked account's key; it is also asked every few seconds. */
  unlock: oc.output(outcome),
  /**
   * Gives up what is locked of an account, where that is allowed: it is put aside for a new one. A new copy
   * is fetched from the service; unsent work is kept in a file that Satchel does not read any more.
   */
  renewLocked: oc.input(z.object({ accountId: z.string() })).output(outcome),
  /**
   * Opens the unsent work of a locked account by the user's recovery code. Tried as often as the user likes.
   */
  recover: oc.input(z.object({ accountId: z.string(), code: z.string().max(200) })).output(outcome),
  /**
   * A new recovery code for the open account's unsent work, answered this once; `ask`: places, from 0, of the
   * groups to be typed back. Nothing changes yet.
   */
  offerCode: oc.output(
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), code: z.string(), ask: z.array(z.int()) }),
      z.object({ ok: z.literal(false), error: failureSchema }),
    ]),
  ),
  /** Forgets the code that was offered. */
  withdrawCode: oc.output(z.object({})),
  /**
   * With the groups asked for, the code is in force: unsent work is encrypted, or, where it is already, opens
   * by the new code instead of the old one.
   */
  confirmCode: oc.input(z.object({ groups: z.array(z.string().max(20)).max(7) })).output(outcome),
  /** Makes the unsent work plain again; the recovery code is of no use after that. */
  decryptOutbox: oc.output(outcome),
  chooseSelf: oc.input(z.object({ userId: z.string() })).output(appStateSchema),
  /** The demo workspace's network switch; refused for real accounts. */
  setDemoOffline: oc.input(z.object({ offline: z.boolean() })).output(z.object({ offline: z.boolean() })),
  setSettings: oc.input(z.record(z.string(), z.unknown())).output(appStateSchema),
  dismissNotice: oc.input(z.object({ code: z.string() })).output(appStateSchema),
};
