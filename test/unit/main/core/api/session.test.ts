/** A token request during another change of the session. */
import { describe, expect, it } from 'vitest';
import type { OAuth, Token } from '#core/api/oauth';
import { createSession } from '#core/api/session';

const CLIENT = { kind: 'client', clientId: 'id', clientSecret: 'secret' } as const;
const tokenOf = (accessToken: string): Token => ({ accessToken, refreshToken: null, expiresAt: null });
const log = { error: () => undefined, warn: () => undefined, info: () => undefined };

const makeWorld = () => {
  const kept = new Map<string, string>();
  const waiting: ((result: Awaited<ReturnType<OAuth['request']>>) => void)[] = [];
  const ask = (): ReturnType<OAuth['request']> =>
    new Promise((resolve) => {
      waiting.push(resolve);
    });
  const keyring = { isLocked: false, isSilent: false };
  const clock = { now: 1_000_000 };
  /** Each call opens the account once more. All openings have the same keychain. */
  const again = () =>
    createSession({
      accountId: 'a',
      now: () => clock.now,
      log,
      oauth: { request: ask, refresh: ask },
      secrets: {
        storage: 'memory',
        get: async (key) => {
          if (keyring.isSilent) throw new Error('the keyring does not answer');
          return kept.get(key) ?? null;
        },
        set: async (key, value) => void kept.set(key, value),
        delete: async (key) => {
          if (keyring.isLocked) throw new Error('the keyring is locked');
          kept.delete(key);
        },
      },
    });
  const session = again();
  const settle = (): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, 1);
    });
  return { session, again, keyring, kept, waiting, settle, clock };
};

describe('a session', () => {
  it('keeps a new sign-in when an earlier renewal is answered later', async () => {
    const { session, kept, waiting, settle } = makeWorld();
    await session.adopt(CLIENT, tokenOf('old'));
    const renewal = session.renew('old');
    await settle();
    await session.adopt(CLIENT, tokenOf('new'));
    waiting[0]!({ ok: true, token: tokenOf('renewed old') });
    expect(await renewal).toEqual({ kind: 'renewed' });
    expect(session.token()).toBe('new');
    expect(kept.get('account/a/session')).toContain('"new"');
  });

  it('stays signed out when an earlier renewal is answered later', async () => {
    const { session, kept, waiting, settle } = makeWorld();
    await session.adopt(CLIENT, tokenOf('old'));
    const renewal = session.renew('old');
    await settle();
    await session.forget();
    waiting[0]!({ ok: true, token: tokenOf('renewed old') });
    await renewal;
    expect([session.token(), session.state(), kept.size]).toEqual([null, 'signed-out', 0]);
  });

  it('stays signed in when a renewal of the previous sign-in is refused', async () => {
    const { session, waiting, settle } = makeWorld();
    await session.adopt(CLIENT, tokenOf('old'));
    const renewal = session.renew('old');
    await settle();
    await session.adopt(CLIENT, tokenOf('new'));
    waiting[0]!({ ok: false, trouble: { kind: 'unauthorized' } as never });
    await renewal;
    expect([session.token(), session.state()]).toEqual(['new', 'signed-in']);
  });

  it.each(['not-offered', 'forbidden'] as const)(
    '[AU4] does not end while the route for tokens is away for a while (%s)',
    async (kind) => {
      const { session, waiting, settle, clock } = makeWorld();
      await session.adopt(CLIENT, tokenOf('old'));
      const renew = async () => {
        const renewal = session.renew('old');
        await settle();
        waiting.at(-1)!({ ok: false, trouble: { kind, detail: 'HTTP 404' } });
        return renewal;
      };
      for (let minutes = 0; minutes < 30; minutes++) {
        expect(await renew()).toMatchObject({ kind: 'unreached', trouble: { kind: 'offline' } });
        clock.now += 60_000;
      }
      expect(session.state()).toBe('signed-in');
      // A service that never had the route would otherwise never ask the user.
      expect(await renew()).toEqual({ kind: 'expired' });
      expect(session.state()).toBe('expired');
    },
  );

  it('stays signed in when the keychain does not delete the token', async () => {
    const { session, keyring, kept } = makeWorld();
    await session.adopt(CLIENT, tokenOf('held'));
    keyring.isLocked = true;
    await expect(session.forget()).rejects.toThrow('the keyring is locked');
    expect([session.token(), session.state()]).toEqual(['held', 'signed-in']);
    keyring.isLocked = false;
    await session.forget();
    expect([session.token(), session.state(), kept.size]).toEqual([null, 'signed-out', 0]);
  });

  it('does not renew a token that another request has already renewed', async () => {
    const { session, waiting } = makeWorld();
    await session.adopt(CLIENT, tokenOf('new'));
    expect(await session.renew('old')).toEqual({ kind: 'renewed' });
    expect(waiting).toEqual([]);
  });

  it('in a keychain that answers late is found then, without a request to the service', async () => {
    const { session, kept, waiting } = makeWorld();
    await session.adopt(CLIENT, tokenOf('held'));
    const next = makeWorld();
    for (const [key, value] of kept) next.kept.set(key, value);
    next.keyring.isSilent = true;
    await next.session.restore();
    expect([next.session.token(), next.session.state()]).toEqual([null, 'signed-out']);
    next.keyring.isSilent = false;
    expect(await next.session.renew(null)).toEqual({ kind: 'renewed' });
    expect([next.session.token(), next.session.state()]).toEqual(['held', 'signed-in']);
    expect([...waiting, ...next.waiting]).toEqual([]);
  });
});

