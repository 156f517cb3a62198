import fs, { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFiles } from '#node/files';

const temporary = () => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-files-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return createFiles(join(directory, 'data'));
};

describe('files', () => {
  it.each(['../outside.db', 'a/../../outside.db', '/etc/passwd', '..', 'a\0b'])(
    'refuse a name that leads outside: %j',
    (name) => {
      const files = temporary();
      for (const use of [
        () => files.pathOf(name),
        () => files.open(name),
        () => files.exists(name),
        () => files.remove(name),
        () => files.setAside(name),
        () => files.readText(name),
        () => files.writeText(name, ''),
        () => files.ensureDirectory(name),
        () => files.sizeBytes(name),
        () => files.list(name),
        () => files.decrypt(name, 'a'.repeat(64)),
      ]) {
        expect(use).toThrow(expect.objectContaining({ code: 'bad-input' }));
      }
    },
  );

  it('have paths with the separators of the system', () => {
    const files = temporary();
    expect(files.pathOf('accounts/a1')).toBe(join(files.directory, 'accounts', 'a1'));
  });

  it('never delete an outbox, whatever its folder and spelling', () => {
    const files = temporary();
    files.ensureDirectory('accounts/a');
    files.open('accounts/a/outbox.db').close();
    for (const name of ['accounts/a/outbox.db', 'outbox.db', 'OUTBOX.DB', 'accounts/a/outbox.db-wal'])
      expect(() => files.remove(name)).toThrow(expect.objectContaining({ code: 'bad-input' }));
    expect(files.exists('accounts/a/outbox.db')).toBe(true);
  });

  it('move and delete a database together with its companion files', () => {
    const files = temporary();
    const make = () => {
      const db = files.open('c.db');
      db.pragma('journal_mode = WAL');
      db.exec('CREATE TABLE IF NOT EXISTS t (a)');
      return db;
    };
    const first = make();
    expect(readdirSync(files.directory).sort()).toEqual(['c.db', 'c.db-shm', 'c.db-wal']);
    expect(files.sizeBytes('c.db')).toBeGreaterThan(8000);
    expect(files.setAside('c.db')).toBe('c.db.aside-1');
    first.close();
    make().close();
    expect(files.setAside('c.db')).toBe('c.db.aside-2');
    make().close();
    files.remove('c.db');
    files.remove('c.db');
    expect([files.exists('c.db'), files.sizeBytes('c.db')]).toEqual([false, 0]);
  });

  it.each(['EBUSY', 'EPERM', 'EACCES'])(
    'wait on Windows while another program holds a file that is moved: %s',
    (code) => {
      const files = temporary();
      files.open('c.db').close();
      const { platform } = process;
      const { renameSync } = fs;
      let refusals = 2;
      onTestFinished(() => {
        Object.defineProperty(process, 'platform', { value: platform });
        fs.renameSync = renameSync;
        syncBuiltinESMExports();
      });
      Object.defineProperty(process, 'platform', { value: 'win32' });
      fs.renameSync = (from, to) => {
        if (refusals-- > 0) throw Object.assign(new Error(code), { code });
        renameSync(from, to);
      };
      syncBuiltinESMExports();
      expect(files.setAside('c.db')).toBe('c.db.aside-1');
      expect(files.exists('c.db')).toBe(false);
    },
  );

  it('list a folder by name, and nothing if it does not exist', () => {
    const files = temporary();
    files.ensureDirectory('a');
    for (const name of ['a/y', 'a/x']) files.writeText(name, '');
    expect([files.list('a'), files.list('b')]).toEqual([['x', 'y'], []]);
  });

  it('write texts whole and leave nothing beside them', () => {
    const files = temporary();
    expect(files.readText('a.json')).toBeNull();
    files.writeText('a.json', '{"é":1}');
    files.writeText('a.json', '海');
    expect(files.readText('a.json')).toBe('海');
    expect(readdirSync(files.directory)).toEqual(['a.json']);
  });
});
