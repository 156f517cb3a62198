/**
 * Tokens look like JWTs but are looked up, not decoded, so an unknown or expired one is refused whatever its
 * content. A second request within the lifetime returns the same token with its remaining lifetime (contract
 * B, "Auth").
 */
import { createHash, createHmac } from 'node:crypto';
import { SCOPES as CONTRACT_SCOPES } from '#shared/domain/scopes';
import type { RecordStore } from '../store/record-store';

export const DEMO_CLIENT = { id: 'demo-client', secret: 'demo-secret' } as const;
export const DEMO_USER = { email: 'rep@demo.example', password: 'demo-password' } as const;
/** The account of a client that does not act as a user of the company (`creator-token-account`). */
const CLIENT_ACCOUNT: Actor = { userId: '88000001', nickname: 'Open API' };
/** Every scope that the service grants: those of the contract, and others of its own (contract B, "Sign-in"). */
export const SCOPES: readonly string[] = [
  ...CONTRACT_SCOPES,
  'dynamic',
  'trail',
  'mail',
  'edm',
  'inquiry',
  'basic',
];

export interface Actor {
  userId: string;
  nickname: string;
  /** The modules for which the token was requested; absent without a token. */
  scope?: string;
}
export interface Grant {
  accessToken: string;
  refreshToken: string | undefined;
  expiresInSeconds: number;
}

const REFRESH_LIFETIME_MS = 30 * 86_400_000;
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

export class TokenBook {
  readonly #store: RecordStore;
  readonly #clock: () => number;
  readonly #random: () => number;
  readonly #ttlMs: number;
  readonly #ownAccount: boolean;
  #default: Actor | undefined;

  constructor(options: {
    store: RecordStore;
    clock: () => number;
    random: () => number;
    ttlSeconds: number;
    /** True if a client acts as its own account, not as the demo user. */
    ownAccount?: boolean;
  }) {
    this.#store = options.store;
    this.#clock = options.clock;
    this.#random = options.random;
    this.#ttlMs = options.ttlSeconds * 1000;
    this.#ownAccount = options.ownAccount ?? false;
  }

  /** The user on whose behalf a client acts when no user signed in. */
  defaultActor(): Actor {
    if (this.#ownAccount) return CLIENT_ACCOUNT;
    return (this.#default ??= this.actorByEmail(DEMO_USER.email) ?? { userId: '0', nickname: '' });
  }

  actorByEmail(email: string): Actor | undefined {
    const record = this.#store.findByNumber('user', email.toLowerCase());
    return record && { userId: record.id, nickname: record.name };
  }

  /** Accepts the raw and the `Bearer` form; undefined for an unknown or expired token. */
  actorOf(header: string): Actor | undefined {
    const token = header.replace(/^Bearer\s+/i, '').trim();
    const row = this.#store
      .sql(
        "SELECT CAST(user_id AS TEXT) AS userId, expires_at AS expiresAt, scope FROM token WHERE token = ? AND kind = 'access'",
      )
      .get(token) as { userId: string; expiresAt: number; scope: string } | undefined;
    if (!row || row.expiresAt <= this.#clock()) return undefined;
    return {
      userId: row.userId,
      nickname: this.#store.get('user', row.userId)?.name ?? '',
      scope: row.scope,
    };
  }

  grant(clientId: string, actor: Actor, scope: string, withRefresh: boolean): Grant {
    const now = this.#clock();
    const grantKey = [clientId, actor.userId, scope, withRefresh ? 'password' : 'client'].join('|');
    const held = (kind: string): { token: string; expiresAt: number } | undefined =>
      this.#store
        .sql(
          'SELECT token, expires_at AS expiresAt FROM token WHERE grant_key = ? AND kind = ? AND ' +
            'expires_at > ? ORDER BY expires_at DESC LIMIT 1',
        )
        .get(grantKey, kind, now) as { token: string; expiresAt: number } | undefined;
    const keep = (kind: string, lifetimeMs: number): { token: string; expiresAt: number } => {
      const made = {
        token: this.#mint(kind, clientId, actor, scope, now + lifetimeMs),
        expiresAt: now + lifetimeMs,
      };
      this.#store
        .sql(
          'INSERT INTO token (token, kind, client_id, user_id, scope, grant_key, expires_at) VALUES ' +
            '(?,?,?,?,?,?,?)',
        )
        .run(made.token, kind, clientId, BigInt(actor.userId), scope, grantKey, made.expiresAt);
      return made;
    };
    const access = held('access') ?? keep('access', this.#ttlMs);
    const refresh = withRefresh ? (held('refresh') ?? keep('refresh', REFRESH_LIFETIME_MS)) : undefined;
    return {
      accessToken: access.token,
      refreshToken: refresh?.token,
      expiresInSeconds: Math.max(1, Math.floor((access.expiresAt - now) / 1000)),
    };
  }

  /** A new access token for a refresh token; the refresh token stays valid. */
  refresh(refreshToken: string, clientId: string): Grant | undefined {
    const row = this.#store
      .sql(
        "SELECT client_id AS clientId, CAST(user_id AS TEXT) AS userId, scope, grant_key AS grantKey, expires_at AS expiresAt FROM token WHERE token = ? AND kind = 'refresh'",
      )
      .get(refreshToken) as
      | { clientId: string; userId: string; scope: string; grantKey: string; expiresAt: number }
      | undefined;
    if (!row || row.clientId !== clientId || row.expiresAt <= this.#clock()) return undefined;
    this.#store.sql("DELETE FROM token WHERE grant_key = ? AND kind = 'access'").run(row.grantKey);
    return this.grant(clientId, { userId: row.userId, nickname: '' }, row.scope, true);
  }

  /** Ends every access token now, and the refresh tokens too when asked. */
  expireAll(refreshToo = false): void {
    this.#store.sql(`UPDATE token SET expires_at = 0 ${refreshToo ? '' : "WHERE kind = 'access'"}`).run();
  }

  #mint(kind: string, clientId: string, actor: Actor, scope: string, expiresAt: number): string {
    const head = part({ typ: 'JWT', alg: 'HS256' });
    const nonce = Array.from({ length: 4 }, () =>
      Math.floor(this.#random() * 0x1_0000_0000)
        .toString(16)
        .padStart(8, '0'),
    ).join('');
    const payload = part({
      aud: clientId,
      jti: nonce,
      iat: Math.floor(this.#clock() / 1000),
      exp: Math.floor(expiresAt / 1000),
      sub: actor.userId,
      scopes: scope === '' ? [] : scope.split(' '),
      use: kind,
    });
    return `${head}.${payload}.${createHmac('sha256', nonce).update(`${head}.${payload}`).digest('base64url')}`;
  }
}
