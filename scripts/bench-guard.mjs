// The pinned commit that the core's operations are compared with. Its sources are unpacked into a temporary
// folder and bundled there with the operations of this tree.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ensure-build.mjs';

/** Move it forward when a change makes an operation faster, so that a later loss of that gain is noticed. */
const PINNED = '79f79f45581a6c2622453c0d6e184d10b6c3bf92';
const OPERATIONS = ['test', 'bench', 'guard', 'operations.ts'];

/**
 * Bundles the operations of this tree and of the pinned commit into `folder`; `build(root, input, outDir)`
 * bundles one file. Returns the arguments of the comparison, or the reason why it cannot run.
 */
export const buildGuard = async (folder, build) => {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (git('cat-file', '-e', `${PINNED}^{commit}`).status !== 0)
    return { reason: `the pinned commit ${PINNED.slice(0, 7)} is not in this clone` };
  const [tree, archive] = [join(folder, 'tree'), join(folder, 'tree.tar')];
  mkdirSync(tree);
  const packed = git('archive', '--format=tar', '-o', archive, PINNED, 'src', 'package.json');
  if (packed.status !== 0) return { reason: packed.stderr.trim() };
  const unpacked = spawnSync('tar', ['-xf', archive, '-C', tree], { encoding: 'utf8' });
  if (unpacked.status !== 0) return { reason: `tar: ${unpacked.stderr ?? unpacked.error}` };
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'), 'junction');
  mkdirSync(join(tree, ...OPERATIONS.slice(0, -1)), { recursive: true });
  copyFileSync(join(root, ...OPERATIONS), join(tree, ...OPERATIONS));
  const outDir = join(root, 'out', 'guard');
  await build(root, join(root, ...OPERATIONS), join(outDir, 'now'));
  await build(tree, join(tree, ...OPERATIONS), join(outDir, 'pinned'));
  return { args: [PINNED, join(outDir, 'now', 'operations.js'), join(outDir, 'pinned', 'operations.js')] };
};
