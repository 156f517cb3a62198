/**
 * `POST /v1/oauth2/access_token` and `/refresh_token`: bare answers and bare failures (contract B, "Sign-in").
 */
import { REFRESH_PATH, TOKEN_PATH } from '#shared/http-api/lookups';
import { DEMO_CLIENT, DEMO_USER, SCOPES, sha256Hex, type Actor, type Grant } from '../auth/token-book';
import { nowOf, type ServiceContext } from '../context';
import type { ServiceApp } from '../endpoint';
import { parseExact } from '../store/exact-json';

type Form = Readonly<Record<string, string>>;

const failure = (error: string, description: string, hint?: string): Response =>
  Response.json(
    { error, error_description: description, ...(hint === undefined ? {} : { hint }), message: description },
    { status: 400 },
  );

const readForm = (text: string, contentType: string): Form | undefined => {
  if (!contentType.includes('json')) return Object.fromEntries(new URLSearchParams(text));
  try {
    const value = parseExact(text);
    return value !== null && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, String(member)]))
      : undefined;
  } catch {
    return undefined;
  }
};

const answer = (grant: Grant): Response =>
  Response.json({
    token_type: 'Bearer',
    expires_in: grant.expiresInSeconds,
    access_token: grant.accessToken,
    ...(grant.refreshToken === undefined ? {} : { refresh_token: grant.refreshToken }),
  });

const wrongClient = (form: Form): Response | undefined =>
  form['client_id'] === DEMO_CLIENT.id && form['client_secret'] === DEMO_CLIENT.secret
    ? undefined
    : failure('invalid_client', 'Client authentication failed');

const wrongScope = (scope: string): Response | undefined => {
  const unknown = scope.split(/\s+/).find((word) => word !== '' && !SCOPES.includes(word));
  return unknown === undefined
    ? undefined
    : failure(
        'invalid_scope',
        'The requested scope is invalid, unknown, or malformed',
        `Check the \`${unknown}\` scope`,
      );
};

export const oauthRoutes = (app: ServiceApp, context: ServiceContext): void => {
  const signedIn = (actor: Actor): void =>
    context.store.addActivity(actor.userId, nowOf(context).slice(0, 10), 'login', 1, true);

  app.post(TOKEN_PATH, async (c) => {
    const form = readForm(await c.req.text(), c.req.header('content-type') ?? '');
    if (!form || !form['grant_type'])
      return failure(
        'invalid_request',
        'The request is missing a required parameter',
        'Check the `grant_type` parameter',
      );
    const scope = (form['scope'] ?? '').trim();
    const refused = wrongClient(form) ?? wrongScope(scope);
    if (refused) return refused;
    if (form['grant_type'] === 'client_credentials')
      return answer(
        context.store.write(() =>
          context.tokens.grant(DEMO_CLIENT.id, context.tokens.defaultActor(), scope, false),
        ),
      );
    if (form['grant_type'] !== 'password')
      return failure(
        'unsupported_grant_type',
        'The authorization grant type is not supported by the authorization server',
      );
    const email = (form['username'] ?? '').toLowerCase();
    const actor = context.tokens.actorByEmail(email);
    if (
      !actor ||
      email !== DEMO_USER.email ||
      (form['password'] ?? '').toLowerCase() !== sha256Hex(DEMO_USER.password)
    )
      return failure('invalid_grant', 'The user credentials were incorrect');
    return answer(
      context.store.write(() => {
        signedIn(actor);
        return context.tokens.grant(DEMO_CLIENT.id, actor, scope, true);
      }),
    );
  });

  app.post(REFRESH_PATH, async (c) => {
    const form = readForm(await c.req.text(), c.req.header('content-type') ?? '');
    const refused = wrongClient(form ?? {});
    if (refused) return refused;
    if (form?.['grant_type'] !== 'refresh_token')
      return failure(
        'unsupported_grant_type',
        'The authorization grant type is not supported by the authorization server',
      );
    const grant = context.store.write(() =>
      context.tokens.refresh(form['refresh_token'] ?? '', DEMO_CLIENT.id),
    );
    return grant
      ? answer(grant)
      : failure('invalid_grant', 'The refresh token is invalid', 'Token has expired or is unknown');
  });
};
