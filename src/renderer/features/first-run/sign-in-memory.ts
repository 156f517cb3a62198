/**
 * Stores how each account last signed in, to prefill the next form: address, type of sign-in, client name and
 * user name, but never a secret. It is stored in the settings under `signIns`, the latest entry last.
 */
import { isObject } from '#shared/domain/is-object';
import type { AppState, Connection, Credentials } from '#shared/contract/accounts';
import { knownScopes, type Scope, SCOPES } from '#shared/domain/scopes';
import { keyOf } from '../../records/saved-view-model';
import { type CredentialsDraft, NO_CREDENTIALS } from './credentials-draft';

export interface SignInMemory {
  baseUrl: string;
  headerStyle: 'raw' | 'bearer';
  kind: Credentials['kind'];
  clientId: string;
  username: string;
  /** The modules that were requested. */
  scopes: readonly Scope[];
}

const KEY = 'signIns';
const KINDS: readonly Credentials['kind'][] = ['client', 'password', 'token'];
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns all scopes if no known scope was stored. */
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

/** Returns how this account last signed in; null if that is not known. */
export const signInOf = (settings: AppState['settings'], accountId: string): SignInMemory | null =>
  entriesOf(settings).find(([id]) => id === accountId)?.[1] ?? null;

type Listed = Pick<AppState, 'settings' | 'accounts'>;

/** The entries of the accounts that are on this computer. */
const listedEntries = ({ settings, accounts }: Listed): [string, SignInMemory][] =>
  entriesOf(settings).filter(([id]) => accounts.some((account) => account.id === id));

/** The last sign-in of any account that is on this computer. */
export const latestSignIn = (app: Listed): SignInMemory | null => listedEntries(app).at(-1)?.[1] ?? null;

/**
 * Returns the settings to store after an account was removed: its user name and its saved views, which name customers,
 * must not stay on this computer.
 */
export const withoutRemoved = (app: Listed): Record<string, unknown> => {
  const listed = new Set(app.accounts.map(({ id }) => keyOf(id)));
  const removed = Object.keys(app.settings).filter((key) => key.startsWith(keyOf('')) && !listed.has(key));
  return {
    ...Object.fromEntries(removed.map((key) => [key, {}])),
    [KEY]: Object.fromEntries(listedEntries(app)),
  };
};

/** Returns how to prefill the form for an additional account: the same service, but another person. */
export const signInBeside = ({
  account,
  settings,
  accounts,
  suggestedBaseUrl,
}: Pick<AppState, 'account' | 'settings' | 'accounts' | 'suggestedBaseUrl'>): {
  suggestedBaseUrl: string | null;
  before: SignInMemory | null;
} => {
  const here = account === null || account.demo ? null : account;
  const before = here === null ? latestSignIn({ settings, accounts }) : signInOf(settings, here.id);
  return {
    suggestedBaseUrl: here?.baseUrl ?? suggestedBaseUrl,
    before: before && { ...before, username: '' },
  };
};

/**
 * Returns the setting to store after a successful sign-in. It removes accounts that are no longer on this
 * computer.
 */
export const remembered = (
  app: Listed,
  accountId: string,
  { baseUrl, headerStyle = 'raw', credentials }: Connection,
): Record<string, unknown> => {
  const others = listedEntries(app).filter(([id]) => id !== accountId);
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

/** Returns an empty form, prefilled from the last sign-in. */
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
