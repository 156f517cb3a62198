/**
 * Tests a connection with one token request and one read. Stores nothing; the caller decides what to do with
 * the token.
 */
import type { Connection } from '#shared/contract/accounts';
import type { Failure } from '#shared/contract/errors';
import { type Scope, SCOPES } from '#shared/domain/scopes';
import { accessTokenSchema } from '#shared/http-api/envelope';
import { failureOf, type Trouble } from '../../api/classify-read';
import { createApiClient } from '../../api/client';
import { createOAuth, type Token, type TokenResult } from '../../api/oauth';
import type { ListPage } from '../../api/read-page';
import { listCompanies, listUsers } from '../../api/record-reads';
import { createServerClock } from '../../api/server-clock';
import type { Session } from '../../api/session';
import type { Clock, Transport } from '../../ports/ports';
import { scopesOf } from './identity';

export interface ProbeUser {
  id: string;
  name: string;
  email: string;
}
export type ProbeResult =
  | {
      ok: true;
      token: Token;
      users: ProbeUser[];
      /** The list of users was refused, so `users` is empty. */
      withholdsUsers: boolean;
      serverTime: string;
      offsetMs: number | null;
      /** Requested modules that the token does not reach. */
      refusedScopes: Scope[];
    }
  | { ok: false; error: Failure };

export const probe = async (
  connection: Connection,
  transport: Transport,
  clock: Clock,
): Promise<ProbeResult> => {
  const { baseUrl, credentials } = connection;
  const token =
    credentials.kind === 'token'
      ? pasted(credentials.accessToken)
      : await createOAuth({ baseUrl, transport, now: () => clock.now() }).request(credentials);
  if (!token.ok) return { ok: false, error: failureOf(token.trouble) };
  const serverClock = createServerClock();
  const client = createApiClient({
    baseUrl,
    headerStyle: connection.headerStyle ?? 'raw',
    transport,
    session: fixedSession(token.token.accessToken),
    clock,
    serverClock,
  });
  let page = await listUsers(client);
  // A token without the user module still signs in when another read works.
  const withholdsUsers = !page.ok && !isFinal(page.trouble);
  if (withholdsUsers) page = withoutUsers(await listCompanies(client, { page: 1, count: 1, flag: 'live' }));
  if (!page.ok) return { ok: false, error: failureOf(page.trouble) };
  return {
    ok: true,
    token: token.token,
    users: page.value.items.map(toUser),
    withholdsUsers,
    serverTime: page.value.now ?? serverClock.at(clock.now()),
    offsetMs: serverClock.offsetMs(),
    refusedScopes: refusedOf(credentials, token.token),
  };
};

/** From the token's own claims, otherwise from the scopes that the service granted. */
const refusedOf = (credentials: Connection['credentials'], token: Token): Scope[] => {
  const asked = credentials.kind === 'token' ? SCOPES : (credentials.scopes ?? SCOPES);
  const granted = scopesOf(token.accessToken) ?? token.scopes ?? asked;
  return asked.filter((scope) => !granted.includes(scope));
};

const isFinal = (trouble: Trouble): boolean =>
  trouble.kind !== 'forbidden' && trouble.kind !== 'refused' && trouble.kind !== 'not-offered';

const withoutUsers = <T extends { ok: true; value: ListPage } | { ok: false; trouble: Trouble }>(
  answer: T,
): T => (answer.ok ? { ...answer, value: { ...answer.value, items: [] } } : answer);

const toUser = ({ id, value }: ListPage['items'][number]): ProbeUser => {
  const text = (key: string): string => (typeof value[key] === 'string' ? value[key] : '');
  return { id, name: text('nickname') || text('full_name') || text('email') || id, email: text('email') };
};

/** A token that the user pasted. It has no white space: line breaks come from the text that it was copied from. */
const pasted = (text: string): TokenResult => {
  const accessToken = text
    .trim()
    .replace(/^bearer\s+/i, '')
    .replaceAll(/\s+/g, '');
  return accessTokenSchema.safeParse(accessToken).success
    ? { ok: true, token: { accessToken, refreshToken: null, expiresAt: null } }
    : { ok: false, trouble: { kind: 'unauthorized', detail: 'no token has these characters' } };
};

/** A session that has one token and cannot renew it. */
export const fixedSession = (accessToken: string): Session => ({
  token: () => accessToken,
  renew: async () => ({ kind: 'expired' }),
  accepted: () => undefined,
  mayRecover: () => false,
  state: () => 'signed-in',
  isKept: () => true,
  adopt: async () => undefined,
  restore: async () => undefined,
  forget: async () => undefined,
  close: async () => undefined,
});
