/** Runs `node ARGS`, and ends it if the download in it makes no progress. */
export declare const runWatched: (options: {
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  folders?: readonly string[];
  silentMs: number;
  stalledMs: number;
  onProgress?: (sizeBytes: number) => void;
}) => Promise<{ problem: string | null; silent: boolean }>;
