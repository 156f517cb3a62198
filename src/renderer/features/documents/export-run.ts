/**
 * Reads an export from the core piece by piece and builds the file. A cancelled export leaves nothing in the
 * window or the core.
 */
import type { ExportFormat } from '#shared/contract/export';
import { core } from '../../client/client';

type Request = Parameters<typeof core.export.start>[0];
export type ExportOutcome =
  | { ok: true; blob: Blob; rows: number }
  | { ok: false; code: 'too-many-rows' | 'no-account' | 'failed' | 'cancelled' };

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
/**
 * Every 64 pieces are combined into one blob, because a browser may keep blobs on disk but keeps strings in
 * memory.
 */
const FOLD_EVERY = 64;

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** Never rejects. `onProgress` receives the number of finished rows and of all rows. */
export const runExport = async (
  request: Request,
  { onProgress, signal }: { onProgress: (done: number, total: number) => void; signal: AbortSignal },
): Promise<ExportOutcome> => {
  let id: string | undefined;
  try {
    const started = await core.export.start(request);
    if (!started.ok) return started;
    id = started.id;
    onProgress(0, started.total);
    let parts: BlobPart[] = [];
    for (;;) {
      if (signal.aborted) return { ok: false, code: 'cancelled' };
      const { state, rows, chunk } = await core.export.next({ id });
      if (state === 'gone') return { ok: false, code: 'failed' };
      if (chunk !== '') parts.push(request.format === 'csv' ? chunk : bytesOf(chunk));
      onProgress(rows, started.total);
      if (state === 'done') {
        id = undefined;
        return signal.aborted
          ? { ok: false, code: 'cancelled' }
          : { ok: true, blob: new Blob(parts, { type: TYPES[request.format] }), rows };
      }
      if (parts.length >= FOLD_EVERY) parts = [new Blob(parts)];
    }
  } catch {
    return { ok: false, code: 'failed' };
  } finally {
    if (id !== undefined) void core.export.cancel({ id }).catch(() => undefined);
  }
};
