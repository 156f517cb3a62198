/**
 * Token requests (contract B, "Sign-in"): client_credentials, password (SHA-256 hex of it) and refresh_token,
 * form-urlencoded; the answer is bare. Nothing here logs or keeps a secret.
 */
import type { Credentials } from '#shared/contract/accounts';
import { type Scope, SCOPES } from '#shared/domain/scopes';
import { tokenSchema } from '#shared/http-api/envelope';
import { REFRESH_PATH, TOKEN_PATH } from '#shared/http-api/lookups';
import type { Transport } from '../ports/ports';
import { classifyRead, isOAuthWord, type Trouble } from './classify-read';
import { queryString, urlOf, type Query } from './query-string';
import { sha256Hex } from '../sha256';

export interface Token {
  accessToken: string;
  refreshToken: string | null;
  expiresAt: number | null;
  /** The modules that were requested and granted; absent if none were named. */
  scopes?: readonly Scope[] | undefined;
}
export type TokenResult = { ok: true; token: Token } | { ok: false; trouble: Trouble };

const TIMEOUT_MS = 20_000;

type AskForScopes = (scopes: readonly Scope[]) => Promise<TokenResult>;

const scopeTrouble = (result: TokenResult): string | null =>
  !result.ok && result.trouble.kind === 'oauth-error' && result.trouble.error === 'invalid_scope'
    ? `${result.trouble.description} ${result.trouble.hint ?? ''}`
    : null;

const withScopes = (result: TokenResult, scopes: readonly Scope[]): TokenResult =>
  result.ok && scopes.length > 0 ? { ok: true, token: { ...result.token, scopes } } : result;

/**
 * The modules that the words of a refusal name. Some names are ordinary words ("not allowed for this user"). So names
 * in quotation marks count alone if there are any.
 */
const namedIn = (words: string, scopes: readonly Scope[]): readonly Scope[] => {
  const quoted = scopes.filter((scope) => new RegExp(`[\`'"“‘]${scope}[\`'"”’]`).test(words));
  return quoted.length > 0 ? quoted : scopes.filter((scope) => new RegExp(`\\b${scope}\\b`).test(words));
};

/**
 * Requests a token for as many of the modules as the service grants. A module that a refusal names is left out. If a
 * refusal names none of the others, each module is requested alone, also those that were left out: their names may have
 * been in the sentence by chance. If none is granted, the token is requested without modules.
 */
const askByScopes = async (ask: AskForScopes, wanted: readonly Scope[]): Promise<TokenResult> => {
  let scopes = wanted;
  while (scopes.length > 0) {
    const result = await ask(scopes);
    const words = scopeTrouble(result);
    if (words === null) return withScopes(result, scopes);
    const named = namedIn(words, scopes);
    if (named.length === 0) return askOneByOne(ask, wanted);
    scopes = scopes.filter((scope) => !named.includes(scope));
  }
  return ask([]);
};

const askOneByOne = async (ask: AskForScopes, wanted: readonly Scope[]): Promise<TokenResult> => {
  const granted: Scope[] = [];
  for (const scope of wanted) {
    const result = await ask([scope]);
    if (result.ok) granted.push(scope);
    else if (scopeTrouble(result) === null) return result;
  }
  return withScopes(await ask(granted), granted);
};

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
    // A 401 that is not in OAuth's words may come from something in front of the service.
    if (outcome.kind === 'unauthorized' && isOAuthWord(outcome.detail))
      return {
        ok: false,
        trouble: { kind: 'oauth-error', error: 'invalid_grant', description: outcome.detail },
      };
    if (outcome.kind !== 'ok') return { ok: false, trouble: outcome };
    const token = tokenSchema.safeParse(outcome.data ?? outcome.body);
    if (!token.success)
      return { ok: false, trouble: { kind: 'bad-answer', detail: 'no usable access_token in the answer' } };
    const { access_token, refresh_token, expires_in } = token.data;
    return {
      ok: true,
      token: {
        accessToken: access_token,
        // Some services send an empty one in place of none.
        refreshToken: refresh_token || null,
        expiresAt: typeof expires_in !== 'number' ? null : options.now() + expires_in * 1000,
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
      return askByScopes(
        (scopes) => post(TOKEN_PATH, scopes.length === 0 ? form : { ...form, scope: scopes.join(' ') }),
        credentials.scopes ?? SCOPES,
      );
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
