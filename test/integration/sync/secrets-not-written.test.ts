/** Where the secrets of a connection must not be. `hostile-input.test.ts` looks at the whole app. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { PASSWORD } from '../../support/sync/connection';
import { makeCore } from '../../support/sync/core-fixture';
import { makeService, ORIGIN } from '../../support/sync/service-fixture';

it('[AU6 SEC20] token, client secret and password are in no file, log line or diagnostics', async () => {
  const service = makeService({ dataset: 5 });
  onTestFinished(() => service.close());
  const fixture = await makeCore({ transport: service.wire });
  onTestFinished(() => fixture.dispose());
  const { core, directory, log } = fixture;
  const connection = { baseUrl: ORIGIN, headerStyle: 'raw', name: 'Test', selfUserId: null } as const;
  expect(await core.accounts.connect({ ...connection, credentials: PASSWORD })).toMatchObject({ ok: true });
  // Errors are where secrets leak.
  const wrong = { ...PASSWORD, password: 'CANARY-wrong-password' };
  expect(await core.accounts.connect({ ...connection, credentials: wrong })).toMatchObject({ ok: false });
  const workspace = core.accounts.current()!;
  await workspace.pull.round();
  const token = workspace.session.token()!;
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['accounts.json', 'outbox.db']));
  const written = new Map([
    ['log', Buffer.from(JSON.stringify(log.lines))],
    ['diagnostics', Buffer.from(JSON.stringify([workspace.client.requests(), workspace.pull.state()]))],
    ...files.map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name))] as const),
  ]);
  for (const secret of [token, PASSWORD.clientSecret, PASSWORD.password, 'CANARY'])
    for (const [name, content] of written) expect([name, content.includes(secret)]).toEqual([name, false]);
});
