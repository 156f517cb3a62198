import { describe, expect, it } from 'vitest';
import type { Account, Credentials } from '../../../src/shared/contract/accounts';
import { SCOPES } from '../../../src/shared/domain/scopes';
import { toCredentials } from '../../../src/renderer/features/first-run/credentials-draft';
import {
  draftFrom,
  latestSignIn,
  remembered,
  signInBeside,
  signInOf,
  withoutRemoved,
} from '../../../src/renderer/features/first-run/sign-in-memory';
import { readSavedViews } from '../../../src/renderer/records/saved-view-model';

const account = (id: string): Account => ({
  id,
  name: id,
  baseUrl: `https://${id}.example`,
  demo: false,
  selfUserId: null,
  selfName: null,
  auth: 'expired',
});
const SECRETS = ['the-secret', 'the-password', 'the-token'];
const WAYS: Credentials[] = [
  { kind: 'client', clientId: 'app', clientSecret: 'the-secret' },
  {
    kind: 'password',
    clientId: 'app',
    clientSecret: 'the-secret',
    username: 'mia@demo.example',
    password: 'the-password',
  },
  { kind: 'token', accessToken: 'the-token' },
];
const after = (
  settings: Record<string, unknown>,
  ids: string[],
  id: string,
  credentials: Credentials,
): Record<string, unknown> => ({
  ...settings,
  ...remembered({ settings, accounts: ids.map(account) }, id, {
    baseUrl: `https://${id}.example`,
    headerStyle: 'bearer',
    credentials,
  }),
});

const listed = (settings: Record<string, unknown>, ids: string[] = ['a', 'b']) => ({
  settings,
  accounts: ids.map(account),
});

describe('stored sign-ins', () => {
  it.each(WAYS)('fills the next form from a sign-in by $kind, without its secret', (credentials) => {
    const settings = after({}, ['a'], 'a', credentials);
    const draft = draftFrom(signInOf(settings, 'a'));
    expect(draft).toMatchObject({
      kind: credentials.kind,
      clientId: credentials.kind === 'token' ? '' : 'app',
      username: credentials.kind === 'password' ? 'mia@demo.example' : '',
      clientSecret: '',
      password: '',
      accessToken: '',
    });
    expect(toCredentials(draft)).toBeUndefined();
    expect(latestSignIn(listed(settings))).toMatchObject({
      baseUrl: 'https://a.example',
      headerStyle: 'bearer',
    });
    for (const secret of SECRETS) expect(JSON.stringify(settings)).not.toContain(secret);
  });

  it('preselects the requested modules, or all if nothing readable is stored', () => {
    const settings = after({}, ['a'], 'a', {
      kind: 'client',
      clientId: 'app',
      clientSecret: 'the-secret',
      scopes: ['company', 'user'],
    });
    const draft = draftFrom(signInOf(settings, 'a'));
    expect(draft.scopes).toEqual(['company', 'user']);
    expect(toCredentials({ ...draft, clientSecret: 'x' })).toMatchObject({ scopes: ['company', 'user'] });
    expect(
      toCredentials({ ...draftFrom(null), kind: 'client', clientId: 'a', clientSecret: 'x' }),
    ).not.toHaveProperty('scopes');
    const spoilt = { signIns: { a: { kind: 'client', scopes: ['odd', 7] } } };
    expect(signInOf(spoilt, 'a')?.scopes).toEqual(SCOPES);
  });

  it('sends a password with the spaces around it, and the other values without', () => {
    const typed = { ...draftFrom(null), kind: 'password' as const, clientId: ' app ', clientSecret: ' s ' };
    expect(toCredentials({ ...typed, username: ' mia@demo.example ', password: ' p w ' })).toMatchObject({
      clientId: 'app',
      clientSecret: 's',
      username: 'mia@demo.example',
      password: ' p w ',
    });
  });

  it('keeps one per account, the latest last, and deletes those of removed accounts', () => {
    const both = after(after({ guide: 1 }, ['a', 'b'], 'a', WAYS[1]!), ['a', 'b'], 'b', WAYS[2]!);
    expect([signInOf(both, 'a')?.kind, signInOf(both, 'b')?.kind, latestSignIn(listed(both))?.kind]).toEqual([
      'password',
      'token',
      'token',
    ]);
    expect(latestSignIn(listed(after(both, ['a', 'b'], 'a', WAYS[0]!)))?.kind).toBe('client');
    expect(signInOf(after(both, ['b'], 'b', WAYS[0]!), 'a')).toBeNull();
    expect(both.guide).toBe(1);
  });

  it('of an account that was removed neither fills the next person’s form nor stays on this computer', () => {
    const both = after(after({}, ['a', 'b'], 'a', WAYS[0]!), ['a', 'b'], 'b', WAYS[1]!);
    expect(latestSignIn(listed(both, []))).toBeNull();
    expect(latestSignIn(listed(both, ['a']))?.username).toBe('');
    expect(JSON.stringify(withoutRemoved(listed(both, ['a'])))).not.toContain('mia@demo.example');
    expect(signInOf(withoutRemoved(listed(both, ['a'])), 'a')).not.toBeNull();
  });

  it('the saved views of an account that was removed do not stay on this computer: they name customers', () => {
    const settings = {
      'views.a': { company: [{ id: 'v1', name: 'Nordwind', params: { q: 'nordwind' } }] },
      'views.b': { order: [{ id: 'v2', name: 'Big', params: {} }] },
    };
    const left = { ...settings, ...withoutRemoved(listed(settings, ['b'])) };
    expect(readSavedViews(left, 'a')).toEqual({});
    expect(JSON.stringify(left)).not.toMatch(/nordwind/i);
    expect(readSavedViews(left, 'b')).toEqual(settings['views.b']);
  });

  it.each([
    {},
    { signIns: null },
    { signIns: [] },
    { signIns: { a: 'x' } },
    { signIns: { a: { kind: 'other' } } },
  ])('starts empty if nothing readable is stored: %o', (settings) => {
    expect(signInOf(settings, 'a')).toBeNull();
    expect(latestSignIn(listed(settings))).toBeNull();
    expect(draftFrom(null)).toMatchObject({ kind: 'password', clientId: '' });
  });
});

describe('the form for an account beside the open one', () => {
  const person = WAYS[1]!;
  const settings = after(after({}, ['a', 'b'], 'a', person), ['a', 'b'], 'b', WAYS[0]!);
  it('has the address and the way of the open account, and nobody’s name', () => {
    expect(signInBeside({ ...listed(settings), account: account('a'), suggestedBaseUrl: null })).toEqual({
      suggestedBaseUrl: 'https://a.example',
      before: { ...signInOf(settings, 'a'), username: '' },
    });
  });
  it('has the address also if it is not known how that account signed in', () => {
    expect(
      signInBeside({ ...listed(settings), account: account('c'), suggestedBaseUrl: 'https://start.example' }),
    ).toEqual({ suggestedBaseUrl: 'https://c.example', before: null });
  });
  it('begins the way of the last sign-in beside the demo', () => {
    const demo = { ...account('d'), demo: true };
    expect(signInBeside({ ...listed(settings), account: demo, suggestedBaseUrl: null })).toEqual({
      suggestedBaseUrl: null,
      before: { ...latestSignIn(listed(settings)), username: '' },
    });
  });
});
