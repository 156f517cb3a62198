/**
 * The user of a token, from the token's own claims. The claims are not verified: they only keep the data of
 * two people apart and never grant access.
 */
import { isObject } from '#shared/domain/is-object';
export interface Identity {
  userId: string | null;
  email: string | null;
}

const USER_CLAIMS = ['user_id', 'userId', 'uid', 'sub'] as const;

export const identityOf = (accessToken: string): Identity => {
  const claims = claimsOf(accessToken);
  const user = USER_CLAIMS.map((key) => claims[key]).find(
    (value) =>
      (typeof value === 'string' && /^\d{1,19}$/.test(value)) ||
      (typeof value === 'number' && Number.isSafeInteger(value)),
  );
  const email = typeof claims.email === 'string' ? claims.email.toLowerCase() : null;
  return { userId: user === undefined ? null : String(user), email };
};

/** The modules that the token's claims name; null if it has no such claim. */
export const scopesOf = (accessToken: string): readonly unknown[] | null => {
  const { scopes } = claimsOf(accessToken);
  return Array.isArray(scopes) && scopes.length > 0 ? scopes : null;
};

/** Returns true if both have claims and these differ. Such a token must not join the profile. */
export const differs = (known: Identity, now: Identity): boolean =>
  (known.userId !== null && now.userId !== null && known.userId !== now.userId) ||
  (known.email !== null && now.email !== null && known.email !== now.email);

/** Returns true if both have the same value of at least one stable claim. */
export const matches = (known: Identity, now: Identity): boolean =>
  !differs(known, now) &&
  ((known.userId !== null && known.userId === now.userId) ||
    (known.email !== null && known.email === now.email));

const claimsOf = (token: string): Record<string, unknown> => {
  const payload = token.replace(/^bearer\s+/i, '').split('.')[1];
  if (payload === undefined) return {};
  try {
    const value: unknown = JSON.parse(decodeBase64Url(payload));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
};

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Base64url of UTF-8, without platform decoders. */
const decodeBase64Url = (text: string): string => {
  let [bits, held, percent] = [0, 0, ''];
  for (const c of text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')) {
    const value = ALPHABET.indexOf(c);
    if (value < 0) throw new SyntaxError('not base64url');
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    percent += `%${((bits >> held) & 0xff).toString(16).padStart(2, '0')}`;
  }
  return decodeURIComponent(percent);
};
