// Prepares a folder with everything that the app's user may read: the Electron binary, a copy of the built
// app, a home folder, and a script that starts the binary as that user. The app cannot see the project's
// folder.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../../scripts/ensure-build.mjs';

const here = dirname(fileURLToPath(import.meta.url));
/** The native SQLite module needs this version of Node-API or a later one. */
const NODE_API = 10;
/** The folder of the sockets of X servers. */
const SOCKETS = '/tmp/.X11-unix';
/**
 * A user who exists only in the namespaces of the tests. Distributions and systemd leave this id unused,
 * so no other process of the machine may read its files or signal its processes.
 */
const OWN_USER = 60_800;
/** `nobody`, on every Linux: the app's user where there are no namespaces, only for an official binary. */
const NOBODY = 65_534;

const isLinux = process.platform === 'linux';
const isRoot = isLinux && process.getuid() === 0;
const asUser = (user) =>
  isRoot ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--'] : [];
/** A command prefix that runs the command as the app's user. Empty if a plain user runs the tests. */
export const asAppUser = asUser(process.env.SATCHEL_ELECTRON_ISOLATED === '1' ? OWN_USER : NOBODY);
/**
 * Shell commands that add the user to the namespace's copy of /etc/passwd: D-Bus refuses the connection of a user
 * without an entry, so that no keyring would answer.
 */
const addOwnUser = [
  `cp /etc/passwd ${SOCKETS}/passwd`,
  `echo satchel-tests:x:${OWN_USER}:${OWN_USER}::/nonexistent:/usr/sbin/nologin >> ${SOCKETS}/passwd`,
  `mount --bind ${SOCKETS}/passwd /etc/passwd`,
];

const output = ([command, ...args], env = process.env) =>
  execFileSync(command, args, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] });
const succeeds = (command) => {
  try {
    output(command);
    return true;
  } catch {
    return false;
  }
};

/**
 * A command prefix that runs the command in namespaces of its own, whose only network is loopback and which
 * cannot reach a display of the machine. Null if the system does not allow that.
 */
export const findIsolation = () => {
  if (!isLinux) return null;
  const own = ['--net', '--ipc', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const prepare = [
    `mkdir -p -m 1777 ${SOCKETS}`,
    `mount -t tmpfs -o mode=1777 tmpfs ${SOCKETS}`,
    'ip link set lo up',
    ...(isRoot ? addOwnUser : []),
    'exec "$@"',
  ];
  const prepared = ['sh', '-c', prepare.join(' && '), 'sh'];
  const isolation = isRoot
    ? ['unshare', ...own, '--', ...prepared]
    : [
        // Root of a namespace may start loopback; a second namespace restores the user's own id.
        ...['unshare', '--map-root-user', ...own, '--', ...prepared],
        ...['unshare', '--user', `--map-user=${process.getuid()}`, `--map-group=${process.getgid()}`, '--'],
      ];
  return succeeds([...isolation, 'true']) ? isolation : null;
};

/** Chromium's sandbox needs namespaces that users may create, or else a helper that root owns. */
const enableSandbox = (electronFolder, user) => {
  if (!isLinux || succeeds([...asUser(user), 'unshare', '--user', '--map-root-user', 'true'])) return true;
  if (!isRoot) return false;
  chownSync(join(electronFolder, 'chrome-sandbox'), 0, 0);
  chmodSync(join(electronFolder, 'chrome-sandbox'), 0o4755);
  return true;
};

/**
 * The built app with the entry of the tests, and the native module, which is all that it loads from
 * `node_modules`.
 */
const copyApp = (folder) => {
  const { name, productName, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const sqlite = join('node_modules', 'better-sqlite3');
  const prebuilt = join('prebuilds', `${process.platform}-${process.arch}.node`);
  cpSync(join(root, 'out'), join(folder, 'out'), { recursive: true });
  for (const part of ['package.json', 'lib', prebuilt])
    cpSync(join(root, sqlite, part), join(folder, sqlite, part), { recursive: true, dereference: true });
  copyFileSync(join(here, 'test-main.mjs'), join(folder, 'test-main.mjs'));
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name, productName, version, type: 'module', main: 'test-main.mjs' }),
  );
};

/** Makes the core run in a separate Node; `workers` is the folder with `core-worker.js`. */
export const putRelayInto = (workers) => {
  renameSync(join(workers, 'core-worker.js'), join(workers, 'core-worker.real.js'));
  copyFileSync(join(here, 'core-worker-relay.mjs'), join(workers, 'core-worker.js'));
};

