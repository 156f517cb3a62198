// Part of `npm run check`. Checks electron-builder.yml against electron-builder's own schema and against what
// docs/security.md promises, and the workflows against the project's rules (actions pinned by hash, minimal
// permissions, README's test command, scripts that exist).
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './ensure-build.mjs';

const require = createRequire(import.meta.url);
const ofBuilder = createRequire(require.resolve('electron-builder/package.json'));
const libOf = createRequire(ofBuilder.resolve('app-builder-lib/package.json'));
const { load } = libOf('js-yaml');
const { validateConfiguration } = libOf('./out/util/config/config.js');

const problems = [];
const expect = (holds, problem) => {
  if (!holds) problems.push(problem);
};
const read = (path) => load(readFileSync(join(root, path), 'utf8'));

const config = read('electron-builder.yml');
try {
  await validateConfiguration(structuredClone(config), { isEnabled: false, add: () => undefined });
} catch (error) {
  problems.push(`electron-builder.yml: ${error.message}`);
}
const FUSES = {
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  grantFileProtocolExtraPrivileges: false,
};
for (const [fuse, value] of Object.entries(FUSES))
  expect(config.electronFuses?.[fuse] === value, `electron-builder.yml: fuse ${fuse} must be ${value}`);
expect(
  config.asar !== null && typeof config.asar === 'object',
  'electron-builder.yml: asar must be on, its integrity is checked',
);
expect(config.appId === 'app.satchel.desktop', 'electron-builder.yml: appId must never change');
expect(
  config.asar?.smartUnpack === false && JSON.stringify(config.asarUnpack) === '["**/*.node"]',
  'electron-builder.yml: nothing but native modules lies outside the archive, where no fuse checks it',
);
for (const path of ['!out/main/web.js*', '!out/main/web-worker.js*', '!out/main/service.js*'])
  expect(config.files?.includes(path), `electron-builder.yml: ${path} must not be in a package`);
expect(
  config.nsis?.buildUniversalInstaller === false,
  'electron-builder.yml: an installer for both architectures has a name that the release does not know',
);
expect(
  config.files?.includes('!node_modules/better-sqlite3/prebuilds/!(${platform}-${arch}).node'),
  'electron-builder.yml: a package holds the native module of its own system alone',
);
for (const system of ['win', 'mac', 'linux'])
  expect(
    config[system]?.files === undefined,
    `electron-builder.yml: files of ${system} alone would have the whole repository packed`,
  );
expect(
  config.nsis?.perMachine === false && config.nsis?.deleteAppDataOnUninstall === false,
  'electron-builder.yml: per user, and uninstalling keeps unsent work',
);
expect(
  config.msi?.perMachine === true && config.msi?.runAfterFinish === false,
  'electron-builder.yml: the MSI is for administrators, who install it for all and while nobody looks',
);
expect(
  config.msi?.upgradeCode === 'B5263CC2-C731-4AF4-8403-DC43E9D061F3',
  'electron-builder.yml: the upgrade code must never change',
);
expect(config.mac?.hardenedRuntime === true, 'electron-builder.yml: hardened runtime');
const metadata = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
expect(
  /^https:\/\/\S+$/.test(metadata.homepage ?? ''),
  'package.json: without a homepage no deb can be made',
);
expect(
  config.linux?.syncDesktopName === true &&
    metadata.desktopName === `${config.linux?.executableName}.desktop`,
  'package.json: desktopName is the name of the .desktop file, by which a Linux desktop knows our windows',
);
expect(
  (config.toolsets?.appimage ?? '0.0.0') !== '0.0.0',
  'electron-builder.yml: the old AppImage runtime needs FUSE 2, which Ubuntu 24.04 lacks, and starts ' +
    'us without a sandbox',
);
expect(
  !JSON.stringify([config.linux, config.appImage, config.deb]).includes('no-sandbox'),
  'electron-builder.yml: the sandbox stays on',
);
for (const path of [config.win?.icon, config.mac?.icon, config.linux?.icon, config.mac?.entitlements])
  expect(path && existsSync(join(root, path)), `electron-builder.yml: ${path} does not exist`);

/**
 * What the command of a step names and the project does not have, and a command that the shell cannot parse.
 */
