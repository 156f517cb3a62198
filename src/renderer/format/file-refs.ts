/** Files and pictures of a record. */
import { isObject } from '#shared/domain/is-object';
import { listIn } from '#shared/domain/nested-values';
import { webHref } from './web-href';

export interface FileRef {
  name: string;
  /** null if the service gives no address, or an unsafe one. */
  href: string | null;
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const fileOf = (item: unknown): FileRef | null => {
  if (!isObject(item)) return null;
  const address = [item.file_url, item.file_path, item.file_preview_url, item.src]
    .map(textOf)
    .find((text) => text !== '');
  const href = address === undefined ? null : webHref(address);
  const name = textOf(item.file_name) || (href ?? '');
  return name === '' ? null : { name, href };
};

/** Returns the files in a value; empty if none of them has a URL, and for any other value. */
export const filesIn = (value: unknown): FileRef[] => {
  const files = (listIn(value) ?? []).flatMap((item) => fileOf(item) ?? []);
  return files.some(({ href }) => href !== null) ? files : [];
};
