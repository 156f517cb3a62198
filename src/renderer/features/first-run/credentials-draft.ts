/** The values of a sign-in form while the user types. */
import type { Credentials } from '#shared/contract/accounts';
import { type Scope, SCOPES } from '#shared/domain/scopes';

export interface CredentialsDraft {
  kind: Credentials['kind'];
  clientId: string;
  clientSecret: string;
  username: string;
  password: string;
  accessToken: string;
  /** The modules that are requested for the token. */
  scopes: readonly Scope[];
}
export const NO_CREDENTIALS: CredentialsDraft = {
  kind: 'password',
  clientId: '',
  clientSecret: '',
  username: '',
  password: '',
  accessToken: '',
  scopes: SCOPES,
};

export type DraftField = Exclude<keyof CredentialsDraft, 'kind' | 'scopes'>;
/** Fields whose values an administrator provides. */
export const TECHNICAL: readonly DraftField[] = ['clientId', 'clientSecret', 'accessToken'];
const NEEDED: Readonly<Record<CredentialsDraft['kind'], readonly DraftField[]>> = {
  password: ['username', 'password', 'clientId', 'clientSecret'],
  client: ['clientId', 'clientSecret'],
  token: ['accessToken'],
};

/**
 * Returns the fields that are still empty, in the order of the form. A password is not trimmed, because it
 * may begin with a space.
 */
export const missingIn = (draft: CredentialsDraft): DraftField[] =>
  NEEDED[draft.kind].filter((key) => (key === 'password' ? draft[key] : draft[key].trim()) === '');

/** Returns the draft as credentials of the contract; undefined if a field is missing. */
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
