/** An account on a computer with a keyring, and the steps by which the user encrypts its unsent work. */
import { call } from '@orpc/server';
import { expect } from 'vitest';
import { CLIENT } from '../sync/connection';
import { makeCore, memorySecrets, type CoreFixture } from '../sync/core-fixture';
import type { fakeKeyring } from '../sync/fake-keyring';
import { ORIGIN, type ServiceFixture } from '../sync/service-fixture';

/** Secrets that say they are in the keychain of the computer. */
export const KEYCHAIN = { ...memorySecrets(), storage: 'keychain' } as unknown as ReturnType<
  typeof memorySecrets
>;

/** A core with a connected account, whose databases have their keys in `keyring`. */
export const connectWithKeyring = async (
  service: ServiceFixture,
  keyring: ReturnType<typeof fakeKeyring>,
): Promise<CoreFixture> => {
  const fixture = await makeCore({
    transport: service.wire,
    databaseKeys: keyring.databaseKeys,
    outboxKeys: keyring.outboxKeys,
    secrets: KEYCHAIN,
  });
  keyring.mood.directory = fixture.directory;
  const connection = { baseUrl: ORIGIN, credentials: CLIENT, name: 'Encrypted' };
  expect((await call(fixture.core.router.accounts.connect, connection)).ok).toBe(true);
  return fixture;
};

/** The offered recovery code, the places of the groups that it asks back, and these groups. */
export const offeredCode = async (
  fixture: CoreFixture,
): Promise<{ code: string; ask: readonly number[]; back: string[] }> => {
  const offer = await call(fixture.core.router.accounts.offerCode, undefined);
  if (!offer.ok) throw new Error(offer.error.code);
  const groups = offer.code.split('-');
  return { code: offer.code, ask: offer.ask, back: offer.ask.map((place) => groups[place] ?? '') };
};

/** Encrypts the unsent work; returns the recovery code. */
export const protectOutbox = async (fixture: CoreFixture): Promise<string> => {
  const { code, back } = await offeredCode(fixture);
  expect(await call(fixture.core.router.accounts.confirmCode, { groups: back })).toMatchObject({ ok: true });
  return code;
};
