const LONGEST_NAME = 120;
/** Linux allows 255 bytes for a name with its extension; a Chinese character has three. */
const LONGEST_NAME_BYTES = 240;
/** Names that Windows reserves for devices, also if a dot and more text follow. */
const RESERVED = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(?:\.|$)/i;
const EXTENSION = /\.[a-z]{2,4}$/i;

/**
 * A file name that every system accepts: separators, control characters, direction marks and characters
 * reserved by Windows become spaces. A long name is cut before its extension, if it has one.
 */
export const safeFileName = (name: string): string => {
  const plain = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]/gu, ' ')
    .replace(/\s+/g, ' ');
  const [extension = ''] = EXTENSION.exec(plain) ?? [];
  const stem = shortened(plain.slice(0, plain.length - extension.length)).replace(/^[. ]+|[. ]+$/g, '');
  const safe = stem === '' || RESERVED.test(stem) ? `Satchel ${stem}`.trim() : stem;
  return safe + extension;
};

const shortened = (name: string): string => {
  let [short, sizeBytes] = ['', 0];
  for (const character of [...name].slice(0, LONGEST_NAME)) {
    sizeBytes += utf8Size(character.codePointAt(0) ?? 0);
    if (sizeBytes > LONGEST_NAME_BYTES) break;
    short += character;
  }
  return short;
};

/** The bytes of a code point in UTF-8. */
const utf8Size = (point: number): number => {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
};
