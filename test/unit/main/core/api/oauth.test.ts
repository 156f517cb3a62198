/** A token for as many modules as the service grants. */
import { describe, expect, it } from 'vitest';
import { createOAuth } from '#core/api/oauth';
import { SCOPES } from '#shared/domain/scopes';
import type { HttpResult } from '#core/ports/ports';

const CLIENT = { kind: 'client', clientId: 'id', clientSecret: 'secret' } as const;

/** A service that refuses some modules, and says which in `hint` or keeps it to itself. */
const serviceWithout = (
  refused: readonly string[],
  names: boolean,
  token: unknown = 'token',
  lifetime: unknown = 28_800,
  words = (_scope: string): string => 'The requested scope is invalid, unknown, or malformed',
) => {
  const asked: (string | null)[] = [];
  const answer = (status: number, body: object): HttpResult => ({
    kind: 'answer',
    status,
    headers: {},
    text: JSON.stringify(body),
    url: 'https://crm.example',
  });
  const oauth = createOAuth({
    baseUrl: 'https://crm.example',
    now: () => 0,
    transport: {
      read: async (request) => {
        const scope = new URLSearchParams(request.body).get('scope');
        asked.push(scope);
        const first = scope?.split(' ').find((word) => refused.includes(word));
        return first === undefined
          ? answer(200, { token_type: 'Bearer', access_token: token, expires_in: lifetime })
          : answer(400, {
              error: 'invalid_scope',
              error_description: words(first),
              ...(names ? { hint: `Check the \`${first}\` scope` } : {}),
            });
      },
      push: () => Promise.reject(new Error('no push')),
    },
  });
  return { oauth, asked };
};
const scopesOf = async (oauth: ReturnType<typeof createOAuth>, scopes?: (typeof SCOPES)[number][]) => {
  const result = await oauth.request({ ...CLIENT, scopes });
  return result.ok ? result.token.scopes : result.trouble.kind;
};

describe('the modules that a token is requested for', () => {
  it('are all of them in one request, or those that the user chose', async () => {
    const { oauth, asked } = serviceWithout([], true);
    expect(await scopesOf(oauth)).toEqual(SCOPES);
    expect(await scopesOf(oauth, ['company', 'user'])).toEqual(['company', 'user']);
    expect(asked).toEqual([SCOPES.join(' '), 'company user']);
  });
  it('are left out of the next request if the refusal names them', async () => {
    const { oauth, asked } = serviceWithout(['report', 'warehouse'], true);
    expect(await scopesOf(oauth)).toEqual(SCOPES.filter((scope) => !/report|warehouse/.test(scope)));
    expect(asked).toHaveLength(3);
  });
  it('are requested one by one if the refusal names none', async () => {
    const { oauth, asked } = serviceWithout(['report'], false);
    expect(await scopesOf(oauth)).toEqual(SCOPES.filter((scope) => scope !== 'report'));
    expect(asked).toHaveLength(SCOPES.length + 2);
  });
  it('are not left out because the sentence of a refusal contains their name by chance', async () => {
    const others = SCOPES.filter((scope) => scope !== 'report');
    for (const words of [
      () => 'This user may not have the requested scope',
      (scope: string) => `The scope "${scope}" is not allowed for this user of your company`,
    ]) {
      const { oauth } = serviceWithout(['report'], false, 'token', 28_800, words);
      expect(await scopesOf(oauth)).toEqual(others);
    }
  });
  it('are not named at all if each is refused', async () => {
    const { oauth, asked } = serviceWithout(SCOPES, false);
    expect(await scopesOf(oauth)).toBeUndefined();
    expect(asked.at(-1)).toBeNull();
  });
});

it.each([['a\r\nx-evil: 1'], ['\u0000'], ['令牌'], [''], [{ a: 1 }]])(
  'a token that no request can carry is a bad answer: %j',
  async (token) => {
    const { oauth } = serviceWithout([], true, token);
    expect(await oauth.request(CLIENT)).toMatchObject({ ok: false, trouble: { kind: 'bad-answer' } });
  },
);

it('a token is taken whatever forms its type and its refresh token have', async () => {
  const text = '{"access_token":"t","token_type":1,"refresh_token":false,"expires_in":null}';
  const oauth = createOAuth({
    baseUrl: 'https://crm.example',
    now: () => 0,
    transport: {
      read: async () => ({ kind: 'answer', status: 200, headers: {}, text, url: '' }),
      push: () => Promise.reject(new Error('no push')),
    },
  });
  expect(await oauth.request(CLIENT)).toMatchObject({
    ok: true,
    token: { accessToken: 't', refreshToken: null },
  });
});

describe('the lifetime of a token', () => {
  it.each([
    [28_800, 28_800_000],
    ['28800', 28_800_000],
    ['28800.0', 28_800_000],
    ['soon', null],
    [{}, null],
  ])('of %j is %s ms', async (lifetime, expiresAt) => {
    const result = await serviceWithout([], true, 'token', lifetime).oauth.request(CLIENT);
    expect(result).toMatchObject({ ok: true, token: { expiresAt } });
  });
});
