/** What a sign-in form holds while it is typed. */
import type { Credentials } from '#shared/contract/accounts';
import { type Scope, SCOPES } from '#shared/domain/scopes';

export interface CredentialsDraft {
  kind: Credentials['kind'];
  clientId: string;
  clientSecret: string;
  username: string;
  password: string;
  accessToken: string;
  /** The modules that a token is asked for. */
  scopes: readonly Scope[];
}
export const NO_CREDENTIALS: CredentialsDraft = {
  kind: 'client',
  clientId: '',
  clientSecret: '',
  username: '',
  password: '',
  accessToken: '',
  scopes: SCOPES,
};

/** The draft as the contract wants it; undefined while something is missing. */
export const toCredentials = ({
  kind,
  clientId,
  clientSecret,
  username,
  password,
  accessToken,
  scopes,
}: CredentialsDraft): Credentials | undefined => {
  if (kind === 'token')
    return accessToken.trim() === '' ? undefined : { kind, accessToken: accessToken.trim() };
  const client = {
    clientId: clientId.trim(),
    clientSecret: clientSecret.trim(),
    ...(scopes.length < SCOPES.length ? { scopes: [...scopes] } : {}),
  };
  if (client.clientId === '' || client.clientSecret === '') return undefined;
  if (kind === 'client') return { kind, ...client };
  return username.trim() === '' || password === ''
    ? undefined
    : { kind, ...client, username: username.trim(), password };
};
