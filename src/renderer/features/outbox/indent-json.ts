/** Indents JSON text without parsing it: a parse would lose digits of long numbers. */
export const indentJson = (text: string): string => {
  let [out, depth, inText] = ['', 0, false];
  const line = (): string => `\n${'  '.repeat(depth)}`;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (inText) {
      out += char;
      if (char === '\\') {
        at += 1;
        out += text[at] ?? '';
      } else if (char === '"') inText = false;
    } else if (char === '"') {
      inText = true;
      out += char;
    } else if (char === '{' || char === '[') {
      const close = char === '{' ? '}' : ']';
      if (text[at + 1] === close) {
        out += char + close;
        at += 1;
      } else {
        depth += 1;
        out += char + line();
      }
    } else if (char === '}' || char === ']') {
      depth -= 1;
      out += line() + char;
    } else if (char === ',') out += char + line();
    else out += char === ':' ? ': ' : char;
  }
  return out;
};
