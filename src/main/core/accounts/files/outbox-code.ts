/**
 * The user's commands on the encryption of the open account's unsent work. `protect-outbox.ts` does the work
 * on the files.
 */
import type { AppState } from '#shared/contract/accounts';
import { refusal, type OpenAccount, type Outcome } from '../open-account';
import type { CodeOffer, OutboxProtection } from './protect-outbox';

export interface OutboxCode {
  /** Makes a recovery code, which is shown once. */
  offer(): CodeOffer;
  withdraw(offerId?: string): void;
  /** Encrypts the outbox, or changes its recovery code, after the user has typed part of the code. */
  confirm(groups: readonly string[], offerId?: string): Promise<Outcome>;
  decrypt(): Promise<Outcome>;
}

export interface OutboxCodeOptions {
  account: Pick<OpenAccount, 'workspace' | 'profile' | 'reopenAfter'>;
  protection: OutboxProtection;
  state: () => AppState;
  onChange: () => void;
}

export const createOutboxCode = (options: OutboxCodeOptions): OutboxCode => {
  const { account, protection, state, onChange } = options;

  const confirm: OutboxCode['confirm'] = async (groups, offerId) => {
    const profile = account.profile();
    if (!profile) return refusal('no-account');
    const judged = protection.judge(profile.id, groups, offerId);
    if (judged !== 'right') return refusal(`code-${judged}`);
    if (!protection.hasRoom(profile.id)) return refusal('disk-full');
    const wrapped = await protection.wrap(profile.id);
    if (!wrapped.ok) return wrapped;
    if (account.workspace()?.outboxProtection().state === 'plain')
      return account.reopenAfter(({ id }) => protection.encrypt(id), true);
    onChange();
    return { ok: true, state: state() };
  };

  return {
    offer: () => {
      const workspace = account.workspace();
      return workspace ? protection.offer(workspace.profileId) : refusal('no-account');
    },
    withdraw: (offerId) => protection.withdraw(offerId),
    confirm,
    decrypt: async () => {
      const workspace = account.workspace();
      return workspace && !protection.hasRoom(workspace.profileId)
        ? refusal('disk-full')
        : account.reopenAfter(({ id }) => protection.decrypt(id), true);
    },
  };
};
