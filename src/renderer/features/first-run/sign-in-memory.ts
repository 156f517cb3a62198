/**
 * How each account was last signed in, so that the next form begins there: the address, the way, the client
 * and user names. Never a secret. It is kept among the settings, under `signIns`, the latest last.
 */
import { isObject } from '#shared/domain/is-object';
import type { AppState, Connection, Credentials } from '#shared/contract/accounts';
import { knownScopes, type Scope, SCOPES } from '#shared/domain/scopes';
import { type CredentialsDraft, NO_CREDENTIALS } from './credentials-draft';

export interface SignInMemory {
  baseUrl: string;
  headerStyle: 'raw' | 'bearer';
  kind: Credentials['kind'];
  clientId: string;
  username: string;
  /** The modules that were asked for. */
  scopes: readonly Scope[];
}

const KEY = 'signIns';
const KINDS: readonly Credentials['kind'][] = ['client', 'password', 'token'];
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** All of them where none that is known was kept. */
const scopesIn = (value: unknown): readonly Scope[] => {
  const kept = Array.isArray(value) ? knownScopes(value) : [];
  return kept.length > 0 ? kept : SCOPES;
};

const readOne = (value: unknown): SignInMemory | null => {
  if (!isObject(value)) return null;
  const kind = KINDS.find((one) => one === value.kind);
  return kind === undefined
    ? null
    : {
        baseUrl: text(value.baseUrl),
        headerStyle: value.headerStyle === 'bearer' ? 'bearer' : 'raw',
        kind,
        clientId: text(value.clientId),
        username: text(value.username),
        scopes: scopesIn(value.scopes),
      };
};
const entriesOf = ({ [KEY]: held }: AppState['settings']): [string, SignInMemory][] =>
  (isObject(held) ? Object.entries(held) : []).flatMap(([id, value]) => {
    const memory = readOne(value);
    return memory ? [[id, memory] as [string, SignInMemory]] : [];
  });

/** How this account was last signed in; null where that is not known. */
export const signInOf = (settings: AppState['settings'], accountId: string): SignInMemory | null =>
  entriesOf(settings).find(([id]) => id === accountId)?.[1] ?? null;

/** The last sign-in of any account. */
export const latestSignIn = (settings: AppState['settings']): SignInMemory | null =>
  entriesOf(settings).at(-1)?.[1] ?? null;

/** How the form begins for an account beside the open one: the same service, and another person. */
export const signInBeside = ({
  account,
  settings,
  suggestedBaseUrl,
}: Pick<AppState, 'account' | 'settings' | 'suggestedBaseUrl'>): {
  suggestedBaseUrl: string | null;
  before: SignInMemory | null;
} => {
  const here = account === null || account.demo ? null : account;
  const before = here === null ? latestSignIn(settings) : signInOf(settings, here.id);
  return {
    suggestedBaseUrl: here?.baseUrl ?? suggestedBaseUrl,
    before: before && { ...before, username: '' },
  };
};

/**
 * What to store after a sign-in that the service took. Accounts that are no longer here are forgotten with
 * it.
 */
export const remembered = (
  { settings, accounts }: Pick<AppState, 'settings' | 'accounts'>,
  accountId: string,
  { baseUrl, headerStyle = 'raw', credentials }: Connection,
): Record<string, unknown> => {
  const others = entriesOf(settings).filter(
    ([id]) => id !== accountId && accounts.some((account) => account.id === id),
  );
  const memory: SignInMemory = {
    baseUrl,
    headerStyle,
    kind: credentials.kind,
    clientId: credentials.kind === 'token' ? '' : credentials.clientId,
    username: credentials.kind === 'password' ? credentials.username : '',
    scopes: credentials.kind === 'token' ? SCOPES : (credentials.scopes ?? SCOPES),
  };
  return { [KEY]: Object.fromEntries([...others, [accountId, memory]]) };
};

/** An empty form, begun the way of the last sign-in. */
export const draftFrom = (memory: SignInMemory | null): CredentialsDraft =>
  memory
    ? {
        ...NO_CREDENTIALS,
        kind: memory.kind,
        clientId: memory.clientId,
        username: memory.username,
        scopes: memory.scopes,
      }
    : NO_CREDENTIALS;
