import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileLog } from '../../../../src/main/node/log';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-log-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));
const text = (): string => readFileSync(join(directory, 'logs/satchel.log'), 'utf8');

describe('the log', () => {
  it('[AU6] never holds a token or a secret, however it is passed', () => {
    const log = createFileLog(directory);
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJl';
    log.error(`refused ${token}`, {
      accessToken: 'plain-secret',
      url: `https://x/?access_token=plain-secret&a=1`,
      nested: { headers: { Authorization: 'plain-secret' } },
      error: new Error(`Bearer plain-secret for ${token}`),
    });
    expect(text()).not.toContain('plain-secret');
    expect(text()).not.toContain(token);
    expect(text()).toContain('refused');
  });
  it('[AU6] holds no part of a token at the place where a long text is cut off', () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJl';
    createFileLog(directory).error('refused', { url: `${'x'.repeat(480)} ${token}` });
    expect(text()).toContain('xxx');
    expect(text()).not.toContain('eyJ');
  });
  it('holds nothing of a stored text that is no JSON, which the error quotes', () => {
    const log = createFileLog(directory);
    const long = `{"note":"${'x'.repeat(60)}","name":Acme Ltd and more of it than the error quotes}`;
    for (const stored of ['Acme Ltd', '{"name":Acme Ltd}', long])
      try {
        JSON.parse(stored);
      } catch (cause) {
        log.error('the queue could not be read', { cause: String(cause), error: cause });
      }
    expect(text().split('is not valid JSON')).toHaveLength(7);
    expect(text()).not.toContain('Acme');
  });
  it('rotates by size and keeps three old files', () => {
    const log = createFileLog(directory, { maxBytes: 300 });
    for (let i = 0; i < 40; i += 1) log.info(`line ${i} ${'x'.repeat(40)}`);
    expect(readdirSync(join(directory, 'logs')).toSorted()).toEqual([
      'satchel.log',
      'satchel.log.1',
      'satchel.log.2',
      'satchel.log.3',
    ]);
    expect(text()).toContain('line 39');
  });
  it('keeps every line while it cannot be rotated', () => {
    const log = createFileLog(directory, { maxBytes: 300 });
    // A folder cannot be replaced by a file, nor removed as one.
    mkdirSync(join(directory, 'logs/satchel.log.3/held'), { recursive: true });
    for (let i = 0; i < 20; i += 1) log.info(`line ${i} ${'x'.repeat(40)}`);
    for (let i = 0; i < 20; i += 1) expect(text()).toContain(`line ${i} `);
  });
  it('never throws', () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    writeFileSync(join(directory, 'file'), '');
    expect(() => createFileLog(join(directory, 'file')).error('x')).not.toThrow();
    expect(() => createFileLog(directory).error('x', { circular, big: 5n })).not.toThrow();
  });
});
