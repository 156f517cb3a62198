// Runs the built desktop shell (argv[2]) against the double, plays a short session, and prints what happened as one JSON line.
import { registerHooks } from 'node:module';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';

const double = new URL('./electron-double.mjs', import.meta.url).href;
registerHooks({ resolve: (specifier, context, next) => (specifier === 'electron' ? { url: double, shortCircuit: true } : next(specifier, context)) });
const { app, connectWindow, seen, BrowserWindow } = await import(double);

const until = async (condition) => {
  for (let i = 0; i < 600 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 50));
  if (!condition()) throw new Error(`the shell did not get there: ${JSON.stringify({ errors: seen.errors, exits: seen.exits })}`);
};

const script = process.argv[2];
process.argv = [process.argv[0], script, '--demo', '--some-chromium-switch=1'];
await import(script);
await until(() => seen.loaded.length > 0);

const client = createORPCClient(new RPCLink({ port: connectWindow() }));
const state = await client.accounts.state();
const columns = await client.records.columns({ resource: 'order' });
const badInput = await client.records.columns({ resource: 'nonsense' }).then(() => 'accepted', (error) => error.code);

const strange = createORPCClient(new RPCLink({ port: connectWindow('https://evil.example/') }));
const foreign = await Promise.race([strange.accounts.state().then(() => 'answered'), new Promise((resolve) => setTimeout(() => resolve('silent'), 500))]);

const serve = seen.handlers.get('satchel-app');
const page = await serve(new Request('satchel-app://app/'));
const traversal = await serve(new Request('satchel-app://app/..%2f..%2fpackage.json'));
const otherHost = await serve(new Request('satchel-app://other/'));

const { webContents } = BrowserWindow.getAllWindows()[0];
let navigated = true;
webContents.emit('will-navigate', { preventDefault: () => (navigated = false) });
const opened = ['https://example.com/', 'javascript:alert(1)', 'file:///etc/passwd'].map((url) => webContents.openHandler({ url }).action);

const result = {
  account: state.account?.id, tokenStorage: state.tokenStorage, shell: state.shell, columns: columns.length, badInput, foreign, navigated, opened, openedOutside: seen.opened,
  sandboxed: seen.sandboxed, webPreferences: { ...seen.windowOptions.webPreferences, preload: undefined }, loaded: seen.loaded,
  policy: page.headers.get('content-security-policy'), page: await page.text(), traversal: traversal.status, otherHost: otherHost.status,
  permission: { check: seen.permissions.check(), device: seen.permissions.device(), request: await new Promise((resolve) => seen.permissions.request(null, 'media', resolve)) },
};
const ended = new Promise((resolve) => app.once('double-exit', resolve));
app.quit();
result.exitCode = await ended;
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
