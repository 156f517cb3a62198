/** The window shows an account as soon as it is open, which may be before the sign-in is answered. */
import { describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser';
import { makeDesk } from '../support/desk';
import { PASSWORD } from '../support/outbox-window';
import { startServiceProcess } from '../support/processes';

describe.skipIf(!browserPath)('a sign-in whose answer comes late', () => {
  const desk = makeDesk();

  it('is remembered for the next form, although the form is gone when the answer comes', async () => {
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
    await page.getByLabel('Service address').fill(service.url);
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
});
