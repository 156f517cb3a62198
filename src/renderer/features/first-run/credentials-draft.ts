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
  kind: 'password',
  clientId: '',
  clientSecret: '',
  username: '',
  password: '',
  accessToken: '',
  scopes: SCOPES,
};

export type DraftField = Exclude<keyof CredentialsDraft, 'kind' | 'scopes'>;
/** What an administrator knows. */
export const TECHNICAL: readonly DraftField[] = ['clientId', 'clientSecret', 'accessToken'];
const NEEDED: Readonly<Record<CredentialsDraft['kind'], readonly DraftField[]>> = {
  password: ['username', 'password', 'clientId', 'clientSecret'],
  client: ['clientId', 'clientSecret'],
  token: ['accessToken'],
};

/** What is still to be typed, in the form's order. A password may begin with a space. */
export const missingIn = (draft: CredentialsDraft): DraftField[] =>
  NEEDED[draft.kind].filter((key) => (key === 'password' ? draft[key] : draft[key].trim()) === '');

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
