/**
 * Encodes bytes as base64 (RFC 4648): a workbook crosses the typed IPC as text, and the core has neither
 * `btoa` nor `Buffer`.
 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PIECE = 8_192;

export const toBase64 = (bytes: Uint8Array): string => {
  let [text, piece] = ['', ''];
  const letter = (bits: number): string => ALPHABET[bits & 63]!;
  for (let i = 0; i < bytes.length; i += 3) {
    const [a, b, c] = [bytes[i]!, bytes[i + 1], bytes[i + 2]];
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    piece +=
      letter(bits >> 18) +
      letter(bits >> 12) +
      (b === undefined ? '=' : letter(bits >> 6)) +
      (c === undefined ? '=' : letter(bits));
    if (piece.length >= PIECE) [text, piece] = [text + piece, ''];
  }
  return text + piece;
};
