/** What a connection that is only tested says about its service. */
import { describe, expect, it } from 'vitest';
import { probe } from '#core/accounts/sign-in/probe';
import type { HttpRequest, HttpResult } from '#core/ports/ports';
import type { Connection } from '#shared/contract/accounts';
import { SCOPES } from '#shared/domain/scopes';

const NOW = '2026-01-01 10:00:00';
const answer = (status: number, body: object): HttpResult => ({
  kind: 'answer',
  status,
  headers: {},
  url: '',
  text: JSON.stringify(body),
});
const ok = (data: object): HttpResult => answer(200, { code: 200, message: 'success', now: NOW, data });
const connection = {
  baseUrl: 'http://127.0.0.1:1',
  headerStyle: 'raw' as const,
  credentials: { kind: 'token' as const, accessToken: ' Bearer t ' },
};
const probed = async (
  answers: (path: string) => HttpResult,
  accessToken = connection.credentials.accessToken,
) => {
  const requests: HttpRequest[] = [];
  const send = async (request: HttpRequest): Promise<HttpResult> => {
    requests.push(request);
    return answers(new URL(request.url).pathname);
  };
  const result = await probe(
    { ...connection, credentials: { kind: 'token', accessToken } },
    { read: send, push: send },
    { now: () => Date.parse('2026-01-01T02:00:00Z') },
  );
  return { result, paths: requests.map(({ url }) => new URL(url).pathname) };
};

describe('the test of a connection', () => {
  it('names each user by nickname, full name or e-mail, otherwise by id', async () => {
    const users = [
      { user_id: 1, nickname: 'Mia', full_name: 'Mia Chen', email: 'mia@x.example' },
      { user_id: 2, nickname: '', full_name: 'Li Wei', email: 'li@x.example' },
      { user_id: 3, email: 'bo@x.example' },
      { user_id: 4, nickname: 4 },
    ];
    const { result } = await probed(() => ok({ list: users, totalItem: 4 }));
    expect(result).toMatchObject({
      ok: true,
      token: { accessToken: 't' },
      serverTime: NOW,
      users: [
        { id: '1', name: 'Mia', email: 'mia@x.example' },
        { id: '2', name: 'Li Wei', email: 'li@x.example' },
        { id: '3', name: 'bo@x.example', email: 'bo@x.example' },
        { id: '4', name: '4', email: '' },
      ],
    });
  });

  it('takes a pasted token without its line breaks, and refuses one that no request can carry', async () => {
    const users = () => ok({ list: [], totalItem: 0 });
    const { result } = await probed(users, 'Bearer abc\r\n  def');
    expect(result).toMatchObject({ ok: true, token: { accessToken: 'abcdef' } });
    for (const token of ['令牌', 'abc\u0000', ' ']) {
      const refused = await probed(users, token);
      expect(refused).toMatchObject({ result: { ok: false, error: { code: 'unauthorized' } }, paths: [] });
    }
  });

  it.each([403, 404])(
    'succeeds without users if their list answers %d and another read works',
    async (status) => {
      const { result, paths } = await probed((path) =>
        path.includes('/user/')
          ? answer(status, { code: status, message: 'no', data: null })
          : ok({ list: [{ company_id: 1, name: 'Acme' }], totalItem: 1 }),
      );
      expect(result).toMatchObject({ ok: true, users: [], withholdsUsers: true });
      expect(paths).toEqual(['/v1/user/list', '/v1/company/list']);
    },
  );

  it('fails at once if the token is refused, and asks nothing else', async () => {
    const { result, paths } = await probed(() => answer(401, { code: 401, message: 'expired', data: null }));
    expect(result).toMatchObject({ ok: false, error: { code: 'unauthorized' } });
    expect(paths).toEqual(['/v1/user/list']);
  });

  it('names the modules that the token does not reach', async () => {
    const token = (claims: object): string =>
      `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`;
    const refused = async (
      credentials: Connection['credentials'],
      granted: string,
      reject = '',
    ): Promise<unknown> => {
      const send = async ({ url, body }: HttpRequest): Promise<HttpResult> => {
        if (!url.includes('/oauth2/')) return ok({ list: [], totalItem: 0 });
        return reject !== '' && body?.includes(reject)
          ? answer(400, { error: 'invalid_scope', error_description: `no ${reject}` })
          : answer(200, { token_type: 'Bearer', access_token: granted });
      };
      const result = await probe(
        { ...connection, credentials },
        { read: send, push: send },
        { now: () => 0 },
      );
      return result.ok ? result.refusedScopes : result.error;
    };
    const pasted = (claims: object) => ({ kind: 'token', accessToken: token(claims) }) as const;
    const client = { kind: 'client', clientId: 'c', clientSecret: 's' } as const;
    const others = SCOPES.filter((scope) => scope !== 'lead' && scope !== 'user');
    expect(await refused(pasted({ scopes: ['user', 'lead'] }), '')).toEqual(others);
    expect(await refused(pasted({}), '')).toEqual([]);
    expect(await refused(client, token({ scopes: ['user', 'lead'] }))).toEqual(others);
    expect(await refused({ ...client, scopes: ['user', 'report'] }, token({ scopes: ['user'] }))).toEqual([
      'report',
    ]);
    expect(await refused(client, 'opaque')).toEqual([]);
    expect(await refused({ ...client, scopes: ['user', 'report'] }, 'opaque', 'report')).toEqual(['report']);
  });
});
