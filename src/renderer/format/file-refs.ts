/** Files and pictures of a record that have a URL. */
import { webHref } from './web-href';

export interface FileRef {
  name: string;
  href: string;
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Returns the files with a URL in a value; empty for any other value. */
export const filesIn = (value: unknown): FileRef[] =>
  (Array.isArray(value) ? value : []).flatMap((item: unknown): FileRef[] => {
    if (item === null || typeof item !== 'object') return [];
    const file = item as Record<string, unknown>;
    const address = [file.file_url, file.file_path, file.file_preview_url, file.src]
      .map(textOf)
      .find((text) => text !== '');
    const href = address === undefined ? null : webHref(address);
    return href === null ? [] : [{ name: textOf(file.file_name) || href, href }];
  });
