/** Files and pictures by name, as links that open in the browser if they have an address; nothing is downloaded here. */
import type { FileRef } from '../format/file-refs';

export const FileLinks = ({
  files,
  className,
}: {
  files: readonly FileRef[];
  className?: string | undefined;
}) =>
  files.map(({ name, href }, at) => (
    <span key={at}>
      {at === 0 ? '' : ', '}
      {href === null ? (
        name
      ) : (
        <a className={className} href={href} target="_blank" rel="noreferrer" title={href}>
          {name}
        </a>
      )}
    </span>
  ));
