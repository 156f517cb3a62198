// The folders of a mutation run, and the files of each: all code with logic. Left out are texts (`i18n`), the
// generated records of the demo (`dataset`), parts of the screen (`.tsx`, `use-*.ts`, `ui`), which the
// end-to-end tests cover in a browser, and files with types only.
import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

export const FOLDERS = [
  'main/core/accounts',
  'main/core/api',
  'main/core/diagnostics',
  'main/core/export',
  'main/core/handlers',
  'main/core/outbox',
  'main/core/statistics',
  'main/core/store',
  'main/core/sync',
  'shared/contract',
  'shared/domain',
  'shared/http-api',
  'service',
  'renderer/client',
  'renderer/features',
  'renderer/format',
  'renderer/forms',
  'renderer/navigation',
  'renderer/records',
];

/** The files of a folder and its subfolders, by their path from `root`, with `/`. */
export const filesOf = (root, folder) =>
  readdirSync(join(root, 'src', folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${folder}/${path.split(sep).join('/')}`)
    .filter(
      (path) =>
        path.endsWith('.ts') &&
        !path.endsWith('.d.ts') &&
        !/\/use-[^/]*$|^src\/service\/dataset\//.test(path),
    )
    .sort();
