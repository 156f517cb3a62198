/** SHA-256 of UTF-8 text as hex: the ledger names the exact bytes of every attempt. Pure, as the core has no platform crypto. */
const K = /* @__PURE__ */ (() => {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p !== 0)) primes.push(n);
  const fraction = (x: number): number => Math.floor((x - Math.floor(x)) * 2 ** 32) | 0;
  return { round: Int32Array.from(primes, (p) => fraction(Math.cbrt(p))), start: Int32Array.from(primes.slice(0, 8), (p) => fraction(Math.sqrt(p))) };
})();

/** UTF-8 bytes of a text; lone surrogates become U+FFFD, as on the wire. */
export const utf8 = (text: string): number[] => {
  const bytes: number[] = [];
  for (const char of text) {
    let c = char.codePointAt(0) as number;
    if (c >= 0xd800 && c <= 0xdfff) c = 0xfffd;
    if (c < 0x80) bytes.push(c);
    else if (c < 0x800) bytes.push(0xc0 | (c >> 6), 0x80 | (c & 63));
    else if (c < 0x10000) bytes.push(0xe0 | (c >> 12), 0x80 | ((c >> 6) & 63), 0x80 | (c & 63));
    else bytes.push(0xf0 | (c >> 18), 0x80 | ((c >> 12) & 63), 0x80 | ((c >> 6) & 63), 0x80 | (c & 63));
  }
  return bytes;
};

const rotr = (x: number, n: number): number => (x >>> n) | (x << (32 - n));

export const sha256 = (text: string): string => {
  const bytes = utf8(text);
  const bits = bytes.length * 8;
  bytes.push(0x80);
  while (bytes.length % 64 !== 56) bytes.push(0);
  for (let shift = 56; shift >= 0; shift -= 8) bytes.push(Math.floor(bits / 2 ** shift) & 255);
  const h = Int32Array.from(K.start);
  const w = new Int32Array(64);
  for (let at = 0; at < bytes.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = (bytes[at + i * 4]! << 24) | (bytes[at + i * 4 + 1]! << 16) | (bytes[at + i * 4 + 2]! << 8) | bytes[at + i * 4 + 3]!;
    for (let i = 16; i < 64; i++) {
      const [a, b] = [w[i - 15]!, w[i - 2]!];
      w[i] = (w[i - 16]! + (rotr(a, 7) ^ rotr(a, 18) ^ (a >>> 3)) + w[i - 7]! + (rotr(b, 17) ^ rotr(b, 19) ^ (b >>> 10))) | 0;
    }
    compress(h, w);
  }
  return Array.from(h, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
};

const compress = (h: Int32Array, w: Int32Array): void => {
  let [a, b, c, d, e, f, g, i] = h as unknown as [number, number, number, number, number, number, number, number];
  for (let t = 0; t < 64; t++) {
    const t1 = (i + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) + K.round[t]! + w[t]!) | 0;
    const t2 = ((rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [i, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, i].forEach((word, at) => { h[at] = (h[at]! + word) | 0; });
};
