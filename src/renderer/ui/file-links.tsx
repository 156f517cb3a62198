/** Files and pictures by name, as links that open outside the app; nothing of them is fetched here. */
import { webHref } from '../format/web-href';

interface FileRef {
  name: string;
  href: string;
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The files that a value names with an address; empty for any other value. */
export const filesIn = (value: unknown): FileRef[] =>
  (Array.isArray(value) ? value : []).flatMap((item: unknown): FileRef[] => {
    if (item === null || typeof item !== 'object') return [];
    const file = item as Record<string, unknown>;
    const address = [file.file_url, file.file_path, file.file_preview_url]
      .map(textOf)
      .find((text) => text !== '');
    const href = address === undefined ? null : webHref(address);
    return href === null ? [] : [{ name: textOf(file.file_name) || href, href }];
  });

export const FileLinks = ({
  files,
  className,
}: {
  files: readonly FileRef[];
  className?: string | undefined;
}) =>
  files.map(({ name, href }, at) => (
    <span key={href}>
      {at === 0 ? '' : ', '}
      <a className={className} href={href} target="_blank" rel="noreferrer" title={href}>
        {name}
      </a>
    </span>
  ));
