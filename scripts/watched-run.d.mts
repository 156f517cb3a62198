/** Runs `node ARGS` for as long as the download in it gets on. */
export declare const runWatched: (options: {
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  folders?: readonly string[];
  silentMs: number;
  stalledMs: number;
  onProgress?: (sizeBytes: number) => void;
}) => Promise<{ problem: string | null; silent: boolean }>;
