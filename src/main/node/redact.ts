/**
 * Removes secrets from log facts, whatever a caller passes: JWT-like tokens anywhere in a text, and the
 * values of keys such as `token`. Also removes the text that an error of `JSON.parse` quotes, because it may be
 * of a record.
 */
const TOKEN_LIKE = /\b[\w-]{8,}\.[\w-]{8,}\.[\w-]{6,}\b/g;
const BEARER = /\b(bearer\s+)[^\s"',}]+/gi;
const IN_TEXT =
  /\b((?:access_token|refresh_token|client_secret|password|authorization)"?\s*[=:]\s*"?)[^\s"'&,}]+/gi;
const NO_JSON = ' is not valid JSON';
const QUOTED_BY_ERROR = /"[^]*"(?:\.{3})?(?= is not valid JSON)/;
const SECRET_KEY = /token|secret|password|authorization|credential/i;
const MAX_TEXT = 500;
const MAX_DEPTH = 4;

const withoutQuoted = (text: string): string =>
  text.includes(NO_JSON) ? text.replace(QUOTED_BY_ERROR, '…') : text;

export const redactText = (text: string, most = MAX_TEXT): string =>
  withoutQuoted(text).replace(BEARER, '$1…').replace(IN_TEXT, '$1…').replace(TOKEN_LIKE, '…').slice(0, most);

/** Facts of a log line, safe to write. */
export const redactFacts = (facts: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [key, SECRET_KEY.test(key) ? '…' : redactValue(value, 0)]),
  );

const redactValue = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return redactText(value);
  if (value instanceof Error) return redactText(`${value.name}: ${value.message}`);
  if (value === null || typeof value !== 'object') return typeof value === 'bigint' ? String(value) : value;
  if (depth >= MAX_DEPTH) return '…';
  if (Array.isArray(value)) return value.slice(0, 20).map((item) => redactValue(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      SECRET_KEY.test(key) ? '…' : redactValue(member, depth + 1),
    ]),
  );
};
