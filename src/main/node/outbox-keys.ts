/**
 * The OutboxKeys port in the worker. Only the shell can reach the keyring, so it makes the keyring's wrap.
 * The wrap with the recovery code is made here. A key that a code opened stays in memory as long as this
 * thread runs, so that unsent work opens even without a keyring.
 */
import { randomBytes } from 'node:crypto';
import { AppError } from '#core/app-error';
import type { Files, KeyAnswer, OutboxKeys, Secrets } from '#core/ports/ports';
import { isWrap, newRecoveryCode, unwrapKey, wrapKey } from './recovery-wrap';
import type { ShellRequests } from './shell-requests';

type KeyFiles = Pick<Files, 'exists' | 'list' | 'readText' | 'remove' | 'writeText'>;

/** The wrap by a code, and those that were set aside. */
const RECOVERY = /^outbox\.recovery(\.aside-\d+)?$/;

export const createOutboxKeys = (
  storage: Secrets['storage'],
  files: KeyFiles,
  shell: Pick<ShellRequests, 'ask'>,
): OutboxKeys => {
  const opened = new Map<string, string>();
  const sealedName = (account: string): string => `accounts/${account}/outbox.key`;
  const recoveryName = (account: string): string => `accounts/${account}/outbox.recovery`;
  const get = async (account: string): Promise<KeyAnswer> => {
    const held = opened.get(account);
    if (held !== undefined) return { kind: 'key', key: held };
    if (storage === 'memory')
      return files.exists(sealedName(account))
        ? { kind: 'unavailable', reason: 'no-keyring' }
        : { kind: 'none' };
    const answer = await shell.ask({ type: 'key', database: 'outbox', operation: 'get', account });
    const known: KeyAnswer = answer === null ? { kind: 'none' } : JSON.parse(answer);
    return known;
  };
  return {
    newKey: () => randomBytes(32).toString('hex'),
    newCode: newRecoveryCode,
    get,
    keep: async (account, key) =>
      storage === 'keychain' &&
      (await shell.ask({ type: 'key', database: 'outbox', operation: 'keep', account, key })) === key,
    wrap: (account, key, code) => {
      const text = wrapKey(account, key, code);
      const proof = unwrapKey(account, text, code);
      if (proof.kind !== 'key' || proof.key !== key)
        throw new AppError('internal', 'the recovery code does not open what it sealed');
      files.writeText(recoveryName(account), text);
      if (files.readText(recoveryName(account)) !== text)
        throw new AppError('internal', 'the recovery file was not written');
    },
    unwrap: (account, typed) => {
      const text = files.readText(recoveryName(account));
      if (text === null) return 'none';
      const answer = unwrapKey(account, text, typed);
      if (answer.kind === 'key') {
        opened.set(account, answer.key);
        return 'opened';
      }
      return answer.kind === 'damaged' ? 'none' : answer.kind;
    },
    keysByCode: (account, typed) => {
      const folder = `accounts/${account}`;
      const answers = files
        .list(folder)
        .filter((name) => RECOVERY.test(name))
        .map((name) => unwrapKey(account, files.readText(`${folder}/${name}`) ?? '', typed));
      if (answers.some(({ kind }) => kind === 'mistyped')) return null;
      return answers.flatMap((answer) => (answer.kind === 'key' ? answer.key : []));
    },
    hasCode: (account) => {
      try {
        const text = files.readText(recoveryName(account));
        return text !== null && isWrap(text);
      } catch {
        // A file that cannot be read now may hold the code. If it counted as none, the outbox would count as damaged.
        return true;
      }
    },
    proved: (account) => opened.has(account),
    forget: (account) => {
      opened.delete(account);
      for (const name of [sealedName(account), recoveryName(account)]) files.remove(name);
    },
  };
};
