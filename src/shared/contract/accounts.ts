/** Accounts: named local profiles, each with two databases of its own. Tokens never appear here. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { MOST_NAME_CHARACTERS } from '../domain/limits';
import { RESOURCES } from '../domain/resources';
import { SCOPES } from '../domain/scopes';
import { failureSchema } from './errors';

const client = {
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  /** The modules that the token is requested for; all if absent. */
  scopes: z.array(z.enum(SCOPES)).min(1).optional(),
};
const credentialsSchema = z.discriminatedUnion('kind', [
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

const accountNameSchema = z.string().trim().min(1).max(MOST_NAME_CHARACTERS);

export const accountSchema = z.object({
  id: z.string(),
  name: z.string(),
  baseUrl: z.string(),
  demo: z.boolean(),
  selfUserId: z.string().nullable(),
  selfName: z.string().nullable(),
  /** `signed-in`, or why the network cannot be read. Local data stays open in any case. */
  auth: z.enum(['signed-in', 'signed-out', 'expired']),
});
export type Account = z.infer<typeof accountSchema>;

/**
 * An account that cannot be opened now: its local copy or its unsent work is encrypted, and the system's
 * keychain does not return the key.
 */
const accountLockSchema = z.object({
  accountId: z.string(),
  name: z.string(),
  /**
   * `copy`: the records, which can be downloaded again; `outbox`: the unsent work, which the user's recovery
   * code opens.
   */
  what: z.enum(['copy', 'outbox']),
  /**
   * `waiting`: the keychain does not answer now; `undecryptable`: it cannot decrypt the key; `no-keyring`:
   * there is no keychain in this session; `missing`: the key's file is missing.
   */
  reason: z.enum(['waiting', 'undecryptable', 'no-keyring', 'missing']),
  /** A recovery code can be tried. */
  canRecover: z.boolean(),
  /** Waiting may be useless, so the user may replace the locked file by a new one. */
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
  /** False if the keychain did not store the token of the open account: it is in memory until the app closes. */
  isTokenKept: z.boolean(),
  /** The form of the open account's local copy on the disk; null if no account is open. */
  cacheProtection: z.enum(['encrypted', 'plain']).nullable(),
  /**
   * The form of its unsent work on the disk. `hasCode`: a recovery code can open it; `plainCopies`: the
   * number of older copies that could not be encrypted.
   */
  outboxProtection: z
    .object({ state: z.enum(['encrypted', 'plain']), hasCode: z.boolean(), plainCopies: z.int() })
    .nullable(),
  locked: accountLockSchema.nullable(),
  /** The proposed address on the first run (`--base-url`). */
  suggestedBaseUrl: z.string().nullable(),
  settings: z.record(z.string(), z.unknown()),
  /** Messages that the user sees once, e.g. that the cache was rebuilt. */
  notices: z.array(z.object({ code: z.string(), detail: z.string() })),
});
export type AppState = z.infer<typeof appStateSchema>;

const outcome = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), state: appStateSchema }),
  z.object({ ok: z.literal(false), error: failureSchema }),
]);

/** Records of the local copy that another address was asked for (`move`). */
const comparedKindSchema = z.object({
  resource: z.enum(RESOURCES),
  asked: z.int(),
  /** The address has them with the same number and creation time. */
  equal: z.int(),
});
export type ComparedKind = z.infer<typeof comparedKindSchema>;