const writeScript = (file, lines) => {
  writeFileSync(file, `#!/bin/sh\n${lines.join('\n')}\n`);
  chmodSync(file, 0o755);
};

/**
 * Fills `stage` and returns the environment that the suite reads (`launch.ts`). On Linux the binary is
 * copied, because another user may have no access to its folder.
 */
export const prepareStage = (stage, binary, isolation) => {
  chmodSync(stage, 0o755);
  copyApp(join(stage, 'app'));
  const env = { SATCHEL_ELECTRON: binary, SATCHEL_ELECTRON_STAGE: stage };
  if (!isLinux) return env;
  cpSync(dirname(binary), join(stage, 'electron'), { recursive: true });
  const copied = join(stage, 'electron', basename(binary));
  const user = isolation ? OWN_USER : NOBODY;
  const sandboxed = enableSandbox(join(stage, 'electron'), user);
  for (const name of ['home', 'data']) {
    mkdirSync(join(stage, name), { mode: 0o700 });
    if (isRoot) chownSync(join(stage, name), user, user);
  }
  writeScript(join(stage, 'start-electron'), [`exec ${[...asUser(user), copied].join(' ')} "$@"`]);
  const nodeApi = output(
    [...(isolation ?? []), join(stage, 'start-electron'), '-p', 'process.versions.napi'],
    {
      PATH: process.env.PATH,
      ELECTRON_RUN_AS_NODE: '1',
    },
  );
  const needsNode = Number(nodeApi) < NODE_API;
  if (needsNode) {
    putRelayInto(join(stage, 'app', 'out', 'main'));
    copyFileSync(process.execPath, join(stage, 'node'));
    chmodSync(join(stage, 'node'), 0o755);
  }
  return {
    ...env,
    ...(isolation ? { SATCHEL_ELECTRON_ISOLATED: '1' } : {}),
    SATCHEL_ELECTRON: join(stage, 'start-electron'),
    ...(needsNode ? { SATCHEL_NODE_FOR_CORE: join(stage, 'node') } : {}),
    ...(sandboxed ? {} : { SATCHEL_ELECTRON_NO_SANDBOX: '1' }),
  };
};

const BUILDER = join(root, 'node_modules', 'electron-builder', 'cli.js');
/** Files of a package that the core's separate Node reads; it cannot read archives. */
const READ_BY_NODE = ['out/main/core-worker*.js', 'out/main/chunks/**', 'node_modules/better-sqlite3/**'];

const unpackToo = (file, paths) =>
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(
      /^asarUnpack:\n/m,
      (line) => line + paths.map((path) => `  - "${path}"\n`).join(''),
    ),
  );

/**
 * Packs the built app with the staged binary as `electron-builder --linux --dir` does, with the configuration
 * of the project, and returns the executable. If the binary needs the relay, the package contains it too, and
 * the files that it starts lie beside the archive.
 */
export const packApp = (stage) => {
  const project = join(stage, 'project');
  const dist = join(stage, 'electron-dist');
  const needsNode = process.env.SATCHEL_NODE_FOR_CORE !== undefined;
  mkdirSync(project);
  for (const name of ['package.json', 'electron-builder.yml', 'resources', 'out'])
    cpSync(join(root, name), join(project, name), { recursive: true });
  symlinkSync(realpathSync(join(root, 'node_modules')), join(project, 'node_modules'));
  cpSync(join(stage, 'electron'), dist, { recursive: true });
  rmSync(join(dist, 'resources', 'app'), { recursive: true, force: true });
  if (needsNode) {
    putRelayInto(join(project, 'out', 'main'));
    unpackToo(join(project, 'electron-builder.yml'), READ_BY_NODE);
  }
  const version = output([join(stage, 'start-electron'), '-p', 'process.versions.electron'], {
    PATH: process.env.PATH,
    ELECTRON_RUN_AS_NODE: '1',
  }).trim();
  const options = [`-c.electronDist=${dist}`, `-c.electronVersion=${version}`];
  const { status, stdout } = spawnSync(
    process.execPath,
    [BUILDER, '--linux', '--x64', '--dir', '--publish', 'never', ...options],
    { cwd: project, env: { ...process.env, SATCHEL_UNSIGNED: '-unsigned' }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`electron-builder packed nothing:\n${stdout}`);
  return join(project, 'dist', 'linux-unpacked', 'satchel');
};
