const TOKEN = /"(?:[^"\\]|\\.)*"|\{\s*\}|\[\s*\]|[{}[\],:]|\s+/g;

/**
 * Indents JSON without changing digits and keys: parsing would round long integers and reorder numeric keys.
 * Other text is returned unchanged.
 */
export const indentJson = (text: string): string => {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  return text.trim().replace(TOKEN, (token) => {
    switch (token[0]) {
      case '"':
        return token;
      case '{':
      case '[':
        if (token.length > 1) return `${token[0]}${token.at(-1)}`;
        depth += 1;
        return token + line();
      case '}':
      case ']':
        depth -= 1;
        return line() + token;
      case ',':
        return token + line();
      case ':':
        return ': ';
      default:
        return '';
    }
  });
};
