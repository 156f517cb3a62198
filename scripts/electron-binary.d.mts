/** Runs Electron's own installer. `problem` is null, or the reason why there is no binary. */
export declare const fetchElectron: (options?: {
  env?: Readonly<Record<string, string>>;
  silentMs?: number;
  stalledMs?: number;
}) => Promise<{ problem: string | null; silent: boolean }>;
/** Path of the Electron binary, or null if it is missing and could not be fetched; the reason is printed. */
export declare const findElectron: (options?: { mayFetch?: boolean }) => Promise<string | null>;
