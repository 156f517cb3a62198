/** `npm run test:thorough` must not pass without its end-to-end tests where skipping is not allowed. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('test:thorough fails at once without a browser, if nothing may be skipped', () => {
  const script = join(import.meta.dirname, '../../../scripts/test-thorough.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    env: { ...process.env, SATCHEL_NO_SKIP: '1', SATCHEL_BROWSER: join(import.meta.dirname, 'no-browser') },
  });
  expect(stderr).toContain('There is no browser');
  expect(status).toBe(1);
});
