/**
 * The token of one account. It is held in memory and stored only through the Secrets port. Only one renewal
 * runs at a time.
 *
 * - Renewal: a refresh_token is used if there is one; client credentials request a new token; a pasted token
 *   cannot be renewed.
 * - If the service refuses a renewal, the session ends (`expired`). If the service is not reached, nothing
 *   changes. If it then answers a request with the old token after all, the session goes on.
 * - The password is never stored. Without a refresh_token a password account signs in again.
 * - A keychain that throws stops no work: after a failed write the token stays in memory, and a failed read is
 *   repeated at the next use.
 * - If the keychain throws on a sign-out, the sign-out fails: otherwise the stored token would sign in again at
 *   the next start.
 * - A renewal that is answered after the account closed is stored only if the keychain still has what this session
 *   read or wrote last: the account may have been signed out, or in again, meanwhile.
 */
import { z } from 'zod';
import { jsonOrNull } from '#shared/domain/json-or-null';
import type { Credentials } from '#shared/contract/accounts';
import { SCOPES } from '#shared/domain/scopes';
import { accessTokenSchema } from '#shared/http-api/envelope';
import type { Log, Secrets } from '../ports/ports';
import { isPassing, isUnreached, type Trouble } from './classify-read';
import type { OAuth, Token } from './oauth';

const storedSchema = z.object({
  kind: z.enum(['client', 'password', 'token']),
  clientId: z.string().default(''),
  clientSecret: z.string().default(''),
  accessToken: accessTokenSchema,
  refreshToken: z.string().nullable().default(null),
  expiresAt: z.number().nullable().default(null),
  /**
   * The modules that the user chose; absent: all. Each renewal requests the same modules, because a module that was
   * refused may be granted by then.
   */
  scopes: z.array(z.enum(SCOPES)).optional(),
});
type Stored = z.infer<typeof storedSchema>;

/** Reads the sign-in in a text of the keychain. Null if there is no text, or if it cannot be read. */
const readStored = (text: string | null): Stored | null => {
  const parsed = text === null ? null : storedSchema.safeParse(jsonOrNull(text));
  return parsed?.success ? parsed.data : null;
};

export type Renewal = { kind: 'renewed' } | { kind: 'expired' } | { kind: 'unreached'; trouble: Trouble };

export interface Session {
  /** The token to send, null when signed out. */
  token(): string | null;
  renew(staleToken: string | null): Promise<Renewal>;
  /**
   * Call when the service has accepted this token on a path that needs one. If the session ended without an OAuth
   * error, it continues.
   */
  accepted(token: string | null): void;
  /** Returns true if the session ended without the words of OAuth, so a later renewal may succeed. */
  mayRecover(): boolean;
  state(): 'signed-in' | 'expired' | 'signed-out';
  /** False if the keychain did not store the current token: it is only in memory. */
  isKept(): boolean;
  adopt(credentials: Credentials, token: Token): Promise<void>;
  /** Reads what the last run left in the keychain. */
  restore(): Promise<void>;
  /** Signs out. Throws if the keychain does not delete the sign-in; then nothing has changed. */
  forget(): Promise<void>;
  /** Ends renewals; resolves when the running one is over. Later renewals return `unreached`. */
  close(): Promise<void>;
}

export interface SessionOptions {
  /** The machine's clock; epoch milliseconds. */
  now: () => number;
  accountId: string;
  secrets: Secrets;
  oauth: OAuth;
  log: Log;
  /** Credentials that are no secret (the demo's). They are used if every other way to renew fails. */
  fallback?: Exclude<Credentials, { kind: 'token' }>;
  onChange?: () => void;
  /** False if the keychain did not store the token that this account has from an earlier opening. True by default. */
  wasKept?: boolean;
  /** Called with false if the keychain did not store a token, which is lost when the app closes. */
  onKept?: (isKept: boolean) => void;
}

/**
 * A token route that answers in other words than those of OAuth may be away for a while, for example during a
 * deployment: something in front of the service answers. After this time the session ends.
 */
const ROUTE_AWAY_MS = 30 * 60_000;

const unreached = (detail: string): Trouble => ({ kind: 'offline', reason: 'other', detail });
const CLOSED = unreached('the account is closed');

