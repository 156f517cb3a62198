/** Answers between core and window are always as in the contract, both successes and failures. */
import { describe, expect, it } from 'vitest';
import { contract } from '#shared/contract/contract';
import { MOST_REMINDED_MS } from '#shared/contract/follow-ups';
import { MOST_SPELLING_LANGUAGES, readDesktopChoices } from '#shared/contract/desktop-choices';
import { NO_OUTBOX } from '#shared/contract/outbox';

interface Checks {
  '~orpc': { outputSchema?: { safeParse(value: unknown): { success: boolean } } | undefined };
}
const takes = (procedure: object, answer: unknown): boolean =>
  (procedure as Checks)['~orpc'].outputSchema?.safeParse(answer).success ?? false;

const { accounts, changes, diagnostics, export: lists, outbox } = contract;
const refused = { ok: false, code: 'not-now', issues: [] };
const failed = { ok: false, error: { code: 'offline' } };
const tested = {
  ok: true,
  serverTime: '2026-11-22 10:00:00',
  users: [{ id: '1', name: 'Mia', email: '' }],
  refusedScopes: [],
};

describe('an answer of the core', () => {
  it.each([
    ['a tested connection', accounts.test, tested],
    ['a connection that fails', accounts.test, failed],
    ['an account that does not open', accounts.open, failed],
    ['a recovery code', accounts.offerCode, { ok: true, code: 'a-b', ask: [0], offerId: 'o' }],
    ['no recovery code', accounts.offerCode, failed],
    ['changes that are seen', changes.see, { ok: true }],
    ['a test of the connection', diagnostics.testConnection, { ok: true, durationMs: 1, serverTime: null }],
    ['a test that fails', diagnostics.testConnection, { ...failed, durationMs: 1 }],
    ['an export that began', lists.start, { ok: true, id: '1', total: 2 }],
    ['an export that is too long', lists.start, { ok: false, code: 'too-many-rows' }],
    ['an export that is cancelled', lists.cancel, { ok: true }],
    ['an item that is discarded', outbox.discard, { ok: true }],
    ['an item that cannot be discarded now', outbox.discard, refused],
    ['an item that is saved', outbox.submit, { ok: true, id: 'local:1', outcome: 'new' }],
    ['an item that is refused', outbox.submit, refused],
    ['a draft that is deleted', outbox.deleteDraft, { ok: true }],
    ['a copy that is restored', outbox.restore, { ok: true, added: 1, skipped: 0, drafts: 0, unreadable: 0 }],
    ['a copy of another account', outbox.restore, { ok: false, code: 'other-account' }],
    ['no outbox', outbox.summary, NO_OUTBOX],
  ])('%s is taken', (_name, procedure, answer) => {
    expect(takes(procedure, answer)).toBe(true);
  });
  it('with another verdict than yes or no is not taken', () => {
    expect(takes(outbox.discard, { ok: 'maybe' })).toBe(false);
    expect(takes(lists.cancel, { ok: false })).toBe(false);
  });
  it('without an account nothing waits, nothing is paused and nobody is asked to sign in', () => {
    expect(NO_OUTBOX).toMatchObject({ waiting: 0, needsUser: 0, paused: false, needsSignIn: false });
  });
});

describe('choices of the desktop', () => {
  it('keep as many spelling languages as there may be, and none beyond', () => {
    const of = (n: number) =>
      readDesktopChoices({ spelling: Array.from({ length: n }, () => 'en-US') }).spelling;
    expect(of(MOST_SPELLING_LANGUAGES)).toHaveLength(MOST_SPELLING_LANGUAGES);
    expect(of(MOST_SPELLING_LANGUAGES + 1)).toEqual([]);
  });
  it('a reminder looks back half a day at most', () => {
    expect(MOST_REMINDED_MS).toBe(43_200_000);
  });
});
