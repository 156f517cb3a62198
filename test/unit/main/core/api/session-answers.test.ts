/** What an answer of the token route means for a session: only the words of OAuth end it. */
import { describe, expect, it } from 'vitest';
import { createApiClient } from '#core/api/client';
import { createOAuth } from '#core/api/oauth';
import { createServerClock } from '#core/api/server-clock';
import { createSession } from '#core/api/session';
import type { HttpResult, Transport } from '#core/ports/ports';

const HTML = '<!DOCTYPE html><html><body>Authentication required</body></html>';
const CLIENT = { kind: 'client' as const, clientId: 'c', clientSecret: 's', scopes: ['invoices' as const] };
const log = { error: () => undefined, warn: () => undefined, info: () => undefined };
const answer = (status: number, text: string): HttpResult => ({
  kind: 'answer',
  status,
  text,
  headers: { 'content-type': text.startsWith('<') ? 'text/html' : 'application/json' },
  url: 'https://crm.example',
});

/** A session whose requests all get `said`, until it is null: then the service answers. */
const desk = async (said: HttpResult | null) => {
  const facts = { said, now: 1_000_000_000 };
  const read = async ({ url }: { url: string }): Promise<HttpResult> =>
    facts.said ??
    answer(
      200,
      url.includes('oauth2')
        ? '{"access_token":"new","refresh_token":null,"expires_in":"28800"}'
        : '{"code":200,"message":"success","now":"2026-01-01 00:00:00","data":{}}',
    );
  const transport: Transport = { read, push: read };
  const clock = { now: () => facts.now };
  const session = createSession({
    accountId: 'a',
    now: clock.now,
    log,
    oauth: createOAuth({ baseUrl: 'https://crm.example', transport, now: clock.now }),
    secrets: {
      storage: 'memory',
      get: async () => null,
      set: async () => undefined,
      delete: async () => undefined,
    },
  });
  await session.adopt(CLIENT, { accessToken: 'old', refreshToken: null, expiresAt: null });
  const client = createApiClient({
    baseUrl: 'https://crm.example',
    headerStyle: 'raw',
    transport,
    session,
    clock,
    serverClock: createServerClock(),
  });
  return { facts, session, client };
};

const OTHERS: [string, HttpResult][] = [
  ['a 401 page', answer(401, HTML)],
  ['an empty 401', answer(401, '')],
  ['a refusal in an envelope', answer(200, '{"code":1,"msg":"log in to the network"}')],
  ['a 404 in an envelope', answer(404, '{"code":404,"message":"blocked"}')],
  ['words that OAuth does not know', answer(451, '{"error":"blocked"}')],
  ['the login of a network', answer(200, '{"error":"login_required","url":"http://portal"}')],
  ['a fault of the token route', answer(400, '{"error":"server_error"}')],
  ['a token route that is busy', answer(400, '{"error":"temporarily_unavailable"}')],
];

describe('a session', () => {
  it.each(OTHERS)('[AU4] is not ended by %s', async (_, said) => {
    const { facts, session, client } = await desk(said);
    expect((await session.renew('old')).kind).toBe('unreached');
    await client.read('/v1/user/list');
    expect(session.state()).toBe('signed-in');
    facts.said = null;
    expect((await client.read('/v1/user/list')).kind).toBe('ok');
  });

  it('[AU4] is ended by the words of OAuth, and does not go on by itself', async () => {
    for (const word of ['invalid_grant', 'invalid_client', 'access_denied']) {
      const { session } = await desk(answer(400, JSON.stringify({ error: word })));
      expect([word, (await session.renew('old')).kind]).toEqual([word, 'expired']);
      expect([session.state(), session.mayRecover()]).toEqual(['expired', false]);
      session.accepted('old');
      expect(session.state()).toBe('expired');
    }
  });

  it('[AU4] that other answers ended after half an hour goes on when the service accepts its token', async () => {
    const { facts, session, client } = await desk(answer(401, HTML));
    for (let minutes = 0; minutes <= 30; minutes += 10) {
      expect(session.state()).toBe('signed-in');
      await client.read('/v1/lead/list');
      facts.now += 10 * 60_000;
    }
    expect([session.state(), session.mayRecover()]).toEqual(['expired', true]);
    facts.said = null;
    // A path that never refused a token proves nothing.
    expect((await client.read('/v1/user/list')).kind).toBe('ok');
    expect(session.state()).toBe('expired');
    expect((await client.read('/v1/lead/list')).kind).toBe('ok');
    expect([session.state(), session.mayRecover()]).toEqual(['signed-in', false]);
    // The half hour begins anew the next time, and after a long time without such an answer.
    for (const hours of [0, 2]) {
      facts.now += hours * 3_600_000;
      facts.said = answer(401, HTML);
      expect((await session.renew('old')).kind).toBe('unreached');
    }
  });

  it('takes a token whose answer has no type, no refresh token, or digits for a number', async () => {
    const { facts, session } = await desk(null);
    expect((await session.renew('old')).kind).toBe('renewed');
    expect([session.token(), session.state()]).toEqual(['new', 'signed-in']);
    facts.said = answer(200, '{"access_token":"later"}');
    expect((await session.renew('new')).kind).toBe('renewed');
    expect(session.token()).toBe('later');
  });

  it('keeps its refresh token if the answer has an empty one', async () => {
    const { facts, session } = await desk(answer(200, '{"access_token":"new","refresh_token":""}'));
    await session.adopt(
      { kind: 'password', clientId: 'c', clientSecret: 's', username: 'mia@x.example', password: 'p' },
      { accessToken: 'old', refreshToken: 'again', expiresAt: null },
    );
    expect((await session.renew('old')).kind).toBe('renewed');
    facts.said = answer(200, '{"access_token":"later","refresh_token":""}');
    expect((await session.renew('new')).kind).toBe('renewed');
    expect([session.token(), session.state()]).toEqual(['later', 'signed-in']);
  });
});
