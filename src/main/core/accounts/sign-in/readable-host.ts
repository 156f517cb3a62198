/**
 * A host name as people read it: the parts that begin with `xn--` are decoded (RFC 3492). A browser copies an
 * international name in that form from its address bar. Used to compare two addresses, never to connect.
 */
const [BASE, FIRST_BIAS, FIRST_CODE] = [36, 72, 128];
const LAST_CODE = 0x10ffff;

export const readableHost = (host: string): string =>
  host
    .split('.')
    .map((label) => (/^xn--/i.test(label) ? (decoded(label.slice(4).toLowerCase()) ?? label) : label))
    .join('.')
    .normalize('NFC');

const adapted = (delta: number, count: number, isFirst: boolean): number => {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > 455; k += BASE) rest = Math.floor(rest / 35);
  return k + Math.floor((36 * rest) / (rest + 38));
};

/** The value of a digit: a to z are 0 to 25, 0 to 9 are 26 to 35; undefined for other characters. */
const digitOf = (character: string | undefined): number | undefined => {
  if (character === undefined || !/[a-z\d]/.test(character)) return undefined;
  return /\d/.test(character) ? Number(character) + 26 : character.charCodeAt(0) - 97;
};

/** The text of a label without `xn--`; undefined if it is no such text. */
const decoded = (label: string): string | undefined => {
  const dash = label.lastIndexOf('-');
  const out = dash > 0 ? [...label.slice(0, dash)] : [];
  let [at, code, place, bias] = [dash > 0 ? dash + 1 : 0, FIRST_CODE, 0, FIRST_BIAS];
  while (at < label.length) {
    const before = place;
    let weight = 1;
    for (let k = BASE; ; k += BASE) {
      const digit = digitOf(label[at]);
      if (digit === undefined) return undefined;
      at += 1;
      place += digit * weight;
      const threshold = Math.max(1, Math.min(26, k - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const count = out.length + 1;
    bias = adapted(place - before, count, before === 0);
    code += Math.floor(place / count);
    if (code > LAST_CODE) return undefined;
    place %= count;
    out.splice(place, 0, String.fromCodePoint(code));
    place += 1;
  }
  return out.join('');
};
