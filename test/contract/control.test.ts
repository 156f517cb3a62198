/**
 * `/_control/*`: network faults, changes made directly at the service, and the request log that tests count.
 */
import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { WireFault, type Fault } from '#service/control/faults';
import { withPeer } from './peer';

const LEAD = '/v1/lead/push';

describe('control', () => {
  const peer = withPeer({ control: true });
  const arm = async (fault: Fault): Promise<void> => {
    expect((await peer.ask('/_control/faults', {}, { raw: JSON.stringify(fault) })).status).toBe(200);
  };
  const leads = (): number => peer.service.truth('lead').length;
  /** One request by node:http, which unlike fetch sends no second POST after a 421. */
  const send = (method: string, path: string, body = '', agent?: Agent): Promise<number> =>
    new Promise((resolve, reject) => {
      const sent = request(
        `${peer.url}${path}`,
        { ...(agent ? { agent } : {}), method, headers: { authorization: peer.token } },
        (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
        },
      );
      sent.on('error', reject).end(body);
    });
  afterEach(() => peer.ask('/_control/faults', {}, { method: 'DELETE' }));

  test('[control] a reset before commit leaves nothing, a lost answer leaves the record, and the log tells them apart', async () => {
    const before = leads();
    await peer.ask('/_control/requests', {}, { method: 'DELETE' });
    await arm({ kind: 'reset', path: LEAD });
    await expect(peer.push(LEAD, { name: 'never' })).rejects.toThrow();
    expect(leads()).toBe(before);
    await arm({ kind: 'lost', path: LEAD });
    await expect(peer.push(LEAD, { name: 'there' })).rejects.toThrow();
    expect(leads()).toBe(before + 1);
    const log = (await peer.ask('/_control/requests')).body;
    expect(
      log.map((entry: { method: string; path: string; committed: boolean; outcome: string }) => [
        entry.method,
        entry.path,
        entry.committed,
        entry.outcome,
      ]),
    ).toEqual([
      ['POST', LEAD, false, 'reset'],
      ['POST', LEAD, true, 'lost'],
    ]);
    expect(log[0].bodyHash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('[control] a torn body breaks off, after commit', async () => {
    const before = leads();
    await arm({ kind: 'torn', path: LEAD });
    await expect(peer.push(LEAD, { name: 'torn' })).rejects.toThrow();
    expect(leads()).toBe(before + 1);
  });

  test('[control] stops answering until the client gives up', async () => {
    await arm({ kind: 'stall', path: '/v1/user/list' });
    await expect(
      fetch(`${peer.url}/v1/user/list`, {
        headers: { authorization: peer.token },
        signal: AbortSignal.timeout(300),
      }),
    ).rejects.toThrow();
    expect((await peer.ask('/v1/user/list')).status).toBe(200);
  });

  test('[control] adds latency', async () => {
    await arm({ kind: 'latency', delayMs: 200 });
    const started = performance.now();
    await peer.data('/v1/user/list');
    expect(performance.now() - started).toBeGreaterThanOrEqual(195);
  });

  for (const [status, more] of [
    [500, {}],
    [503, { retryAfter: '7' }],
    [429, { retryAfter: '2' }],
    [401, {}],
  ] as const) {
    test(`[control] answers ${status} for the next n matching requests, without effect`, async () => {
      const before = leads();
      await arm({ kind: 'status', status, times: 2, method: 'POST', path: LEAD, ...more });
      expect((await peer.ask('/v1/user/list')).status).toBe(200);
      for (let i = 0; i < 2; i += 1) {
        const answer = await peer.push(LEAD, { name: 'x' });
        expect(answer.status).toBe(status);
        expect(answer.headers.get('retry-after')).toBe('retryAfter' in more ? more.retryAfter : null);
      }
      expect(leads()).toBe(before);
      expect((await peer.push(LEAD, { name: 'x' })).status).toBe(200);
    });
  }

  test('[control] answers 421 once, and a client that sends again finds the service', async () => {
    const before = leads();
    await arm({ kind: 'status', status: 421, path: LEAD });
    expect([await send('POST', LEAD, '{"name":"x"}'), leads()]).toEqual([421, before]);
    expect([await send('POST', LEAD, '{"name":"x"}'), leads()]).toEqual([200, before + 1]);
  });

  test('[control] answers a captive portal page and redirects', async () => {
    await arm({ kind: 'html' });
    const page = await peer.ask('/v1/user/list');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    for (const status of [302, 307]) {
      await arm({ kind: 'redirect', status, location: '/v1/user/list' });
      const answer = await peer.push(LEAD, { name: 'x' });
      expect([answer.status, answer.headers.get('location')]).toEqual([status, '/v1/user/list']);
    }
  });

  test('[control] pages are reordered and shifted', async () => {
    const ids = async (): Promise<string> =>
      (await peer.data('/v1/invoices/order/list', { count: 20 })).list
        .map((item: { order_id: unknown }) => String(item.order_id))
        .join();
    const plain = await ids();
    await arm({ kind: 'shuffle', path: '/v1/invoices/order/list' });
    expect(await ids()).not.toBe(plain);
    await arm({ kind: 'shift', by: 3 });
    expect((await ids()).split(',').slice(0, 5)).toEqual(plain.split(',').slice(3, 8));
    expect(await ids()).toBe(plain);
  });

  test('[control] a record is changed, deleted, brought back', async () => {
    const [first] = peer.service.truth('order').filter((record) => !record.removed && !record.draft);
    const act = async (action: string, more = {}): Promise<void> => {
      expect(
        (
          await peer.ask(
            `/_control/${action}`,
            {},
            { raw: JSON.stringify({ resource: 'order', id: first!.id, ...more }) },
          )
        ).status,
      ).toBe(200);
    };
    await act('touch', { patch: { name: 'Changed by a colleague' } });
    const [newest] = (await peer.data('/v1/invoices/order/list', { count: 1 })).list;
    expect([String(newest.order_id), newest.name]).toEqual([first!.id, 'Changed by a colleague']);
    const total = (await peer.data('/v1/invoices/order/list')).count;
    await act('remove');
    expect((await peer.data('/v1/invoices/order/list')).count).toBe(total - 1);
    expect(
      String((await peer.data('/v1/invoices/order/list', { removed: 1, count: 1 })).list[0].order_id),
    ).toBe(first!.id);
    expect((await peer.data('/v1/invoices/order/info', { order_id: first!.id })).name).toBe(
      'Changed by a colleague',
    );
    await act('restore');
    expect((await peer.data('/v1/invoices/order/list')).count).toBe(total);
  });

  test('[control] an idle keep-alive connection is closed as a POST arrives, and only a reused one', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const before = leads();
    await arm({ kind: 'idle-close' });
    expect(await send('POST', LEAD, '{"name":"fresh connection"}', agent)).toBe(200);
    await expect(send('POST', LEAD, '{"name":"reused"}', agent)).rejects.toMatchObject({
      code: 'ECONNRESET',
    });
    expect(leads()).toBe(before + 1);
    agent.destroy();
  });

  test('[control] in process a wire fault is thrown with what happened to the request', async () => {
    peer.service.faults.add({ kind: 'lost', path: LEAD });
    const thrown = await peer.service
      .fetch(
        new Request('http://service.local/v1/lead/push', {
          method: 'POST',
          headers: { authorization: peer.token },
          body: '{"name":"x"}',
        }),
      )
      .catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(WireFault);
    expect(thrown).toMatchObject({ kind: 'lost', committed: true });
  });

  test('[control] truth holds every record, and expired tokens are refused', async () => {
    expect((await peer.ask('/_control/truth/purchaseOrder')).body).toHaveLength(500);
    await peer.ask('/_control/expire-tokens', {}, { raw: '{}' });
    expect((await peer.ask('/v1/user/list')).status).toBe(401);
  });

  test('[control] expired access tokens can be renewed, unless the refresh tokens expired too', async () => {
    const client = { client_id: 'demo-client', client_secret: 'demo-secret' };
    const token = (form: Record<string, string>, path = 'access_token') =>
      peer.ask(`/v1/oauth2/${path}`, {}, { token: null, form: { ...client, ...form } });
    const password = createHash('sha256').update('demo-password').digest('hex');
    const grant = async () =>
      (await token({ grant_type: 'password', username: 'rep@demo.example', password })).body;
    const renew = ({ refresh_token }: { refresh_token: string }) =>
      token({ grant_type: 'refresh_token', refresh_token }, 'refresh_token');
    await peer.ask('/_control/expire-tokens', {}, { raw: '{"refresh":true}' });
    const held = await grant();
    await peer.ask('/_control/expire-tokens', {}, { raw: '{}' });
    expect((await peer.ask('/v1/user/list', {}, { token: held.access_token })).status).toBe(401);
    const renewed = (await renew(held)).body;
    expect((await peer.ask('/v1/user/list', {}, { token: renewed.access_token })).status).toBe(200);
    await peer.ask('/_control/expire-tokens', {}, { raw: '{"refresh":true}' });
    expect((await renew(renewed)).body.access_token).toBeUndefined();
  });
});

describe('without control', () => {
  const peer = withPeer();
  test('[control] is absent unless asked for', async () => {
    expect((await peer.ask('/_control/requests')).status).toBe(404);
  });
});
