/**
 * The recovery code of encrypted unsent work, as people read, type and print it: 26 characters of Crockford's
 * alphabet (130 random bits) and two that check them, in seven groups of four. The alphabet has no I, L, O,
 * U, so what a hand writes can be read again; the check catches every single wrong character and every two
 * neighbours changed round.
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const DATA_LENGTH = 26;
const GROUP = 4;
/**
 * The largest prime below 32²: two characters hold its remainder, and a prime lets no single slip through.
 */
const MODULUS = 1021;

export const CODE_LENGTH = DATA_LENGTH + 2;
export const CODE_GROUPS = CODE_LENGTH / GROUP;

/**
 * Upper case, without what stands between groups: no letter, mark or digit (spaces, dashes, minus signs,
 * invisible marks); full-width forms and the letters people take for digits become what was meant.
 */
export const cleanCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');

/** The code of 26 random numbers from 0 to 31, in groups. Throws on any other input: that is a bug. */
export const formatCode = (digits: readonly number[]): string => {
  if (
    digits.length !== DATA_LENGTH ||
    digits.some((digit) => !Number.isInteger(digit) || digit < 0 || digit > 31)
  )
    throw new Error('a recovery code is made of 26 numbers below 32');
  const data = digits.map((digit) => ALPHABET[digit]).join('');
  return groupsOf(data + checkOf(data)).join('-');
};

/**
 * The 28 characters of what was typed, or null where it cannot be a code: too short, too long, a foreign
 * character, a slip.
 */
export const readCode = (typed: string): string | null => {
  const code = cleanCode(typed);
  if (code.length !== CODE_LENGTH || [...code].some((sign) => !ALPHABET.includes(sign))) return null;
  return checkOf(code.slice(0, DATA_LENGTH)) === code.slice(DATA_LENGTH) ? code : null;
};

/** `code` as it is written: seven groups of four. */
export const groupsOf = (code: string): string[] => cleanCode(code).match(/.{1,4}/g) ?? [];

const checkOf = (data: string): string => {
  let rest = 0;
  for (const sign of data) rest = (rest * 32 + ALPHABET.indexOf(sign)) % MODULUS;
  return `${ALPHABET[Math.floor(rest / 32)]}${ALPHABET[rest % 32]}`;
};
