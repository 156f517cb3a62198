/**
 * A first copy that is killed in the middle: the next start continues where it was. `killed.test.ts` kills
 * processes at random moments.
 */
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { CLIENT } from '../../support/sync/connection';
import { makeCore, memorySecrets } from '../../support/sync/core-fixture';
import { differences, makeService, ORIGIN } from '../../support/sync/service-fixture';

/** The lists have been read by then, and some of the details. */
const REQUESTS = 90;
const CONNECTION = { baseUrl: ORIGIN, credentials: CLIENT, headerStyle: 'raw', name: 'Test' } as const;

it('[PL9] a first copy that was killed continues where it was, and then equals the service', async () => {
  const service = makeService({ dataset: 20 });
  onTestFinished(() => service.close());
  const secrets = memorySecrets();
  const { seen } = service.wire;
  const first = await makeCore({ transport: service.wire, secrets });
  expect(await first.core.accounts.connect({ ...CONNECTION, selfUserId: null })).toMatchObject({ ok: true });
  // A kill leaves the files as they are, while requests are under way.
  const killed = mkdtempSync(join(tmpdir(), 'satchel-killed-'));
  let asked = 0;
  service.wire.intercept = () => {
    asked += 1;
    if (asked === REQUESTS) cpSync(first.directory, killed, { recursive: true });
    return undefined;
  };
  const beforeKill = seen.length;
  await first.core.accounts.current()!.pull.round();
  service.wire.intercept = null;
  expect(asked).toBeGreaterThan(REQUESTS + 30);
  await first.dispose();

  const beforeStart = seen.length;
  const next = await makeCore({ transport: service.wire, secrets, directory: killed });
  onTestFinished(() => next.dispose());
  await next.core.accounts.current()!.pull.round();
  expect(differences(next.core.accounts.current()!.cache, service.database)).toEqual([]);
  // Of each kind, at most the details under way are read again.
  const later = new Set(seen.slice(beforeStart));
  const detailsAgain = seen
    .slice(beforeKill, beforeKill + REQUESTS)
    .filter((line) => line.includes('/info?') && later.has(line))
    .map((line) => line.replace(/\?.*/, ''));
  expect(detailsAgain).toEqual([...new Set(detailsAgain)]);
  expect(later.size).toBeLessThan(asked);
});
