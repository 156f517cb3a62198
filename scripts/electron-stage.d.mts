/** What runs the app in the real Electron, or the reason why this machine cannot. */
type Staged =
  | { before: readonly string[]; env: Readonly<Record<string, string>>; reason?: undefined }
  | { reason: string; isFault: boolean };
export declare const stageElectron: (
  stage: string,
  options?: {
    mayMiss?: boolean;
    findMissing?: () => readonly string[];
    getBinary?: () => Promise<{ binary: string; borrowed: boolean }>;
    isolate?: () => readonly string[] | null;
  },
) => Promise<Staged>;
