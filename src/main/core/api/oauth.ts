/**
 * Token requests (contract B, "Auth"): client_credentials, password (SHA-256 hex of it) and refresh_token,
 * form-urlencoded; the answer is bare. Nothing here logs or keeps a secret.
 */
import type { Credentials } from '#shared/contract/accounts';
import { tokenSchema } from '#shared/http-api/envelope';
import { REFRESH_PATH, TOKEN_PATH } from '#shared/http-api/lookups';
import type { Transport } from '../ports/ports';
import { classifyRead, type Trouble } from './classify-read';
import { queryString, urlOf, type Query } from './query-string';
import { sha256Hex } from '../sha256';

export interface Token {
  accessToken: string;
  refreshToken: string | null;
  expiresAt: number | null;
}
export type TokenResult = { ok: true; token: Token } | { ok: false; trouble: Trouble };

/** The modules Satchel reads and writes. A service that refuses the list is asked again without it. */
export const DEFAULT_SCOPE =
  'product company lead opportunity invoices user purchaseOrder warehouse capitalAccount report';
const TIMEOUT_MS = 20_000;

export interface OAuth {
  request(credentials: Exclude<Credentials, { kind: 'token' }>): Promise<TokenResult>;
  refresh(refreshToken: string, client: { clientId: string; clientSecret: string }): Promise<TokenResult>;
}

export const createOAuth = (options: { baseUrl: string; transport: Transport; now: () => number }): OAuth => {
  const post = async (path: string, form: Query): Promise<TokenResult> => {
    const result = await options.transport.read({
      method: 'POST',
      url: urlOf(options.baseUrl, path),
      body: queryString(form),
      timeoutMs: TIMEOUT_MS,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    });
    const outcome = classifyRead(result, options.now());
    if (outcome.kind === 'unauthorized')
      return {
        ok: false,
        trouble: { kind: 'oauth-error', error: 'invalid_grant', description: outcome.detail },
      };
    if (outcome.kind !== 'ok') return { ok: false, trouble: outcome };
    const token = tokenSchema.safeParse(outcome.data ?? outcome.body);
    if (!token.success)
      return { ok: false, trouble: { kind: 'bad-answer', detail: 'no access_token in the answer' } };
    const { access_token, refresh_token, expires_in } = token.data;
    return {
      ok: true,
      token: {
        accessToken: access_token,
        refreshToken: refresh_token ?? null,
        expiresAt: expires_in === undefined ? null : options.now() + expires_in * 1000,
      },
    };
  };

  return {
    request: async (credentials) => {
      const form: Record<string, string> = {
        grant_type: credentials.kind === 'client' ? 'client_credentials' : 'password',
        client_id: credentials.clientId,
        client_secret: credentials.clientSecret,
      };
      if (credentials.kind === 'password') {
        form.username = credentials.username;
        form.password = sha256Hex(credentials.password);
      }
      const scoped = await post(TOKEN_PATH, { ...form, scope: DEFAULT_SCOPE });
      const scopeRefused =
        !scoped.ok && scoped.trouble.kind === 'oauth-error' && scoped.trouble.error === 'invalid_scope';
      return scopeRefused ? post(TOKEN_PATH, form) : scoped;
    },
    refresh: (refreshToken, client) =>
      post(REFRESH_PATH, {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: client.clientId,
        client_secret: client.clientSecret,
      }),
  };
};
