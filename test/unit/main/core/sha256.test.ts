import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha256Hex } from '../../../../src/main/core/sha256';

it('[AU1] SHA-256 takes a password with half a character, as the platform does', () => {
  const half = '\u{1f381}'.charAt(0);
  expect(sha256Hex(half)).toBe(createHash('sha256').update(half).digest('hex'));
});

it("[AU1] SHA-256 equals the platform's for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      expect(sha256Hex(text)).toBe(createHash('sha256').update(text.toWellFormed()).digest('hex'));
    }),
  );
});
