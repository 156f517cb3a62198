/** What the worker asks of the shell, and how a refusal reaches it. */
import { expect, it } from 'vitest';
import type { FromWorkerRequest } from '../../../../src/main/core-messages';
import { createShellRequests, refusalOf } from '#node/shell-requests';

it('a refusal keeps the code of the system, so that a full disk is not taken for a locked keychain', async () => {
  const said: FromWorkerRequest[] = [];
  const requests = createShellRequests((message) => said.push(message));
  const refused = (error: unknown): Promise<unknown> => {
    const asked = requests.ask({ type: 'secret', operation: 'delete', key: 'k' });
    requests.answer({ id: said.at(-1)?.id ?? 0, value: null, ...refusalOf(error) });
    return asked.catch((cause: unknown) => cause);
  };
  expect(await refused(Object.assign(new Error('no space'), { code: 'ENOSPC' }))).toMatchObject({
    message: 'no space',
    code: 'ENOSPC',
  });
  expect(await refused(new Error('locked'))).toEqual(new Error('locked'));
  expect(await refused('x')).toEqual(new Error('the shell refused'));
});

it('after the shell ended, no request waits for an answer that never comes', async () => {
  const said: FromWorkerRequest[] = [];
  const requests = createShellRequests((message) => said.push(message));
  const ask = () => requests.ask({ type: 'secret', operation: 'get', key: 'k' });
  const pending = ask();
  requests.end();
  await expect(pending).rejects.toThrow('the shell is closing');
  await expect(ask()).rejects.toThrow('the shell is closing');
  expect(said).toHaveLength(1);
});
