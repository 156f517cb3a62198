import { spawn } from 'node:child_process';
import { platform } from 'node:os';

interface Started {
  stdin: { on(event: 'error', listener: () => void): unknown; end(text: string): unknown } | null;
  on(event: 'error', listener: () => void): unknown;
  unref(): void;
}
interface Options {
  system?: NodeJS.Platform;
  env?: NodeJS.ProcessEnv;
  start?: (command: string, args: readonly string[], reads: boolean) => Started;
}

const startProgram = (command: string, args: readonly string[], reads: boolean): Started =>
  spawn(command, args, { stdio: [reads ? 'pipe' : 'ignore', 'ignore', 'ignore'], detached: true });

/**
 * Opens an address in the default browser; does nothing on a machine without a display or a browser. The address
 * contains the secret of this launch. On macOS other users can read command lines, so it is given as input. On Linux a
 * browser takes it only as an argument; there a connection of another user is refused (`peer-user.ts`).
 */
export const openInBrowser = (
  address: string,
  { system = platform(), env = process.env, start = startProgram }: Options = {},
): void => {
  if (system === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return;
  const [command, args, input] = openerOf(system, address);
  const child = start(command, args, input !== '');
  // No browser to open: the printed address is enough.
  child.on('error', () => undefined);
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  child.unref();
};

/** A program, its arguments, and what it reads. */
const openerOf = (system: NodeJS.Platform, address: string): [string, string[], string] => {
  if (system === 'darwin') return ['osascript', ['-'], `open location "${address}"\n`];
  return system === 'win32'
    ? ['rundll32', ['url.dll,FileProtocolHandler', address], '']
    : ['xdg-open', [address], ''];
};
