/**
 * A process that requests one hostile answer from a service and classifies it as the app does: `read`,
 * `list`, `token` or `push`, then the address. Prints the outcome, the peak memory of this process, and the
 * time it took.
 */
import { classifyRead } from '#core/api/classify-read';
import type { ApiClient } from '#core/api/client';
import { createOAuth } from '#core/api/oauth';
import { readPage } from '#core/api/read-page';
import { classifyPush } from '#core/outbox/delivery/classify-push';
import { createNodeTransport } from '#node/transport';

const [how = '', url = ''] = process.argv.slice(2);
const transport = createNodeTransport();
const request = { url, headers: {}, timeoutMs: 20_000 };

const judge = async (): Promise<unknown> => {
  switch (how) {
    case 'read':
      return classifyRead(await transport.read({ ...request, method: 'GET' }), Date.now());
    case 'list': {
      const read: ApiClient['read'] = async () =>
        classifyRead(await transport.read({ ...request, method: 'GET' }), Date.now());
      return readPage({ read } as ApiClient, '/', {}, 'order_id');
    }
    case 'token':
      return createOAuth({ baseUrl: url, transport, now: Date.now }).request({
        kind: 'client',
        clientId: 'x',
        clientSecret: 'y',
      });
    default:
      return classifyPush(
        await transport.push({ ...request, method: 'POST', body: '{}' }),
        { kind: 'lead', schema: 1, target: null, fields: {}, children: [] },
        Date.now(),
      );
  }
};

const startedAt = Date.now();
const outcome = await judge().catch((error: Error) => ({ kind: 'thrown', detail: error.message }));
const { maxRSS } = process.resourceUsage();
const brief = JSON.stringify(outcome, (key, value: unknown) =>
  ['text', 'body', 'data', 'raws'].includes(key) ? undefined : value,
);
process.stdout.write(
  JSON.stringify({
    outcome: JSON.parse(brief) as unknown,
    peakMb: Math.round(maxRSS / 1024),
    tookMs: Date.now() - startedAt,
  }),
);
await transport.close();
process.exit(0);
