import { describe, expect, it } from 'vitest';
import {
  differs,
  identityOf,
  matches,
  scopesOf,
} from '../../../../../src/main/core/accounts/sign-in/identity';

const token = (claims: unknown): string =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`;

describe('identity', () => {
  it('[AU2] reads ids and e-mail from claims, and nothing from a text that is not a token', () => {
    expect(identityOf(token({ sub: '9223372036854775807', email: 'Zoë@Example.com' }))).toEqual({
      userId: '9223372036854775807',
      email: 'zoë@example.com',
    });
    expect(identityOf(token({ sub: 'client-app' }))).toEqual({ userId: null, email: null });
    expect(identityOf('pasted-by-hand')).toEqual({ userId: null, email: null });
  });
  it('[AU2] an unknown identity neither differs nor matches', () => {
    const [known, other, unknown] = [
      { userId: '1', email: null },
      { userId: '2', email: null },
      { userId: null, email: null },
    ];
    expect([
      differs(known, other),
      differs(known, unknown),
      matches(known, unknown),
      matches(known, known),
    ]).toEqual([true, false, false, true]);
  });

  it('[AU2] an empty e-mail names nobody, so it makes no two people one', () => {
    for (const email of ['', ' ']) expect(identityOf(token({ email })).email).toBeNull();
  });

  it.each(['user_id', 'userId', 'uid', 'sub'])('[AU2] reads the id from %s, as text or number', (claim) => {
    expect(identityOf(token({ [claim]: '42' })).userId).toBe('42');
    expect(identityOf(token({ [claim]: 42 })).userId).toBe('42');
  });
  it('[AU2] takes the first claim that is an id', () => {
    expect(identityOf(token({ user_id: 'mia', userId: 1e30, uid: 4.5, sub: 9 })).userId).toBe('9');
    expect(identityOf(token({ sub: '9', user_id: '7' })).userId).toBe('7');
    for (const id of ['', '1'.repeat(20), ' 7', true, null, [7]])
      expect([id, identityOf(token({ sub: id })).userId]).toEqual([id, null]);
  });
  it('[AU2] keeps every digit of an id that the claims have as a number', () => {
    const claims = '{"user_id":1152921504606846977,"sub":"9"}';
    expect(identityOf(`e30.${Buffer.from(claims).toString('base64url')}.sig`).userId).toBe(
      '1152921504606846977',
    );
  });
  it('[AU2] an id of 0 names nobody, so it makes no two people one', () => {
    for (const none of [0, '0', '00', -1])
      expect([none, identityOf(token({ user_id: none, sub: '7' })).userId]).toEqual([none, '7']);
    const [mia, leo] = ['mia@example.com', 'leo@example.com'].map((email) =>
      identityOf(token({ user_id: 0, email })),
    );
    expect(mia && leo && [matches(mia, leo), differs(mia, leo)]).toEqual([false, true]);
  });
  it('[AU2] reads claims of any length, with or without the word Bearer', () => {
    for (let length = 0; length < 12; length += 1) {
      const email = `${'x'.repeat(length)}ü@example.com`;
      expect(identityOf(token({ email })).email).toBe(email);
      expect(identityOf(`Bearer ${token({ email })}`).email).toBe(email);
    }
    const padded = Buffer.from(JSON.stringify({ sub: '7', name: '>>>???' })).toString('base64');
    expect(identityOf(`e30.${padded}.sig`).userId).toBe('7');
  });
  it.each(['e30', 'e30.', 'e30.!!.s', 'e30.bm8.s', 'e30.W10.s', 'e30.bnVsbA.s', 'e30.gICA.s'])(
    '[AU2] reads nothing from %s',
    (text) => {
      expect(identityOf(text)).toEqual({ userId: null, email: null });
    },
  );
  it('[AU2] the id alone decides if both are known, otherwise the e-mail', () => {
    const of = (userId: string | null, email: string | null) => ({ userId, email });
    expect([
      differs(of(null, 'a@x'), of(null, 'b@x')),
      differs(of('1', 'a@x'), of('1', 'b@x')),
      differs(of('1', 'a@x'), of('2', 'a@x')),
      differs(of('1', 'a@x'), of(null, 'b@x')),
      differs(of(null, 'a@x'), of(null, 'a@x')),
      differs(of(null, 'a@x'), of('1', null)),
      differs(of('1', null), of(null, 'a@x')),
      differs(of('1', 'a@x'), of('1', null)),
    ]).toEqual([true, false, true, true, false, false, false, false]);
    expect([
      matches(of(null, 'a@x'), of('1', 'a@x')),
      matches(of('1', 'a@x'), of('1', 'b@x')),
      matches(of('1', 'a@x'), of('2', 'a@x')),
      matches(of('1', 'a@x'), of(null, 'b@x')),
      matches(of('1', 'a@x'), of('1', null)),
      matches(of(null, 'a@x'), of('1', null)),
      matches(of(null, null), of(null, null)),
    ]).toEqual([true, true, false, false, true, false, false]);
  });
  it('reads the modules that a token names, if it names any', () => {
    expect(scopesOf(token({ scopes: ['lead', 'user'] }))).toEqual(['lead', 'user']);
    for (const scopes of [[], 'lead', null, undefined])
      expect([scopes, scopesOf(token({ scopes }))]).toEqual([scopes, null]);
    expect(scopesOf('pasted-by-hand')).toBeNull();
  });
});
