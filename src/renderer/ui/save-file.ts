/**
 * Saves a finished file with the browser's download, in both shells. Nothing is written before the file is
 * complete. Only the desktop shell knows whether the file was saved, because a browser does not tell its page.
 */
import type { FileOutcome } from '#shared/contract/shell';
import { shell } from '../client/shell';
import { safeFileName } from '#shared/domain/safe-file-name';

export interface FileResult {
  /** `started`: a browser window, which learns no more. The texts are `savedFile.*`. */
  outcome: FileOutcome | 'started';
  /** The name that the user gave the file; otherwise the proposed one. */
  name: string;
}

/** Resolves when the file is saved or not; in a browser window at once. Never rejects. */
export const saveFile = async (blob: Blob, fileName: string): Promise<FileResult> => {
  const url = URL.createObjectURL(blob);
  const proposed = safeFileName(fileName);
  // Asked first, so that the shell knows the address when the download begins.
  const ending = shell?.savedFile({ url }).catch(() => ({ outcome: 'failed' as const, name: null }));
  startDownload(url, proposed);
  if (ending === undefined) {
    // The browser reads the blob after the click handler returns, so revoke the URL later.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    return { outcome: 'started', name: proposed };
  }
  const { outcome, name } = await ending;
  URL.revokeObjectURL(url);
  return { outcome, name: name ?? proposed };
};

/** Returns true unless the user cancelled or the file could not be written. */
export const isSaved = ({ outcome }: Pick<FileResult, 'outcome'>): boolean =>
  outcome === 'saved' || outcome === 'started';

const startDownload = (url: string, name: string): void => {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
};
