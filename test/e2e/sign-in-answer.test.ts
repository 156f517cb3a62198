/** The window shows an account as soon as it is open, which may be before the sign-in is answered. */
import { describe, expect, it } from 'vitest';
import { browserPath, goToHash } from '../support/browser';
import { makeDesk } from '../support/desk';
import { connectAndCopy, PASSWORD } from '../support/outbox-window';
import { startServiceProcess } from '../support/processes';

describe.skipIf(!browserPath)('the answer to a command on accounts', () => {
  const desk = makeDesk();

  it('is remembered for the next form, although the form is gone when it comes', async () => {
    const service = await startServiceProcess(['--port', '0', '--memory', '--dataset', '20']);
    desk.alsoClose(() => service.stop());
    const { page, app, core } = await desk.open();
    // The keychain takes its time: the answer comes after the account is open.
    let asked: string | undefined;
    await page.routeWebSocket(/.*/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((frame) => {
        const text = String(frame);
        if (text.includes('accounts/connect')) asked = /"i":"?(\w+)/.exec(text)?.[1];
        server.send(frame);
      });
      server.onMessage((frame) => {
        const isAnswer = asked !== undefined && /"i":"?(\w+)/.exec(String(frame))?.[1] === asked;
        setTimeout(() => socket.send(frame), isAnswer ? 2000 : 0);
      });
    });
    await page.goto(app.url);
    await page.getByLabel('CRM address').fill(service.url);
    await page.locator('input[type="email"]').fill(PASSWORD.username);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD.password);
    await page.getByText('Advanced').click();
    await page.getByLabel('Client ID', { exact: true }).fill(PASSWORD.clientId);
    await page.getByLabel('Client secret').fill(PASSWORD.clientSecret);
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByRole('button', { name: 'Download my data' }).click();
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    expect(asked).toBeDefined();
    await expect
      .poll(async () => (await core.accounts.state()).settings.signIns, { timeout: 10_000 })
      .toMatchObject(
        Object.fromEntries([
          [
            (await core.accounts.state()).account?.id,
            { username: PASSWORD.username, clientId: PASSWORD.clientId },
          ],
        ]),
      );
  });

  it('that says that the disk is full does not promise to continue by itself', async () => {
    const { page, app, core } = await desk.open();
    const asked = new Set<string | undefined>();
    const idOf = (frame: unknown): string | undefined => /"i":"?(\w+)/.exec(String(frame))?.[1];
    await page.routeWebSocket(/.*/, (socket) => {
      const server = socket.connectToServer();
      const refusal = { json: { ok: false, error: { code: 'disk-full' } } };
      socket.onMessage((frame) => {
        if (!/accounts\/open(Demo)?"/.test(String(frame))) return server.send(frame);
        asked.add(idOf(frame));
        socket.send(JSON.stringify({ i: idOf(frame), p: { b: refusal } }));
      });
      server.onMessage((frame) => socket.send(frame));
    });
    await page.goto(app.url);
    const note = () => page.getByRole('alert').filter({ hasText: 'The disk is full' });
    await page.getByRole('button', { name: 'Open the demo' }).click();
    expect(await note().innerText()).toContain('then try again');

    const service = await startServiceProcess(['--port', '0', '--memory', '--dataset', '20']);
    desk.alsoClose(() => service.stop());
    await core.accounts.openDemo();
    await connectAndCopy(core, service.url);
    await goToHash(page, '#/settings?tab=account');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    expect(await note().innerText()).toContain('then try again');
    expect(asked.size).toBe(2);
  });
});
