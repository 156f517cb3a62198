import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { contentSecurityPolicy, withNonce } from '../../../../src/main/node/content-security';
import { readRendererFile } from '../../../../src/main/node/renderer-files';

describe('readRendererFile', () => {
  let folder: string;
  beforeAll(() => {
    const base = mkdtempSync(join(tmpdir(), 'satchel-files-'));
    folder = join(base, 'renderer');
    mkdirSync(join(folder, 'assets'), { recursive: true });
    writeFileSync(join(folder, 'index.html'), '<meta content="__CSP_NONCE__">');
    writeFileSync(join(folder, 'assets', 'a.js'), '1');
    writeFileSync(join(folder, 'assets', 'a.sh'), '1');
    writeFileSync(join(base, 'secret.json'), '{}');
    mkdirSync(join(base, 'renderer-two'));
    writeFileSync(join(base, 'renderer-two', 'x.js'), '1');
  });

  it('serves the page at / and assets by name', async () => {
    expect((await readRendererFile(folder, '/'))?.isPage).toBe(true);
    expect((await readRendererFile(folder, '/assets/a.js'))?.type).toContain('javascript');
  });

  it.each(['/../secret.json', '/%2e%2e/secret.json', '/..%2fsecret.json', '/assets/..\\..\\secret.json', '/../renderer-two/x.js', '/assets/a.sh', '/none.js', '/%00', '/%', '/assets'])(
    'refuses %s',
    async (path) => {
      expect(await readRendererFile(folder, path)).toBeNull();
    },
  );
});

describe('content security policy', () => {
  it('allows no inline script or style, and no connection but the one named', () => {
    const policy = contentSecurityPolicy('abc', "'none'");
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'none'");
    expect(policy).toContain("style-src 'self' 'nonce-abc'");
    expect(policy).toContain("script-src 'self';");
  });

  it('puts the nonce where the page looks for it', () => {
    expect(withNonce('<meta content="__CSP_NONCE__">', 'abc')).toBe('<meta content="abc">');
  });
});
