/**
 * The paper: A4, margins, the document's name at the foot of every page beside "2 / 5". Page boxes cannot
 * read an element, so the rule is made per document, as a constructed sheet, which the page's content policy
 * leaves to scripts.
 */
import { useEffect } from 'react';

const FONT =
  '-apple-system, "Segoe UI", "Noto Sans", "Liberation Sans", "PingFang SC", "Microsoft YaHei", "Noto ' +
  'Sans CJK SC", "Source Han Sans SC", sans-serif';
const cssText = (text: string): string =>
  `"${text.replace(/[\\"]/g, (sign) => `\\${sign}`).replace(/[\n\r\f]/g, ' ')}"`;

export const pageRule = (footer: string, landscape: boolean): string =>
  `@page { size: A4${landscape ? ' landscape' : ''}; margin: 15mm 14mm 17mm;` +
  ` @bottom-left { content: ${cssText(footer)}; font: 8pt ${FONT}; color: #555; } @bottom-right { content: counter(page) " / " counter(pages); font: 8pt ${FONT}; color: #555; } }`;

export const usePageStyle = (footer: string, landscape = false): void => {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(pageRule(footer, landscape));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [footer, landscape]);
};
