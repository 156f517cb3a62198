/** Runs Electron until it ends. `refusal` says in a line why this system does not let it start. */
export declare const runElectron: (
  binary: string,
  args: readonly string[],
  options?: { cwd?: string },
) => Promise<{ code: number; refusal: string | null }>;