export const createSession = ({
  accountId,
  secrets,
  oauth,
  log,
  fallback,
  onChange,
  wasKept: wasKeptBefore = true,
  onKept,
  now,
}: SessionOptions): Session => {
  const key = `account/${accountId}/session`;
  let stored: Stored | null = null;
  let expired = false;
  /**
   * The session has ended, or may end, because of answers that are not in OAuth's words. It may continue when such
   * answers stop.
   */
  let mayRecover = false;
  /** When a renewal last got such an answer. */
  let lastAwayAt = 0;
  /** When it first did, without half an hour in between; null after a renewal or an accepted token. */
  let routeAwaySince: number | null = null;
  /** False until the stored sign-in was read from the keychain. */
  let restored = false;
  let flight: Promise<Renewal> | null = null;
  /** Raised by a sign-out and a new sign-in: a renewal that began before is then ignored. */
  let generation = 0;
  let isClosed = false;
  /** What the keychain has, as far as this session knows; undefined if it was not read. */
  let keptText: string | null | undefined;
  let isKept = wasKeptBefore;

  const write = async (text: string): Promise<void> => {
    if (isClosed && (await secrets.get(key)) !== keptText) return;
    await secrets.set(key, text);
    keptText = text;
    const wasKept = isKept;
    isKept = true;
    if (!wasKept) onChange?.();
    onKept?.(true);
  };

  const keep = async (next: Stored): Promise<void> => {
    stored = next;
    expired = false;
    routeAwaySince = null;
    restored = true;
    onChange?.();
    try {
      await write(JSON.stringify(next));
    } catch (error) {
      log.warn('the keychain did not store the sign-in', { account: accountId, error: String(error) });
      isKept = false;
      onKept?.(false);
    }
  };

  const restore = async (): Promise<void> => {
    let text: string | null;
    try {
      text = await secrets.get(key);
    } catch (error) {
      log.warn('the stored sign-in could not be read from the keychain', {
        account: accountId,
        error: String(error),
      });
      return;
    }
    // A sign-in that happened while the keychain was read is newer.
    if (restored) return;
    restored = true;
    keptText = text;
    stored = readStored(text);
    expired = false;
  };

  /**
   * Reads the stored sign-in again if the keychain has another one than this session knows. A renewal of an earlier
   * opening of this account stores its token late, and may have used up the refresh token of this session.
   */
  const tookLater = async (): Promise<boolean> => {
    const began = generation;
    const text = await secrets.get(key).catch(() => keptText);
    if (began !== generation) return true;
    const later = text === keptText ? null : readStored(text ?? null);
    if (later === null) return false;
    [stored, keptText, expired] = [later, text, false];
    return true;
  };

  const attempt = async (): Promise<Renewal> => {
    const began = generation;
    if (!restored) {
      await restore();
      if (began === generation && stored !== null) {
        onChange?.();
        return { kind: 'renewed' };
      }
    }
    const held = stored;
    let trouble: Trouble | null = null;
    const tries: (() => Promise<Awaited<ReturnType<OAuth['request']>>>)[] = [];
    if (held?.refreshToken) tries.push(() => oauth.refresh(held.refreshToken ?? '', held));
    if (held?.kind === 'client' && held.clientSecret !== '')
      tries.push(() =>
        oauth.request({
          kind: 'client',
          clientId: held.clientId,
          clientSecret: held.clientSecret,
          scopes: held.scopes,
        }),
      );
    if (fallback) tries.push(() => oauth.request(fallback));
    for (const ask of tries) {
      const result = await ask();
      if (began !== generation) return { kind: 'renewed' };
      if (result.ok) {
        const base = held ?? {
          kind: fallback?.kind ?? 'token',
          clientId: fallback?.clientId ?? '',
          clientSecret: fallback?.clientSecret ?? '',
        };
        const { accessToken, expiresAt } = result.token;
        const refreshToken = result.token.refreshToken ?? held?.refreshToken ?? null;
        await keep({ ...base, accessToken, expiresAt, refreshToken });
        return { kind: 'renewed' };
      }
      trouble = result.trouble;
      if (
        isUnreached(trouble) ||
        trouble.kind === 'rate-limited' ||
        trouble.kind === 'server-error' ||
        trouble.kind === 'bad-answer'
      )
        return { kind: 'unreached', trouble };
    }
    if (trouble?.kind === 'oauth-error' && isPassing(trouble.error))
      return { kind: 'unreached', trouble: unreached(trouble.description || trouble.error) };
    if (held !== null && (await tookLater())) {
      onChange?.();
      return { kind: 'renewed' };
    }
    mayRecover = trouble !== null && trouble.kind !== 'oauth-error';
    if (mayRecover) {
      // If the last such answer was long ago, the wait begins again. It also begins again if the clock was set back.
      if (lastAwayAt > now() || now() - lastAwayAt > ROUTE_AWAY_MS) routeAwaySince = null;
      lastAwayAt = now();
      routeAwaySince ??= now();
      if (now() - routeAwaySince < ROUTE_AWAY_MS)
        return { kind: 'unreached', trouble: unreached(trouble?.kind ?? '') };
    }
    expired = true;
    log.warn('session expired', { account: accountId, why: trouble?.kind ?? 'cannot be renewed' });
    onChange?.();
    return { kind: 'expired' };
  };

  return {
    token: () => stored?.accessToken ?? null,
    renew: (staleToken) => {
      if (stored && staleToken !== null && stored.accessToken !== staleToken && !expired)
        return Promise.resolve({ kind: 'renewed' });
      if (isClosed && flight === null) return Promise.resolve({ kind: 'unreached', trouble: CLOSED });
      flight ??= attempt().finally(() => {
        flight = null;
      });
      return flight;
    },
    accepted: (token) => {
      if (!expired || !mayRecover || token === null || token !== stored?.accessToken) return;
      expired = false;
      routeAwaySince = null;
      onChange?.();
    },
    mayRecover: () => expired && mayRecover,
    state: () => {
      if (stored === null) return fallback ? 'signed-in' : 'signed-out';
      return expired ? 'expired' : 'signed-in';
    },
    isKept: () => isKept,
    adopt: async (credentials, token) => {
      generation += 1;
      const client =
        credentials.kind === 'token'
          ? { clientId: '', clientSecret: '' }
          : {
              clientId: credentials.clientId,
              clientSecret: credentials.clientSecret,
              scopes: credentials.scopes,
            };
      const { accessToken, refreshToken, expiresAt } = token;
      await keep({ kind: credentials.kind, ...client, accessToken, refreshToken, expiresAt });
    },
    restore: () => {
      restored = false;
      return restore();
    },
    forget: async () => {
      const before = { stored, expired, restored };
      const began = ++generation;
      restored = true;
      stored = null;
      expired = false;
      try {
        await secrets.delete(key);
        keptText = null;
        isKept = true;
      } catch (error) {
        if (began === generation) ({ stored, expired, restored } = before);
        throw error;
      }
      onChange?.();
    },
    close: async () => {
      isClosed = true;
      await flight?.catch(() => undefined);
    },
  };
};
