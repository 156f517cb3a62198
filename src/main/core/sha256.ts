/**
 * SHA-256 of UTF-8 text as lower-case hex (FIPS 180-4). The password grant needs it (contract B), and the
 * core has no platform crypto.
 */
const K = roundConstants();

export const sha256Hex = (text: string): string => {
  const bytes = utf8(text);
  const bitLength = bytes.length * 8;
  bytes.push(0x80);
  while (bytes.length % 64 !== 56) bytes.push(0);
  for (let shift = 7; shift >= 0; shift -= 1) bytes.push(Math.floor(bitLength / 2 ** (8 * shift)) & 0xff);
  const hash: Words = [
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ];
  for (let at = 0; at < bytes.length; at += 64) compress(hash, bytes, at);
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
};

type Words = [number, number, number, number, number, number, number, number];

const compress = (hash: Words, bytes: readonly number[], at: number): void => {
  const w: number[] = [];
  for (let i = 0; i < 16; i += 1)
    w.push(
      (bytes[at + i * 4]! << 24) |
        (bytes[at + i * 4 + 1]! << 16) |
        (bytes[at + i * 4 + 2]! << 8) |
        bytes[at + i * 4 + 3]! |
        0,
    );
  for (let i = 16; i < 64; i += 1) {
    const [x, y] = [w[i - 15]!, w[i - 2]!];
    w.push(
      (w[i - 16]! +
        (rotr(x, 7) ^ rotr(x, 18) ^ (x >>> 3)) +
        w[i - 7]! +
        (rotr(y, 17) ^ rotr(y, 19) ^ (y >>> 10))) |
        0,
    );
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let i = 0; i < 64; i += 1) {
    const t1 = (h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
    const t2 = ((rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, i) => {
    hash[i] = (hash[i]! + value) | 0;
  });
};

const rotr = (x: number, n: number): number => (x >>> n) | (x << (32 - n));

/** Fractional bits of the cube roots of the first 64 primes. */
function roundConstants(): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((p) => n % p !== 0)) primes.push(n);
  return primes.map((p) => {
    const root = Math.cbrt(p);
    return Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
  });
}

const utf8 = (text: string): number[] => {
  const bytes: number[] = [];
  const encoded = encodeURIComponent(text.toWellFormed());
  for (let i = 0; i < encoded.length; i += 1) {
    if (encoded[i] === '%') {
      bytes.push(Number.parseInt(encoded.slice(i + 1, i + 3), 16));
      i += 2;
    } else bytes.push(encoded.charCodeAt(i));
  }
  return bytes;
};