describe('[AU3] a session of an account that closes', () => {
  const KEY = 'account/a/session';
  const RENEWED = { ok: true, token: tokenOf('renewed') } as const;

  /** The account is closed while a renewal runs. */
  const closedWorld = async () => {
    const made = makeWorld();
    await made.session.adopt(CLIENT, tokenOf('old'));
    const renewal = made.session.renew('old');
    await made.settle();
    const closing = made.session.close();
    const answer = async (): Promise<void> => {
      made.waiting[0]!(RENEWED);
      await renewal;
      await closing;
    };
    return { ...made, closing, answer };
  };

  it('is over when the renewal is over, whose token is stored', async () => {
    const { closing, answer, settle, kept } = await closedWorld();
    let isOver = false;
    void closing.then(() => (isOver = true));
    await settle();
    expect(isOver).toBe(false);
    await answer();
    expect([isOver, kept.get(KEY)]).toEqual([true, expect.stringContaining('"renewed"')]);
  });

  it('stores no late token after a sign-out', async () => {
    const { answer, kept } = await closedWorld();
    kept.delete(KEY);
    await answer();
    expect([...kept]).toEqual([]);
  });

  it('stores no late token over a newer sign-in', async () => {
    const { answer, kept } = await closedWorld();
    kept.set(KEY, 'a newer sign-in');
    await answer();
    expect(kept.get(KEY)).toBe('a newer sign-in');
  });

  it('whose late token replaced the refresh token: the account that is open again takes it', async () => {
    const { again, answer, settle, waiting, kept } = await closedWorld();
    const next = again();
    await next.restore();
    await answer();
    expect(kept.get(KEY)).toContain('"renewed"');
    const renewal = next.renew('old');
    await settle();
    waiting.at(-1)!({
      ok: false,
      trouble: { kind: 'oauth-error', error: 'invalid_grant', description: 'used already' },
    });
    expect(await renewal).toEqual({ kind: 'renewed' });
    expect([next.token(), next.state()]).toEqual(['renewed', 'signed-in']);
    // The next refusal is about this sign-in itself.
    const second = next.renew('renewed');
    await settle();
    waiting.at(-1)!({ ok: false, trouble: { kind: 'oauth-error', error: 'invalid_grant', description: '' } });
    expect(await second).toEqual({ kind: 'expired' });
    expect(next.state()).toBe('expired');
  });

  it('renews no more', async () => {
    const { session, waiting } = makeWorld();
    await session.adopt(CLIENT, tokenOf('old'));
    await session.close();
    expect(await session.renew('old')).toMatchObject({ kind: 'unreached', trouble: { kind: 'offline' } });
    expect([waiting.length, session.state()]).toEqual([0, 'signed-in']);
  });

  it('replaces the stored sign-in of an earlier start by a token that arrives late', async () => {
    const { session, kept, waiting, settle } = makeWorld();
    kept.set(KEY, JSON.stringify({ kind: 'client', clientId: 'c', clientSecret: 's', accessToken: 'old' }));
    await session.restore();
    const renewal = session.renew('old');
    await settle();
    const closing = session.close();
    waiting[0]!(RENEWED);
    await renewal;
    await closing;
    expect(kept.get(KEY)).toContain('"renewed"');
  });
});
