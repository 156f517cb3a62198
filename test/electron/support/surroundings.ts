/**
 * The environment of a desktop app on Linux: a display, a D-Bus session and a keyring, each in its own
 * process that the tests start and stop. Other systems provide them.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { asAppUser } from './stage.mjs';
import { until } from './until';

const isLinux = process.platform === 'linux';
const stage = process.env.SATCHEL_ELECTRON_STAGE ?? '';
const READY_MS = 20_000;

/**
 * The environment of every program that is started here. It inherits no variable of the tests except the
 * core's Node.
 */
export const scrubbedEnv = (added: Readonly<Record<string, string>> = {}): Record<string, string> => {
  if (!isLinux) return { ...(process.env as Record<string, string>), ...added };
  const { SATCHEL_NODE_FOR_CORE } = process.env;
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: join(stage, 'home'),
    LANG: 'en_US.UTF-8',
    ...(SATCHEL_NODE_FOR_CORE === undefined ? {} : { SATCHEL_NODE_FOR_CORE }),
    ...added,
  };
};

const runAsAppUser = (command: readonly string[]): string => {
  const [program = '', ...args] = [...asAppUser, ...command];
  return execFileSync(program, args, { encoding: 'utf8', env: scrubbedEnv() });
};

/** A folder that the app's user may write to. */
export const freshFolder = (name: string): string =>
  isLinux
    ? runAsAppUser(['mktemp', '-d', join(stage, 'data', `${name}-XXXXXX`)]).trim()
    : mkdtempSync(join(tmpdir(), `satchel-${name}-`));

/** A copy that the app's user may write to. */
export const copyFolder = (from: string, name: string): string => {
  const to = freshFolder(name);
  runAsAppUser(['cp', '-r', `${from}/.`, to]);
  return to;
};

interface Started {
  process: ChildProcess;
  /** The first line that it printed. */
  line: string;
}

const startAndRead = (
  command: readonly string[],
  { env, input }: { env: Record<string, string>; input?: string },
): Promise<Started> =>
  new Promise((resolve, reject) => {
    const [program = '', ...args] = command;
    const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    // A program that reads no input may already have closed it.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`${program} was not ready in ${READY_MS} ms: ${said}`));
    }, READY_MS);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${command.join(' ')} ended with ${code}: ${said}`)));
    createInterface(child.stdout).once('line', (line) => {
      clearTimeout(timer);
      resolve({ process: child, line });
    });
  });

/** Variables for the environment of the app, and a function that stops what they refer to. */
export interface Surrounding {
  env: Record<string, string>;
  stop(): void;
}
const none: Surrounding = { env: {}, stop: () => undefined };

export const startDisplay = async (size = '1600x1000'): Promise<Surrounding> => {
  if (!isLinux) return none;
  // In namespaces of the tests nobody else can connect, and the lock files of other displays mean nothing.
  const shared =
    process.env.SATCHEL_ELECTRON_ISOLATED === '1' && process.getuid?.() === 0 ? ['-nolock', '-ac'] : [];
  const screen = ['-screen', '0', `${size}x24`];
  const { process: server, line } = await startAndRead(
    ['Xvfb', '-displayfd', '1', ...shared, '-nolisten', 'tcp', ...screen],
    { env: scrubbedEnv() },
  );
  return { env: { DISPLAY: `:${line.trim()}` }, stop: () => void server.kill() };
};

/** The keyring: an open one, a locked one that nobody unlocks, or none. */
export type KeyringState = 'unlocked' | 'locked' | 'none';

/**
 * A bus that starts no service by itself: without a keyring none appears, and no password is asked for. The
 * tests may run as another user than the app.
 */
const BUS_CONFIG = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
    <allow user="*"/>
  </policy>
</busconfig>
`;
const SECRETS = '/org/freedesktop/secrets';
const LOGIN_KEYRING = `${SECRETS}/collection/login`;

const askSecrets = (env: Record<string, string>, path: string, ...call: readonly string[]): string => {
  const [program, ...args] = [...asAppUser, 'dbus-send', '--session', '--print-reply'];
  return execFileSync(program, [...args, '--dest=org.freedesktop.secrets', path, ...call], {
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
};
const isLocked = (env: Record<string, string>): boolean =>
  askSecrets(
    env,
    LOGIN_KEYRING,
    ...['org.freedesktop.DBus.Properties.Get', 'string:org.freedesktop.Secret.Collection', 'string:Locked'],
  ).includes('boolean true');

const startKeyring = async (
  bus: Record<string, string>,
  { folder, locked }: { folder: string; locked: boolean },
): Promise<ChildProcess> => {
  const env = scrubbedEnv({ ...bus, XDG_DATA_HOME: folder });
  const daemon = ['gnome-keyring-daemon', '--foreground', '--unlock', '--components=secrets'];
  const started = await startAndRead([...asAppUser, ...daemon], { env, input: 'password of the tests' });
  await until(() => !isLocked(env), 'the keyring answers');
  if (locked) {
    askSecrets(env, SECRETS, 'org.freedesktop.Secret.Service.Lock', `array:objpath:${LOGIN_KEYRING}`);
    await until(() => isLocked(env), 'the keyring is locked');
  }
  return started.process;
};

/**
 * A D-Bus session with such a keyring. `folder` stores the file of the keyring for later sessions; `desktop`
 * is the name of the desktop.
 */
export const startSession = async (
  state: KeyringState,
  folder = freshFolder('keyring'),
  desktop = state === 'none' ? '' : 'GNOME',
): Promise<Surrounding> => {
  if (!isLinux) return none;
  const config = join(stage, 'bus.conf');
  writeFileSync(config, BUS_CONFIG, { mode: 0o644 });
  const { process: daemon, line } = await startAndRead(
    [
      ...asAppUser,
      'dbus-daemon',
      `--config-file=${config}`,
      '--nofork',
      '--print-address=1',
      `--address=unix:dir=${folder}`,
    ],
    { env: scrubbedEnv() },
  );
  const bus = { DBUS_SESSION_BUS_ADDRESS: line.trim() };
  const keyring = state === 'none' ? null : await startKeyring(bus, { folder, locked: state === 'locked' });
  return {
    env: { ...bus, ...(desktop === '' ? {} : { XDG_CURRENT_DESKTOP: desktop }) },
    stop: () => {
      keyring?.kill();
      daemon.kill();
    },
  };
};
