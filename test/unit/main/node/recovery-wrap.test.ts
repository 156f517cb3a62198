import { describe, expect, it } from 'vitest';
import { newRecoveryCode, unwrapKey, wrapKey } from '#node/recovery-wrap';
import { readCode } from '#shared/domain/recovery-code';

const KEY = '0123456789abcdef'.repeat(4);

describe('the wrap of a key by a recovery code', () => {
  it('opens by its code, however it is typed, and holds neither key nor code', () => {
    const code = newRecoveryCode();
    const text = wrapKey('a', KEY, code);
    expect(unwrapKey('a', text, code)).toEqual({ kind: 'key', key: KEY });
    expect(unwrapKey('a', text, ` ${code.toLowerCase().replaceAll('-', ' ')} `)).toEqual({
      kind: 'key',
      key: KEY,
    });
    for (const form of [KEY, Buffer.from(KEY, 'hex').toString('base64'), code, code.replaceAll('-', '')])
      expect(text).not.toContain(form);
  });

  it('opens by no other code, and distinguishes a typing error from another code', () => {
    const [code, other] = [newRecoveryCode(), newRecoveryCode()];
    const text = wrapKey('a', KEY, code);
    expect(unwrapKey('a', text, other)).toEqual({ kind: 'wrong' });
    expect(unwrapKey('a', text, code.slice(0, -1))).toEqual({ kind: 'mistyped' });
    expect(
      unwrapKey(
        'a',
        text,
        code.replace(/^./, (sign) => (sign === '2' ? '3' : '2')),
      ),
    ).toEqual({ kind: 'mistyped' });
  });

  it("is one account's, and detects every change of the file", () => {
    const code = newRecoveryCode();
    const text = wrapKey('a', KEY, code);
    expect(unwrapKey('b', text, code)).toEqual({ kind: 'wrong' });
    const file = JSON.parse(text) as Record<string, string>;
    for (const part of ['salt', 'nonce', 'tag', 'sealed']) {
      const bytes = Buffer.from(file[part] ?? '', 'base64');
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      expect(
        unwrapKey('a', JSON.stringify({ ...file, [part]: bytes.toString('base64') }), code),
        part,
      ).toEqual({ kind: 'wrong' });
      expect(
        unwrapKey('a', JSON.stringify({ ...file, [part]: bytes.subarray(1).toString('base64') }), code),
        part,
      ).toEqual({ kind: 'damaged' });
    }
    for (const none of ['', '{', 'null', '{"version":2}', JSON.stringify({ ...file, version: 2 })])
      expect(unwrapKey('a', none, code)).toEqual({ kind: 'damaged' });
  });

  it('is another one each time, like the code', () => {
    const code = newRecoveryCode();
    expect(wrapKey('a', KEY, code)).not.toBe(wrapKey('a', KEY, code));
    const many = new Set(Array.from({ length: 200 }, newRecoveryCode));
    expect(many.size).toBe(200);
    for (const one of many) expect(readCode(one)).toHaveLength(28);
    // Every place takes many values: the code is random throughout, not in a part of it.
    for (let place = 0; place < 28; place += 1)
      expect(
        new Set([...many].map((one) => one.replaceAll('-', '')[place])).size,
        String(place),
      ).toBeGreaterThan(place === 26 ? 15 : 20);
  });

  it('is made only with a valid code', () =>
    expect(() => wrapKey('a', KEY, 'not a code')).toThrow('recovery code'));
});
