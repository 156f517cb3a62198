/** Runs Electron's own installer: `problem` is null, or says in a few words why there is no binary. */
export declare const fetchElectron: (options?: {
  env?: Readonly<Record<string, string>>;
  silentMs?: number;
  stalledMs?: number;
}) => Promise<{ problem: string | null; silent: boolean }>;
/** Path of the Electron binary, or null where it is missing and could not be fetched; says why not. */
export declare const findElectron: (options?: { mayFetch?: boolean }) => Promise<string | null>;
