/**
 * The page rule: A4, margins, and a footer with the document's name and "2 / 5". An `@page` rule cannot read
 * an element, so a rule is created for each document. It is a constructed style sheet, because the content
 * security policy of the page allows scripts to create those.
 */
import { useEffect } from 'react';
import { isolated } from '../../i18n/isolate';

const FONT =
  '-apple-system, "Segoe UI", "Noto Sans", "Liberation Sans", "PingFang SC", "Microsoft YaHei", "Noto ' +
  'Sans CJK SC", "Source Han Sans SC", sans-serif';
const cssText = (text: string): string =>
  `"${text.replace(/[\\"]/g, (sign) => `\\${sign}`).replace(/[\n\r\f]/g, ' ')}"`;

const marginBox = (place: 'bottom-left' | 'bottom-right', content: string): string =>
  `@${place} { content: ${content}; font: 8pt ${FONT}; color: #555; }`;

/** The rule for the paper: `footer` at the left of the lower margin, the number of the page at its right. */
export const pageRule = (footer: string, landscape: boolean): string => {
  const paper = `size: A4${landscape ? ' landscape' : ''}; margin: 15mm 14mm 17mm;`;
  const name = marginBox('bottom-left', cssText(footer));
  const pageNumber = marginBox('bottom-right', 'counter(page) " / " counter(pages)');
  return `@page { ${paper} ${name} ${pageNumber} }`;
};

/** `parts`: the document's name in parts, such as the account, the title and the customer. */
export const usePageStyle = (parts: readonly string[], landscape = false): void => {
  const footer = parts.map(isolated).join(' · ');
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(pageRule(footer, landscape));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [footer, landscape]);
};
