/**
 * The recovery code of encrypted unsent work: 26 characters of Crockford's alphabet (130 random bits) and two
 * check characters, in seven groups of four. The alphabet has no I, L, O, U, so that handwriting is readable.
 * The check finds every single wrong character and every two swapped neighbours.
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const DATA_LENGTH = 26;
const GROUP = 4;
/**
 * The largest prime below 32², so that two characters hold the remainder. With a prime, every single wrong
 * character is found.
 */
const MODULUS = 1021;

const CODE_LENGTH = DATA_LENGTH + 2;
export const CODE_GROUPS = CODE_LENGTH / GROUP;

/**
 * Upper case, without separators between groups (spaces, dashes, minus signs, invisible marks). Full-width
 * forms, and letters that look like digits, are converted.
 */
export const cleanCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');

/** The code of 26 random numbers from 0 to 31, in groups. Throws on any other input, which is a bug. */
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
 * The 28 characters of the typed code; null if it is not a valid code: too short, too long, an unknown
 * character, a typing error.
 */
export const readCode = (typed: string): string | null => {
  const code = cleanCode(typed);
  if (code.length !== CODE_LENGTH || [...code].some((sign) => !ALPHABET.includes(sign))) return null;
  return checkOf(code.slice(0, DATA_LENGTH)) === code.slice(DATA_LENGTH) ? code : null;
};

/** Splits `code` into seven groups of four. */
export const groupsOf = (code: string): string[] => cleanCode(code).match(/.{1,4}/g) ?? [];

const checkOf = (data: string): string => {
  let rest = 0;
  for (const sign of data) rest = (rest * 32 + ALPHABET.indexOf(sign)) % MODULUS;
  return `${ALPHABET[Math.floor(rest / 32)]}${ALPHABET[rest % 32]}`;
};
