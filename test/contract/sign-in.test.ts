/** The OAuth endpoint, tokens, profiles, and codes as HTTP statuses. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { withPeer, type Answer, type Peer } from './peer';

const CLIENT = { client_id: 'demo-client', client_secret: 'demo-secret' };
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const PASSWORD = {
  ...CLIENT,
  grant_type: 'password',
  username: 'rep@demo.example',
  password: sha256('demo-password'),
};
const grant = (peer: Peer, form: Record<string, string>, path = 'access_token'): Promise<Answer> =>
  peer.ask(`/v1/oauth2/${path}`, {}, { token: null, form });

describe('sign-in', () => {
  const peer = withPeer({ tokenTtlSeconds: 600 });

  test('[oauth] client_credentials answers bare, without a refresh token, as form and as JSON', async () => {
    const form = await grant(peer, {
      ...CLIENT,
      grant_type: 'client_credentials',
      scope: 'company invoices',
    });
    expect(form.body).toEqual({
      token_type: 'Bearer',
      expires_in: expect.any(Number),
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    });
    const json = await peer.ask(
      '/v1/oauth2/access_token',
      {},
      { token: null, raw: JSON.stringify({ ...CLIENT, grant_type: 'client_credentials' }) },
    );
    expect(json.body.access_token).toBeTypeOf('string');
  });

  test('[oauth] password mode takes the SHA-256 of the password and answers a refresh token that works', async () => {
    const first = (await grant(peer, PASSWORD)).body;
    expect(first.refresh_token).toBeTypeOf('string');
    const next = (
      await grant(
        peer,
        { ...CLIENT, grant_type: 'refresh_token', refresh_token: first.refresh_token },
        'refresh_token',
      )
    ).body;
    expect(next.access_token).not.toBe(first.access_token);
    expect((await peer.ask('/v1/user/list', {}, { token: next.access_token })).status).toBe(200);
  });

  test('[oauth] asking again within the lifetime does not extend it', async () => {
    const first = (await grant(peer, PASSWORD)).body;
    peer.skewMs += 60_000;
    const again = (await grant(peer, PASSWORD)).body;
    expect(again.access_token).toBe(first.access_token);
    expect(again.expires_in).toBeLessThanOrEqual(first.expires_in - 59);
  });

  test('[E8] a person who signs in twice on a day counts as one who signed in', async () => {
    const today = (await peer.ask('/v1/warehouse/list')).body.now.slice(0, 10);
    const signIns = async (): Promise<number> => {
      await grant(peer, PASSWORD);
      const dates = { start_date: today, end_date: '2100-01-01' };
      return (await peer.push('/v1/report/info', { key: 'xs1', ...dates })).body.data.login_count;
    };
    const first = await signIns();
    expect(first).toBeGreaterThan(0);
    expect(await signIns()).toBe(first);
  });

  for (const [error, form] of [
    ['invalid_client', { ...PASSWORD, client_secret: 'x' }],
    ['invalid_grant', { ...PASSWORD, password: 'demo-password' }],
    ['invalid_grant', { ...PASSWORD, username: 'nobody@x.example' }],
    ['invalid_scope', { ...CLIENT, grant_type: 'client_credentials', scope: 'everything' }],
    ['unsupported_grant_type', { ...CLIENT, grant_type: 'magic' }],
  ] as const) {
    test(`[oauth] ${error} is a bare failure with HTTP 400 (${Object.values(form).join(' ').slice(0, 40)})`, async () => {
      const answer = await grant(peer, form);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        error,
        error_description: expect.any(String),
        message: expect.any(String),
      });
      expect(answer.body).not.toHaveProperty('code');
    });
  }

  test('[auth] raw and Bearer forms are both accepted; none, unknown and expired ones are 401', async () => {
    const token = (await grant(peer, PASSWORD)).body.access_token;
    for (const header of [token, `Bearer ${token}`])
      expect((await peer.ask('/v1/user/list', {}, { token: header })).body.code).toBe(200);
    for (const header of [null, 'x.y.z']) {
      const answer = await peer.ask('/v1/purchaseOrder/list', {}, { token: header });
      expect(answer.status).toBe(401);
      expect(answer.body.error).toBe('access_denied');
    }
    peer.skewMs += 601_000;
    expect((await peer.ask('/v1/user/list', {}, { token })).status).toBe(401);
  });
});

describe('profile contract', () => {
  const peer = withPeer({ profile: 'contract' });

  test('[profile] only E2, E8 and E10 demand the header', async () => {
    const open = (path: string): Promise<Answer> => peer.ask(path, {}, { token: null });
    for (const path of [
      '/v1/dynamic/trail/list',
      '/v1/invoices/order/list',
      '/v1/invoices/quotation/list',
      '/v1/user/list',
    ])
      expect((await open(path)).body.code, path).toBe(200);
    expect(
      (await peer.ask('/v1/company/pushCompanyAndCustomers', {}, { token: null, raw: '{"pool_id":0}' })).body
        .code,
    ).toBe(200);
    expect((await open('/v1/purchaseOrder/list')).status).toBe(401);
    for (const path of ['/v1/lead/push', '/v1/report/info'])
      expect((await peer.ask(path, {}, { token: null, raw: '{"a":1}' })).status, path).toBe(401);
    expect((await peer.ask('/v1/purchaseOrder/list')).body.code).toBe(200);
  });

  test('[profile] optional endpoints answer 404', async () => {
    for (const path of [
      'company/info',
      'company/query',
      'lead/info',
      'invoices/receiptRegistration/list',
      'invoices/receiptRegistration/info',
      'invoices/order/info',
      'invoices/quotation/info',
      'product/list',
      'opportunity/list',
    ])
      expect((await peer.ask(`/v1/${path}`)).status, path).toBe(404);
    expect((await peer.ask('/v1/dynamic/trail/push', {}, { raw: '{"content":"x"}' })).status).toBe(404);
  });
});

describe('codes as statuses', () => {
  const peer = withPeer({ httpErrors: true });
  test('[http-errors] the code is the HTTP status too', async () => {
    const answer = await peer.ask('/v1/invoices/outbound/info');
    expect([answer.status, answer.body.code]).toEqual([400, 400]);
    expect((await peer.push('/v1/lead/push', { lead_id: 5, name: 'x' })).status).toBe(404);
  });
});
