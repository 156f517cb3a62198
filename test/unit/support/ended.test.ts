import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { wasKilled } from '../../support/ended';

const run = (script: string) => {
  const { status, signal, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  return { code: status, signal, stderr };
};

describe('a process that ended', () => {
  it('was killed if it killed itself, but not if it failed or finished', () => {
    expect(wasKilled(run("process.kill(process.pid, 'SIGKILL')"))).toBe(true);
    expect(wasKilled(run("throw new Error('broken')"))).toBe(false);
    expect(wasKilled(run('0'))).toBe(false);
  });

  it('was killed on Windows with exit code 1 and no output', () => {
    expect(wasKilled({ code: 1, signal: null, stderr: '' }, 'win32')).toBe(true);
    expect(wasKilled({ code: 1, signal: null, stderr: 'Error: broken' }, 'win32')).toBe(false);
    expect(wasKilled({ code: 1, signal: null, stderr: '' }, 'linux')).toBe(false);
  });
});
