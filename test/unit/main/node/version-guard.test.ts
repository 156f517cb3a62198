import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { admitVersion, compareVersions } from '../../../../src/main/node/version-guard';

describe('the version guard', () => {
  it.each([
    ['1.2.3', '1.2.4'],
    ['1.9.0', '1.10.0'],
    ['1.0.0-beta.2', '1.0.0-beta.10'],
    ['1.0.0-rc.1', '1.0.0'],
    ['0.9.9', '1.0.0'],
  ])('%s comes before %s', (older, newer) => {
    expect(compareVersions(older, newer)).toBeLessThan(0);
    expect(compareVersions(newer, older)).toBeGreaterThan(0);
  });

  it('admits the same and newer versions, refuses older ones without writing, and ignores a damaged file', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'satchel-version-')), 'version.json');
    expect(admitVersion(file, '1.0.0')).toBeNull();
    expect(admitVersion(file, '1.1.0')).toBeNull();
    const text = readFileSync(file, 'utf8');
    expect(admitVersion(file, '1.0.9')).toBe('1.1.0');
    expect(readFileSync(file, 'utf8')).toBe(text);
    writeFileSync(file, '{"newest":"9');
    expect(admitVersion(file, '1.0.0')).toBeNull();
  });

  it('admits a version that it cannot store, so that an update starts on a full or read-only disk', () => {
    const folder = mkdtempSync(join(tmpdir(), 'satchel-version-'));
    expect(admitVersion(join(folder, 'not-writable', 'version.json'), '1.0.0')).toBeNull();
  });
});
