/** What a connection that is only tested says about its service. */
import { describe, expect, it } from 'vitest';
import { probe } from '#core/accounts/sign-in/probe';
import type { HttpRequest, HttpResult } from '#core/ports/ports';

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
const probed = async (answers: (path: string) => HttpResult) => {
  const requests: HttpRequest[] = [];
  const send = async (request: HttpRequest): Promise<HttpResult> => {
    requests.push(request);
    return answers(new URL(request.url).pathname);
  };
  const result = await probe(
    connection,
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

  it.each([403, 404])(
    'succeeds without users if their list answers %d and another read works',
    async (status) => {
      const { result, paths } = await probed((path) =>
        path.includes('/user/')
          ? answer(status, { code: status, message: 'no', data: null })
          : ok({ list: [{ company_id: 1, name: 'Acme' }], totalItem: 1 }),
      );
      expect(result).toMatchObject({ ok: true, users: [] });
      expect(paths).toEqual(['/v1/user/list', '/v1/company/list']);
    },
  );

  it('fails at once if the token is refused, and asks nothing else', async () => {
    const { result, paths } = await probed(() => answer(401, { code: 401, message: 'expired', data: null }));
    expect(result).toMatchObject({ ok: false, error: { code: 'unauthorized' } });
    expect(paths).toEqual(['/v1/user/list']);
  });
});
