import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Files, Log } from '#core/ports/ports';
import { outboxKeyOf } from '#core/accounts/files/outbox-files';
import { createFiles } from '#node/files';
import { createOutboxKeys } from '#node/outbox-keys';

const KEY = 'ab'.repeat(32);
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined } as unknown as Log;
let files: Files;
/** The shell's side: what its keyring holds, and what it was asked. */
let kept: string | null;
const asked: unknown[] = [];
const shell = {
  ask: (request: { type: string; operation?: string; key?: string }) => {
    asked.push(request);
    if (request.operation === 'keep') kept = request.key ?? null;
    return Promise.resolve(
      request.operation === 'get'
        ? JSON.stringify(kept === null ? { kind: 'none' } : { kind: 'key', key: kept })
        : kept,
    );
  },
};
beforeEach(() => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-outbox-keys-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  files = createFiles(directory);
  files.ensureDirectory('accounts/a');
  kept = null;
  asked.length = 0;
});
const keys = (storage: 'keychain' | 'memory' = 'keychain') => createOutboxKeys(storage, files, shell);

describe('the keys of encrypted outboxes, in the worker', () => {
  it('open with the code that wrapped them, and stay open for the session', async () => {
    const code = keys().newCode();
    keys().wrap('a', KEY, code);
    const later = keys();
    expect([await later.get('a'), later.proved('a')]).toEqual([{ kind: 'none' }, false]);
    expect(later.unwrap('a', `${code.slice(0, -1)}U`)).toBe('mistyped');
    expect(later.unwrap('a', later.newCode())).toBe('wrong');
    expect([await later.get('a'), later.proved('a')]).toEqual([{ kind: 'none' }, false]);
    expect(later.unwrap('a', code.toLowerCase())).toBe('opened');
    expect([await later.get('a'), later.proved('a')]).toEqual([{ kind: 'key', key: KEY }, true]);
  });

  it('open only with the new code when there is one', () => {
    const [before, after] = [keys().newCode(), keys().newCode()];
    keys().wrap('a', KEY, before);
    keys().wrap('a', KEY, after);
    expect([keys().unwrap('a', before), keys().unwrap('a', after)]).toEqual(['wrong', 'opened']);
  });

  it('are not available from a missing or foreign file', () => {
    const code = keys().newCode();
    expect(keys().unwrap('a', code)).toBe('none');
    files.writeText('accounts/a/outbox.recovery', '{}');
    expect(keys().unwrap('a', code)).toBe('none');
  });

  it('make no requests without a keyring, and say if there was one', async () => {
    expect(await keys('memory').get('a')).toEqual({ kind: 'none' });
    files.writeText('accounts/a/outbox.key', '{}');
    expect(await keys('memory').get('a')).toEqual({ kind: 'unavailable', reason: 'no-keyring' });
    expect(await keys('memory').keep('a', KEY)).toBe(false);
    expect(asked).toEqual([]);
  });

  it('leave no wrap behind when they are deleted', async () => {
    const here = keys();
    here.wrap('a', KEY, here.newCode());
    files.writeText('accounts/a/outbox.key', '{}');
    here.forget('a');
    expect(files.list('accounts/a')).toEqual([]);
  });

  it('are not known any more when they are deleted, also if a code had opened them', async () => {
    const here = keys();
    const code = here.newCode();
    here.wrap('a', KEY, code);
    expect(here.unwrap('a', code)).toBe('opened');
    here.forget('a');
    expect([await here.get('a'), here.proved('a')]).toEqual([{ kind: 'none' }, false]);
  });

  it('are random', () => {
    expect(keys().newKey()).toMatch(/^[\da-f]{64}$/);
    expect(keys().newKey()).not.toBe(keys().newKey());
  });

  it('whose file cannot be read keep no plain outbox closed, and no encrypted one counts as damaged', async () => {
    const open = (account: string, key: string | undefined) => {
      const directory = `accounts/${account}`;
      files.ensureDirectory(`${directory}/outbox.recovery`);
      const database = files.open(`${directory}/outbox.db`, key);
      database.exec('CREATE TABLE kept (id)');
      database.close();
      return outboxKeyOf({ files, keys: keys(), log: silent, directory, accountId: account });
    };
    expect(await open('a', undefined)).toBeNull();
    await expect(open('b', KEY)).rejects.toMatchObject({ code: 'outbox-locked' });
  });
});