const missingIn = (run) => {
  const named = (pattern) => [...run.matchAll(pattern)].map(([, name = '']) => name);
  const inBin = (name) => existsSync(join(root, 'node_modules', '.bin', name));
  const missing = [
    ...named(/npm run (?!-)([\w:-]+)/g).filter((name) => !(name in metadata.scripts)),
    ...named(/\bnode ([\w./-]+\.mjs)/g).filter((file) => !existsSync(join(root, file))),
    ...named(/\bnpx ([\w-]+)/g).filter((name) => !inBin(name) && !inBin(`${name}.cmd`)),
  ];
  if (process.platform !== 'linux') return missing;
  const { status } = spawnSync('bash', ['-n'], { input: run.replaceAll(/\$\{\{.*?\}\}/g, 'x') });
  return status === 0 ? missing : [...missing, `command that bash can read in: ${run}`];
};

for (const name of readdirSync(join(root, '.github', 'workflows'))) {
  const path = join('.github', 'workflows', name);
  let workflow;
  try {
    workflow = read(path);
  } catch (error) {
    problems.push(`${path}: ${error.message}`);
    continue;
  }
  expect(
    JSON.stringify(workflow.permissions) === '{"contents":"read"}',
    `${path}: permissions must be contents: read`,
  );
  expect(
    !('pull_request_target' in (workflow.on ?? {})),
    `${path}: pull_request_target runs strangers' code with our rights`,
  );
  const jobs = Object.entries(workflow.jobs ?? {});
  expect(jobs.length > 0, `${path}: no jobs`);
  for (const [name, job] of jobs) {
    const { steps: own, ...rest } = job;
    expect(
      !JSON.stringify([workflow.env, rest]).includes('secrets.'),
      `${path}: ${name}: a secret belongs to the step that needs it`,
    );
    const everywhere = !job['runs-on'].startsWith('ubuntu');
    for (const step of own ?? []) {
      expect(
        !everywhere ||
          step.shell === 'bash' ||
          !/\$(?!\{\{)|&&|\|\|/.test(step.run ?? '') ||
          step.if === "runner.os == 'Linux'",
        `${path}: ${step.name ?? step.run}: PowerShell reads this differently, so it needs shell: bash`,
      );
      const { env, ...open } = step;
      const secrets = Object.entries(env ?? {}).filter(([, value]) => String(value).includes('secrets.'));
      expect(
        !JSON.stringify(open).includes('secrets.'),
        `${path}: a secret is handed over in env, not in a command`,
      );
      expect(
        secrets.length === 0 || /^npm run package\b/m.test(step.run ?? ''),
        `${path}: only packaging has secrets`,
      );
      for (const [variable, value] of secrets)
        expect(
          /^\$\{\{ runner\.os == '(?:macOS|Windows)' && secrets\.\w+ \|\| '' \}\}$/.test(value),
          `${path}: ${variable} is there on every system`,
        );
    }
  }
  const steps = jobs.flatMap(([, job]) => job.steps ?? []);
  for (const { uses, run } of steps) {
    expect((uses === undefined) !== (run === undefined), `${path}: a step has either uses or run`);
    if (uses) expect(/^[\w-]+\/[\w./-]+@[\da-f]{40}$/.test(uses), `${path}: ${uses} is not pinned by hash`);
    for (const missing of run ? missingIn(run) : []) expect(false, `${path}: there is no ${missing}`);
    // Text that a stranger can choose (a title, a branch) must not become part of a command.
    if (run)
      expect(
        !/\$\{\{\s*github\.(?:event|head_ref)/.test(run),
        `${path}: a command contains text that a stranger can choose`,
      );
  }
  expect(
    steps.some(({ run }) => /npm run test:package\b/.test(run ?? '')),
    `${path}: the package must be started (npm run test:package)`,
  );
  if (workflow.on?.push?.tags !== undefined)
    expect(
      steps.findIndex(({ run }) => /check-release\.mjs "\$GITHUB_REF_NAME"/.test(run ?? '')) !== -1,
      `${path}: a release compares its tag with the version`,
    );
  expect(
    steps.some(({ run }) => run?.trim() === 'npm install && npm test'),
    `${path}: runs README's test command`,
  );
  expect(
    steps.some(({ run }) => run?.trim() === 'npm run test:thorough'),
    `${path}: runs what npm test leaves out (npm run test:thorough)`,
  );
}

for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