export const accountsContract = {
  state: oc.output(appStateSchema),
  /**
   * Tests the connection with one token request and one read; stores nothing. `users` are the choices of
   * "Signed in as".
   */
  test: oc.input(connectionSchema).output(
    z.discriminatedUnion('ok', [
      z.object({
        ok: z.literal(true),
        serverTime: z.string(),
        users: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })),
        /** Requested modules that the token does not reach. */
        refusedScopes: z.array(z.enum(SCOPES)),
      }),
      z.object({ ok: z.literal(false), error: failureSchema }),
    ]),
  ),
  connect: oc
    .input(
      connectionSchema.extend({
        name: z.string().max(MOST_NAME_CHARACTERS).default(''),
        selfUserId: z.string().nullable().default(null),
      }),
    )
    .output(outcome),
  openDemo: oc.output(outcome),
  open: oc.input(z.object({ accountId: z.string() })).output(outcome),
  signIn: oc.input(z.object({ accountId: z.string(), credentials: credentialsSchema })).output(outcome),
  /**
   * Signs in at another address of the account's CRM, and opens the account there. Its unsent work stays with it.
   * Refused unless the sign-in is that of the same user, as for `signIn`, and the new address shows the same CRM: then
   * the error is `other-crm`, with what was compared; nothing if the account has no local copy. Until it is accepted,
   * nothing is sent to the new address but the sign-in and these reads.
   */
  move: oc
    .input(
      z.object({
        accountId: z.string(),
        baseUrl: z.string().min(1).max(2000),
        credentials: credentialsSchema,
      }),
    )
    .output(
      z.discriminatedUnion('ok', [
        z.object({ ok: z.literal(true), state: appStateSchema }),
        z.object({
          ok: z.literal(false),
          error: failureSchema,
          compared: z.array(comparedKindSchema).optional(),
        }),
      ]),
    ),
  /**
   * Deletes the token. `data: 'remove'` also erases the cache, never the outbox. Throws `no-keychain` if the
   * keychain does not delete the token; then nothing has changed.
   */
  signOut: oc
    .input(z.object({ accountId: z.string(), data: z.enum(['keep', 'remove']) }))
    .output(appStateSchema),
  /**
   * What an account has not sent, also if it is not open. Nothing is sent meanwhile. Throws `no-account`, and
   * `outbox-locked` if the key of its unsent work is not available.
   */
  unsent: oc
    .input(z.object({ accountId: z.string() }))
    .output(z.object({ waiting: z.int(), drafts: z.int() })),
  /** `outbox.export` of an account that need not be open. Throws as `unsent`, and `not-found` if it has no outbox. */
  exportUnsent: oc
    .input(z.object({ accountId: z.string() }))
    .output(z.object({ fileName: z.string(), text: z.string() })),
  /**
   * Requests the locked account's key from the keychain again. This also happens every few seconds by itself.
   */
  unlock: oc.output(outcome),
  /**
   * Replaces the locked file of an account by a new one, if that is allowed. The records are downloaded
   * again. Locked unsent work is kept in a file that Satchel no longer reads.
   */
  renewLocked: oc.input(z.object({ accountId: z.string() })).output(outcome),
  /**
   * Opens the unsent work of a locked account with the user's recovery code. The number of tries is not
   * limited.
   */
  recover: oc.input(z.object({ accountId: z.string(), code: z.string().max(200) })).output(outcome),
  /**
   * Makes a new recovery code for the open account's unsent work and returns it once. `ask`: the positions,
   * from 0, of the groups that the user has to type. An earlier code is forgotten. Nothing else changes yet.
   */
  offerCode: oc.output(
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), code: z.string(), ask: z.array(z.int()), offerId: z.string() }),
      z.object({ ok: z.literal(false), error: failureSchema }),
    ]),
  ),
  /** Deletes the code of this offer, or of the latest one. */
  withdrawCode: oc.input(z.object({ offerId: z.string().optional() }).optional()).output(z.object({})),
  /**
   * Activates the code, if the groups are right: encrypts the unsent work, or, if it is already encrypted,
   * replaces the old code by the new one. `offerId`: the offer whose code was typed; the latest one by default.
   * If that code is not offered any more, the answer is `code-outdated`.
   */
  confirmCode: oc
    .input(z.object({ groups: z.array(z.string().max(20)).max(7), offerId: z.string().optional() }))
    .output(outcome),
  /** Decrypts the unsent work. The recovery code is then useless. */
  decryptOutbox: oc.output(outcome),
  /**
   * Gives an account another name on this computer. A name that another account has gets the service's host as
   * well. Throws `no-account`.
   */
  rename: oc.input(z.object({ accountId: z.string(), name: accountNameSchema })).output(appStateSchema),
  chooseSelf: oc.input(z.object({ userId: z.string() })).output(appStateSchema),
  /** The demo workspace's network switch; refused for real accounts. */
  setDemoOffline: oc.input(z.object({ offline: z.boolean() })).output(z.object({ offline: z.boolean() })),
  setSettings: oc.input(z.record(z.string(), z.unknown())).output(appStateSchema),
  dismissNotice: oc.input(z.object({ code: z.string() })).output(appStateSchema),
};
