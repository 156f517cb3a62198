/** What a user can do about the encryption of unsent work, and what refuses it. */
import { describe, expect, it } from 'vitest';
import { demoProfile } from '#core/accounts/demo-account';
import type { Profile } from '#core/accounts/files/account-file';
import { createOutboxCode } from '#core/accounts/files/outbox-code';
import type { OutboxProtection } from '#core/accounts/files/protect-outbox';
import { refusal, type OpenAccount, type Outcome } from '#core/accounts/open-account';

const PROFILE: Profile = { ...demoProfile(), id: 'a' };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is handed on
const STATE = { state: 'of the app' } as never;

const desk = ({ isOpen = true, form = 'plain' }: { isOpen?: boolean; form?: 'plain' | 'encrypted' } = {}) => {
  const told: string[] = [];
  const answers = {
    judged: 'right' as ReturnType<OutboxProtection['judge']>,
    hasRoom: true,
    wrapped: { ok: true } as Awaited<ReturnType<OutboxProtection['wrap']>>,
  };
  const protection: OutboxProtection = {
    offer: (id) => {
      told.push(`offer ${id}`);
      return { ok: true, code: 'AAAA-BBBB', ask: [0, 1], offerId: 'o' };
    },
    withdraw: () => void told.push('withdraw'),
    judge: (id, groups) => {
      told.push(`typed ${id} ${groups.join()}`);
      return answers.judged;
    },
    hasRoom: () => answers.hasRoom,
    wrap: async (id) => {
      told.push(`wrap ${id}`);
      return answers.wrapped;
    },
    encrypt: async (id) => {
      told.push(`encrypt ${id}`);
      return { ok: true };
    },
    decrypt: async (id) => {
      told.push(`decrypt ${id}`);
      return { ok: true };
    },
  };
  const workspace = { profileId: 'a', outboxProtection: () => ({ state: form }) };
  const account: Pick<OpenAccount, 'workspace' | 'profile' | 'reopenAfter'> = {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the commands ask for
    workspace: () => (isOpen ? workspace : null) as ReturnType<OpenAccount['workspace']>,
    profile: () => (isOpen ? PROFILE : null),
    reopenAfter: async (change): Promise<Outcome> => {
      if (!isOpen) return refusal('no-account');
      told.push('closes');
      await change(PROFILE);
      told.push('opens');
      return { ok: true, state: STATE };
    },
  };
  const code = createOutboxCode({
    account,
    protection,
    state: () => STATE,
    onChange: () => void told.push('shown'),
  });
  return { code, told, answers };
};

describe('a recovery code', () => {
  it('is offered for the open account, and can be declined', () => {
    const { code, told } = desk();
    expect(code.offer()).toEqual({ ok: true, code: 'AAAA-BBBB', ask: [0, 1], offerId: 'o' });
    code.withdraw();
    expect(told).toEqual(['offer a', 'withdraw']);
  });

  it('is not offered while no account is open', () => {
    const { code, told } = desk({ isOpen: false });
    expect([code.offer(), told]).toEqual([refusal('no-account'), []]);
  });

  it('that was typed encrypts a plain outbox while its account is closed', async () => {
    const { code, told } = desk();
    expect(await code.confirm(['AAAA', 'BBBB'])).toEqual({ ok: true, state: STATE });
    expect(told).toEqual(['typed a AAAA,BBBB', 'wrap a', 'closes', 'encrypt a', 'opens']);
  });

  it('that was typed replaces the code of an encrypted outbox, which stays open', async () => {
    const { code, told } = desk({ form: 'encrypted' });
    expect(await code.confirm(['AAAA'])).toEqual({ ok: true, state: STATE });
    expect(told).toEqual(['typed a AAAA', 'wrap a', 'shown']);
  });

  it.each([
    ['was mistyped', { judged: 'wrong' }, 'code-wrong'],
    ['was replaced by another one', { judged: 'outdated' }, 'code-outdated'],
    ['finds no room for a second copy', { hasRoom: false }, 'disk-full'],
  ] as const)('that %s changes nothing', async (_, spoilt, error) => {
    const { code, told, answers } = desk();
    Object.assign(answers, spoilt);
    expect(await code.confirm(['AAAA'])).toEqual(refusal(error));
    expect(told).toEqual(['typed a AAAA']);
  });

  it('that cannot be wrapped leaves the outbox open and plain', async () => {
    const { code, told, answers } = desk();
    answers.wrapped = refusal('no-keychain');
    expect(await code.confirm(['AAAA'])).toEqual(refusal('no-keychain'));
    expect(told).toEqual(['typed a AAAA', 'wrap a']);
  });

  it('cannot be confirmed while no account is open', async () => {
    const { code, told } = desk({ isOpen: false });
    expect(await code.confirm(['AAAA'])).toEqual(refusal('no-account'));
    expect(told).toEqual([]);
  });
});

describe('an encrypted outbox', () => {
  it('is decrypted while its account is closed', async () => {
    const { code, told } = desk({ form: 'encrypted' });
    expect(await code.decrypt()).toEqual({ ok: true, state: STATE });
    expect(told).toEqual(['closes', 'decrypt a', 'opens']);
  });

  it('stays open and as it is without room for a second copy', async () => {
    const { code, told, answers } = desk({ form: 'encrypted' });
    answers.hasRoom = false;
    expect(await code.decrypt()).toEqual(refusal('disk-full'));
    expect(told).toEqual([]);
  });

  it('cannot be decrypted while no account is open', async () => {
    const { code } = desk({ isOpen: false });
    expect(await code.decrypt()).toEqual(refusal('no-account'));
  });
});
