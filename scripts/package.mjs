// npm run package [-- electron-builder options]: builds, then makes the installers of this system, or with
// `--dir` the unpacked app. It needs Electron's binary and prints a line if that cannot be fetched. The
// package is signed if the certificates are in the environment (docs/releasing.md); otherwise its name says
// unsigned.
import './require-node.mjs';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findElectron } from './electron-binary.mjs';
import { root } from './ensure-build.mjs';
import { builderEnv, builderOptions, isSigned, signingProblem, withoutSecrets } from './package-options.mjs';

const require = createRequire(import.meta.url);
const run = (file, args, env) =>
  spawnSync(process.execPath, [file, ...args], { cwd: root, stdio: 'inherit', env }).status ?? 1;
const binOf = (name, path) => join(dirname(require.resolve(`${name}/package.json`)), path);

const main = async () => {
  const { env, platform } = process;
  const problem = signingProblem(env, platform);
  if (problem !== null) {
    console.error(problem);
    return 1;
  }
  const electron = await findElectron();
  if (!electron) {
    const { version } = require('electron/package.json');
    console.error(
      `Nothing was packaged: Electron ${version} for ${process.platform}-${process.arch} is not on this machine and could not be fetched from github.com (a mirror can be named in ELECTRON_MIRROR).`,
    );
    return 1;
  }
  const built = run(binOf('electron-vite', 'bin/electron-vite.js'), ['build', '--logLevel', 'warn'], {
    ...withoutSecrets(env),
    SATCHEL_SIGNED: isSigned(env, platform) ? '1' : '',
  });
  return built !== 0
    ? built
    : run(
        binOf('electron-builder', 'cli.js'),
        builderOptions(env, platform, process.argv.slice(2)),
        builderEnv(env, platform),
      );
};
process.exitCode = await main();
