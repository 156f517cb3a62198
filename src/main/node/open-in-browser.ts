import { spawn } from 'node:child_process';
import { platform } from 'node:os';

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the default browser; does nothing on a machine without a display or a browser. */
export const openInBrowser = (address: string): void => {
  if (platform() === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return;
  const [command, ...rest] = openers[platform()] ?? ['xdg-open'];
  const child = spawn(command, [...rest, address], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined); // no browser to open: the printed address is enough
  child.unref();
};
