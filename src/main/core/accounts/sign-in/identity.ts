/**
 * The user of a token, from the token's own claims. The claims are not verified: they only keep the data of
 * two people apart and never grant access.
 */
import { isObject } from '#shared/domain/is-object';
import { parseLossless } from '#shared/http-api/lossless-json';

export interface Identity {
  userId: string | null;
  email: string | null;
}

const USER_CLAIMS = ['user_id', 'userId', 'uid', 'sub'] as const;
/** An id of zeros means that there is no user, as in the service's records. */
const USER_ID = /^(?!0+$)\d{1,19}$/;

export const identityOf = (accessToken: string): Identity => {
  const claims = claimsOf(accessToken);
  const user = USER_CLAIMS.map((key) => claims[key]).find(
    (value) =>
      (typeof value === 'string' && USER_ID.test(value)) ||
      (typeof value === 'number' && Number.isSafeInteger(value) && value > 0),
  );
  const email = typeof claims.email === 'string' ? claims.email.trim().toLowerCase() || null : null;
  return { userId: user === undefined ? null : String(user), email };
};

/** The modules that the token's claims name; null if it has no such claim. */
export const scopesOf = (accessToken: string): readonly unknown[] | null => {
  const { scopes } = claimsOf(accessToken);
  return Array.isArray(scopes) && scopes.length > 0 ? scopes : null;
};

/**
 * Compares the ids if both are known, because the e-mail of a person may change; otherwise the e-mails.
 * `unknown` if neither can be compared.
 */
const compare = (known: Identity, now: Identity): 'same' | 'other' | 'unknown' => {
  if (known.userId !== null && now.userId !== null) return known.userId === now.userId ? 'same' : 'other';
  if (known.email !== null && now.email !== null) return known.email === now.email ? 'same' : 'other';
  return 'unknown';
};

/** Returns true if the claims are those of two people. Such a token must not join the profile. */
export const differs = (known: Identity, now: Identity): boolean => compare(known, now) === 'other';

/** Returns true if the claims prove the same person. */
export const matches = (known: Identity, now: Identity): boolean => compare(known, now) === 'same';

/** The claims to store for a person: those of the latest token, and earlier ones that it does not name. */
export const renewed = (known: Identity, now: Identity): Identity => ({
  userId: now.userId ?? known.userId,
  email: now.email ?? known.email,
});

const claimsOf = (token: string): Record<string, unknown> => {
  const payload = token.replace(/^bearer\s+/i, '').split('.')[1];
  if (payload === undefined) return {};
  try {
    // Ids have up to 64 bits (contract A). `JSON.parse` would change the last digits of a long one.
    const value = parseLossless(decodeBase64Url(payload));
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
