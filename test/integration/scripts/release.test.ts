/**
 * The scripts of the release workflow: they refuse a wrong version, and a release contains only the intended
 * files.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'satchel-release-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (script: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'scripts', script), ...args], { encoding: 'utf8' });

describe('a release', () => {
  const tree = ({ locked = '1.2.3', entry = '## 1.2.3' }: { locked?: string; entry?: string }) => {
    const version = '1.2.3';
    const at = mkdtempSync(join(folder, 'tree-'));
    writeFileSync(join(at, 'package.json'), JSON.stringify({ version }));
    writeFileSync(join(at, 'package-lock.json'), JSON.stringify({ version: locked }));
    writeFileSync(
      join(at, 'CHANGELOG.md'),
      `# Changelog\n\n${entry}\n- What is new.\n\n## 1.0.0\n- First.\n`,
    );
    return at;
  };

  it.each([
    ['v1.2.3', {}, /^$/],
    ['v1.2.3', { entry: '## 1.2.3 (2026-11-22)' }, /^$/],
    ['v1.2.4', {}, /the tag is v1\.2\.4, package\.json says 1\.2\.3/],
    ['1.2.3', {}, /the tag is 1\.2\.3/],
    ['v1.2.3', { locked: '1.2.2' }, /package-lock\.json says 1\.2\.2/],
    ['v1.2.3', { entry: '## 1.2.3 (unreleased)' }, /CHANGELOG\.md is "1\.2\.3 \(unreleased\)"/],
    ['v1.2.3', { entry: '## 1.2.2' }, /CHANGELOG\.md is "1\.2\.2"/],
  ])('under the tag %s, with %j', (tag, state, said) => {
    const { status, stderr } = run('check-release.mjs', tag, tree(state));
    expect(stderr).toMatch(said);
    expect(status).toBe(stderr === '' ? 0 : 1);
  });
});

describe('the files of a release', () => {
  const collect = (system: string, names: readonly string[]) => {
    const [packages, release] = [mkdtempSync(join(folder, 'dist-')), join(folder, `release-${system}`)];
    rmSync(release, { recursive: true, force: true });
    mkdirSync(join(packages, 'linux-unpacked'));
    for (const name of names) writeFileSync(join(packages, name), `content of ${name}`);
    const { status } = run('release-files.mjs', packages, release, system);
    expect(status).toBe(0);
    return existsSync(release)
      ? Object.fromEntries(
          readdirSync(release).map((name) => [name, readFileSync(join(release, name), 'utf8')]),
        )
      : null;
  };

  it('are all signed packages, the feed, and a checksum for each package', () => {
    const files = collect('Windows', [
      'Satchel-1.2.3-setup-x64.exe',
      'Satchel-1.2.3-setup-x64.exe.blockmap',
      'Satchel-1.2.3-setup-arm64-unsigned.exe',
      'latest.yml',
      'builder-debug.yml',
    ]);
    expect(Object.keys(files ?? {}).sort()).toEqual([
      'SHA256SUMS-Windows',
      'Satchel-1.2.3-setup-x64.exe',
      'Satchel-1.2.3-setup-x64.exe.blockmap',
      'latest.yml',
    ]);
    const sum = createHash('sha256').update('content of Satchel-1.2.3-setup-x64.exe').digest('hex');
    expect(files?.['SHA256SUMS-Windows']).toContain(`${sum}  Satchel-1.2.3-setup-x64.exe\n`);
    expect(files?.['SHA256SUMS-Windows']?.trim().split('\n')).toHaveLength(2);
  });

  it('include the Linux packages, which are never signed', () => {
    expect(Object.keys(collect('Linux', ['Satchel-1.2.3-linux-x64-unsigned.AppImage']) ?? {}).sort()).toEqual(
      ['SHA256SUMS-Linux', 'Satchel-1.2.3-linux-x64-unsigned.AppImage'],
    );
  });

  it('are none if nothing is signed, not even an empty list of checksums', () => {
    expect(collect('macOS', ['Satchel-1.2.3-mac-arm64-unsigned.dmg'])).toBeNull();
  });
});

describe('the draft of a release', () => {
  const NAMES = ['Satchel-1.2.3-setup-x64.exe', 'Satchel-1.2.3-linux-x64-unsigned.AppImage', 'latest.yml'];
  /** The files of a release, as `release-files.mjs` makes them. */
  const makeRelease = (names: readonly string[] = NAMES): string => {
    const [packages, release] = [mkdtempSync(join(folder, 'dist-')), mkdtempSync(join(folder, 'draft-'))];
    for (const name of names) writeFileSync(join(packages, name), `content of ${name}\n`);
    expect(run('release-files.mjs', packages, release, 'Linux').status).toBe(0);
    return release;
  };
  const EXE = 'Satchel-1.2.3-setup-x64.exe';

  it.each([
    ['is made of sound files', () => {}, /^$/],
    ['has no empty file', (at: string) => writeFileSync(join(at, 'latest.yml'), ''), /latest\.yml is empty/],
    [
      'has no changed package',
      (at: string) => writeFileSync(join(at, EXE), 'x'),
      /x64\.exe has another checks/,
    ],
    ['lacks no package', (at: string) => rmSync(join(at, EXE)), /x64\.exe is missing/],
    [
      'has no unsigned package of Windows or macOS',
      (at: string) => writeFileSync(join(at, 'Satchel-1.2.3-mac-arm64-unsigned.dmg'), 'x'),
      /arm64-unsigned\.dmg is not signed/,
    ],
    [
      'has no package without a checksum',
      (at: string) => writeFileSync(join(at, 'Satchel-1.2.3-mac-arm64.dmg'), 'x'),
      /arm64\.dmg has no checksum/,
    ],
    ['is never empty', (at: string) => rmSync(at, { recursive: true }), /there is no package/],
  ])('%s', (_title, change, said) => {
    const release = makeRelease();
    change(release);
    const { status, stderr } = run('check-draft.mjs', release);
    expect(stderr).toMatch(said);
    expect(status).toBe(stderr === '' ? 0 : 1);
  });

  it.each(['0', '101', '12.5'])('has no share of "%s" percent', (percent) => {
    const release = makeRelease();
    expect(run('set-rollout.mjs', release, percent).status).toBe(1);
    expect(readFileSync(join(release, 'latest.yml'), 'utf8')).toBe('content of latest.yml\n');
  });

  it.each(['20', '100'])('names a share of %s percent in every feed', (percent) => {
    const release = makeRelease([...NAMES, 'latest-mac.yml']);
    expect(run('set-rollout.mjs', release, percent).status).toBe(0);
    for (const feed of ['latest.yml', 'latest-mac.yml'])
      expect(readFileSync(join(release, feed), 'utf8')).toBe(
        `content of ${feed}\nstagingPercentage: ${percent}\n`,
      );
  });
});
