/**
 * On a Node that cannot load SQLite's native module, every command runs again on the Node that npm installed,
 * or prints in one line what it needs. The test needs an old Node on the machine: the system's, or the one in
 * SATCHEL_OLD_NODE.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { isNewEnough } from '../../../scripts/node-version.mjs';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'satchel-old-node-'));
const running = new Set<ChildProcess>();
const file = process.platform === 'win32' ? 'node.exe' : 'node';

const versionsOf = (node: string): Record<string, string> => {
  try {
    return JSON.parse(execFileSync(node, ['-p', 'JSON.stringify(process.versions)'], { encoding: 'utf8' }));
  } catch {
    return { node: '999.0', napi: '999' };
  }
};
const oldNode = [
  process.env.SATCHEL_OLD_NODE,
  ...(process.env.PATH ?? '').split(delimiter).map((path) => join(path, file)),
].find((path) => path !== undefined && existsSync(path) && !isNewEnough(versionsOf(path)));

afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts `script` on the old Node and resolves when it has printed its address. */
const startOnOldNode = (
  script: string,
  args: readonly string[],
): Promise<{ url: string; child: ChildProcess }> =>
  new Promise((resolve, reject) => {
    const child = spawn(oldNode ?? '', [join(root, 'scripts', script), ...args], { cwd: root });
    running.add(child);
    let output = '';
    const hear = (chunk: Buffer): void => {
      output += chunk.toString();
      const url = / is at (http:\/\/127\.0\.0\.1:\S+)/.exec(output)?.[1];
      if (url) resolve({ url, child });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code, signal) =>
      reject(new Error(`${script} ended with ${code ?? signal}:\n${output}`)),
    );
  });

describe.skipIf(oldNode === undefined)('on a Node that is too old', () => {
  // Windows has no signal to pass on; there the console ends both.
  it.skipIf(process.platform === 'win32').each([
    ['service.mjs', ['--memory', '--dataset', 'empty', '--port', '0']],
    ['start.mjs', ['--web', '--no-open', '--demo', '--port', '0', '--data', join(folder, 'data')]],
  ])('%s runs on the Node that npm brought, and ends with its command', async (script, args) => {
    const { url, child } = await startOnOldNode(script, args);
    expect((await fetch(url)).status).toBeLessThan(500);
    child.kill('SIGTERM');
    await expect
      .poll(() =>
        fetch(url).then(
          () => 'answers',
          () => 'gone',
        ),
      )
      .toBe('gone');
  });

  it.each(['start.mjs', 'service.mjs', 'dev.mjs', 'test.mjs', 'bench.mjs', 'screenshots.mjs'])(
    '%s says in one line what it needs if npm installed no Node',
    (script) => {
      const bare = mkdtempSync(join(folder, 'bare-'));
      cpSync(join(root, 'scripts'), join(bare, 'scripts'), { recursive: true });
      cpSync(join(root, 'package.json'), join(bare, 'package.json'));
      const { status, stderr } = spawnSync(oldNode ?? '', [join(bare, 'scripts', script)], {
        encoding: 'utf8',
        timeout: 20_000,
      });
      expect(stderr).toMatch(/^Satchel needs Node 22\.19 or newer, and this is Node \d[^\n]*\n$/);
      expect(status).toBe(1);
    },
  );

  it.each(['web.js', 'service.js'])('out/main/%s says in one line what it needs', (program) => {
    const { status, stderr } = spawnSync(
      oldNode ?? '',
      [join(root, 'out/main', program), '--port', '0', '--data', join(folder, program)],
      { encoding: 'utf8', timeout: 20_000 },
    );
    expect(stderr).toMatch(/^Satchel needs Node 22\.19 or newer, and this is Node \d[^\n]*\n$/);
    expect(status).toBe(1);
  });

  it('vitest says so before it starts a test', () => {
    const { status, stderr } = spawnSync(
      oldNode ?? '',
      [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'unit', 'test/unit/service'],
      { cwd: root, encoding: 'utf8', timeout: 60_000 },
    );
    expect(stderr).toContain('Satchel needs Node 22.19 or newer');
    expect(status).toBe(1);
  });
});

it('every command of package.json checks its Node first', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const commands = new Set(
    Object.values(scripts).flatMap((line) => /^node scripts\/([\w-]+\.mjs)/.exec(line)?.[1] ?? []),
  );
  expect(commands.size).toBeGreaterThan(8);
  for (const name of commands)
    expect(/^import [^;]+;/m.exec(readFileSync(join(root, 'scripts', name), 'utf8'))?.[0], name).toBe(
      "import './require-node.mjs';",
    );
  expect(readdirSync(join(root, 'scripts'))).toContain('require-node.mjs');
});
