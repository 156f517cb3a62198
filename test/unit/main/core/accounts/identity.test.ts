import { describe, expect, it } from 'vitest';
import { differs, identityOf, matches } from '../../../../../src/main/core/accounts/sign-in/identity';

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
});
