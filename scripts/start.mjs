// npm start: builds if needed, then the desktop app where Electron's binary is to be had, else the browser window.
import { spawn } from 'node:child_process';
import { platform } from 'node:os';
import { join } from 'node:path';
import { findElectron } from './electron-binary.mjs';
import { ensureBuilt, root } from './ensure-build.mjs';

const args = process.argv.slice(2);
const has = (name) => args.includes(name);

const run = (command, commandArgs, options = {}) => {
  const child = spawn(command, commandArgs, { cwd: root, stdio: 'inherit', ...options });
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 0)));
  return child;
};

const openInBrowser = (address) => {
  const [command, ...rest] = platform() === 'darwin' ? ['open'] : platform() === 'win32' ? ['cmd', '/c', 'start', '""'] : ['xdg-open'];
  if (platform() === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return;
  const child = spawn(command, [...rest, address], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined); // no browser to open: the printed address is enough
  child.unref();
};

const startWeb = () => {
  const child = run(process.execPath, ['--enable-source-maps', join(root, 'out', 'main', 'web.js'), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.on('data', (chunk) => {
    process.stdout.write(chunk);
    const address = /http:\/\/\S+/.exec(String(chunk))?.[0];
    if (address && !has('--no-open')) openInBrowser(address);
  });
};

try {
  await ensureBuilt();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
if (has('--web')) startWeb();
else {
  const electron = await findElectron();
  if (electron) run(electron, [...(platform() === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []), root, ...args]);
  else {
    console.error('Electron is not on this machine and could not be fetched: opening Satchel in a browser window instead.');
    startWeb();
  }
}
