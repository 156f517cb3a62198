import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanCode, formatCode, groupsOf, readCode } from '#shared/domain/recovery-code';

const digits = fc.array(fc.integer({ min: 0, max: 31 }), { minLength: 26, maxLength: 26 });
const ALPHABET = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'];

describe('a recovery code', () => {
  it('is seven groups of four that can be read back', () => {
    fc.assert(
      fc.property(digits, (given) => {
        const code = formatCode(given);
        expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/);
        expect(readCode(code)).toBe(code.replaceAll('-', ''));
        expect(groupsOf(code)).toEqual(code.split('-'));
      }),
    );
  });

  it('is read in any spelling: case, spaces, other dashes, full-width forms, letters that look like digits', () => {
    const code = formatCode([0, 1, ...Array.from({ length: 24 }, (_, n) => n)]);
    const clean = code.replaceAll('-', '');
    expect(code.startsWith('01')).toBe(true);
    for (const typed of [
      code.toLowerCase(),
      clean,
      code.replaceAll('-', ' '),
      code.replaceAll('-', '–'),
      code.replaceAll('-', '\u2212'),
      code.replaceAll('-', '\u00ad-\u200b'),
      `\u200e${code}\u200e`,
      code.replaceAll('-', ' / '),
      code.replaceAll('-', ' • '),
      ` ${code}\n`,
      code.replace('01', 'ol'),
      code.replace('01', 'OI'),
      code.replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
    ]) {
      expect(readCode(typed), typed).toBe(clean);
    }
    expect(cleanCode('ab-cd')).toBe('ABCD');
  });

  it('is not read with one wrong character', () => {
    fc.assert(
      fc.property(
        digits,
        fc.integer({ min: 0, max: 27 }),
        fc.integer({ min: 1, max: 31 }),
        (given, at, distance) => {
          const code = formatCode(given).replaceAll('-', '');
          const other = ALPHABET[(ALPHABET.indexOf(code[at]!) + distance) % 32]!;
          expect(readCode(code.slice(0, at) + other + code.slice(at + 1))).toBeNull();
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('is not read with two different neighbours swapped', () => {
    fc.assert(
      fc.property(digits, fc.integer({ min: 0, max: 26 }), (given, at) => {
        const code = formatCode(given).replaceAll('-', '');
        fc.pre(code[at] !== code[at + 1]);
        expect(readCode(code.slice(0, at) + code[at + 1] + code[at] + code.slice(at + 2))).toBeNull();
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['', 'ABCD', 'U'.repeat(28), '*'.repeat(28), '0'.repeat(27), '0'.repeat(29), '海'.repeat(28)])(
    'is not %j',
    (typed) => expect(readCode(typed)).toBeNull(),
  );

  it('is made only of 26 numbers below 32', () => {
    for (const wrong of [
      [],
      Array.from({ length: 25 }, () => 0),
      Array.from({ length: 26 }, () => 32),
      Array.from({ length: 26 }, () => 0.5),
    ])
      expect(() => formatCode(wrong)).toThrow('26 numbers');
  });
});
